// Signs in with a passkey alone. The attempt is counted and the ceremony spent before anything is checked; only a
// passkey that verified learns that its account is disabled. The device verified its user, so the session begins at
// aal2.
import type { Queryable } from '../../../platform/database.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import { admitAttempt } from '../admit-attempt.ts'
import { addressKey } from '../back-off.rules.ts'
import type { IdentityDeps, RequestOrigin } from '../identity.deps.ts'
import { forgiveFailures, lockUser, selectAccount } from '../identity.queries.ts'
import { startSession, type OpenedSession } from '../start-session.ts'
import { readTicket, spendTicket } from '../ticket.codec.ts'
import { signInFacts } from './begin-passkey-sign-in.ts'
import { verifyAssertion, type Assertion } from './passkey.verifier.ts'
import { selectPasskeyByCredential, type PasskeyRow } from './passkeys.queries.ts'
import { userHandleOf, type RelyingParty } from './passkeys.rules.ts'
import { usePasskey } from './use-passkey.ts'

export type PasskeySignInOutcome =
  | ({ kind: 'signed_in' } & OpenedSession)
  | { kind: 'ceremony_over' }
  | { kind: 'unknown_credential' }
  | { kind: 'refused' }
  | { kind: 'disabled' }
  | { kind: 'delayed'; retryAfterSeconds: number }

type Input = { challengeId: string; assertion: Assertion; party: RelyingParty; origin: RequestOrigin }
type Shown = { signCount: number; isBackedUp: boolean }

export async function signInWithPasskey(deps: IdentityDeps, input: Input): Promise<PasskeySignInOutcome> {
  const { assertion, origin } = input
  const attempt = { accountKey: credentialKey(assertion), address: origin.address, login: null }
  const admission = await admitAttempt(deps, attempt)
  if (admission.kind === 'delayed') return admission
  const ticket = readTicket(deps, input.challengeId, { purpose: 'passkey_authentication', facts: signInFacts })
  if (!ticket || !(await spendTicket(deps, ticket))) return { kind: 'ceremony_over' }
  const { kysely } = deps.database
  const passkey = await selectPasskeyByCredential(kysely, Buffer.from(assertion.id, 'base64url'))
  if (!passkey) {
    await recordRefusal(kysely, null, 'Unknown passkey', origin)
    return { kind: 'unknown_credential' }
  }
  const shown = await checkAssertion(passkey, ticket.facts.challenge, input)
  if (shown.kind === 'refused') {
    await recordRefusal(kysely, passkey, shown.reason, origin)
    return { kind: 'refused' }
  }
  return deps.database.transaction((transaction) => finish(deps, transaction, passkey, shown, input))
}

/** A discoverable credential names its user, and must name the one whose it is (WebAuthn, section 7.2, step 6). */
async function checkAssertion(passkey: PasskeyRow, challenge: string, { assertion, party }: Input) {
  const handle = Buffer.from(assertion.response.userHandle ?? '', 'base64url')
  if (!handle.equals(userHandleOf(passkey.userId))) {
    return { kind: 'refused', reason: 'The passkey names another user' } as const
  }
  return verifyAssertion(assertion, { challenge, party, passkey })
}

async function finish(
  deps: IdentityDeps,
  transaction: Queryable,
  passkey: PasskeyRow,
  { signCount, isBackedUp }: Shown,
  { assertion, origin }: Input,
): Promise<PasskeySignInOutcome> {
  const now = deps.clock.now()
  await lockUser(transaction, passkey.userId)
  const account = await selectAccount(transaction, passkey.userId)
  if (!account?.isActive) {
    await recordRefusal(transaction, passkey, 'Account is disabled', origin)
    return { kind: 'disabled' }
  }
  const use = { passkeyId: passkey.id, userId: account.id, signCount, isBackedUp, now }
  const used = await usePasskey(transaction, use)
  if (used !== 'used') {
    const reason = used === 'gone' ? 'Unknown passkey' : COUNTER_REASON
    await recordRefusal(transaction, passkey, reason, origin)
    return { kind: used === 'gone' ? 'unknown_credential' : 'refused' }
  }
  const keys = { accountKeys: [credentialKey(assertion)], addressKey: addressKey(origin.address) }
  await forgiveFailures(transaction, keys)
  const opened = await startSession(deps, transaction, { account, method: 'webauthn', aal: 'aal2', origin })
  return { kind: 'signed_in', ...opened }
}

export const COUNTER_REASON = 'The counter of the passkey did not grow: it may have been copied'

/** Counted apart from passwords: whoever guesses at the one does not slow down the other. */
function credentialKey({ id }: Assertion): string {
  return `passkey:${id.slice(0, 64)}`
}

async function recordRefusal(
  database: Queryable,
  passkey: PasskeyRow | null,
  reason: string,
  { address, requestId }: RequestOrigin,
): Promise<void> {
  await recordAudit(database, {
    actorId: null,
    action: 'sign_in_refused',
    subjectType: 'user',
    subjectId: passkey?.userId ?? 'unknown',
    address,
    requestId,
    after: { reason, ...(passkey ? { passkeyId: passkey.id } : {}) },
  })
}
