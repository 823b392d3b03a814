// The page behind an address that is open to everybody, signed in or not; an address that is none leads to the
// dashboard.
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { late } from '../../lib/late.ts'
import { pathOf } from '../../paths.ts'

const ForgotPasswordPage = late(() => import('./forgot-password.page.tsx'), 'ForgotPasswordPage')
const LinkPage = late(() => import('./link.page.tsx'), 'LinkPage')
const SignInReturnPage = late(() => import('./sign-in-return.page.tsx'), 'SignInReturnPage')

const route = getRouteApi('/$door')

export function DoorPage() {
  const { door } = route.useParams()
  if (door === 'forgot-password') return <ForgotPasswordPage />
  if (door === 'reset-password') return <LinkPage purpose="recovery" />
  if (door === 'accept-invitation') return <LinkPage purpose="invite" />
  if (door === 'sign-in-return') return <SignInReturnPage />
  return <Navigate to={pathOf('dashboard')} replace />
}
