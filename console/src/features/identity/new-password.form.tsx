// Choosing a password: in place of one that somebody else set, after a link, or because one wants another. Long ones,
// pasted ones and those of a password manager are welcome.
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { changePassword } from '../../lib/auth-password.ts'
import { useSignedInUser } from '../../lib/auth.ts'
import { fieldText } from '../../lib/form-text.ts'
import { Button } from '../../ui/button.tsx'
import { AttemptFailure } from './attempt.failure.tsx'
import { t } from './identity.texts.ts'
import { faultsOfNewPassword, type NewPasswordFaults } from './new-password.rules.ts'
import { PasswordField } from './password-field.tsx'
import { PasswordHints } from './password.hints.tsx'
import { useAttempt } from './use-attempt.ts'
import { usePasswordLengthMin } from './use-public-settings.ts'

type NewPasswordFormProps = {
  /** False for somebody whom a link brought here. */
  asksCurrent: boolean
  submit: string
  onDone: () => void
  /** Where it is what the page is for: what led here has gone, and the focus with it. */
  takesFocus?: boolean
  /** Below the button. */
  children?: ReactNode
}

export function NewPasswordForm({ asksCurrent, submit, onDone, takesFocus = false, children }: NewPasswordFormProps) {
  const { username, email } = useSignedInUser()
  const lengthMin = usePasswordLengthMin()
  const { isBusy, failure, secondsLeft, attempt } = useAttempt({ failed: t('changeFailed') })
  const [faults, setFaults] = useState<NewPasswordFaults>({})
  const [typed, setTyped] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus()
  }, [takesFocus])
  const faultText = (fault: NewPasswordFaults[keyof NewPasswordFaults]) => {
    if (fault === undefined) return undefined
    return fault === 'minimum' ? t(fault, { count: lengthMin }) : t(fault)
  }

  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const sent = event.currentTarget
    const fields = new FormData(sent)
    const current = asksCurrent ? fieldText(fields, 'current') : null
    const next = fieldText(fields, 'next')
    const found = faultsOfNewPassword({ current, next, repeated: fieldText(fields, 'repeated') }, { lengthMin })
    setFaults(found)
    const [first] = Object.keys(found)
    if (first !== undefined) {
      sent.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
      return
    }
    const outcome = await attempt(() => changePassword(next, current ?? undefined))
    if (outcome?.ok !== true) return
    sent.reset()
    setTyped('')
    onDone()
  }

  return (
    <form ref={form} noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
      <AttemptFailure failure={failure} secondsLeft={secondsLeft} />
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {asksCurrent && (
        <PasswordField
          label={t('currentPassword')}
          name="current"
          autoComplete="current-password"
          error={faultText(faults.current)}
        />
      )}
      <PasswordField
        label={t('newPassword')}
        name="next"
        autoComplete="new-password"
        hint={<PasswordHints password={typed} policy={{ lengthMin, username, email }} />}
        error={faultText(faults.next)}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <PasswordField
        label={t('repeatPassword')}
        name="repeated"
        autoComplete="new-password"
        error={faultText(faults.repeated)}
      />
      <Button type="submit" variant="primary" busy={isBusy} disabled={secondsLeft > 0} className="mt-1 w-full">
        {submit}
      </Button>
      {children}
    </form>
  )
}
