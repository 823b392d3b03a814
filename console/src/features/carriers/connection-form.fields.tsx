// The fields of a connection, in groups: what every kind has, and what only one has. A field that its neighbour
// switches off is not shown.
import { defaultAlphabets, type ConnectionKind, type DedupePolicy } from '@inrange/contract/carriers'
import { ChevronRight } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useWatch, type FieldPath, type UseFormReturn } from 'react-hook-form'
import { cx } from '../../ui/class-names.ts'
import { Field } from '../../ui/field.tsx'
import { Checkbox, Input, Select, TextArea } from '../../ui/input.tsx'
import type { ConnectionForm } from './connection-form.model.ts'
import { t } from './connection-form.texts.ts'
import { t as shown } from './connections.texts.ts'

export type FormTools = UseFormReturn<ConnectionForm, unknown, ConnectionForm>
type Tools = { form: FormTools }
type Name = FieldPath<ConnectionForm>

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 border-t border-line pt-4">
      <legend className="float-start w-full pb-3 text-[0.8125rem] font-semibold">{title}</legend>
      <div className="clear-both grid grid-cols-1 items-start gap-4 sm:grid-cols-6">{children}</div>
    </fieldset>
  )
}

type OneProps = Tools & { name: Name; label: string; hint?: string; className: string }

function useFault({ form, name }: Tools & { name: Name }): { error?: string } {
  const message = form.getFieldState(name, form.formState).error?.message
  return message === undefined ? {} : { error: message }
}

type TextProps = OneProps & {
  required?: boolean
  mono?: boolean
  isSecret?: boolean
  placeholder?: string
  /** Shown at the end of the field, and part of its name. */
  unit?: string
}

export function TextField({ form, name, label, hint, className, unit, ...look }: TextProps) {
  const { required = false, mono = false, isSecret = false, placeholder } = look
  const fault = useFault({ form, name })
  const named = unit === undefined ? label : `${label} (${unit})`
  return (
    <Field label={named} className={className} required={required} {...(hint === undefined ? {} : { hint })} {...fault}>
      {(tie) => (
        <Input
          {...tie}
          type={isSecret ? 'password' : 'text'}
          autoComplete={isSecret ? 'new-password' : 'off'}
          autoCapitalize="off"
          spellCheck={false}
          placeholder={placeholder}
          {...(mono ? { dir: 'ltr' } : {})}
          className={cx(mono && 'font-mono')}
          {...form.register(name)}
        />
      )}
    </Field>
  )
}

function NumberField({ form, name, label, hint, className, unit }: OneProps & { unit?: string }) {
  const fault = useFault({ form, name })
  const named = unit === undefined ? label : `${label} (${unit})`
  return (
    <Field label={named} className={className} required {...(hint === undefined ? {} : { hint })} {...fault}>
      {(tie) => (
        <Input
          {...tie}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          className="tabular-nums"
          {...form.register(name)}
        />
      )}
    </Field>
  )
}

type ChoiceProps = OneProps & { options: readonly { value: string; label: string }[] }

function ChoiceField({ form, name, label, hint, className, options }: ChoiceProps) {
  return (
    <Field label={label} className={className} {...(hint === undefined ? {} : { hint })} {...useFault({ form, name })}>
      {(tie) => <Select {...tie} className="w-full" options={options} {...form.register(name)} />}
    </Field>
  )
}

function LinesField({ form, name, label, hint, className, rows }: OneProps & { rows: number }) {
  return (
    <Field label={label} className={className} {...(hint === undefined ? {} : { hint })} {...useFault({ form, name })}>
      {(tie) => (
        <TextArea
          {...tie}
          rows={rows}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          className="font-mono text-[0.8125rem]"
          {...form.register(name)}
        />
      )}
    </Field>
  )
}

function CredentialFields({ form, kind, isNew }: Tools & { kind: ConnectionKind; isNew: boolean }) {
  return (
    <Group title={t('credentials')}>
      <TextField
        form={form}
        name="systemId"
        label={t('systemId')}
        hint={t(kind === 'smpp_client' ? 'systemIdClientHint' : 'systemIdServerHint')}
        className="sm:col-span-3"
        required
        mono
      />
      <TextField
        form={form}
        name="password"
        label={t('password')}
        hint={t(isNew ? 'passwordHint' : 'passwordStays')}
        className="sm:col-span-3"
        required={isNew}
        isSecret
        mono
      />
    </Group>
  )
}

function TlsFields({ form }: Tools) {
  const hint = useId()
  const isOn = useWatch({ control: form.control, name: 'settings.tls' })
  return (
    <>
      <div className="sm:col-span-6">
        <Checkbox aria-describedby={hint} {...form.register('settings.tls')}>
          {t('tls')}
        </Checkbox>
        <p id={hint} className="ms-7 text-xs text-ink-soft">
          {t('tlsHint')}
        </p>
      </div>
      {isOn && (
        <LinesField
          form={form}
          name="settings.tlsCa"
          label={t('tlsCa')}
          hint={t('tlsCaHint')}
          className="sm:col-span-6"
          rows={4}
        />
      )}
    </>
  )
}

function ClientFields({ form, isNew }: Tools & { isNew: boolean }) {
  const seconds = t('seconds')
  const third = 'sm:col-span-2'
  return (
    <>
      <Group title={t('carrierSide')}>
        <TextField
          form={form}
          name="settings.host"
          label={t('host')}
          className="sm:col-span-4"
          placeholder="smpp.example.net"
          required
          mono
        />
        <NumberField form={form} name="settings.port" label={t('port')} className={third} />
        <TlsFields form={form} />
      </Group>
      <CredentialFields form={form} kind="smpp_client" isNew={isNew} />
      <Group title={t('session')}>
        <ChoiceField
          form={form}
          name="settings.bindType"
          label={t('bindType')}
          className={third}
          options={[
            { value: 'receiver', label: t('receiver') },
            { value: 'transceiver', label: t('transceiver') },
          ]}
        />
        <NumberField form={form} name="settings.binds" label={t('binds')} hint={t('bindsHint')} className={third} />
        <TextField
          form={form}
          name="settings.systemType"
          label={t('systemType')}
          hint={t('systemTypeHint')}
          className={third}
          mono
        />
        <NumberField
          form={form}
          name="settings.enquireLinkSeconds"
          label={t('enquireLink')}
          hint={t('enquireLinkHint')}
          unit={seconds}
          className="sm:col-span-3"
        />
        <NumberField
          form={form}
          name="settings.responseTimeoutSeconds"
          label={t('responseTimeout')}
          hint={t('responseTimeoutHint')}
          unit={seconds}
          className="sm:col-span-3"
        />
      </Group>
    </>
  )
}

function AllowListField({ form }: Tools) {
  return (
    <LinesField
      form={form}
      name="settings.allowList"
      label={t('allowList')}
      hint={t('allowListHint')}
      className="sm:col-span-6"
      rows={3}
    />
  )
}

function ServerFields({ form, isNew }: Tools & { isNew: boolean }) {
  const third = 'sm:col-span-2'
  return (
    <>
      <CredentialFields form={form} kind="smpp_server" isNew={isNew} />
      <Group title={t('whoMayBind')}>
        <AllowListField form={form} />
      </Group>
      <Group title={t('session')}>
        <NumberField
          form={form}
          name="settings.bindsMax"
          label={t('bindsMax')}
          hint={t('bindsMaxHint')}
          className={third}
        />
        <NumberField
          form={form}
          name="settings.enquireLinkSeconds"
          label={t('enquireLink')}
          hint={t('enquireLinkHint')}
          unit={t('seconds')}
          className={third}
        />
        <NumberField
          form={form}
          name="settings.inactivitySeconds"
          label={t('inactivity')}
          hint={t('inactivityHint')}
          unit={t('seconds')}
          className={third}
        />
      </Group>
    </>
  )
}

const bodyFields = [
  { name: 'settings.fields.id', label: 'fieldId' },
  { name: 'settings.fields.sender', label: 'fieldSender' },
  { name: 'settings.fields.recipient', label: 'fieldRecipient' },
  { name: 'settings.fields.text', label: 'fieldText' },
] as const

function HttpFields({ form }: Tools) {
  return (
    <>
      <Group title={t('request')}>
        <ChoiceField
          form={form}
          name="settings.authentication"
          label={t('authentication')}
          hint={t('authenticationHint')}
          className="sm:col-span-6"
          options={[
            { value: 'signature', label: t('signature') },
            { value: 'token', label: t('token') },
          ]}
        />
        <AllowListField form={form} />
      </Group>
      <Group title={t('fieldNames')}>
        <p className="-mt-2 text-xs text-ink-soft sm:col-span-6">{t('fieldNamesHint')}</p>
        {bodyFields.map(({ name, label }) => (
          <TextField key={name} form={form} name={name} label={t(label)} className="sm:col-span-3" required mono />
        ))}
      </Group>
    </>
  )
}

/** The fields that only this kind has. */
export function KindFields({ form, kind, isNew }: Tools & { kind: ConnectionKind; isNew: boolean }) {
  if (kind === 'smpp_client') return <ClientFields form={form} isNew={isNew} />
  if (kind === 'smpp_server') return <ServerFields form={form} isNew={isNew} />
  return <HttpFields form={form} />
}

const dedupeHints = {
  'redelivery-aware': 'dedupeHintAware',
  'provider-id': 'dedupeHintId',
  window: 'dedupeHintWindow',
  off: 'dedupeHintOff',
} as const satisfies Record<DedupePolicy, string>

/** How messages are read and recognised, the same for every kind. Folded away, since the defaults fit most carriers. */
export function ReadingFields({ form, isOpen, onToggle }: Tools & { isOpen: boolean; onToggle: () => void }) {
  const policy = useWatch({ control: form.control, name: 'settings.dedupePolicy' })
  const body = useId()
  const isWindow = policy === 'window'
  return (
    <div className="border-t border-line pt-3">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={body}
          onClick={onToggle}
          className="-mx-2 flex min-h-9 w-full items-center gap-2 rounded-lg px-2 text-start hover:bg-hover"
        >
          <ChevronRight
            aria-hidden="true"
            className={cx(
              'size-4 shrink-0 text-ink-soft transition-transform',
              isOpen ? 'rotate-90' : 'rtl:rotate-180',
            )}
          />
          <span className="text-[0.8125rem] font-semibold">{t('reading')}</span>
          <span className="text-xs text-ink-soft max-sm:hidden">{t('readingHint')}</span>
        </button>
      </h3>
      <div id={body} hidden={!isOpen} className="pt-3">
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-6">
          <ChoiceField
            form={form}
            name="settings.dedupePolicy"
            label={t('dedupe')}
            hint={t(dedupeHints[policy])}
            className={isWindow ? 'sm:col-span-4' : 'sm:col-span-6'}
            options={[
              { value: 'redelivery-aware', label: t('dedupeAware') },
              { value: 'provider-id', label: t('dedupeId') },
              { value: 'window', label: t('dedupeWindow') },
              { value: 'off', label: t('dedupeOff') },
            ]}
          />
          {isWindow && (
            <NumberField
              form={form}
              name="settings.dedupeWindowSeconds"
              label={t('dedupeSeconds')}
              unit={t('seconds')}
              className="sm:col-span-2"
            />
          )}
          <ChoiceField
            form={form}
            name="settings.defaultAlphabet"
            label={t('alphabet')}
            hint={t('alphabetHint')}
            className="sm:col-span-3"
            options={defaultAlphabets.map((value) => ({ value, label: shown(value) }))}
          />
          <NumberField
            form={form}
            name="settings.reassemblyTimeoutSeconds"
            label={t('reassembly')}
            hint={t('reassemblyHint')}
            unit={t('seconds')}
            className="sm:col-span-3"
          />
        </div>
      </div>
    </div>
  )
}
