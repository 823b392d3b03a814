// Connects an identity provider or edits one. The contract's schema checks what is typed, the server decides; its
// refusals land on their fields. An edit sends only what differs. The client secret goes in and is never shown again.
import { useMutation, useQuery } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import { useForm, type Resolver, type UseFormReturn } from 'react-hook-form'
import { call } from '../../lib/api.ts'
import { placeErrors } from '../../lib/contract-form.ts'
import { outdate, read } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Field } from '../../ui/field.tsx'
import { Checkbox, Input } from '../../ui/input.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.ts'
import {
  changeOf,
  creationOf,
  faultsOf,
  formFields,
  formOf,
  idFor,
  type Provider,
  type ProviderForm,
} from './identity-providers.model.ts'
import { t } from './identity-providers.texts.ts'

type Form = UseFormReturn<ProviderForm, unknown, ProviderForm>

function resolverFor(provider: Provider | null): Resolver<ProviderForm, unknown, ProviderForm> {
  return (values) => {
    const faults = Object.entries(faultsOf(values, provider))
    if (faults.length === 0) return { values, errors: {} }
    const errors = Object.fromEntries(faults.map(([name, message]) => [name, { type: 'contract', message }]))
    return { values: {}, errors }
  }
}

async function save(provider: Provider | null, form: ProviderForm): Promise<void> {
  if (provider === null) {
    await call('identity-providers.create', { body: creationOf(form) })
    return
  }
  const change = changeOf(provider, form)
  if (change === null) return
  await call('identity-providers.update', { params: { providerId: provider.id }, body: change })
}

type TextProps = {
  form: Form
  name: 'name' | 'id' | 'issuer' | 'clientId' | 'scopes'
  label: string
  hint?: string
  lengthMax: number
  placeholder?: string
  isAddress?: boolean
  isFixed?: boolean
  onType?: () => void
}

function TextField({ form, name, label, hint, lengthMax, placeholder, ...look }: TextProps) {
  const { isAddress = false, isFixed = false, onType } = look
  return (
    <Field
      label={label}
      error={form.formState.errors[name]?.message}
      required={!isFixed}
      {...(hint === undefined ? {} : { hint })}
    >
      {(tie) => (
        <Input
          {...tie}
          autoComplete="off"
          maxLength={lengthMax}
          placeholder={placeholder}
          readOnly={isFixed}
          className={cx(
            isAddress && 'font-mono text-[0.8125rem]',
            isFixed && 'read-only:bg-sunken read-only:text-ink-soft',
          )}
          {...(isAddress ? { autoCapitalize: 'none', spellCheck: false, dir: 'ltr' } : {})}
          {...form.register(name, onType === undefined ? {} : { onChange: onType })}
        />
      )}
    </Field>
  )
}

/** Whether a secret is set is shown, never what it is. */
function KeptSecret({ form, takesFocus }: { form: Form; takesFocus: boolean }) {
  const id = useId()
  const first = useRef<HTMLButtonElement>(null)
  const isGone = form.watch('secret') === 'removed'
  const turn = (secret: ProviderForm['secret']) => form.setValue('secret', secret)
  return (
    <div role="group" aria-labelledby={id} className="flex min-w-0 flex-col gap-1.5">
      <span id={id} className="text-[0.8125rem] font-medium">
        {t('clientSecret')}
      </span>
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1.5 pointer-coarse:min-h-11">
        <Badge tone={isGone ? 'warn' : 'good'} icon={<LockKeyhole aria-hidden="true" />}>
          {t(isGone ? 'secretGone' : 'secretSet')}
        </Badge>
        <span className="flex flex-wrap gap-1.5">
          <Button
            ref={first}
            size="small"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
            autoFocus={takesFocus}
            onClick={() => turn(isGone ? 'kept' : 'typed')}
          >
            {t(isGone ? 'keep' : 'replace')}
          </Button>
          {!isGone && (
            <Button
              size="small"
              variant="quiet"
              onClick={() => {
                turn('removed')
                first.current?.focus()
              }}
            >
              {t('remove')}
            </Button>
          )}
        </span>
      </div>
      <p className="text-xs text-ink-soft">{t(isGone ? 'secretGoneHint' : 'secretHint')}</p>
    </div>
  )
}

function SecretField({ form, isSet }: { form: Form; isSet: boolean }) {
  const [wasTyped, setWasTyped] = useState(false)
  if (form.watch('secret') !== 'typed') return <KeptSecret form={form} takesFocus={wasTyped} />
  const keep = () => {
    setWasTyped(true)
    form.setValue('clientSecret', '')
    form.clearErrors('clientSecret')
    form.setValue('secret', 'kept')
  }
  return (
    <Field
      label={t('clientSecret')}
      hint={t(isSet ? 'secretHint' : 'secretOptional')}
      error={form.formState.errors.clientSecret?.message}
      required={isSet}
    >
      {(tie) => (
        <span className="flex min-w-0 items-center gap-2">
          <Input
            {...tie}
            type="password"
            autoComplete="new-password"
            spellCheck={false}
            maxLength={1_000}
            dir="ltr"
            className="font-mono text-[0.8125rem]"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
            autoFocus={isSet}
            {...form.register('clientSecret')}
          />
          {isSet && (
            <Button size="small" variant="quiet" onClick={keep}>
              {t('keep')}
            </Button>
          )}
        </span>
      )}
    </Field>
  )
}

/** Before there is a provider to name it: the console is served where its providers lead back to. */
function callbackHere(): string {
  return `${location.origin}/auth/v1/callback`
}

function CallbackAddress({ provider }: { provider: Provider | null }) {
  const address = provider?.callbackUrl ?? callbackHere()
  const label = provider === null ? t('copyCallbackNew') : t('copyCallback', { name: provider.name })
  return (
    <div className="rounded-xl bg-sunken py-2.5 ps-4 pe-2">
      <p className="text-[0.8125rem] font-medium">{t('callback')}</p>
      <p className="flex items-center gap-1">
        <bdi dir="ltr" className="min-w-0 flex-1 font-mono text-[0.8125rem] break-all">
          {address}
        </bdi>
        <CopyButton text={address} label={label} />
      </p>
      <p className="text-xs text-ink-soft">{t('callbackHint')}</p>
    </div>
  )
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">{children}</div>
}

function Fields({ form, provider }: { form: Form; provider: Provider | null }) {
  const hintId = useId()
  const isNew = provider === null
  const linked = provider?.identities ?? 0
  const proposed = useRef('')
  /** The id follows the name until somebody types one of their own. */
  const propose = () => {
    if (!isNew || form.getValues('id') !== proposed.current) return
    proposed.current = idFor(form.getValues('name'))
    form.setValue('id', proposed.current, { shouldValidate: form.formState.isSubmitted })
  }
  return (
    <>
      <Pair>
        <TextField
          form={form}
          name="name"
          label={t('name')}
          hint={t('nameHint')}
          lengthMax={60}
          placeholder="Google"
          onType={propose}
        />
        <TextField
          form={form}
          name="id"
          label={t('id')}
          hint={t(isNew ? 'idHint' : 'idFixed')}
          lengthMax={31}
          isFixed={!isNew}
          isAddress
        />
      </Pair>
      <TextField
        form={form}
        name="issuer"
        label={t('issuer')}
        hint={linked === 0 ? t('issuerHint') : t('issuerFixed', { count: linked })}
        lengthMax={300}
        placeholder="https://accounts.google.com"
        isFixed={linked > 0}
        isAddress
      />
      <Pair>
        <TextField form={form} name="clientId" label={t('clientId')} lengthMax={300} isAddress />
        <SecretField form={form} isSet={provider?.clientSecretSet === true} />
      </Pair>
      <TextField form={form} name="scopes" label={t('scopes')} hint={t('scopesHint')} lengthMax={300} isAddress />
      <div>
        <Checkbox aria-describedby={hintId} {...form.register('isEnabled')}>
          {t('isEnabled')}
        </Checkbox>
        <p id={hintId} className="ps-7 text-xs text-ink-soft">
          {t('isEnabledHint')}
        </p>
      </div>
    </>
  )
}

function LoadedForm({ provider: given, onClose }: { provider: Provider | null; onClose: () => void }) {
  const id = useId()
  // What changed is measured against what the form began with, also when a newer state is read meanwhile.
  const [provider] = useState(given)
  const [failure, setFailure] = useState<string | null>(null)
  const isNew = provider === null
  const form: Form = useForm<ProviderForm, unknown, ProviderForm>({
    resolver: resolverFor(provider),
    defaultValues: formOf(provider),
  })
  const saving = useMutation({
    mutationFn: (values: ProviderForm) => save(provider, values),
    // A secret must not outlive its dialog in the cache.
    gcTime: 0,
    onMutate: () => setFailure(null),
    onSuccess: (_nothing, { name, isEnabled }) => {
      notify(t(!isNew ? 'saved' : isEnabled ? 'created' : 'createdOff', { name: name.trim() }))
      onClose()
    },
    onError: (error) => setFailure(placeErrors(error, formFields, form.setError)),
    onSettled: () => outdate('identity-providers.list', 'identity-providers.enabled'),
  })
  const submit = form.handleSubmit((values) => {
    if (!saving.isPending) saving.mutate(values)
  })
  const words = isNew ? (['create', 'creating'] as const) : (['save', 'saving'] as const)
  return (
    <Dialog
      size="large"
      title={t(isNew ? 'addTitle' : 'editTitle')}
      {...(isNew ? { description: t('addHint') } : {})}
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
        <CallbackAddress provider={provider} />
        <Fields form={form} provider={provider} />
      </form>
    </Dialog>
  )
}

type ProviderFormProps = {
  /** Null for a new provider. */
  providerId: string | null
  onClose: () => void
}

/** The form; an existing provider is read first, so that what is edited is what is stored. */
export function ProviderFormDialog({ providerId, onClose }: ProviderFormProps) {
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery({
    ...read('identity-providers.list', {}),
    enabled: providerId !== null,
    staleTime: 0,
  })
  if (providerId === null) return <LoadedForm provider={null} onClose={onClose} />
  const fresh = isFetchedAfterMount ? data?.items : undefined
  const provider = fresh?.find(({ id }) => id === providerId)
  if (provider !== undefined) return <LoadedForm provider={provider} onClose={onClose} />
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
