// Judges a proof of an intent in two steps, because what costs time must not hold locks. `judgeProof` counts the
// attempt and checks password or signature; `acceptProof` runs in the transaction of what was intended and guarantees
// that what was judged is still so at its commit, that a code counts once and that the intent is spent with it, or
// not at all.
import { invariant } from '../../../platform/invariant.ts'
import type { DatabaseTransaction, Queryable } from '../../../platform/database.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import { admitAttempt } from '../admit-attempt.ts'
import { addressKey } from '../back-off.rules.ts'
import { totpSecretPlace } from '../factors/enrol-factor.ts'
import { selectFactor, updateFactorShown } from '../factors/factors.queries.ts'
import { factorBackOff } from '../factors/factors.rules.ts'
import { lockAccount } from '../factors/lock-account.ts'
import { acceptedStep } from '../factors/totp.rules.ts'
import type { IdentityDeps } from '../identity.deps.ts'
import { forgiveFailures, selectAccount, type Account } from '../identity.queries.ts'
import { assertionSchema, verifyAssertion } from '../passkeys/passkey.verifier.ts'
import { selectPasskeyByCredential } from '../passkeys/passkeys.queries.ts'
import { usePasskey } from '../passkeys/use-passkey.ts'
import { verifyPassword } from '../password.hasher.ts'
import { readTicket, type Ticket } from '../ticket.codec.ts'
import { insertSpentTicket } from '../ticket.queries.ts'
import type { ProofDeps } from './offer-proofs.ts'
import {
  challengeOf,
  intentFacts,
  pageOf,
  partyOfPage,
  proofKey,
  proofKindsFor,
  type Intent,
  type IntentFacts,
  type ProofKind,
} from './proofs.rules.ts'

/** What the person shows. */
export type Proof =
  | { kind: 'totp'; code: string }
  | { kind: 'passkey'; credential: unknown }
  | { kind: 'password'; password: string }

type Shown =
  | { kind: 'totp'; code: string }
  | { kind: 'passkey'; passkeyId: string; signCount: number; isBackedUp: boolean }
  | { kind: 'password' }

/** What has been checked so far; good for `acceptProof` alone. */
export type JudgedProof = {
  ticket: Ticket<IntentFacts>
  shown: Shown
  mayUsePassword: boolean
  origin: { address: string; requestId: string }
}

type Refusal =
  | { kind: 'refused' }
  /** Over, spent, of another person or of another session: the same to whoever asks. */
  | { kind: 'intent_over' }
export type ProofJudgement =
  | { kind: 'judged'; judged: JudgedProof; intent: Intent }
  | Refusal
  | { kind: 'delayed'; retryAfterSeconds: number }
export type ProofOutcome = { kind: 'accepted'; proof: ProofKind; provedAt: Date } | Refusal

type Input = {
  userId: string
  sessionId: string
  intent: string
  proof: Proof
  mayUsePassword: boolean
  origin: { address: string; requestId: string }
}

/** Counts the attempt, then checks what may be checked without a lock. Changes nothing else. */
export async function judgeProof(deps: ProofDeps, input: Input): Promise<ProofJudgement> {
  const { userId, sessionId, proof, mayUsePassword, origin } = input
  const ticket = readTicket(deps, input.intent, { purpose: 'intent', facts: intentFacts })
  if (ticket?.facts.userId !== userId || ticket.facts.sessionId !== sessionId) return { kind: 'intent_over' }
  const admission = await admitAttempt(deps, {
    accountKey: proofKey(userId),
    address: origin.address,
    login: null,
    backOff: factorBackOff,
  })
  if (admission.kind === 'delayed') return admission
  const account = await selectAccount(deps.database.kysely, userId)
  const isOffered = account?.isActive === true && mayProve(deps, account, proof.kind, mayUsePassword)
  const shown = isOffered ? await showing(deps, account, proof, ticket.facts) : 'That proof is not accepted from them'
  if (typeof shown === 'string') {
    await recordRefusal(deps.database.kysely, { userId, origin, proof: proof.kind, reason: shown })
    return { kind: 'refused' }
  }
  return { kind: 'judged', judged: { ticket, shown, mayUsePassword, origin }, intent: ticket.facts.intent }
}

/**
 * Accepts the proof and spends the intent, under the locks of the user and the session. Commit whatever it answers: a
 * refusal is in the audit log. What was intended may happen only after `accepted`, in the same transaction.
 */
export async function acceptProof(
  deps: Pick<IdentityDeps, 'clock' | 'secrets' | 'publicUrl'>,
  transaction: DatabaseTransaction,
  { ticket, shown, mayUsePassword, origin }: JudgedProof,
): Promise<ProofOutcome> {
  const { userId, sessionId } = ticket.facts
  const now = deps.clock.now()
  const locked = await lockAccount(transaction, { userId, sessionId, now })
  if (!locked || ticket.expiresAt <= now) return { kind: 'intent_over' }
  const refuse = async (reason: string): Promise<ProofOutcome> => {
    await recordRefusal(transaction, { userId, origin, proof: shown.kind, reason })
    return { kind: 'refused' }
  }
  if (!mayProve(deps, locked.account, shown.kind, mayUsePassword)) return refuse('It no longer counts')
  const step = shown.kind === 'totp' ? await findStep(deps, transaction, locked.account, shown.code, now) : null
  if (shown.kind === 'totp' && !step) return refuse('The code is wrong, or was used before')
  const { id, expiresAt } = ticket
  if (!(await insertSpentTicket(transaction, { id, expiresAt, now }))) return { kind: 'intent_over' }
  if (step) await updateFactorShown(transaction, { ...step, now })
  if (shown.kind === 'passkey') {
    const { passkeyId, signCount, isBackedUp } = shown
    const used = await usePasskey(transaction, { passkeyId, userId, signCount, isBackedUp, now })
    if (used !== 'used') return refuse('The counter of the passkey did not grow: it may have been copied')
  }
  await forgive(transaction, userId, origin)
  return { kind: 'accepted', proof: shown.kind, provedAt: now }
}

/**
 * For a proof that was accepted in a transaction which then came to nothing: it was right all the same, so its attempt
 * does not count against the person.
 */
export async function forgiveProof(
  { database }: Pick<ProofDeps, 'database'>,
  { ticket, origin }: JudgedProof,
): Promise<void> {
  await database.transaction((transaction) => forgive(transaction, ticket.facts.userId, origin))
}

async function forgive(transaction: Queryable, userId: string, origin: JudgedProof['origin']): Promise<void> {
  await forgiveFailures(transaction, { accountKeys: [proofKey(userId)], addressKey: addressKey(origin.address) })
}

function mayProve(
  deps: Pick<IdentityDeps, 'publicUrl'>,
  account: Account,
  kind: ProofKind,
  mayUsePassword: boolean,
): boolean {
  const { factors, passwordHash } = account
  const party = partyOfPage(null, deps.publicUrl)
  return proofKindsFor({ factors, hasPassword: passwordHash !== null, party, mayUsePassword }).includes(kind)
}

/** What was shown, or why it counts for nothing. */
async function showing(deps: ProofDeps, account: Account, proof: Proof, facts: IntentFacts): Promise<Shown | string> {
  if (proof.kind === 'totp') return { kind: 'totp', code: proof.code }
  if (proof.kind === 'password') {
    const isRight = await verifyPassword(proof.password, account.passwordHash)
    return isRight ? { kind: 'password' } : 'The password is wrong'
  }
  const parsed = assertionSchema.safeParse(proof.credential)
  if (!parsed.success) return 'What the passkey answered cannot be read'
  const passkey = await selectPasskeyByCredential(deps.database.kysely, Buffer.from(parsed.data.id, 'base64url'))
  if (passkey?.userId !== account.id) return 'Another passkey was shown'
  const party = partyOfPage(pageOf(parsed.data.response.clientDataJSON), deps.publicUrl)
  invariant(party, 'A passkey is offered only where there is a relying party')
  const verified = await verifyAssertion(parsed.data, { challenge: challengeOf(facts), party, passkey })
  if (verified.kind === 'refused') return verified.reason
  const { signCount, isBackedUp } = verified
  return { kind: 'passkey', passkeyId: passkey.id, signCount, isBackedUp }
}

/** The app whose code this is now, and the step; each step counts once. */
async function findStep(
  deps: Pick<IdentityDeps, 'secrets'>,
  transaction: Queryable,
  account: Account,
  code: string,
  now: Date,
): Promise<{ id: string; lastStep: number } | null> {
  for (const { id, factorType, status } of account.factors) {
    if (factorType !== 'totp' || status !== 'verified') continue
    const factor = await selectFactor(transaction, { id, userId: account.id })
    if (!factor?.secretSealed) continue
    const secret = deps.secrets.open(factor.secretSealed, totpSecretPlace(id))
    const lastStep = acceptedStep({ secret, code, now, lastStep: factor.lastStep })
    if (lastStep !== null) return { id, lastStep }
  }
  return null
}

/** Into the audit log, never what was shown. */
async function recordRefusal(
  database: Queryable,
  refused: { userId: string; origin: Input['origin']; proof: ProofKind; reason: string },
): Promise<void> {
  const { userId, origin, proof, reason } = refused
  await recordAudit(database, {
    actorId: userId,
    action: 'proof_refused',
    subjectType: 'user',
    subjectId: userId,
    address: origin.address,
    requestId: origin.requestId,
    after: { proof, reason },
  })
}
