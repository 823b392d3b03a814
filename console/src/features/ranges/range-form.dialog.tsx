// Creates or edits a range. The contract's own schema checks what is typed, the server decides; its refusals land on
// their fields. A change sends only what differs, so two admins who edit different facts do not undo each other.
import { ranges as contract } from '@inrange/contract/ranges'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm, useWatch, type Control, type FieldErrors, type Resolver, type UseFormRegister } from 'react-hook-form'
import { call } from '../../lib/api.ts'
import { contractResolver, placeErrors } from '../../lib/contract-form.ts'
import { outdate, read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { Field } from '../../ui/field.tsx'
import { Checkbox, Input, Select } from '../../ui/input.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.ts'
import { useOwnerOptions, withChosen, type OwnerOptions } from './owner-options.ts'
import { changeOf, formOf, numbersOf, previewOf, type RangeForm } from './range-form.model.ts'
import { t } from './range-form.texts.ts'
import { RangePreview } from './range-preview.tsx'
import type { Range } from './ranges.figures.ts'

const fields = ['name', 'ownerId', 'isActive', 'prefix', 'startNumber', 'endNumber', 'rate', 'isTest'] as const
const checkByContract = contractResolver(contract['ranges.create'].body)

/** The contract's faults, and a plain sentence for the one it can only call a malformed id. */
const resolver: Resolver<RangeForm, unknown, RangeForm> = async (values, context, options) => {
  const result = await checkByContract(values, context, options)
  if (values.ownerId !== '') return result
  return { values: {}, errors: { ...result.errors, ownerId: { type: 'required', message: t('ownerNeeded') } } }
}

async function save(range: Range | null, form: RangeForm): Promise<void> {
  if (range === null) {
    await call('ranges.create', { body: form })
    return
  }
  const change = changeOf(range, form)
  if (change !== null) await call('ranges.update', { params: { rangeId: range.id }, body: change })
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

/** The form's state and what its submission does. */
function useRangeForm(range: Range | null, onClose: () => void) {
  const form = useForm<RangeForm, unknown, RangeForm>({ resolver, defaultValues: formOf(range) })
  const [failure, setFailure] = useState<string | null>(null)
  const saving = useMutation({
    mutationFn: (values: RangeForm) => save(range, values),
    onMutate: () => setFailure(null),
    onSuccess: async (_, { name }) => {
      notify(t(range === null ? 'created' : 'updated', { name: name.trim() }))
      onClose()
      await outdate('ranges.list', 'ranges.read', 'dashboard.read', 'users.stats')
    },
    onError: (error) => setFailure(placeErrors(error, fields, form.setError)),
  })
  const submit = form.handleSubmit((values) => {
    if (!saving.isPending)
      saving.mutate(previewOf(values).kind === 'sound' ? { ...values, ...numbersOf(values) } : values)
  })
  return { form, failure, submit, isBusy: saving.isPending }
}

function LoadedForm({ range: given, onClose, onGoToUsers }: Omit<RangeFormProps, 'rangeId'> & { range: Range | null }) {
  const id = useId()
  // What changed is measured against the range that the form began with, also when a newer one is read meanwhile.
  const [range] = useState(given)
  const owners = useOwnerOptions(true)
  const { form, failure, submit, isBusy } = useRangeForm(range, onClose)
  const { register, control } = form
  const { errors } = form.formState
  const isNew = range === null
  const action = isNew ? t(isBusy ? 'creating' : 'create') : t(isBusy ? 'updating' : 'update')
  return (
    <Dialog
      title={isNew ? t('createTitle') : t('editTitle')}
      description={isNew ? t('createHint') : t('editHint')}
      onClose={onClose}
      keepOnOutsideClick
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant="primary" busy={isBusy} disabled={owners.isNobody}>
            {action}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {failure !== null && <ErrorBox>{failure}</ErrorBox>}
        {owners.failure !== null && <ErrorBox onRetry={owners.retry}>{owners.failure.message}</ErrorBox>}
        {owners.isNobody && (
          <NoticeBox>
            {t('noUsers')}{' '}
            <button type="button" className="underline underline-offset-4" onClick={onGoToUsers}>
              {t('goToUsers')}
            </button>
          </NoticeBox>
        )}
        <Field label={t('name')} error={errors.name?.message} required>
          {(tie) => <Input {...tie} autoComplete="off" placeholder={t('namePlaceholder')} {...register('name')} />}
        </Field>
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <OwnerField register={register} errors={errors} owners={owners} range={range} />
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
        </div>
        <NumberFields register={register} errors={errors} areFixed={range !== null && range.messages > 0} />
        <RateAndTest register={register} errors={errors} />
        <Preview control={control} range={range} />
      </form>
    </Dialog>
  )
}

type RangeFormProps = {
  /** Null for a new range. */
  rangeId: string | null
  onClose: () => void
  onGoToUsers: () => void
}

/** The form; an existing range is read first, so that what is edited is what is stored. */
export function RangeFormDialog({ rangeId, ...rest }: RangeFormProps) {
  const stored = useQuery({
    ...read('ranges.read', { params: { rangeId: rangeId ?? '' } }),
    enabled: rangeId !== null,
    staleTime: 0,
  })
  if (rangeId === null) return <LoadedForm range={null} {...rest} />
  if (stored.data !== undefined && stored.isFetchedAfterMount) return <LoadedForm range={stored.data} {...rest} />
  return (
    <Dialog title={t('editTitle')} description={t('editHint')} onClose={rest.onClose}>
      {stored.error === null ? (
        <SkeletonRows rows={7} label={t('loading')} />
      ) : (
        <ErrorBox onRetry={() => void stored.refetch()} retrying={stored.isFetching}>
          {stored.error.message}
        </ErrorBox>
      )}
    </Dialog>
  )
}
