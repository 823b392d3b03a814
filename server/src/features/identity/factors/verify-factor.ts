// Judges a code that was shown for a factor. The order is the guarantee: the attempt is counted before the code is
// looked at, a try is taken from the challenge before it is compared, and under the lock of the user one request at a
// time spends a code, so that none works twice (ASVS 6.5.1).
import { timingSafeEqual } from 'node:crypto'
import type { Queryable } from '../../../platform/database.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import { admitAttempt } from '../admit-attempt.ts'
import type { IdentityDeps, RequestOrigin } from '../identity.deps.ts'
import type { OpenedSession } from '../start-session.ts'
import { acceptProof } from './accept-proof.ts'
import { hashPhoneCode, phoneCodePlace } from './challenge-factor.ts'
import { totpSecretPlace } from './enrol-factor.ts'
import {
  selectChallenge,
  selectFactor,
  updateChallengeTried,
  updateChallengeUsed,
  type ChallengeRow,
  type FactorRow,
} from './factors.queries.ts'
import { factorBackOff, factorKey, isChallengeOver, mayBeShown } from './factors.rules.ts'
import { lockAccount } from './lock-account.ts'
import { acceptedStep } from './totp.rules.ts'

export type VerifyOutcome =
  | ({ kind: 'verified' } & OpenedSession)
  | { kind: 'not_found' }
  | { kind: 'insufficient_aal' }
  /** Used, expired, tried too often, or of another session: the same to whoever asks. */
  | { kind: 'challenge_over' }
  | { kind: 'wrong_code' }
  | { kind: 'delayed'; retryAfterSeconds: number }
  | { kind: 'session_over' }

type Input = {
  userId: string
  sessionId: string
  factorId: string
  challengeId: string
  code: string
  origin: RequestOrigin
}

export async function verifyFactor(deps: IdentityDeps, input: Input): Promise<VerifyOutcome> {
  const { userId } = input
  const admission = await admitAttempt(deps, {
    accountKey: factorKey(userId),
    address: input.origin.address,
    // Whoever guesses here has signed in from where they are: no address is spared the wait.
    login: null,
    backOff: factorBackOff,
  })
  if (admission.kind === 'delayed') return admission
  return deps.database.transaction(async (transaction) => {
    const outcome = await judge(deps, transaction, input)
    if (outcome.kind === 'challenge_over' || outcome.kind === 'wrong_code') {
      const { factorId } = input
      await recordFactorRefusal(transaction, {
        userId,
        origin: input.origin,
        after: { factorId, reason: outcome.kind },
      })
    }
    return outcome
  })
}

async function judge(deps: IdentityDeps, transaction: Queryable, input: Input): Promise<VerifyOutcome> {
  const { userId, sessionId, factorId, challengeId, origin } = input
  const now = deps.clock.now()
  const locked = await lockAccount(transaction, { userId, sessionId, now })
  if (!locked) return { kind: 'session_over' }
  const { account, session } = locked
  const factor = await selectFactor(transaction, { id: factorId, userId })
  if (factor?.factorType !== 'totp' && factor?.factorType !== 'phone') return { kind: 'not_found' }
  if (!mayBeShown(factor, session, account.factors)) return { kind: 'insufficient_aal' }
  const challenge = await selectChallenge(transaction, { id: challengeId, factorId, sessionId })
  if (!challenge || isChallengeOver(challenge, now)) return { kind: 'challenge_over' }
  await updateChallengeTried(transaction, challenge.id)
  const judged = judgeCode(deps, { factor, challenge, code: input.code.replace(/\s/g, ''), now })
  if (!judged.isRight) return { kind: 'wrong_code' }
  const proof = { userId, sessionId, factor, lastStep: judged.step, origin }
  const opened = await acceptProof(deps, transaction, proof)
  if (!opened) return { kind: 'session_over' }
  await updateChallengeUsed(transaction, challenge.id, now)
  return { kind: 'verified', ...opened }
}

function judgeCode(
  deps: IdentityDeps,
  shown: { factor: FactorRow; challenge: ChallengeRow; code: string; now: Date },
): { isRight: boolean; step: number | null } {
  const { factor, challenge, code, now } = shown
  if (factor.secretSealed !== null) {
    const secret = deps.secrets.open(factor.secretSealed, totpSecretPlace(factor.id))
    const step = acceptedStep({ secret, code, now, lastStep: factor.lastStep })
    return { isRight: step !== null, step }
  }
  if (challenge.codeHashSealed === null) return { isRight: false, step: null }
  const expected = deps.secrets.open(challenge.codeHashSealed, phoneCodePlace(challenge.id))
  return { isRight: timingSafeEqual(Buffer.from(expected), Buffer.from(hashPhoneCode(code))), step: null }
}

/** Writes a code that was refused into the audit log, never the code. */
export async function recordFactorRefusal(
  transaction: Queryable,
  refused: { userId: string; origin: RequestOrigin; after: { factorId: string | null; reason: string } },
): Promise<void> {
  const { userId, origin, after } = refused
  await recordAudit(transaction, {
    actorId: userId,
    action: 'second_factor_refused',
    subjectType: 'user',
    subjectId: userId,
    address: origin.address,
    requestId: origin.requestId,
    after,
  })
}
