// Setting up the first second factor: which kind, the steps of that kind, then the recovery codes.
import { useState } from 'react'
import { knowsPasskeys } from '../../lib/auth-sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { FactorChoice, type FactorOption } from './factor.choice.tsx'
import { PasskeySetup } from './passkey.setup.tsx'
import { PhoneSetup } from './phone.setup.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { t } from './second-factor.texts.ts'
import { TotpSetup } from './totp.setup.tsx'
import { usePhoneFactors } from './use-public-settings.ts'

type Kind = 'totp' | 'webauthn' | 'phone'
type Step = 'choose' | Kind | 'codes'

const abouts = { totp: 'totpAbout', webauthn: 'webauthnAbout', phone: 'phoneAbout' } as const

function optionOf(kind: Kind): FactorOption {
  return { value: kind, kind, title: t(kind), about: t(abouts[kind]) }
}

export function FactorEnrolment({ onHold }: { onHold: (isHeld: boolean) => void }) {
  const [step, setStep] = useState<Step>('choose')
  const [kind, setKind] = useState<Kind>('totp')
  const hasPhones = usePhoneFactors()
  const kinds: Kind[] = [
    'totp',
    ...(knowsPasskeys() ? (['webauthn'] as const) : []),
    ...(hasPhones ? (['phone'] as const) : []),
  ]
  const setup = { taken: [], onBegin: () => onHold(true), onDone: () => setStep('codes') }
  if (step === 'codes') {
    return (
      <div className="flex flex-col gap-3">
        <h3 className="text-sm font-semibold">{t('codesTitle')}</h3>
        <p className="-mt-2 text-sm text-pretty text-ink-soft">{t('codesHint')}</p>
        <RecoveryCodes areThereAny={false} onDone={() => onHold(false)} />
      </div>
    )
  }
  if (step === 'choose') {
    return (
      <div className="flex flex-col gap-5">
        <FactorChoice
          label={t('enrolTitle')}
          options={kinds.map(optionOf)}
          value={kind}
          onChange={(value) => setKind(kinds.find((known) => known === value) ?? 'totp')}
        />
        <Button variant="primary" onClick={() => setStep(kind)}>
          {t('next')}
        </Button>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      {step === 'totp' && <TotpSetup {...setup} />}
      {step === 'phone' && <PhoneSetup {...setup} />}
      {step === 'webauthn' && <PasskeySetup {...setup} isFirst />}
      <Button variant="quiet" onClick={() => setStep('choose')}>
        {t('back')}
      </Button>
    </div>
  )
}
