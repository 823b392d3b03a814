// Signing in. What is shown after a refusal is the server's sentence, which never tells a wrong name from a wrong
// password.
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { signIn, warmAuth } from '../../lib/auth.ts'
import { fieldText } from '../../lib/form-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { EntranceFrame } from './entrance.frame.tsx'
import { t } from './identity.texts.ts'
import { PasswordField } from './password-field.tsx'
import { useCountdown } from './use-countdown.ts'

type Faults = { username?: string; password?: string }

function faultsOf(username: string, password: string): Faults {
  return {
    ...(username === '' ? { username: t('usernameNeeded') } : {}),
    ...(password === '' ? { password: t('passwordNeeded') } : {}),
  }
}

function useSignIn() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [secondsLeft, wait] = useCountdown()
  async function attempt(username: string, password: string): Promise<boolean> {
    setBusy(true)
    setFailure(null)
    const outcome = await signIn(username, password)
    setBusy(false)
    if (outcome.ok) return true
    setFailure(outcome.reason === 'refused' ? outcome.message : t('failed'))
    wait(outcome.reason === 'refused' ? outcome.retryAfterSeconds : 0)
    return false
  }
  return { isBusy, failure, secondsLeft, attempt }
}

export function SignInPage() {
  const { isBusy, failure, secondsLeft, attempt } = useSignIn()
  const [faults, setFaults] = useState<Faults>({})
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => {
    document.title = `${t('signIn')} · ${t('product')}`
    warmAuth()
    username.current?.focus()
  }, [])

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = fieldText(form, 'username').trim()
    const typed = fieldText(form, 'password')
    const found = faultsOf(name, typed)
    setFaults(found)
    if (found.username !== undefined || found.password !== undefined) {
      event.currentTarget
        .querySelector<HTMLInputElement>(`[name=${found.username === undefined ? 'password' : 'username'}]`)
        ?.focus()
      return
    }
    if (!isBusy && secondsLeft === 0 && !(await attempt(name, typed))) password.current?.select()
  }

  return (
    <EntranceFrame>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {failure !== null && (
          <ErrorBox>
            {failure} {secondsLeft > 0 && t('waitSeconds', { count: secondsLeft })}
          </ErrorBox>
        )}
        <Field label={t('username')} error={faults.username} required>
          {(tie) => (
            <Input
              {...tie}
              ref={username}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
            />
          )}
        </Field>
        <PasswordField
          ref={password}
          label={t('password')}
          name="password"
          autoComplete="current-password"
          error={faults.password}
        />
        <Button type="submit" variant="primary" busy={isBusy} disabled={secondsLeft > 0} className="mt-1 w-full">
          {t('signIn')}
        </Button>
      </form>
    </EntranceFrame>
  )
}
