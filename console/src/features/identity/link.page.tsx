// Where links lead: one from a mail brings a code that only this browser can exchange, one that an administrator handed
// over brings a token. Either opens a session, at which a password is chosen; a second factor is asked for before. The
// address is cleaned as soon as its secret is taken out of it.
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { openHandedLink } from '../../lib/auth-password.ts'
import type { AuthOutcome } from '../../lib/auth-outcome.ts'
import { exchangeCode } from '../../lib/auth-sign-in.ts'
import { useAuthState } from '../../lib/auth.ts'
import { productName } from '../../lib/product.ts'
import { pathOf } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { notify } from '../../ui/toast.ts'
import { doorFactsIn } from './doors.search.ts'
import { t } from './doors.texts.ts'
import { EntranceFrame, EntranceHead } from './entrance.frame.tsx'
import { BackToSignIn } from './forgot-password.page.tsx'
import { NewPasswordForm } from './new-password.form.tsx'
import { SecondFactorForm } from './second-factor.form.tsx'
import { useMailIsSent } from './use-public-settings.ts'

type Purpose = 'recovery' | 'invite'
type Link = { code: string } | { token: string }
type Step =
  /** Nothing was given, or it was refused. */
  | { kind: 'over'; sentence: string }
  /** A token waits for a click, so that a program that looks at links spends none. */
  | { kind: 'ready'; token: string }
  | { kind: 'checking'; link: Link }
  | { kind: 'open' }

function sentenceFor(purpose: Purpose, outcome: Exclude<AuthOutcome, { ok: true }>): string {
  if (outcome.reason !== 'refused') return t('linkFailed')
  if (/verifier/.test(outcome.code)) return t('otherBrowser')
  if (outcome.retryAfterSeconds > 0 || outcome.code === 'user_banned') return outcome.message
  return t(purpose === 'invite' ? 'invitationOver' : 'linkOver')
}

function firstStep(purpose: Purpose): Step {
  const { code, token, errorCode } = doorFactsIn(location)
  if (errorCode !== '') return { kind: 'over', sentence: t(purpose === 'invite' ? 'invitationOver' : 'linkOver') }
  if (code !== null) return { kind: 'checking', link: { code } }
  return token === null ? { kind: 'over', sentence: t('noLink') } : { kind: 'ready', token }
}

function useLink(purpose: Purpose): [Step, (step: Step) => void] {
  const [step, setStep] = useState(() => firstStep(purpose))
  useEffect(() => {
    if (step.kind !== 'checking') return undefined
    let isWanted = true
    const { link } = step
    void ('code' in link ? exchangeCode(link.code) : openHandedLink(purpose, link.token)).then((outcome) => {
      if (isWanted) setStep(outcome.ok ? { kind: 'open' } : { kind: 'over', sentence: sentenceFor(purpose, outcome) })
    })
    return () => {
      isWanted = false
    }
  }, [step, purpose])
  return [step, setStep]
}

function Over({ sentence, purpose }: { sentence: string; purpose: Purpose }) {
  const hasMail = useMailIsSent()
  return (
    <div className="flex flex-col gap-3">
      <EntranceHead title={t(purpose === 'invite' ? 'acceptTitle' : 'openTitle')} />
      <ErrorBox className="-mt-2">{sentence}</ErrorBox>
      {purpose === 'recovery' && hasMail === true && (
        <Link to="/$door" params={{ door: 'forgot-password' }} className={cx(buttonClass('primary'), 'w-full')}>
          {t('askAgain')}
        </Link>
      )}
      <BackToSignIn />
    </div>
  )
}

/** The session is open: first what it lacks, then the password. */
function Choosing({ purpose }: { purpose: Purpose }) {
  const state = useAuthState()
  const navigate = useNavigate()
  if (state.kind !== 'signed-in') return <Over sentence={t('noLink')} purpose={purpose} />
  if (state.user.duty === 'second_factor') {
    return (
      <>
        <EntranceHead title={t('proveTitle')} hint={t('proveHint')} />
        <SecondFactorForm />
      </>
    )
  }
  const done = () => {
    notify(t('changed'))
    void navigate({ to: pathOf('dashboard'), replace: true })
  }
  const name = state.user.username
  return (
    <>
      <EntranceHead
        title={t(purpose === 'invite' ? 'chooseTitle' : 'resetTitle')}
        hint={t(purpose === 'invite' ? 'chooseHint' : 'resetHint', { name })}
      />
      <NewPasswordForm takesFocus asksCurrent={false} submit={t('save')} onDone={done} />
    </>
  )
}

function Ready({ purpose, onOpen }: { purpose: Purpose; onOpen: () => void }) {
  return (
    <div className="flex flex-col gap-3">
      <EntranceHead
        title={t(purpose === 'invite' ? 'acceptTitle' : 'openTitle')}
        hint={t(purpose === 'invite' ? 'acceptHint' : 'openHint')}
      />
      <Button variant="primary" onClick={onOpen}>
        {t('continue')}
      </Button>
      <BackToSignIn />
    </div>
  )
}

function Checking() {
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-6 text-sm text-ink-soft">
      <span className="spinner" aria-hidden="true" />
      {t('checking')}
    </p>
  )
}

export function LinkPage({ purpose }: { purpose: Purpose }) {
  const [step, setStep] = useLink(purpose)
  useEffect(() => {
    document.title = `${t(purpose === 'invite' ? 'acceptTitle' : 'openTitle')} · ${productName()}`
    history.replaceState(history.state, '', location.pathname)
  }, [purpose])
  const content: ReactNode = (() => {
    if (step.kind === 'over') return <Over sentence={step.sentence} purpose={purpose} />
    if (step.kind === 'checking') return <Checking />
    if (step.kind === 'open') return <Choosing purpose={purpose} />
    const link = { token: step.token }
    return <Ready purpose={purpose} onOpen={() => setStep({ kind: 'checking', link })} />
  })()
  return <EntranceFrame>{content}</EntranceFrame>
}
