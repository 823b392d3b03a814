// The one screen for somebody whose password was set by somebody else: the server serves nothing else until it is
// changed.
import { useEffect, useState, type SubmitEvent } from 'react'
import { changePassword, signOut, useSignedInUser } from '../../lib/auth.ts'
import { fieldText } from '../../lib/form-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { EntranceFrame } from './entrance.frame.tsx'
import { t } from './identity.texts.ts'
import { faultsOfNewPassword, type NewPasswordFaults } from './new-password.rules.ts'
import { PasswordField } from './password-field.tsx'

function faultText(fault: NewPasswordFaults[keyof NewPasswordFaults]): string | undefined {
  return fault === undefined ? undefined : t(fault)
}

export function NewPasswordPage() {
  const user = useSignedInUser()
  const [isBusy, setBusy] = useState(false)
  const [faults, setFaults] = useState<NewPasswordFaults>({})
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    document.title = `${t('newTitle')} · ${t('product')}`
  }, [])

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const current = fieldText(form, 'current')
    const next = fieldText(form, 'next')
    const found = faultsOfNewPassword({ current, next, repeated: fieldText(form, 'repeated') })
    setFaults(found)
    const [first] = Object.keys(found)
    if (first !== undefined) {
      event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
      return
    }
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    const outcome = await changePassword(current, next)
    setBusy(false)
    if (!outcome.ok) setFailure(outcome.reason === 'refused' ? outcome.message : t('changeFailed'))
  }

  return (
    <EntranceFrame>
      <h2 className="text-base font-semibold">{t('newTitle')}</h2>
      <p className="mt-1 mb-5 text-sm text-ink-soft">{t('newHint')}</p>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {failure !== null && <ErrorBox>{failure}</ErrorBox>}
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        <PasswordField
          label={t('currentPassword')}
          name="current"
          autoComplete="current-password"
          error={faultText(faults.current)}
        />
        <PasswordField
          label={t('newPassword')}
          name="next"
          autoComplete="new-password"
          hint={t('minimum')}
          error={faultText(faults.next)}
        />
        <PasswordField
          label={t('repeatPassword')}
          name="repeated"
          autoComplete="new-password"
          error={faultText(faults.repeated)}
        />
        <Button type="submit" variant="primary" busy={isBusy} className="mt-1 w-full">
          {t('save')}
        </Button>
        <Button variant="quiet" className="w-full" onClick={() => void signOut()}>
          {t('signOut')}
        </Button>
      </form>
    </EntranceFrame>
  )
}
