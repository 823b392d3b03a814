// Creates or edits a range. The contract's own schema checks what is typed, the server decides; its refusals land on
// their fields. A change sends only what differs and the version that was read; when somebody else was first, the form
// shows what they changed and goes on from there.
import { rangeFault, ranges as contract } from '@inrange/contract/ranges'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useId, useState } from 'react'
import {
  useForm,
  useWatch,
  type Control,
  type FieldErrors,
  type Resolver,
  type UseFormRegister,
  type UseFormSetError,
} from 'react-hook-form'
import { serverText } from '../../i18n/server-texts.ts'
import { ApiError, call } from '../../lib/api.ts'
import { contractResolver, placeErrors } from '../../lib/contract-form.ts'
import { useLeaveWarning } from '../../lib/leave-warning.ts'
import { queryClient } from '../../lib/query-client.ts'
import { outdate, read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { Field } from '../../ui/field.tsx'
import { Checkbox, Input, Select } from '../../ui/input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.ts'
import { useOwnerOptions, withChosen, type OwnerOptions } from './owner-options.ts'
import { RangeConflict, type SeenConflict } from './range-conflict.tsx'
import { changeOf, formOf, numbersOf, previewOf, type RangeForm } from './range-form.model.ts'
import { t } from './range-form.texts.ts'
import { RangePreview } from './range-preview.tsx'
import type { Range } from './ranges.figures.ts'

const fields = ['name', 'ownerId', 'isActive', 'prefix', 'startNumber', 'endNumber', 'rate', 'isTest'] as const
const checkByContract = contractResolver(contract['ranges.create'].body)

/** The contract's faults, and a plain sentence for the one it can only call a malformed id. */
const resolver: Resolver<RangeForm, unknown, RangeForm> = async (values, context, options) => {
  const result = await checkByContract(values, context, options)
  if (values.ownerId !== '' && Object.keys(result.errors).length === 0) return result
  // The contract looks at the numbers only once everything else is sound; a person wants to hear it all at once.
  const fault = rangeFault(numbersOf(values))
  const errors = {
    ...(fault === null ? {} : { [fault.field]: { type: 'custom', message: serverText(fault.message) } }),
    ...result.errors,
    ...(values.ownerId === '' ? { ownerId: { type: 'required', message: t('ownerNeeded') } } : {}),
  }
  return { values: {}, errors }
}

type Submission = { range: Range | null; values: RangeForm; setError: UseFormSetError<RangeForm> }

/** Creates, or sends what changed; a form that is sent with nothing changed sends nothing. */
async function store({ range, values }: Submission): Promise<void> {
  const body = previewOf(values).kind === 'sound' ? { ...values, ...numbersOf(values) } : values
  if (range === null) {
    await call('ranges.create', { body })
    return
  }
  const change = changeOf(range, body)
  if (change === null) return
  await call('ranges.update', { params: { rangeId: range.id }, body: { ...change, version: range.version } })
}

/** What is stored now, beside what was about to be saved; null when the failure is something else. */
async function conflictIn(error: unknown, { range, values }: Submission): Promise<SeenConflict | null> {
  if (range === null || !(error instanceof ApiError) || error.code !== 'range_changed') return null
  const asked = { ...read('ranges.read', { params: { rangeId: range.id } }), staleTime: 0 }
  const theirs = await queryClient.fetchQuery(asked)
  return { base: range, theirs, yours: values, edit: theirs.lastEdit }
}

/** The server's refusals go to the form that sent it; a conflict to whoever shows the form. */
function useSaving(onClose: () => void, onConflict: (conflict: SeenConflict) => void) {
  const [failure, setFailure] = useState<string | null>(null)
  const saving = useMutation({
    mutationFn: async (submission: Submission) => {
      try {
        await store(submission)
        return 'stored'
      } catch (error) {
        const conflict = await conflictIn(error, submission)
        if (conflict === null) throw error
        onConflict(conflict)
        return 'conflict'
      }
    },
    onMutate: () => setFailure(null),
    onSuccess: async (outcome, { range, values }) => {
      if (outcome === 'conflict') return
      notify(t(range === null ? 'created' : 'updated', { name: values.name.trim() }))
      onClose()
      await outdate('ranges.list', 'ranges.read', 'dashboard.read', 'users.stats')
    },
    onError: (error, { setError }) => setFailure(placeErrors(error, fields, setError)),
  })
  const save = (submission: Submission) => {
    if (!saving.isPending) saving.mutate(submission)
  }
  return { save, failure, isBusy: saving.isPending }
}

type PartProps = { register: UseFormRegister<RangeForm>; errors: FieldErrors<RangeForm> }

function OwnerField({ register, errors, owners, range }: PartProps & { owners: OwnerOptions; range: Range | null }) {
  const chosen = range?.owner ? { value: range.owner.id, label: range.owner.username } : null
  return (
    <Field label={t('owner')} error={errors.ownerId?.message} required>
      {(tie) => (
        <>
          {owners.isCut && (
            <Input
              type="search"
              aria-label={t('narrowUsers')}
              placeholder={t('narrowUsers')}
              value={owners.narrowed}
              onChange={(event) => owners.narrow(event.currentTarget.value)}
            />
          )}
          <Select
            {...tie}
            className="w-full"
            disabled={owners.isNobody}
            options={[{ value: '', label: t('choose') }, ...withChosen(owners.options, chosen)]}
            {...register('ownerId')}
          />
        </>
      )}
    </Field>
  )
}

function NumberFields({ register, errors, areFixed }: PartProps & { areFixed: boolean }) {
  const labels = { prefix: t('prefix'), startNumber: t('startNumber'), endNumber: t('endNumber') }
  const examples = { prefix: '4477', startNumber: '00900000', endNumber: '00900999' }
  return (
    <div>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-3">
        {(['prefix', 'startNumber', 'endNumber'] as const).map((name) => (
          <Field key={name} label={labels[name]} error={errors[name]?.message} required>
            {(tie) => (
              <Input
                {...tie}
                inputMode="tel"
                autoComplete="off"
                readOnly={areFixed}
                dir="ltr"
                placeholder={examples[name]}
                className="font-mono read-only:bg-sunken read-only:text-ink-soft"
                {...register(name)}
              />
            )}
          </Field>
        ))}
      </div>
      {areFixed && <p className="mt-1.5 text-xs text-ink-soft">{t('numbersStay')}</p>}
    </div>
  )
}

function RateAndTest({ register, errors }: PartProps) {
  const hint = useId()
  return (
    <>
      <Field label={t('rate')} hint={t('rateHint')} error={errors.rate?.message} required>
        {(tie) => (
          <span className="relative inline-flex items-center">
            <span className="pointer-events-none absolute start-3 text-sm text-ink-soft" aria-hidden="true">
              $
            </span>
            <Input
              {...tie}
              inputMode="decimal"
              autoComplete="off"
              dir="ltr"
              placeholder="0.0043"
              className="ps-7 tabular-nums sm:max-w-48"
              {...register('rate')}
            />
          </span>
        )}
      </Field>
      <div>
        <Checkbox aria-describedby={hint} {...register('isTest')}>
          {t('isTest')}
        </Checkbox>
        <p id={hint} className="ms-7 text-xs text-ink-soft">
          {t('isTestHint')}
        </p>
      </div>
    </>
  )
}

function Preview({ control, range }: { control: Control<RangeForm, unknown, RangeForm>; range: Range | null }) {
  const [prefix, startNumber, endNumber] = useWatch({ control, name: ['prefix', 'startNumber', 'endNumber'] })
  return <RangePreview typed={{ prefix, startNumber, endNumber }} rangeId={range?.id} />
}

function StatusField({ register, errors }: PartProps) {
  return (
    <Field label={t('status')} error={errors.isActive?.message}>
      {(tie) => (
        <Select
          {...tie}
          className="w-full"
          options={[
            { value: 'true', label: t('active') },
            { value: 'false', label: t('inactive') },
          ]}
          {...register('isActive', { setValueAs: (value: unknown) => value === true || value === 'true' })}
        />
      )}
    </Field>
  )
}

function NobodyNotice({ onGoToUsers }: { onGoToUsers: () => void }) {
  return (
    <NoticeBox>
      {t('noUsers')}{' '}
      <button type="button" className="underline underline-offset-4" onClick={onGoToUsers}>
        {t('goToUsers')}
      </button>
    </NoticeBox>
  )
}

type FormProps = {
  id: string
  /** What the form begins with and what changes are measured against; null for a new range. */
  range: Range | null
  owners: OwnerOptions
  failure: string | null
  conflict: SeenConflict | null
  onSave: (submission: Submission) => void
  onGoToUsers: () => void
}

function Form({ id, range, owners, failure, conflict, onSave, onGoToUsers }: FormProps) {
  const form = useForm<RangeForm, unknown, RangeForm>({ resolver, defaultValues: formOf(range) })
  const { register, control, formState, setError, setFocus, setValue } = form
  const { errors, isDirty } = formState
  useLeaveWarning(isDirty)
  const submit = form.handleSubmit((values) => onSave({ range, values, setError }))
  // The form of an existing range comes after its dialog, which had no field to give the focus to yet.
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus])
  const take = useCallback(
    (values: Partial<RangeForm>) => {
      for (const name of fields) {
        const value = values[name]
        if (value !== undefined) setValue(name, value, { shouldValidate: true, shouldDirty: true })
      }
    },
    [setValue],
  )
  const nameOf = (userId: string) =>
    [conflict?.theirs.owner, conflict?.base.owner].find((owner) => owner?.id === userId)?.username ??
    owners.options.find(({ value }) => value === userId)?.label ??
    userId
  return (
    <form id={id} noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      {conflict !== null && (
        <RangeConflict key={conflict.theirs.version} conflict={conflict} nameOf={nameOf} onTake={take} />
      )}
      {failure !== null && <ErrorBox>{failure}</ErrorBox>}
      {owners.failure !== null && <ErrorBox onRetry={owners.retry}>{owners.failure.message}</ErrorBox>}
      {owners.isNobody && <NobodyNotice onGoToUsers={onGoToUsers} />}
      <Field label={t('name')} error={errors.name?.message} required>
        {(tie) => <Input {...tie} autoComplete="off" placeholder={t('namePlaceholder')} {...register('name')} />}
      </Field>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <OwnerField register={register} errors={errors} owners={owners} range={range} />
        <StatusField register={register} errors={errors} />
      </div>
      <NumberFields register={register} errors={errors} areFixed={range !== null && range.messages > 0} />
      <RateAndTest register={register} errors={errors} />
      <Preview control={control} range={range} />
    </form>
  )
}

/** As tall as the form that takes its place. */
function LoadingForm() {
  return (
    <div role="status" aria-label={t('loading')} className="flex flex-col gap-4">
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} className="flex flex-col gap-1.5">
          <Skeleton className="my-0.5 h-3.5 w-24" />
          <Skeleton className="h-9 w-full pointer-coarse:h-11" />
        </div>
      ))}
      <Skeleton className="h-40 w-full rounded-xl" />
    </div>
  )
}

/** The range that a form begins with: null for a new one, undefined until an existing one is read. */
function useBegun(rangeId: string | null) {
  const stored = useQuery({
    ...read('ranges.read', { params: { rangeId: rangeId ?? '' } }),
    enabled: rangeId !== null,
    staleTime: 0,
  })
  const [begun, setBegun] = useState<Range | null | undefined>(rangeId === null ? null : undefined)
  if (begun === undefined && stored.data !== undefined && stored.isFetchedAfterMount) setBegun(stored.data)
  return { stored, begun, setBegun }
}

type RangeFormProps = {
  /** Null for a new range. */
  rangeId: string | null
  onClose: () => void
  onGoToUsers: () => void
}

/**
 * The form; an existing range is read first, so that what is edited is what is stored. One dialog from the wait to the
 * form, so that the focus returns to whoever asked.
 */
export function RangeFormDialog({ rangeId, onClose, onGoToUsers }: RangeFormProps) {
  const id = useId()
  const owners = useOwnerOptions(true)
  const { stored, begun, setBegun } = useBegun(rangeId)
  const [conflict, setConflict] = useState<SeenConflict | null>(null)
  const { save, failure, isBusy } = useSaving(onClose, (seen) => {
    setConflict(seen)
    // From here on changes are measured against what is stored now.
    setBegun(seen.theirs)
  })
  const isNew = rangeId === null
  return (
    <Dialog
      title={isNew ? t('createTitle') : t('editTitle')}
      description={isNew ? t('createHint') : t('editHint')}
      onClose={onClose}
      keepOnOutsideClick
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            busy={isBusy}
            disabled={owners.isNobody || begun === undefined}
          >
            {isNew
              ? t(isBusy ? 'creating' : 'create')
              : t(isBusy ? 'updating' : conflict === null ? 'update' : 'saveAgain')}
          </Button>
        </>
      }
    >
      {begun !== undefined && <Form {...{ id, owners, failure, conflict, onGoToUsers }} range={begun} onSave={save} />}
      {begun === undefined && stored.error === null && <LoadingForm />}
      {begun === undefined && stored.error !== null && (
        <ErrorBox onRetry={() => void stored.refetch()} retrying={stored.isFetching}>
          {stored.error.message}
        </ErrorBox>
      )}
    </Dialog>
  )
}
