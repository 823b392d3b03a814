// Takes a browser back from a provider. The order is the guarantee: the browser is the one that left, its ticket is
// spent, the provider still counts, the answer and the ID token are the provider's for this very visit; only then is
// somebody looked up, by provider and subject alone.
import { createHash, timingSafeEqual } from 'node:crypto'
import { AuthorizationResponseError, authorizationCodeGrant, fetchUserInfo, type Configuration } from 'openid-client'
import type { Queryable } from '../../../platform/database.ts'
import { violatedConstraint } from '../../../platform/database-fault.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import { confirmStepUp, type StepUpRefusal } from '../confirm-step-up.ts'
import { recordFactorChange } from '../factors/record-factor-change.ts'
import type { RequestOrigin } from '../identity.deps.ts'
import { lockUser, selectAccount } from '../identity.queries.ts'
import { issueAuthCode } from '../recovery/auth-code.ts'
import { announceUserChange } from '../session-changes.ts'
import { readTicket, spendTicket } from '../ticket.codec.ts'
import { visitFacts, type ExternalDeps, type VisitFacts } from './begin-visit.ts'
import { IDENTITIES_PER_USER_MAX, identityData, isSafeEndpoint } from './external.rules.ts'
import { insertIdentity, selectIdentityOwner, updateIdentityUsed } from './identities.queries.ts'
import { reasonOf } from './provider.discovery.ts'
import { selectProvider, type ProviderRow } from './providers.queries.ts'

type Refusal =
  | { kind: 'provider_disabled' | 'declined' | 'not_vouched' }
  | { kind: 'unknown_identity' | 'disabled' }
  | { kind: 'identity_taken' | 'too_many' }
  | StepUpRefusal

export type FinishVisitOutcome =
  /** Another browser, another visit, too late, or the second time. */
  | { kind: 'visit_over' }
  | ({ redirectTo: string } & (
      | { kind: 'signed_in'; code: string }
      | { kind: 'linked'; providerId: string }
      | { kind: 'refused'; refusal: Refusal['kind'] }
    ))

type Input = { ticket: string | null; query: URLSearchParams; origin: RequestOrigin }
type Vouched = { provider: ProviderRow; subject: string; email: string | null; data: Record<string, string> }

export async function finishVisit(deps: ExternalDeps, input: Input): Promise<FinishVisitOutcome> {
  const expected = { purpose: 'external_visit', facts: visitFacts } as const
  const ticket = input.ticket === null ? null : readTicket(deps, input.ticket, expected)
  if (!ticket || !isSame(input.query.get('state') ?? '', ticket.facts.state)) return { kind: 'visit_over' }
  if (!(await spendTicket(deps, ticket))) return { kind: 'visit_over' }
  const visit = ticket.facts
  const { redirectTo } = visit
  const refuse = async (refusal: Refusal['kind'], reason: string): Promise<FinishVisitOutcome> => {
    await recordRefusal(deps.database.kysely, visit, reason, input.origin)
    return { kind: 'refused', redirectTo, refusal }
  }
  const provider = await selectProvider(deps.database.kysely, visit.providerId)
  if (!provider?.isEnabled) return refuse('provider_disabled', 'The provider is disabled or gone')
  const vouched = await askProvider(deps, provider, visit, input.query)
  if ('refusal' in vouched) return refuse(vouched.refusal, vouched.reason)
  const done = visit.linking
    ? await link(deps, vouched, visit.linking, input.origin)
    : await signIn(deps, vouched, visit, input.origin)
  if (done.kind === 'signed_in' || done.kind === 'linked') return { ...done, redirectTo }
  return refuse(done.kind, REASONS[done.kind] ?? done.kind)
}

const REASONS: Partial<Record<Refusal['kind'], string>> = {
  unknown_identity: 'Unknown identity',
  disabled: 'Account is disabled',
  identity_taken: 'The identity belongs to an account already',
}

/** Takes the same time wherever they differ. */
function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}

/**
 * Exchanges the code and reads the ID token: issuer (RFC 9207 and its claim), audience, nonce, times and signature are
 * checked on the way (OpenID Connect Core 1.0, section 3.1.3.7).
 */
async function askProvider(
  deps: ExternalDeps,
  provider: ProviderRow,
  visit: VisitFacts,
  query: URLSearchParams,
): Promise<Vouched | { refusal: 'declined' | 'not_vouched'; reason: string }> {
  const answer = new URL(visit.callback)
  answer.search = query.toString()
  try {
    const configuration = await deps.directory.find(provider)
    const tokens = await authorizationCodeGrant(configuration, answer, {
      pkceCodeVerifier: visit.verifier,
      expectedState: visit.state,
      expectedNonce: visit.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims || claims.sub === '' || claims.sub.length > 255) {
      return { refusal: 'not_vouched', reason: 'The ID token names nobody' }
    }
    const token = { accessToken: tokens.access_token, subject: claims.sub }
    const more = visit.linking ? await readUserInfo(configuration, token) : {}
    return { provider, subject: claims.sub, ...identityData({ ...more, ...claims }) }
  } catch (error) {
    const isDeclined = error instanceof AuthorizationResponseError && error.error === 'access_denied'
    return { refusal: isDeclined ? 'declined' : 'not_vouched', reason: reasonOf(error) }
  }
}

/** Many providers tell name and address there alone. They help people tell identities apart, so none is no fault. */
async function readUserInfo(
  configuration: Configuration,
  { accessToken, subject }: { accessToken: string; subject: string },
): Promise<Record<string, unknown>> {
  if (!isSafeEndpoint(configuration.serverMetadata().userinfo_endpoint)) return {}
  return fetchUserInfo(configuration, accessToken, subject).catch(() => ({}))
}

async function signIn(
  deps: ExternalDeps,
  { provider, subject, email, data }: Vouched,
  { codeChallenge }: VisitFacts,
  origin: RequestOrigin,
): Promise<{ kind: 'signed_in'; code: string } | Refusal> {
  const owner = await selectIdentityOwner(deps.database.kysely, { providerId: provider.id, subject })
  if (!owner) return { kind: 'unknown_identity' }
  return deps.database.transaction(async (transaction): Promise<{ kind: 'signed_in'; code: string } | Refusal> => {
    const now = deps.clock.now()
    await lockUser(transaction, owner.userId)
    const account = await selectAccount(transaction, owner.userId)
    if (!account?.identities.some(({ id }) => id === owner.id)) return { kind: 'unknown_identity' }
    if (!account.isActive) return { kind: 'disabled' }
    await updateIdentityUsed(transaction, { id: owner.id, email, data, now })
    await recordAudit(transaction, {
      ...auditOf(account.id, origin, 'identity_vouched'),
      after: { provider: provider.id, identityId: owner.id },
    })
    const code = await issueAuthCode(transaction, { userId: account.id, codeChallenge, method: 'oauth', now })
    return { kind: 'signed_in', code }
  })
}

async function link(
  deps: ExternalDeps,
  vouched: Vouched,
  who: { userId: string; sessionId: string },
  origin: RequestOrigin,
): Promise<{ kind: 'linked'; providerId: string } | Refusal> {
  try {
    return await deps.database.transaction((transaction) => storeLink(deps, transaction, vouched, { ...who, origin }))
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'identities_belong_to_one') return { kind: 'identity_taken' }
    // Removed while we asked it.
    if (constraint === 'identities_provider_id_fkey') return { kind: 'provider_disabled' }
    throw error
  }
}

async function storeLink(
  deps: ExternalDeps,
  transaction: Queryable,
  { provider, subject, email, data }: Vouched,
  { userId, sessionId, origin }: { userId: string; sessionId: string; origin: RequestOrigin },
): Promise<{ kind: 'linked'; providerId: string } | Refusal> {
  const now = deps.clock.now()
  const stepUp = await confirmStepUp(transaction, { userId, sessionId, now })
  if (stepUp.kind !== 'confirmed') return stepUp
  if (stepUp.account.identities.length >= IDENTITIES_PER_USER_MAX) return { kind: 'too_many' }
  const facts = { userId, providerId: provider.id, subject, email, data, now }
  const identityId = await insertIdentity(transaction, facts)
  await announceUserChange(transaction, userId)
  await recordFactorChange(deps, transaction, {
    account: stepUp.account,
    origin,
    activityType: 'user_identity_linked',
    what: `An identity at ${provider.name} was linked`,
    metadata: { provider: provider.id },
    audit: { action: 'identity_linked', after: { identityId, provider: provider.id, email } },
  })
  return { kind: 'linked', providerId: provider.id }
}

async function recordRefusal(
  database: Queryable,
  { linking, providerId }: VisitFacts,
  reason: string,
  { address, requestId }: RequestOrigin,
): Promise<void> {
  await recordAudit(database, {
    actorId: linking?.userId ?? null,
    action: linking ? 'identity_link_refused' : 'sign_in_refused',
    subjectType: 'user',
    subjectId: linking?.userId ?? 'unknown',
    address,
    requestId,
    after: { reason, provider: providerId },
  })
}

function auditOf(userId: string, { address, requestId }: RequestOrigin, action: string) {
  return { actorId: userId, action, subjectType: 'user', subjectId: userId, address, requestId }
}
