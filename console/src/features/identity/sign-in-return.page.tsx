// Where a provider sends the browser back to: exchanges the code for a session and goes on to the console.
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { AuthOutcome } from '../../lib/auth-outcome.ts'
import { exchangeCode } from '../../lib/auth-sign-in.ts'
import { productName } from '../../lib/product.ts'
import { pathOf } from '../../paths.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { doorFactsIn } from './doors.search.ts'
import { t } from './doors.texts.ts'
import { EntranceFrame, EntranceHead } from './entrance.frame.tsx'
import { BackToSignIn } from './forgot-password.page.tsx'

/** Only sentences of our own: what stands in an address could be anybody's words. */
function refusalOf(errorCode: string): string {
  if (errorCode === 'identity_not_found') return t('providerUnknown')
  if (errorCode === 'user_banned') return t('disabled')
  return t(/provider/.test(errorCode) ? 'providerAway' : 'providerRefused')
}

function sentenceFor(outcome: Exclude<AuthOutcome, { ok: true }>): string {
  return outcome.reason === 'refused' ? outcome.message : t('providerFailed')
}

export function SignInReturnPage() {
  const navigate = useNavigate()
  const [{ code, errorCode }] = useState(() => doorFactsIn(location))
  const [sentence, setSentence] = useState(() => (code === null ? refusalOf(errorCode) : null))
  useEffect(() => {
    document.title = `${t('providerTitle')} · ${productName()}`
    history.replaceState(history.state, '', location.pathname)
    if (code === null) return
    void exchangeCode(code).then((outcome) => {
      if (outcome.ok) void navigate({ to: pathOf('dashboard'), replace: true })
      else setSentence(sentenceFor(outcome))
    })
  }, [code, navigate])
  return (
    <EntranceFrame>
      {sentence === null ? (
        <p role="status" className="flex items-center justify-center gap-3 py-6 text-sm text-ink-soft">
          <span className="spinner" aria-hidden="true" />
          {t('returning')}
        </p>
      ) : (
        <div className="flex flex-col gap-3">
          <EntranceHead title={t('providerTitle')} />
          <ErrorBox className="-mt-2">{sentence}</ErrorBox>
          <BackToSignIn />
        </div>
      )}
    </EntranceFrame>
  )
}
