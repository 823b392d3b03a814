// Adds an authenticator app: a name, the QR code with its key in words, and the first code as proof that it took.
import { useState } from 'react'
import { enrolTotp, verifyCode, type TotpEnrolment } from '../../lib/auth-factors.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { AttemptFailure } from './attempt.failure.tsx'
import { CodeForm } from './code-field.tsx'
import { FactorNameForm, type SetupProps } from './factor-name.form.tsx'
import { inGroups } from './second-factor.rules.ts'
import { t } from './second-factor.texts.ts'
import { useAttempt } from './use-attempt.ts'

function Key({ enrolment }: { enrolment: TotpEnrolment }) {
  const image = `data:image/svg+xml,${encodeURIComponent(enrolment.qr_code)}`
  return (
    <div className="flex flex-col items-center gap-4">
      <p className="text-sm">{t('scan')}</p>
      {/* White in both themes: cameras want dark on light, with a quiet border. */}
      <img src={image} alt={t('qrCode')} width={192} height={192} className="-my-1 size-48 rounded-xl bg-white" />
      <div className="w-full">
        <p className="mb-1.5 text-[0.8125rem] font-medium">{t('byHand')}</p>
        <div className="flex items-center gap-2 rounded-xl border border-line bg-sunken py-1.5 ps-3 pe-1.5">
          <bdi dir="ltr" className="min-w-0 flex-1 font-mono text-[0.8125rem] select-all">
            {inGroups(enrolment.secret)}
          </bdi>
          <CopyButton text={enrolment.secret} label={t('copyKey')} />
        </div>
      </div>
    </div>
  )
}

export function TotpSetup({ taken, onDone, onBegin, onRefused }: SetupProps) {
  const { isBusy, failure, secondsLeft, attempt } = useAttempt({ failed: t('addFailed') })
  const [enrolment, setEnrolment] = useState<TotpEnrolment | null>(null)

  async function begin(name: string): Promise<void> {
    const outcome = await attempt(() => enrolTotp(name))
    if (outcome?.ok === true) setEnrolment(outcome.value)
    else if (outcome !== null) onRefused?.(outcome)
  }

  async function prove(code: string): Promise<boolean> {
    if (enrolment === null) return false
    onBegin?.()
    const outcome = await attempt(() => verifyCode(enrolment.id, code))
    if (outcome?.ok === true) onDone()
    return outcome?.ok === true
  }

  return (
    <div className="flex flex-col gap-5">
      <AttemptFailure failure={failure} secondsLeft={secondsLeft} />
      {enrolment === null ? (
        <FactorNameForm
          base={t('totp')}
          hint={t('totpNameHint')}
          submit={t('next')}
          taken={taken}
          isBusy={isBusy}
          onName={(name) => void begin(name)}
        />
      ) : (
        <>
          <Key enrolment={enrolment} />
          <CodeForm hint={t('thenCode')} isBusy={isBusy} isWaiting={secondsLeft > 0} onCode={prove} />
        </>
      )}
    </div>
  )
}
