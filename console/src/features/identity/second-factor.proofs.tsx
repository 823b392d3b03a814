// The four ways to show a second factor: a code of an app, a code sent to a phone, a passkey, a recovery code.
import { Fingerprint } from 'lucide-react'
import { useRef, useState, type SubmitEvent } from 'react'
import { sendPhoneCode, verifyCode, verifyPasskey, verifyRecoveryCode, type OwnFactor } from '../../lib/auth-factors.ts'
import { fieldText } from '../../lib/form-text.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { AttemptFailure } from './attempt.failure.tsx'
import { CodeForm } from './code-field.tsx'
import { maskedPhone } from './second-factor.rules.ts'
import { t } from './second-factor.texts.ts'
import { useAttempt } from './use-attempt.ts'
import { useCountdown } from './use-countdown.ts'

/** The pause that the server asks for between two codes to one phone. */
const codePauseSeconds = 30

type ProofProps = { factor: OwnFactor; focusFirst: boolean; onProven: () => void }

const texts = { failed: t('failed'), dismissed: t('dismissed') }

export function TotpProof({ factor, focusFirst, onProven }: ProofProps) {
  const { isBusy, failure, secondsLeft, attempt } = useAttempt(texts)
  async function prove(code: string): Promise<boolean> {
    const outcome = await attempt(() => verifyCode(factor.id, code))
    if (outcome?.ok === true) onProven()
    return outcome?.ok === true
  }
  return (
    <div className="flex flex-col gap-4">
      <AttemptFailure failure={failure} secondsLeft={secondsLeft} />
      <CodeForm
        hint={t('sixDigits')}
        isBusy={isBusy}
        isWaiting={secondsLeft > 0}
        focusFirst={focusFirst}
        onCode={prove}
      />
    </div>
  )
}

/** Sends codes to a phone and checks them; also the last step of adding one. */
export function PhoneProof({ factor, onProven }: Pick<ProofProps, 'factor' | 'onProven'>) {
  const { isBusy, failure, secondsLeft, attempt } = useAttempt(texts)
  const [challengeId, setChallengeId] = useState<string | null>(null)
  const [pauseLeft, pause] = useCountdown()

  async function send(): Promise<void> {
    const outcome = await attempt(() => sendPhoneCode(factor.id))
    if (outcome?.ok !== true) return
    setChallengeId(outcome.value.id)
    pause(codePauseSeconds)
  }

  async function prove(code: string): Promise<boolean> {
    if (challengeId === null) return false
    const outcome = await attempt(() => verifyCode(factor.id, code, challengeId))
    if (outcome?.ok === true) onProven()
    return outcome?.ok === true
  }

  return (
    <div className="flex flex-col gap-4">
      <AttemptFailure failure={failure} secondsLeft={secondsLeft} />
      {challengeId === null ? (
        <Button variant="primary" busy={isBusy} disabled={secondsLeft > 0} onClick={() => void send()}>
          {t('sendCode')}
        </Button>
      ) : (
        <>
          <CodeForm hint={t('sentDigits', { phone: maskedPhone(factor.phone ?? '') })} isBusy={isBusy} onCode={prove} />
          <Button variant="quiet" disabled={isBusy || pauseLeft > 0 || secondsLeft > 0} onClick={() => void send()}>
            {pauseLeft > 0 ? t('sendAgainIn', { count: pauseLeft }) : t('sendAgain')}
          </Button>
        </>
      )}
    </div>
  )
}

export function PasskeyProof({ factor, onProven }: Pick<ProofProps, 'factor' | 'onProven'>) {
  const { isBusy, failure, secondsLeft, attempt } = useAttempt(texts)
  async function prove(): Promise<void> {
    const outcome = await attempt(() => verifyPasskey(factor.id))
    if (outcome?.ok === true) onProven()
  }
  return (
    <div className="flex flex-col gap-4">
      <AttemptFailure failure={failure} secondsLeft={secondsLeft} />
      <Button
        variant="primary"
        busy={isBusy}
        disabled={secondsLeft > 0}
        icon={<Fingerprint aria-hidden="true" />}
        onClick={() => void prove()}
      >
        {t('usePasskey')}
      </Button>
      <p className="text-center text-xs text-ink-soft">{t('passkeyHint')}</p>
    </div>
  )
}

export function RecoveryProof({ focusFirst, onProven }: Omit<ProofProps, 'factor'>) {
  const { isBusy, failure, secondsLeft, attempt } = useAttempt(texts)
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const code = fieldText(new FormData(event.currentTarget), 'code').trim()
    setFault(code === '' ? t('recoveryNeeded') : undefined)
    if (code === '') {
      field.current?.focus()
      return
    }
    const outcome = await attempt(() => verifyRecoveryCode(code))
    if (outcome?.ok === true) onProven()
    else field.current?.select()
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <AttemptFailure failure={failure} secondsLeft={secondsLeft} />
      <Field label={t('recoveryField')} hint={t('recoveryFieldHint')} error={fault} required>
        {(tie) => (
          <Input
            {...tie}
            ref={field}
            name="code"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do here.
            autoFocus={focusFirst}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            dir="ltr"
            className="font-mono"
          />
        )}
      </Field>
      <Button type="submit" variant="primary" busy={isBusy} disabled={secondsLeft > 0}>
        {t('useRecovery')}
      </Button>
    </form>
  )
}
