// Asks for a link by mail. What it answers is one sentence, whoever has the address, or nobody.
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { requestResetLink } from '../../lib/auth-password.ts'
import { fieldText } from '../../lib/form-text.ts'
import { productName } from '../../lib/product.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { NoticeBox } from '../../ui/error-box.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { AttemptFailure } from './attempt.failure.tsx'
import { Captcha } from './captcha.tsx'
import { t } from './doors.texts.ts'
import { EntranceFrame, EntranceHead } from './entrance.frame.tsx'
import { useAttempt } from './use-attempt.ts'
import { useMailIsSent } from './use-public-settings.ts'

export function BackToSignIn() {
  return (
    <Link to="/" className={cx(buttonClass('quiet'), 'w-full')}>
      {t('backToSignIn')}
    </Link>
  )
}

function AddressForm({ onSent }: { onSent: () => void }) {
  const { isBusy, failure, secondsLeft, attempt } = useAttempt({ failed: t('requestFailed') })
  const [fault, setFault] = useState<string>()
  const [token, setToken] = useState<string>()
  const [attempts, setAttempts] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const email = fieldText(new FormData(event.currentTarget), 'email').trim()
    const isAddress = /^[^\s@]+@[^\s@]+$/.test(email)
    setFault(isAddress ? undefined : t('emailNeeded'))
    if (!isAddress) {
      field.current?.focus()
      return
    }
    const outcome = await attempt(() => requestResetLink(email, token))
    setAttempts(attempts + 1)
    if (outcome?.ok === true) onSent()
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <AttemptFailure failure={failure} secondsLeft={secondsLeft} />
      <Field label={t('email')} error={fault} required>
        {(tie) => <Input {...tie} ref={field} name="email" type="email" autoComplete="email" spellCheck={false} />}
      </Field>
      <Captcha onToken={setToken} attempt={attempts} />
      <Button type="submit" variant="primary" busy={isBusy} disabled={secondsLeft > 0}>
        {t('sendLink')}
      </Button>
    </form>
  )
}

export function ForgotPasswordPage() {
  const [isSent, setSent] = useState(false)
  const hasMail = useMailIsSent() !== false
  useEffect(() => {
    document.title = `${t('forgotTitle')} · ${productName()}`
  }, [])
  return (
    <EntranceFrame>
      <div className="flex flex-col gap-3">
        <div role="status">
          {isSent ? (
            <EntranceHead title={t('sentTitle')} hint={t('sent')} />
          ) : (
            <EntranceHead title={t('forgotTitle')} {...(hasMail ? { hint: t('forgotHint') } : {})} />
          )}
        </div>
        {!isSent && hasMail && <AddressForm onSent={() => setSent(true)} />}
        {!hasMail && <NoticeBox>{t('noMail')}</NoticeBox>}
        <BackToSignIn />
      </div>
    </EntranceFrame>
  )
}
