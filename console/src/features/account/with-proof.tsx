// A change that the server refuses until the second factor was shown lately: asks for it in the place of the change,
// and goes on with what was typed once it is shown.
import { useState, type ReactNode } from 'react'
import type { AuthOutcome } from '../../lib/auth-outcome.ts'
import { SecondFactorForm } from '../identity/second-factor.form.tsx'
import { t } from './account.texts.ts'

export type OnRefused = (outcome: Exclude<AuthOutcome, { ok: true }>) => void

type WithProofProps = {
  /** For a change that needs no more input: tries it again. */
  onProven?: () => void
  /** `proofs` grows with each proof, as a key for what starts by itself. */
  children: (onRefused: OnRefused, proofs: number) => ReactNode
}

export function WithProof({ onProven, children }: WithProofProps) {
  const [isAsked, ask] = useState(false)
  const [proofs, setProofs] = useState(0)
  const onRefused: OnRefused = (outcome) => {
    if (outcome.reason === 'refused' && outcome.code === 'reauthentication_needed') ask(true)
  }
  const proven = () => {
    ask(false)
    setProofs(proofs + 1)
    onProven?.()
  }
  return (
    <>
      {isAsked && (
        <div className="flex flex-col gap-4">
          <p className="text-sm text-pretty text-ink-soft">{t('proveAgain')}</p>
          <SecondFactorForm onProven={proven} />
        </div>
      )}
      <div hidden={isAsked}>{children(onRefused, proofs)}</div>
    </>
  )
}
