// Decides what a visitor sees at any address: the wait, the sign-in, what has to be done first, or the shell. The
// address itself never changes on the way, so whoever signs in lands where they wanted to go. The few addresses that
// are open to everybody bring their own page.
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useAuthState } from '../../lib/auth.ts'
import type { SignedInUser } from '../../lib/signed-in-user.ts'
import { frameNow } from './frame.ts'
import { t } from './shell.texts.ts'

const SignInPage = lazy(async () => ({ default: (await import('../identity/sign-in.page.tsx')).SignInPage }))
const SignInAgain = lazy(async () => ({ default: (await import('../identity/sign-in-again.layer.tsx')).SignInAgain }))
const UnreachablePage = lazy(async () => ({ default: (await import('./unreachable.page.tsx')).UnreachablePage }))
const DutyPage = lazy(async () => ({ default: (await import('../identity/duty.page.tsx')).DutyPage }))

function Loading() {
  return (
    <div className="boot" role="status">
      <span className="spinner" aria-hidden="true" />
      <span>{t('loading')}</span>
    </div>
  )
}

/** Once the shell has shown, a duty and the end of its session lie over it, so that nothing typed there is lost. */
function Inside({ user, isOver }: { user: SignedInUser; isOver: boolean }) {
  const [hasShown, setShown] = useState(false)
  const [isHeld, hold] = useState(false)
  const [Shell] = useState(frameNow)
  const duty = isOver ? null : (user.duty ?? (isHeld ? 'second_factor_enrolment' : null))
  if (duty === null && !hasShown) setShown(true)
  return (
    <>
      {hasShown && (
        <Suspense fallback={<Loading />}>
          <Shell />
        </Suspense>
      )}
      {isOver && (
        <Suspense fallback={null}>
          <SignInAgain user={user} />
        </Suspense>
      )}
      {duty !== null && (
        <Suspense fallback={hasShown ? null : <Loading />}>
          <DutyPage duty={duty} isLayer={hasShown} onHold={hold} />
        </Suspense>
      )}
    </>
  )
}

function Entrance() {
  const state = useAuthState()
  const isDoor = useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId === '/$door' })
  if (isDoor) return <Outlet />
  if (state.kind === 'loading') return <Loading />
  if (state.kind === 'unreachable') return <UnreachablePage />
  const user = state.kind === 'signed-in' ? state.user : state.former
  if (user === undefined) return <SignInPage />
  return <Inside key={user.id} user={user} isOver={state.kind === 'signed-out'} />
}

export function Gate() {
  return (
    <Suspense fallback={<Loading />}>
      <Entrance />
    </Suspense>
  )
}
