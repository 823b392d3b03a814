// Adds a destination. The server checks checksum, network and whose address it is; a new one rests before it is used,
// and the form says so before anybody is surprised by it.
import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { ApiError, call } from '../../lib/api.ts'
import { formatRelative } from '../../lib/format.ts'
import { outdate } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { notify } from '../../ui/toast.ts'
import { kindText } from './payment.parts.tsx'
import type { Destination } from './payment.rules.ts'
import { t } from './payment.texts.ts'

type Kind = Destination['kind']
type DestinationFormProps = {
  kinds: readonly Kind[]
  onAdded: (destination: Destination) => void
  onCancel?: () => void
}

function useAdding(onAdded: (destination: Destination) => void) {
  return useMutation({
    mutationFn: (body: { kind: Kind; address: string; label: string }) => call('destinations.create', { body }),
    onSuccess: async (destination) => {
      await outdate('destinations.list')
      notify(t('added', { when: formatRelative(destination.usableFrom, Date.now()) }))
      onAdded(destination)
    },
  })
}

type AddressFieldProps = {
  kind: Kind
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

/** A wallet address of one network, or an email address. */
function AddressField({ kind, value, error, onChange }: AddressFieldProps) {
  const network = kind === 'paypal' ? null : (kind.slice('usdt_'.length) as 'trc20' | 'erc20' | 'bep20')
  return (
    <Field
      label={network === null ? t('addressPaypal') : t('addressUsdt', { network: t(network) })}
      hint={t(network === null ? 'addressPaypalHint' : 'addressUsdtHint')}
      error={error}
      required
    >
      {(tie) => (
        <Input
          {...tie}
          name="address"
          type={network === null ? 'email' : 'text'}
          autoComplete={network === null ? 'email' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          className={network === null ? '' : 'font-mono'}
        />
      )}
    </Field>
  )
}

export function DestinationForm({ kinds, onAdded, onCancel }: DestinationFormProps) {
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'usdt_trc20')
  const [address, setAddress] = useState('')
  const [label, setLabel] = useState('')
  const [fault, setFault] = useState<string>()
  const adding = useAdding(onAdded)
  const { error } = adding
  const fields = error instanceof ApiError ? error.fields : {}
  const atAddress =
    error instanceof ApiError && error.code === 'destination_refused' ? error.message : fields['address']
  const isPlaced = atAddress !== undefined || fields['label'] !== undefined
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    // A form inside a form's dialog: what is sent here is this one alone.
    event.stopPropagation()
    if (adding.isPending) return
    setFault(address.trim() === '' ? t('addressNeeded') : undefined)
    if (address.trim() !== '') adding.mutate({ kind, address: address.trim(), label: label.trim() })
    else event.currentTarget.querySelector<HTMLInputElement>('[name=address]')?.focus()
  }
  return (
    <form
      noValidate
      aria-label={t('addDestination')}
      className="flex flex-col gap-4 rounded-xl border border-line bg-canvas p-4"
      onSubmit={submit}
    >
      <h3 className="text-sm font-semibold">{t('addDestination')}</h3>
      {error !== null && !isPlaced && <ErrorBox>{error.message}</ErrorBox>}
      {kinds.length > 1 && (
        <Field label={t('method')}>
          {(tie) => (
            <Select
              {...tie}
              className="w-full"
              value={kind}
              options={kinds.map((value) => ({ value, label: kindText(value) }))}
              onChange={({ currentTarget }) => {
                setKind(kinds.find((known) => known === currentTarget.value) ?? kind)
                adding.reset()
              }}
            />
          )}
        </Field>
      )}
      <AddressField
        kind={kind}
        value={address}
        error={fault ?? atAddress}
        onChange={(text) => {
          setAddress(text)
          setFault(undefined)
          adding.reset()
        }}
      />
      <Field label={t('label')} hint={t('labelHint')} error={fields['label']}>
        {(tie) => (
          <Input
            {...tie}
            maxLength={60}
            autoComplete="off"
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
        )}
      </Field>
      <p className="text-xs text-pretty text-ink-soft">{t('coolDown')}</p>
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel !== undefined && <Button onClick={onCancel}>{t('cancel')}</Button>}
        <Button type="submit" variant="primary" busy={adding.isPending}>
          {t('add')}
        </Button>
      </div>
    </form>
  )
}
