// Checks the passkey that a session was asked for and raises the session. The challenge is taken before anything is
// checked, so it is good for one try.
import { recordAudit } from '../../audit/audit.public.ts'
import type { IdentityDeps, RequestOrigin } from '../identity.deps.ts'
import { lockUser } from '../identity.queries.ts'
import { raiseSession, type OpenedSession } from '../start-session.ts'
import { verifyAssertion, type Assertion } from './passkey.verifier.ts'
import { selectPasskeyByCredential, takePasskeyChallenge } from './passkeys.queries.ts'
import type { RelyingParty } from './passkeys.rules.ts'
import { COUNTER_REASON } from './sign-in-with-passkey.ts'
import { usePasskey } from './use-passkey.ts'

export type PasskeyChallengeOutcome =
  | ({ kind: 'raised' } & OpenedSession)
  | { kind: 'ceremony_over' }
  | { kind: 'refused' }
  | { kind: 'session_over' }

type Input = {
  userId: string
  sessionId: string
  factorId: string
  challengeId: string
  assertion: Assertion
  party: RelyingParty
  origin: RequestOrigin
}

export async function verifyPasskeyChallenge(deps: IdentityDeps, input: Input): Promise<PasskeyChallengeOutcome> {
  const { userId, sessionId, factorId, assertion, party, origin } = input
  const { kysely } = deps.database
  const which = { id: input.challengeId, factorId, sessionId, now: deps.clock.now() }
  const challenge = await takePasskeyChallenge(kysely, which)
  if (challenge === null) return { kind: 'ceremony_over' }
  const passkey = await selectPasskeyByCredential(kysely, Buffer.from(assertion.id, 'base64url'))
  if (passkey?.id !== factorId || passkey.userId !== userId) {
    await recordRefusal(deps, input, 'Another passkey was shown')
    return { kind: 'refused' }
  }
  const shown = await verifyAssertion(assertion, { challenge, party, passkey })
  if (shown.kind === 'refused') {
    await recordRefusal(deps, input, shown.reason)
    return { kind: 'refused' }
  }
  const { signCount, isBackedUp } = shown
  const outcome = await deps.database.transaction(async (transaction) => {
    await lockUser(transaction, userId)
    const use = { passkeyId: passkey.id, userId, signCount, isBackedUp, now: deps.clock.now() }
    if ((await usePasskey(transaction, use)) !== 'used') return 'unused'
    return raiseSession(deps, transaction, { userId, sessionId, method: 'mfa/webauthn', origin })
  })
  if (outcome === null) return { kind: 'session_over' }
  if (outcome !== 'unused') return { kind: 'raised', ...outcome }
  await recordRefusal(deps, input, COUNTER_REASON)
  return { kind: 'refused' }
}

async function recordRefusal(deps: IdentityDeps, { userId, factorId, origin }: Input, reason: string): Promise<void> {
  await recordAudit(deps.database.kysely, {
    actorId: userId,
    action: 'second_factor_refused',
    subjectType: 'user',
    subjectId: userId,
    address: origin.address,
    requestId: origin.requestId,
    after: { reason, passkeyId: factorId },
  })
}
