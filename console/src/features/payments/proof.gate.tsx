// A change that the server refuses until the second factor was shown lately: asks for it in the place of the form,
// keeps what was typed, and goes on once it is shown.
import type { ReactNode } from 'react'
import { ApiError } from '../../lib/api.ts'
import { SecondFactorForm } from '../identity/second-factor.form.tsx'

export function isProofNeeded(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'reauthentication_needed'
}

type ProofGateProps = { isAsked: boolean; hint: string; onProven: () => void; children: ReactNode }

export function ProofGate({ isAsked, hint, onProven, children }: ProofGateProps) {
  return (
    <>
      {isAsked && (
        <div className="flex flex-col gap-4">
          <p className="text-sm text-pretty text-ink-soft">{hint}</p>
          <SecondFactorForm onProven={onProven} />
        </div>
      )}
      <div hidden={isAsked}>{children}</div>
    </>
  )
}
