// Decides what a visitor sees at any address: the wait, the sign-in, the change of a temporary password, or the shell.
// The address itself never changes on the way, so whoever signs in lands where they wanted to go.
import { lazy, Suspense } from 'react'
import { useAuthState } from '../../lib/auth.ts'
import { Shell } from './shell.tsx'
import { t } from './shell.texts.ts'

const SignInPage = lazy(async () => ({ default: (await import('../identity/sign-in.page.tsx')).SignInPage }))
const UnreachablePage = lazy(async () => ({ default: (await import('./unreachable.page.tsx')).UnreachablePage }))
const NewPasswordPage = lazy(async () => ({
  default: (await import('../identity/new-password.page.tsx')).NewPasswordPage,
}))

function Loading() {
  return (
    <div className="boot" role="status">
      <span className="spinner" aria-hidden="true" />
      <span>{t('loading')}</span>
    </div>
  )
}

function Entrance() {
  const state = useAuthState()
  if (state.kind === 'loading') return <Loading />
  if (state.kind === 'unreachable') return <UnreachablePage />
  if (state.kind === 'signed-out') return <SignInPage />
  return state.user.mustChangePassword ? <NewPasswordPage /> : <Shell />
}

export function Gate() {
  return (
    <Suspense fallback={<Loading />}>
      <Entrance />
    </Suspense>
  )
}
