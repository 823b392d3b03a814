// Adds a connection of one of the three kinds, or edits one. The contract's schema checks what is typed, the server
// decides; its refusals land on their fields. An edit sends only what differs. The secret of an HTTP connection is
// shown in this dialog once and is gone when it closes.
import type { ConnectionKind } from '@inrange/contract/carriers'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm, type FieldPath, type Resolver } from 'react-hook-form'
import { call } from '../../lib/api.ts'
import { placeErrors } from '../../lib/contract-form.ts'
import { read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.ts'
import { KindFields, ReadingFields, TextField } from './connection-form.fields.tsx'
import { changeOf, creationOf, faultsOf, formOf, inFormWords, type ConnectionForm } from './connection-form.model.ts'
import { t } from './connection-form.texts.ts'
import { SecretPanel, type ShownSecret } from './connection-secret.tsx'
import { kindsInOrder, type Connection } from './connections.rules.ts'
import { t as shown } from './connections.texts.ts'
import { useLeaveWarning } from '../../lib/leave-warning.ts'
import { outdateCarriers } from './use-activation.ts'

const names: readonly FieldPath<ConnectionForm>[] = [
  'name',
  'settings.host',
  'settings.port',
  'settings.tlsCa',
  'systemId',
  'password',
  'settings.allowList',
  'settings.bindsMax',
  'settings.binds',
  'settings.systemType',
  'settings.enquireLinkSeconds',
  'settings.responseTimeoutSeconds',
  'settings.inactivitySeconds',
  'settings.fields.id',
  'settings.fields.sender',
  'settings.fields.recipient',
  'settings.fields.text',
  'settings.dedupeWindowSeconds',
  'settings.reassemblyTimeoutSeconds',
]

/** Nested as the forms library wants it. */
function nested(faults: ReturnType<typeof faultsOf>): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const { path, message } of faults) {
    const steps = path.split('.')
    const last = steps.pop() ?? path
    let at = root
    for (const step of steps) at = (at[step] ??= {}) as Record<string, unknown>
    at[last] = { type: 'contract', message }
  }
  return root
}

function resolverFor(isNew: boolean): Resolver<ConnectionForm, unknown, ConnectionForm> {
  return (values) => {
    const faults = faultsOf(values, isNew)
    return faults.length === 0 ? { values, errors: {} } : { values: {}, errors: nested(faults) }
  }
}

type Saved = { id: string; secret: ShownSecret | null }

async function save(carrierId: string, connection: Connection | null, form: ConnectionForm): Promise<Saved> {
  if (connection === null) {
    const made = await call('connections.create', { params: { carrierId }, body: creationOf(form) })
    return { id: made.id, secret: made.secret === null ? null : { connection: made, secret: made.secret } }
  }
  const change = changeOf(connection, form)
  if (change !== null) await call('connections.update', { params: { connectionId: connection.id }, body: change })
  return { id: connection.id, secret: null }
}

function KindChoice({ kind, onChange }: { kind: ConnectionKind; onChange: (kind: ConnectionKind) => void }) {
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-[0.8125rem] font-medium">{t('kind')}</legend>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-3">
        {kindsInOrder.map((each) => (
          <label
            key={each}
            className={cx(
              'relative flex min-h-11 cursor-pointer flex-col justify-center rounded-lg border px-3 py-2 transition-colors',
              'has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
              each === kind ? 'border-accent bg-accent-soft' : 'border-line-strong/70 hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={group}
              value={each}
              checked={each === kind}
              onChange={() => onChange(each)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span className={cx('text-sm font-medium', each === kind && 'text-accent-ink')}>{shown(each)}</span>
            <span className="text-xs text-ink-soft">{shown(`${each}_hint`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type LoadedProps = Omit<ConnectionFormProps, 'connectionId'> & { connection: Connection | null }

/** The form's state and what its submission does. */
function useConnectionForm({ connection, carrierId, onClose, onCreated }: LoadedProps) {
  const [isReadingOpen, setReadingOpen] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isNew = connection === null
  const form = useForm<ConnectionForm, unknown, ConnectionForm>({
    resolver: resolverFor(isNew),
    defaultValues: formOf(connection, connection?.kind ?? 'smpp_client'),
  })
  useLeaveWarning(form.formState.isDirty)
  // A folded field cannot take the focus, so the fold opens before a fault is placed.
  const unfold = (error: unknown) => {
    const folded: readonly string[] = [
      'dedupePolicy',
      'dedupeWindowSeconds',
      'defaultAlphabet',
      'reassemblyTimeoutSeconds',
    ]
    if (folded.some((name) => JSON.stringify(error ?? '').includes(name))) flushSync(() => setReadingOpen(true))
  }
  const saving = useMutation({
    mutationFn: (values: ConnectionForm) => save(carrierId, connection, values),
    // The secret must not outlive its dialog in the cache.
    gcTime: 0,
    onMutate: () => setFailure(null),
    onSuccess: async ({ id, secret }, { name }) => {
      notify(t(isNew ? 'connectionAdded' : 'connectionSaved', { name: name.trim() }))
      if (secret === null) {
        if (isNew) onCreated(id)
        else onClose()
      }
      await outdateCarriers()
    },
    onError: (error, values) => {
      const placed = inFormWords(error, values)
      if (placed instanceof Error && 'fields' in placed) unfold(placed.fields)
      setFailure(placeErrors(placed, names, form.setError))
    },
  })
  const submit = form.handleSubmit(
    (values) => {
      if (!saving.isPending) saving.mutate(values)
    },
    (errors) => unfold(Object.keys(errors.settings ?? {})),
  )
  const chooseKind = (kind: ConnectionKind) => {
    const { name, systemId, password } = form.getValues()
    form.reset({ ...formOf(null, kind), name, systemId, password })
    setFailure(null)
  }
  return { form, failure, submit, saving, chooseKind, isReadingOpen, setReadingOpen }
}

function LoadedForm({ connection: given, ...rest }: LoadedProps) {
  const id = useId()
  // What changed is measured against what the form began with, also when a newer state is read meanwhile.
  const [connection] = useState(given)
  const { form, failure, submit, saving, ...state } = useConnectionForm({ connection, ...rest })
  const isNew = connection === null
  const kind = form.watch('kind')
  const secret = saving.data?.secret ?? null
  if (secret !== null) return <SecretPanel {...secret} onClose={() => rest.onCreated(secret.connection.id)} />
  const hint = rest.carrierName === undefined ? t('addHintNameless') : t('addHint', { name: rest.carrierName })
  const words = isNew ? (['addConnection', 'adding'] as const) : (['save', 'saving'] as const)
  return (
    <Dialog
      size="large"
      title={t(isNew ? 'addTitle' : 'editTitle')}
      description={isNew ? hint : t('editHint')}
      onClose={rest.onClose}
      keepOnOutsideClick
      footer={
        <>
          <Button onClick={rest.onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant="primary" busy={saving.isPending}>
            {t(words[saving.isPending ? 1 : 0])}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
        {failure !== null && <ErrorBox>{failure}</ErrorBox>}
        {isNew && <KindChoice kind={kind} onChange={state.chooseKind} />}
        <TextField
          form={form}
          name="name"
          label={t('name')}
          placeholder={t('namePlaceholder')}
          className="sm:max-w-md"
          required
        />
        <KindFields key={kind} form={form} kind={kind} isNew={isNew} />
        <ReadingFields
          form={form}
          isOpen={state.isReadingOpen}
          onToggle={() => state.setReadingOpen(!state.isReadingOpen)}
        />
      </form>
    </Dialog>
  )
}

type ConnectionFormProps = {
  carrierId: string
  /** As far as it is known. */
  carrierName: string | undefined
  /** Null for a new connection. */
  connectionId: string | null
  onClose: () => void
  onCreated: (connectionId: string) => void
}

/** The form; an existing connection is read first, so that what is edited is what is stored. */
export function ConnectionFormDialog({ connectionId, ...rest }: ConnectionFormProps) {
  const stored = useQuery({
    ...read('connections.read', { params: { connectionId: connectionId ?? '' } }),
    enabled: connectionId !== null,
    staleTime: 0,
  })
  if (connectionId === null) return <LoadedForm connection={null} {...rest} />
  if (stored.data !== undefined && stored.isFetchedAfterMount) return <LoadedForm connection={stored.data} {...rest} />
  return (
    <Dialog size="large" title={t('editTitle')} description={t('editHint')} onClose={rest.onClose}>
      {stored.error === null ? (
        <SkeletonRows rows={8} label={t('loading')} />
      ) : (
        <ErrorBox onRetry={() => void stored.refetch()} retrying={stored.isFetching}>
          {stored.error.message}
        </ErrorBox>
      )}
    </Dialog>
  )
}
