// Shows one of one's second factors to the server: at sign-in, and again before a change that asks for a fresh proof.
// Whoever succeeds has another session at once; what is on screen follows from it.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { authUser, hasRecoveryCodes, usableFactors, type OwnFactor } from '../../lib/auth-factors.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FactorChoice, type FactorOption } from './factor.choice.tsx'
import { PasskeyProof, PhoneProof, RecoveryProof, TotpProof } from './second-factor.proofs.tsx'
import { inOrderOfUse, maskedPhone } from './second-factor.rules.ts'
import { t } from './second-factor.texts.ts'

const recoveryChoice = 'recovery'

function aboutOf({ factor_type: kind, phone }: OwnFactor): string {
  if (kind === 'phone') return phone === undefined ? t('phoneAbout') : t('phoneTo', { phone: maskedPhone(phone) })
  return t(kind === 'webauthn' ? 'webauthnShort' : 'totpShort')
}

function optionsOf(factors: readonly OwnFactor[], hasCodes: boolean): FactorOption[] {
  const shown = factors.map((factor) => ({
    value: factor.id,
    kind: factor.factor_type,
    title: factor.friendly_name ?? aboutOf(factor),
    about: aboutOf(factor),
  }))
  const recovery = {
    value: recoveryChoice,
    kind: 'recovery_code',
    title: t('recovery'),
    about: t('recoveryHint'),
  } as const
  return hasCodes ? [...shown, recovery] : shown
}

function Waiting() {
  return (
    <div role="status" aria-label={t('loading')} className="flex flex-col gap-4">
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-9 w-full" />
    </div>
  )
}

type ProofProps = { factor: OwnFactor | undefined; isFirst: boolean; onProven: () => void }

function Proof({ factor, isFirst, onProven }: ProofProps) {
  const common = { onProven, focusFirst: isFirst }
  if (factor === undefined) return <RecoveryProof {...common} />
  if (factor.factor_type === 'webauthn') return <PasskeyProof key={factor.id} factor={factor} {...common} />
  if (factor.factor_type === 'phone') return <PhoneProof key={factor.id} factor={factor} {...common} />
  return <TotpProof key={factor.id} factor={factor} {...common} />
}

export function SecondFactorForm({ onProven = () => undefined }: { onProven?: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(authUser)
  const [chosen, choose] = useState<string | null>(null)
  if (data === undefined) {
    return error === null ? (
      <Waiting />
    ) : (
      <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
        {t('readFailed', { reason: error.message })}
      </ErrorBox>
    )
  }
  const factors = inOrderOfUse(usableFactors(data))
  const options = optionsOf(factors, hasRecoveryCodes(data))
  const value = chosen ?? options[0]?.value ?? null
  return (
    <div className="flex flex-col gap-5">
      <FactorChoice label={t('choose')} options={options} value={value} onChange={choose} />
      <Proof factor={factors.find(({ id }) => id === value)} isFirst={chosen === null} onProven={onProven} />
      {!hasRecoveryCodes(data) && <p className="text-xs text-pretty text-ink-soft">{t('nothingLeft')}</p>}
    </div>
  )
}
