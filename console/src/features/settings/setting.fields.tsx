// The controls of settings: a row with its effect in words, a text, a choice, and a secret that goes in but never
// comes out.
import { CircleAlert, LockKeyhole } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Field } from '../../ui/field.tsx'
import { Checkbox, Input, Select } from '../../ui/input.tsx'
import { secretNameOf, type FieldPath } from './settings.model.ts'
import { t } from './settings.texts.ts'
import type { SectionTools } from './use-section.ts'

type Tools = { tools: SectionTools }

export function Group({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <fieldset className={cx('min-w-0', title !== undefined && 'border-t border-line pt-4')}>
      {title !== undefined && (
        <legend className="float-start w-full pb-3 text-[0.8125rem] font-semibold">{title}</legend>
      )}
      <div className="clear-both grid grid-cols-1 items-start gap-4 sm:grid-cols-6">{children}</div>
    </fieldset>
  )
}

function Fault({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-xs font-medium text-bad">
      <CircleAlert className="mt-px size-3.5 shrink-0" aria-hidden="true" />
      {children}
    </p>
  )
}

export function Rows({ children }: { children: ReactNode }) {
  return <div className="-my-4 divide-y divide-line">{children}</div>
}

/** What a number counts; the word beside it follows the number that is typed. */
export type Unit =
  | 'blocks'
  | 'characters'
  | 'codes'
  | 'days'
  | 'dollars'
  | 'hours'
  | 'messages'
  | 'milliseconds'
  | 'minutes'
  | 'percent'
  | 'requests'
  | 'seconds'
  | 'times'

type NumberRowProps = Tools & { path: FieldPath; label: string; hint: string; unit: Unit; children?: ReactNode }

/** A number with its unit; what it does stands beside it. `children` follow the hint. */
export function NumberRow({ tools, path, label, hint, unit, children }: NumberRowProps) {
  const id = useId()
  const fault = tools.faults[path]
  return (
    <div className="grid grid-cols-1 items-start gap-x-6 gap-y-2 py-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
      <div className="min-w-0">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="mt-0.5 text-[0.8125rem] text-pretty text-ink-soft">
          {hint}
        </p>
        {children}
      </div>
      <div className="flex min-w-0 flex-col gap-1.5">
        <span className="flex items-center gap-2.5">
          <Input
            id={id}
            value={tools.draft[path] ?? ''}
            onChange={(event) => tools.change(path, event.target.value)}
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            aria-required
            aria-invalid={fault !== undefined || undefined}
            aria-describedby={cx(`${id}-unit ${id}-hint`, fault !== undefined && `${id}-fault`)}
            className="max-w-24 text-end tabular-nums"
          />
          <span id={`${id}-unit`} className="text-[0.8125rem] text-ink-soft">
            {t(unit, { count: Number(tools.draft[path] ?? '') })}
          </span>
        </span>
        {fault !== undefined && <Fault id={`${id}-fault`}>{fault}</Fault>}
      </div>
    </div>
  )
}

type FlagRowProps = Tools & { path: FieldPath; label: string; hint: string }

/** Something that is on or off; what it does stands beside it. */
export function FlagRow({ tools, path, label, hint }: FlagRowProps) {
  const id = useId()
  const fault = tools.faults[path]
  const isOn = tools.draft[path] === 'on'
  return (
    <div className="grid grid-cols-1 items-start gap-x-6 gap-y-2 py-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
      <div className="min-w-0">
        <p id={id} className="text-sm font-medium">
          {label}
        </p>
        <p id={`${id}-hint`} className="mt-0.5 text-[0.8125rem] text-pretty text-ink-soft">
          {hint}
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-1.5 sm:pt-1">
        <Checkbox
          checked={isOn}
          onChange={({ target }) => tools.change(path, target.checked ? 'on' : 'off')}
          aria-labelledby={id}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={cx(`${id}-hint`, fault !== undefined && `${id}-fault`)}
        >
          {t(isOn ? 'on' : 'off')}
        </Checkbox>
        {fault !== undefined && <Fault id={`${id}-fault`}>{fault}</Fault>}
      </div>
    </div>
  )
}

type OneProps = Tools & { path: FieldPath; label: string; hint?: string; className: string }

type TextProps = OneProps & {
  required?: boolean
  mono?: boolean
  isNumber?: boolean
  placeholder?: string
  type?: 'text' | 'email' | 'url'
}

export function TextField({ tools, path, label, hint, className, ...look }: TextProps) {
  const { required = false, mono = false, isNumber = false, placeholder, type = 'text' } = look
  return (
    <Field
      label={label}
      className={className}
      required={required}
      error={tools.faults[path]}
      {...(hint === undefined ? {} : { hint })}
    >
      {(tie) => (
        <Input
          {...tie}
          type={type}
          value={tools.draft[path] ?? ''}
          onChange={(event) => tools.change(path, event.target.value)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={placeholder}
          {...(isNumber ? { inputMode: 'numeric' } : {})}
          {...(mono || isNumber ? { dir: 'ltr' } : {})}
          className={cx(mono && 'font-mono text-[0.8125rem]', isNumber && 'tabular-nums')}
        />
      )}
    </Field>
  )
}

type ChoiceProps = OneProps & { options: readonly { value: string; label: string }[] }

export function ChoiceField({ tools, path, label, hint, className, options }: ChoiceProps) {
  return (
    <Field label={label} className={className} error={tools.faults[path]} {...(hint === undefined ? {} : { hint })}>
      {(tie) => (
        <Select
          {...tie}
          className="w-full"
          wrapperClassName="w-full"
          options={options}
          value={tools.draft[path] ?? ''}
          onChange={(event) => tools.change(path, event.target.value)}
        />
      )}
    </Field>
  )
}

function KeptSecret({ tools, label, hint }: Tools & { label: string; hint?: string }) {
  const id = useId()
  const isGone = tools.secret?.text === null
  return (
    <div role="group" aria-labelledby={id} className="flex min-w-0 flex-col gap-1.5">
      <span id={id} className="text-[0.8125rem] font-medium">
        {label}
      </span>
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1.5 pointer-coarse:min-h-11">
        <Badge tone={isGone ? 'warn' : 'good'} icon={<LockKeyhole aria-hidden="true" />}>
          {t(isGone ? 'secretGone' : 'secretSet')}
        </Badge>
        <span className="flex flex-wrap gap-1.5">
          {isGone ? (
            <Button size="small" onClick={() => tools.changeSecret(undefined)}>
              {t('keep')}
            </Button>
          ) : (
            <>
              <Button size="small" onClick={() => tools.changeSecret({ text: '' })}>
                {t('replace')}
              </Button>
              <Button size="small" variant="quiet" onClick={() => tools.changeSecret({ text: null })}>
                {t('remove')}
              </Button>
            </>
          )}
        </span>
      </div>
      <p className="text-xs text-ink-soft">{hint ?? t('secretHint')}</p>
      {tools.faults.secret !== undefined && <Fault id={`${id}-fault`}>{tools.faults.secret}</Fault>}
    </div>
  )
}

type SecretProps = Tools & { label: string; hint?: string; className: string }

/** Whether one is set is shown, never what it is; a new one is typed in its place. */
export function SecretField({ tools, label, hint, className }: SecretProps) {
  const name = secretNameOf(tools.section)
  const isSet = name !== null && tools.answer.secretsSet[name]
  const isTyping = !isSet || typeof tools.secret?.text === 'string'
  if (!isTyping) {
    return (
      <div className={className}>
        <KeptSecret tools={tools} label={label} {...(hint === undefined ? {} : { hint })} />
      </div>
    )
  }
  return (
    <Field label={label} className={className} hint={hint ?? t('secretHint')} error={tools.faults.secret}>
      {(tie) => (
        <span className="flex min-w-0 items-center gap-2">
          <Input
            {...tie}
            type="password"
            autoComplete="new-password"
            spellCheck={false}
            dir="ltr"
            className="font-mono text-[0.8125rem]"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
            autoFocus={isSet}
            value={tools.secret?.text ?? ''}
            onChange={({ target }) =>
              tools.changeSecret(target.value === '' && !isSet ? undefined : { text: target.value })
            }
          />
          {isSet && (
            <Button size="small" variant="quiet" onClick={() => tools.changeSecret(undefined)}>
              {t('keep')}
            </Button>
          )}
        </span>
      )}
    </Field>
  )
}
