// Adds a phone: its number, a name, and the code that was sent to it.
import { useState } from 'react'
import { enrolPhone, type OwnFactor } from '../../lib/auth-factors.ts'
import { AttemptFailure } from './attempt.failure.tsx'
import { FactorNameForm, type SetupProps } from './factor-name.form.tsx'
import { PhoneProof } from './second-factor.proofs.tsx'
import { t } from './second-factor.texts.ts'
import { useAttempt } from './use-attempt.ts'

export function PhoneSetup({ taken, onDone, onBegin, onRefused }: SetupProps) {
  const { isBusy, failure, secondsLeft, attempt } = useAttempt({ failed: t('addFailed') })
  const [added, setAdded] = useState<OwnFactor | null>(null)

  async function begin(friendlyName: string, phone: string): Promise<void> {
    const outcome = await attempt(() => enrolPhone(friendlyName, phone))
    if (outcome?.ok !== true) {
      if (outcome !== null) onRefused?.(outcome)
      return
    }
    onBegin?.()
    const facts = { friendly_name: friendlyName, factor_type: 'phone', status: 'unverified' } as const
    setAdded({ ...facts, id: outcome.value.id, phone: phone.replace(/\D/g, ''), created_at: '', updated_at: '' })
  }

  if (added !== null) return <PhoneProof factor={added} onProven={onDone} />
  return (
    <div className="flex flex-col gap-5">
      <AttemptFailure failure={failure} secondsLeft={secondsLeft} />
      <FactorNameForm
        base={t('phone')}
        hint={t('phoneNameHint')}
        submit={t('next')}
        taken={taken}
        isBusy={isBusy}
        asksPhone
        onName={(name, phone) => void begin(name, phone)}
      />
    </div>
  )
}
