// The door of the identity slice: who calls, the auth service itself, and what other slices may do to somebody's
// sign-in. It deliberately hands out no hash and no token.
import type { Hono } from 'hono'
import type { Authenticate, Env } from '../../platform/http.ts'
import type { IdentityDeps } from './identity.deps.ts'
import { authRoutes } from './identity.routes.ts'
import { createErrands } from './recovery/errands.runtime.ts'
import { createSessionGuard } from './session.guard.ts'
import { createSigningKeyRing } from './signing-key.ring.ts'
import { signingKeysRoutes } from './signing-keys.routes.ts'

export type { IdentityDeps } from './identity.deps.ts'
export { beginActing } from './acting/begin-acting.ts'
export { endActing, sweepActing } from './acting/end-acting.ts'
export { confirmPassword } from './confirm-password.ts'
export { confirmStepUp } from './confirm-step-up.ts'
export { deviceOf } from './device.rules.ts'
export { endSessions } from './end-sessions.ts'
export { ensureSuperAdmin } from './ensure-super-admin.ts'
export { identityProvidersRoutes } from './external/providers.routes.ts'
export { resetFactors } from './factors/reset-factors.ts'
export { forgetFailures } from './forget-failures.ts'
export { hashPassword, newTemporaryPassword } from './password.hasher.ts'
export { passwordFault } from './password.rules.ts'
export { acceptProof, forgiveProof, judgeProof, type Proof } from './proofs/judge-proof.ts'
export { lastSignInChange } from './proofs/last-sign-in-change.ts'
export { offerProofs } from './proofs/offer-proofs.ts'
export { createLink } from './recovery/create-link.ts'
export { voidLinks } from './recovery/void-links.ts'
export { rescueAccount } from './rescue-account.ts'
export { announceUserChange } from './session-changes.ts'
export { idleSince } from './session.rules.ts'
export { setUserPassword } from './set-user-password.ts'
export { identityJobs } from './identity.jobs.ts'

export type Identity = {
  /** The caller behind a bearer token, or null. */
  authenticate: Authenticate
  /** /auth/v1. */
  routes: Hono<Env>
  /** What of /api/v1 is this slice's own. */
  operations: ReturnType<typeof signingKeysRoutes>
  /** To be called with the payload of every notification on the channel `identity`: a user's uuid. */
  forget(userId: string): void
  /** Resolves when what requests had begun before they were answered is done. */
  settled(): Promise<void>
  /** Stops hearing of changes made in this process, and finishes what requests had begun. */
  close(): Promise<void>
}

export function createIdentity(deps: IdentityDeps): Identity {
  const keys = createSigningKeyRing(deps)
  const guard = createSessionGuard({ ...deps, keys })
  const errands = createErrands(deps.log)
  return {
    authenticate: guard.authenticate,
    routes: authRoutes({ ...deps, keys, guard, errands }),
    operations: signingKeysRoutes({ ...deps, keys }),
    forget: (userId) => guard.forget(userId),
    settled: () => errands.settled(),
    close: () => {
      guard.close()
      return errands.settled()
    },
  }
}
