// Decides what a visitor sees at any address: the wait, the sign-in, the change of a temporary password, or the shell.
// The address itself never changes on the way, so whoever signs in lands where they wanted to go.
import { lazy, Suspense } from 'react'
import { retryAuth, useAuthState } from '../../lib/auth.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Shell } from './shell.tsx'
import { t } from './shell.texts.ts'

const SignInPage = lazy(async () => ({ default: (await import('../identity/sign-in.page.tsx')).SignInPage }))
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

function Unreachable() {
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <EmptyState
        size="page"
        title={t('unreachable')}
        description={t('unreachableHint')}
        action={
          <Button variant="primary" onClick={retryAuth}>
            {t('retry')}
          </Button>
        }
      />
    </main>
  )
}

function Entrance() {
  const state = useAuthState()
  if (state.kind === 'loading') return <Loading />
  if (state.kind === 'unreachable') return <Unreachable />
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
