// Adds a payment method or edits one. The contract's schema checks what is typed, the server decides; its refusals land
// on their fields. An edit sends only what differs from what was read, and the second of two editors is told.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm, useWatch, type Resolver } from 'react-hook-form'
import { call } from '../../lib/api.ts'
import { placeErrors } from '../../lib/contract-form.ts'
import { outdate, read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.ts'
import { NameAndType, PaypalFields, Terms, UsdtFields, type Form } from './method-form.fields.tsx'
import { changeOf, creationOf, faultsOf, formFields, formOf, type MethodForm } from './method-form.model.ts'
import { t } from './method-form.texts.ts'
import type { Method } from './payments.rules.ts'
import { isProofNeeded, ProofGate } from './proof.gate.tsx'

function resolverFor(method: Method | null): Resolver<MethodForm, unknown, MethodForm> {
  return (values) => {
    const faults = Object.entries(faultsOf(values, method))
    if (faults.length === 0) return { values, errors: {} }
    const errors = Object.fromEntries(faults.map(([name, message]) => [name, { type: 'contract', message }]))
    return { values: {}, errors }
  }
}

type Outcome = 'added' | 'updated' | 'unchanged'

async function save(method: Method | null, form: MethodForm): Promise<Outcome> {
  if (method === null) {
    await call('payment-methods.create', { body: creationOf(form) })
    return 'added'
  }
  const change = changeOf(method, form)
  if (change === null) return 'unchanged'
  const { id, version } = method
  await call('payment-methods.update', { params: { methodId: id }, body: { version, ...change } })
  return 'updated'
}

function doneText(outcome: Outcome, { name, isActive }: MethodForm): string {
  if (outcome === 'unchanged') return t('nothingChanged')
  if (outcome === 'updated') return t('updated', { name: name.trim() })
  return t(isActive ? 'added' : 'addedOff', { name: name.trim() })
}

function useSaving(method: Method | null, form: Form, onClose: () => void) {
  const [failure, setFailure] = useState<string | null>(null)
  const saving = useMutation({
    mutationFn: (values: MethodForm) => save(method, values),
    // A secret must not outlive its dialog in the cache.
    gcTime: 0,
    onMutate: () => setFailure(null),
    onSuccess: (outcome, values) => {
      notify(doneText(outcome, values))
      onClose()
    },
    onError: (error) => {
      if (!isProofNeeded(error)) setFailure(placeErrors(error, formFields, form.setError))
    },
    onSettled: () => outdate('payment-methods.list', 'payment-methods.available', 'payments.summary'),
  })
  return { saving, failure }
}

function LoadedForm({ method: given, onClose }: { method: Method | null; onClose: () => void }) {
  const id = useId()
  // What changed is measured against what the form began with, also when a newer state is read meanwhile.
  const [method] = useState(given)
  const form: Form = useForm<MethodForm, unknown, MethodForm>({
    resolver: resolverFor(method),
    defaultValues: formOf(method),
  })
  const { saving, failure } = useSaving(method, form, onClose)
  const submit = form.handleSubmit((values) => {
    if (!saving.isPending) saving.mutate(values)
  })
  const isProofAsked = isProofNeeded(saving.error)
  const words = method === null ? (['addMethod', 'adding'] as const) : (['updateMethod', 'updating'] as const)
  const isUsdt = useWatch({ control: form.control, name: 'type' }) === 'usdt'
  return (
    <Dialog
      size="large"
      title={t(method === null ? 'addTitle' : 'editTitle')}
      onClose={onClose}
      keepOnOutsideClick
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant="primary" busy={saving.isPending} disabled={isProofAsked}>
            {t(words[saving.isPending ? 1 : 0])}
          </Button>
        </>
      }
    >
      <ProofGate isAsked={isProofAsked} hint={t('proveAgain')} onProven={() => void submit()}>
        <form id={id} noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
          {failure !== null && <ErrorBox>{failure}</ErrorBox>}
          <NameAndType form={form} method={method} />
          {isUsdt ? <UsdtFields form={form} method={method} /> : <PaypalFields form={form} method={method} />}
          <Terms form={form} />
        </form>
      </ProofGate>
    </Dialog>
  )
}

type MethodFormProps = {
  /** Null for a new method. */
  methodId: string | null
  onClose: () => void
}

/** The form; an existing method is read first, so that what is edited is what is stored. */
export function MethodFormDialog({ methodId, onClose }: MethodFormProps) {
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery({
    ...read('payment-methods.list', {}),
    enabled: methodId !== null,
    staleTime: 0,
  })
  if (methodId === null) return <LoadedForm method={null} onClose={onClose} />
  const fresh = isFetchedAfterMount ? data?.items : undefined
  const method = fresh?.find(({ id }) => id === methodId)
  if (method !== undefined) return <LoadedForm method={method} onClose={onClose} />
  return (
    <Dialog title={t('editTitle')} onClose={onClose}>
      {error !== null && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorBox>
      )}
      {error === null && fresh === undefined && <SkeletonRows rows={4} label={t('loading')} />}
      {fresh !== undefined && <ErrorBox>{t('gone')}</ErrorBox>}
    </Dialog>
  )
}
