// The name of a new factor, and for a phone its number. A free name is offered, so that Enter is enough.
import { useRef, useState, type SubmitEvent } from 'react'
import type { AuthOutcome } from '../../lib/auth-outcome.ts'
import { fieldText } from '../../lib/form-text.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeBox } from '../../ui/error-box.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { freeName } from './second-factor.rules.ts'
import { t } from './second-factor.texts.ts'

const nameLengthMax = 64

export type SetupProps = {
  /** Names that the person's other factors have. */
  taken: readonly string[]
  onDone: () => void
  /** Before the proof that completes it. */
  onBegin?: () => void
  /** For a refusal that somebody above knows to mend. */
  onRefused?: (outcome: Exclude<AuthOutcome, { ok: true }>) => void
}

type FactorNameFormProps = {
  base: string
  hint: string
  submit: string
  taken: readonly string[]
  isBusy: boolean
  asksPhone?: boolean
  onName: (name: string, phone: string) => void
}

function PhoneField({ error }: { error: string | undefined }) {
  return (
    <>
      <Field label={t('phoneNumber')} hint={t('phoneNumberHint')} error={error} required>
        {(tie) => <Input {...tie} name="phone" type="tel" autoComplete="tel" dir="ltr" data-autofocus />}
      </Field>
      <NoticeBox tone="info">{t('phoneRisk')}</NoticeBox>
    </>
  )
}

export function FactorNameForm({ base, hint, submit, taken, isBusy, asksPhone = false, onName }: FactorNameFormProps) {
  const [faults, setFaults] = useState<{ name?: string; phone?: string }>({})
  const form = useRef<HTMLFormElement>(null)

  function send(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const [name, phone] = [fieldText(fields, 'name').trim(), fieldText(fields, 'phone').trim()]
    const found = {
      ...(asksPhone && phone === '' ? { phone: t('phoneNumberNeeded') } : {}),
      ...(name === '' ? { name: t('nameNeeded') } : {}),
    }
    setFaults(found)
    const [first] = Object.keys(found)
    if (first === undefined) onName(name, phone)
    else form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }

  return (
    <form ref={form} noValidate className="flex flex-col gap-4" onSubmit={send}>
      {asksPhone && <PhoneField error={faults.phone} />}
      <Field label={t('name')} hint={hint} error={faults.name} required>
        {(tie) => (
          <Input
            {...tie}
            name="name"
            autoComplete="off"
            maxLength={nameLengthMax}
            data-autofocus={!asksPhone || undefined}
            defaultValue={freeName(base, taken)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" busy={isBusy}>
        {submit}
      </Button>
    </form>
  )
}
