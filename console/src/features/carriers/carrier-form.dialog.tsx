// Creates a carrier or edits its name and notes. Whether it is active is switched on its page, with a question.
import { carriers as contract } from '@inrange/contract/carriers'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { call, type CallInput } from '../../lib/api.ts'
import { contractResolver, placeErrors } from '../../lib/contract-form.ts'
import { read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, TextArea } from '../../ui/input.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.ts'
import { t } from './connection-form.texts.ts'
import type { CarrierDetails } from './connections.rules.ts'
import { useLeaveWarning } from '../../lib/leave-warning.ts'
import { outdateCarriers } from './use-activation.ts'

type CarrierForm = CallInput<'carriers.create'>['body']
const resolver = contractResolver(contract['carriers.create'].body)

/** @returns the id of the carrier */
async function save(carrier: CarrierDetails | null, form: CarrierForm): Promise<string> {
  if (carrier === null) return (await call('carriers.create', { body: form })).id
  const change = {
    ...(form.name.trim() === carrier.name ? {} : { name: form.name }),
    ...(form.notes === carrier.notes ? {} : { notes: form.notes }),
  }
  if (Object.keys(change).length > 0) await call('carriers.update', { params: { carrierId: carrier.id }, body: change })
  return carrier.id
}

type LoadedProps = Omit<CarrierFormProps, 'carrierId'> & { carrier: CarrierDetails | null }

function LoadedForm({ carrier: given, onClose, onCreated }: LoadedProps) {
  const id = useId()
  const [carrier] = useState(given)
  const [failure, setFailure] = useState<string | null>(null)
  const isNew = carrier === null
  const form = useForm<CarrierForm, unknown, CarrierForm>({
    resolver,
    defaultValues: { name: carrier?.name ?? '', notes: carrier?.notes ?? '' },
  })
  const { errors, isDirty } = form.formState
  useLeaveWarning(isDirty)
  const saving = useMutation({
    mutationFn: (values: CarrierForm) => save(carrier, values),
    onMutate: () => setFailure(null),
    onSuccess: async (carrierId, { name }) => {
      notify(t(isNew ? 'carrierCreated' : 'carrierSaved', { name: name.trim() }))
      if (isNew && onCreated !== undefined) onCreated(carrierId)
      else onClose()
      await outdateCarriers()
    },
    onError: (error) => setFailure(placeErrors(error, ['name', 'notes'], form.setError)),
  })
  const submit = form.handleSubmit((values) => {
    if (!saving.isPending) saving.mutate(values)
  })
  const words = isNew ? (['create', 'creating'] as const) : (['save', 'saving'] as const)
  return (
    <Dialog
      title={t(isNew ? 'createCarrierTitle' : 'editCarrierTitle')}
      {...(isNew ? { description: t('carrierHint') } : {})}
      onClose={onClose}
      keepOnOutsideClick
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant="primary" busy={saving.isPending}>
            {t(words[saving.isPending ? 1 : 0])}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {failure !== null && <ErrorBox>{failure}</ErrorBox>}
        <Field label={t('name')} error={errors.name?.message} required>
          {(tie) => (
            <Input {...tie} autoComplete="off" placeholder={t('carrierNamePlaceholder')} {...form.register('name')} />
          )}
        </Field>
        <Field label={t('notes')} hint={t('notesHint')} error={errors.notes?.message}>
          {(tie) => <TextArea {...tie} rows={4} {...form.register('notes')} />}
        </Field>
      </form>
    </Dialog>
  )
}

type CarrierFormProps = {
  /** Null for a new carrier. */
  carrierId: string | null
  onClose: () => void
  onCreated?: (carrierId: string) => void
}

/** The form; an existing carrier is read first, so that what is edited is what is stored. */
export function CarrierFormDialog({ carrierId, ...rest }: CarrierFormProps) {
  const stored = useQuery({
    ...read('carriers.read', { params: { carrierId: carrierId ?? '' } }),
    enabled: carrierId !== null,
    staleTime: 0,
  })
  if (carrierId === null) return <LoadedForm carrier={null} {...rest} />
  if (stored.data !== undefined && stored.isFetchedAfterMount) return <LoadedForm carrier={stored.data} {...rest} />
  return (
    <Dialog title={t('editCarrierTitle')} onClose={rest.onClose}>
      {stored.error === null ? (
        <SkeletonRows rows={3} label={t('loading')} />
      ) : (
        <ErrorBox onRetry={() => void stored.refetch()} retrying={stored.isFetching}>
          {stored.error.message}
        </ErrorBox>
      )}
    </Dialog>
  )
}
