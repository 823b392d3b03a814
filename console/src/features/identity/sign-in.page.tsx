// Signing in: by password, by passkey, or by another service that vouches. What is shown after a refusal is the
// server's sentence, which never tells a wrong name from a wrong password.
import { Link } from '@tanstack/react-router'
import { Fingerprint } from 'lucide-react'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { knowsPasskeys, leaveForProvider, signIn, signInWithPasskey } from '../../lib/auth-sign-in.ts'
import { warmAuth } from '../../lib/auth.ts'
import { fieldText } from '../../lib/form-text.ts'
import { productName } from '../../lib/product.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { AttemptFailure } from './attempt.failure.tsx'
import { Captcha } from './captcha.tsx'
import { EntranceFrame } from './entrance.frame.tsx'
import { t } from './identity.texts.ts'
import { PasswordField } from './password-field.tsx'
import { useAttempt, type Attempt } from './use-attempt.ts'
import { useIdentityProviders, useMailIsSent } from './use-public-settings.ts'

type Faults = { username?: string; password?: string }

function faultsOf(username: string, password: string): Faults {
  return {
    ...(username === '' ? { username: t('usernameNeeded') } : {}),
    ...(password === '' ? { password: t('passwordNeeded') } : {}),
  }
}

/** The ways in that need no password. Nothing is shown that the platform or the browser does not have. */
function OtherWays({ entering, staysHere }: { entering: Attempt; staysHere: boolean }) {
  const known = useIdentityProviders() ?? []
  const providers = staysHere ? [] : known
  const hasPasskeys = knowsPasskeys()
  const { attempt, isBusy, secondsLeft } = entering
  if (!hasPasskeys && providers.length === 0) return null
  const isShut = isBusy || secondsLeft > 0
  return (
    <div className="mt-5 flex flex-col gap-2.5">
      <p className="mb-1 flex items-center gap-3 text-xs text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or')}
      </p>
      {hasPasskeys && (
        <Button
          className="w-full"
          disabled={isShut}
          icon={<Fingerprint aria-hidden="true" />}
          onClick={() => void attempt(signInWithPasskey)}
        >
          {t('withPasskey')}
        </Button>
      )}
      {providers.map(({ id, name }) => (
        <Button key={id} className="w-full" disabled={isShut} onClick={() => void attempt(() => leaveForProvider(id))}>
          {t('withProvider', { provider: name })}
        </Button>
      ))}
    </div>
  )
}

function UsernameField({ error, known }: { error: string | undefined; known: string | undefined }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (known === undefined) field.current?.focus()
  }, [known])
  return (
    <Field label={t('username')} error={error} required>
      {(tie) => (
        <Input
          {...tie}
          ref={field}
          name="username"
          defaultValue={known}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      )}
    </Field>
  )
}

function ForgotLink() {
  if (useMailIsSent() !== true) return null
  return (
    <Link
      to="/$door"
      params={{ door: 'forgot-password' }}
      className="inline-flex min-h-6 items-center self-end rounded text-[0.8125rem] font-medium text-accent-ink hover:underline"
    >
      {t('forgot')}
    </Link>
  )
}

export function SignInPage() {
  return (
    <EntranceFrame>
      <SignInForm />
    </EntranceFrame>
  )
}

/** @param known who is expected: their name is there already, and nothing leads away from the page */
export function SignInForm({ known }: { known?: string }) {
  const entering = useAttempt({ failed: t('failed'), dismissed: t('passkeyDismissed') })
  const { isBusy, failure, secondsLeft, attempt } = entering
  const [faults, setFaults] = useState<Faults>({})
  const [token, setToken] = useState<string>()
  const [refusals, setRefusals] = useState(0)
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (known === undefined) document.title = `${t('signIn')} · ${productName()}`
    warmAuth()
  }, [known])

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    const name = fieldText(fields, 'username').trim()
    const typed = fieldText(fields, 'password')
    const found = faultsOf(name, typed)
    setFaults(found)
    const [first] = Object.keys(found)
    if (first !== undefined) {
      form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
      return
    }
    const outcome = await attempt(() => signIn(name, typed, token))
    if (outcome?.ok !== false) return
    setRefusals(refusals + 1)
    password.current?.select()
  }

  return (
    <>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <AttemptFailure failure={failure} secondsLeft={secondsLeft} />
        <UsernameField error={faults.username} known={known} />
        <PasswordField
          ref={password}
          label={t('password')}
          name="password"
          autoComplete="current-password"
          error={faults.password}
        />
        {/* The server asks for it after some wrong passwords only. */}
        {refusals > 0 && <Captcha onToken={setToken} attempt={refusals} />}
        <Button type="submit" variant="primary" busy={isBusy} disabled={secondsLeft > 0} className="mt-1 w-full">
          {t('signIn')}
        </Button>
        {known === undefined && <ForgotLink />}
      </form>
      <OtherWays entering={entering} staysHere={known !== undefined} />
    </>
  )
}
