// Registers a passkey: a factor that is verified from the start, since the device verified its user. The ceremony is
// spent before anything is checked. The first factor of a user ends their other sessions, which were opened without it
// (ASVS 7.4.3).
import type { Queryable } from '../../../platform/database.ts'
import { violatedConstraint } from '../../../platform/database-fault.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import { announceUserChange } from '../session-changes.ts'
import { confirmStepUp, type StepUpRefusal } from '../confirm-step-up.ts'
import { endSessions } from '../end-sessions.ts'
import { FACTORS_MAX, secondFactorsOf } from '../factors/factors.rules.ts'
import { recordFactorChange } from '../factors/record-factor-change.ts'
import type { IdentityDeps, RequestOrigin } from '../identity.deps.ts'
import { readTicket, spendTicket } from '../ticket.codec.ts'
import { registrationFacts } from './begin-registration.ts'
import { verifyRegistration, type RegisteredCredential, type Registration } from './passkey.verifier.ts'
import { insertPasskey } from './passkeys.queries.ts'
import { freePasskeyName, type RelyingParty } from './passkeys.rules.ts'

export type RegisterPasskeyOutcome =
  | { kind: 'registered'; passkey: { id: string; friendlyName: string; createdAt: Date } }
  /** The ceremony is over, was finished before, or is somebody else's. */
  | { kind: 'ceremony_over' }
  | { kind: 'refused' }
  | { kind: 'known_credential' }
  | { kind: 'too_many' }
  | StepUpRefusal

type Input = {
  userId: string
  sessionId: string
  challengeId: string
  registration: Registration
  party: RelyingParty
  origin: RequestOrigin
}

export async function registerPasskey(deps: IdentityDeps, input: Input): Promise<RegisterPasskeyOutcome> {
  const expected = { purpose: 'passkey_registration', facts: registrationFacts } as const
  const ticket = readTicket(deps, input.challengeId, expected)
  if (!ticket || ticket.facts.userId !== input.userId) return { kind: 'ceremony_over' }
  if (!(await spendTicket(deps, ticket))) return { kind: 'ceremony_over' }
  const verified = await verifyRegistration(input.registration, {
    challenge: ticket.facts.challenge,
    party: input.party,
  })
  if (verified.kind === 'refused') {
    await recordAudit(deps.database.kysely, {
      ...auditOf(input, 'passkey_refused'),
      after: { reason: verified.reason },
    })
    return { kind: 'refused' }
  }
  try {
    return await deps.database.transaction((transaction) => store(deps, transaction, verified.credential, input))
  } catch (error) {
    if (violatedConstraint(error) !== 'passkeys_credential_is_unique') throw error
    return { kind: 'known_credential' }
  }
}

async function store(
  deps: IdentityDeps,
  transaction: Queryable,
  credential: RegisteredCredential,
  input: Input,
): Promise<RegisterPasskeyOutcome> {
  const now = deps.clock.now()
  const stepUp = await confirmStepUp(transaction, { ...input, now })
  if (stepUp.kind !== 'confirmed') return stepUp
  const { account, session } = stepUp
  const factors = account.factors.filter(({ factorType }) => factorType !== 'recovery_code')
  if (factors.length >= FACTORS_MAX) return { kind: 'too_many' }
  const friendlyName = freePasskeyName(factors.map((factor) => factor.friendlyName))
  const id = await insertPasskey(transaction, { ...credential, userId: account.id, friendlyName, now })
  const isFirst = secondFactorsOf(factors).length === 0
  const which = { now, exceptId: session.id }
  const endedSessions = isFirst ? await endSessions(transaction, account.id, 'factors_changed', which) : 0
  if (!isFirst) await announceUserChange(transaction, account.id)
  await recordFactorChange(deps, transaction, {
    account,
    origin: input.origin,
    activityType: 'user_factor_added',
    what: isFirst
      ? `The passkey "${friendlyName}" was added and all other sessions were ended`
      : `The passkey "${friendlyName}" was added`,
    metadata: { factorType: 'webauthn' },
    audit: { action: 'factor_added', after: { factorId: id, factorType: 'webauthn', friendlyName, endedSessions } },
  })
  return { kind: 'registered', passkey: { id, friendlyName, createdAt: now } }
}

function auditOf({ userId, origin }: Input, action: string) {
  const { address, requestId } = origin
  return { actorId: userId, action, subjectType: 'user', subjectId: userId, address, requestId }
}
