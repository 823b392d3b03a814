// How the owner shows that it is them: a code of their authenticator app, a passkey, or their password, whichever the
// server offers. What is refused is said here, and can be tried again.
import { Fingerprint } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import type { CallInput } from '../../lib/api.ts'
import { fieldText } from '../../lib/form-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Segments } from '../../ui/segments.tsx'
import type { Prepared } from './payment.rules.ts'
import { t } from './payment.texts.ts'

export type Proof = CallInput<'withdrawals.request'>['body']['proof']
type ProofKind = Prepared['proofs'][number]

type ProofFormProps = {
  prepared: Prepared
  isBusy: boolean
  failure: string | undefined
  /** Tries the proof; false when it was refused. */
  onProof: (proof: Proof) => Promise<boolean>
}

/**
 * Asks the device for the passkey and gives back what the server wants to see. Source: Web Authentication Level 3, the
 * JSON forms of options and credential.
 * @throws whatever the browser does when the person turns it down
 */
async function askPasskey(options: NonNullable<Prepared['passkeyOptions']>): Promise<Record<string, unknown>> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const credential = await navigator.credentials.get({ publicKey })
  if (!(credential instanceof PublicKeyCredential)) throw new Error(t('passkeyDismissed'))
  return { ...credential.toJSON() }
}

function canAskPasskey(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

function PasskeyProof({ prepared, isBusy, failure, onProof }: ProofFormProps) {
  const [dismissed, setDismissed] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  async function prove(): Promise<void> {
    if (prepared.passkeyOptions === null) return
    setDismissed(undefined)
    setAsking(true)
    try {
      const credential = await askPasskey(prepared.passkeyOptions)
      await onProof({ kind: 'passkey', credential })
    } catch {
      setDismissed(t('passkeyDismissed'))
    } finally {
      setAsking(false)
    }
  }
  if (!canAskPasskey()) return <ErrorBox>{t('passkeyUnsupported')}</ErrorBox>
  return (
    <div className="flex flex-col gap-3">
      {(dismissed ?? failure) !== undefined && <ErrorBox>{dismissed ?? failure}</ErrorBox>}
      <Button
        variant="primary"
        busy={isBusy || isAsking}
        icon={<Fingerprint aria-hidden="true" />}
        onClick={() => void prove()}
      >
        {t('request')}
      </Button>
      <p className="text-center text-xs text-ink-soft">{t('passkeyHint')}</p>
    </div>
  )
}

type TypedProps = ProofFormProps & { kind: 'totp' | 'password' }

/** A code or a password: one field, whose fault stands under it. */
function TypedProof({ kind, isBusy, failure, onProof }: TypedProps) {
  const [fault, setFault] = useState<string>()
  const isCode = kind === 'totp'
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const typed = fieldText(new FormData(form), 'proof')
    const code = typed.replace(/\s/g, '')
    const isGood = isCode ? /^\d{6}$/.test(code) : typed !== ''
    setFault(isGood ? undefined : t(isCode ? 'codeHint' : 'passwordNeeded'))
    const isTaken =
      isGood && !isBusy && (await onProof(isCode ? { kind, code } : { kind: 'password', password: typed }))
    if (isTaken) return
    form.querySelector('input')?.select()
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <Field label={t(kind)} {...(isCode ? { hint: t('codeHint') } : {})} error={fault ?? failure} required>
        {(tie) => (
          <Input
            {...tie}
            name="proof"
            type={isCode ? 'text' : 'password'}
            inputMode={isCode ? 'numeric' : undefined}
            autoComplete={isCode ? 'one-time-code' : 'current-password'}
            spellCheck={false}
            dir="ltr"
            onChange={() => setFault(undefined)}
            className={isCode ? 'h-11! text-center font-mono text-lg! tracking-[0.4em]' : ''}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" busy={isBusy}>
        {t('request')}
      </Button>
    </form>
  )
}

export function ProofForm(props: ProofFormProps) {
  const { proofs } = props.prepared
  const [chosen, choose] = useState<ProofKind | undefined>(proofs[0])
  if (chosen === undefined) return null
  return (
    <div className="flex flex-col gap-4">
      {proofs.length > 1 && (
        <span>
          <Segments
            label={t('proof')}
            value={chosen}
            options={proofs.map((value) => ({ value, label: t(value) }))}
            onChange={choose}
          />
        </span>
      )}
      {chosen === 'passkey' ? <PasskeyProof {...props} /> : <TypedProof key={chosen} {...props} kind={chosen} />}
    </div>
  )
}
