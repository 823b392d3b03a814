// Codes that a browser exchanges for a session, after a link from a mail was followed or another service vouched. A
// code is good once, for minutes, and only together with the verifier that the asking browser kept for itself. It
// deliberately does not prove anything: whoever issues a code has checked who it is for.
import { createHash, randomBytes } from 'node:crypto'
import type { Queryable } from '../../../platform/database.ts'
import { invariant } from '../../../platform/invariant.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import { endSessions } from '../end-sessions.ts'
import type { IdentityDeps, RequestOrigin } from '../identity.deps.ts'
import { lockUser, selectAccount } from '../identity.queries.ts'
import { startSession, type OpenedSession } from '../start-session.ts'
import { isCodeChallenge, verifierFits } from './pkce.rules.ts'
import {
  insertAuthCode,
  selectAuthCode,
  selectLinkById,
  updateAuthCodeUsed,
  updateLinksUsed,
  type AuthCodeMethod,
  type AuthCodeRow,
} from './recovery.queries.ts'

// RFC 6749, section 4.1.2, recommends ten minutes at most; a redirect takes seconds.
const CODE_LIFE_MS = 5 * 60_000
const CODE_BYTES = 32
const CODE_TEXT = /^[A-Za-z0-9_-]{43}$/

/**
 * Makes a code for a user and answers its text, which is stored nowhere. Call it in the transaction of what proved who
 * it is for.
 * @param facts.codeChallenge the S256 challenge of the browser that asked, as `isCodeChallenge` accepts it
 * @param facts.linkId the link that is spent when the code is exchanged
 */
export async function issueAuthCode(
  transaction: Queryable,
  facts: { userId: string; codeChallenge: string; method: AuthCodeMethod; now: Date; linkId?: string },
): Promise<string> {
  invariant(isCodeChallenge(facts.codeChallenge), 'A code is issued for an S256 challenge only')
  const code = randomBytes(CODE_BYTES).toString('base64url')
  const expiresAt = new Date(facts.now.getTime() + CODE_LIFE_MS)
  await insertAuthCode(transaction, { ...facts, linkId: facts.linkId ?? null, codeHash: hashCode(code), expiresAt })
  return code
}

export type ExchangeOutcome =
  | ({ kind: 'signed_in' } & OpenedSession)
  /** No such code, or one that was used. */
  | { kind: 'not_found' }
  | { kind: 'bad_verifier' }
  | { kind: 'expired' }
  | { kind: 'disabled' }

/** Spends a code on a session at aal1. */
export async function exchangeAuthCode(
  deps: Pick<IdentityDeps, 'database' | 'clock' | 'notices'>,
  input: { code: string; verifier: string; origin: RequestOrigin },
): Promise<ExchangeOutcome> {
  if (!CODE_TEXT.test(input.code)) return { kind: 'not_found' }
  const codeHash = hashCode(input.code)
  return deps.database.transaction(async (transaction): Promise<ExchangeOutcome> => {
    const owner = await selectAuthCode(transaction, codeHash)
    if (!owner) return { kind: 'not_found' }
    await lockUser(transaction, owner.userId)
    // Read again under the lock: of two that come at once, the second finds it used.
    const code = await selectAuthCode(transaction, codeHash)
    if (!code) return { kind: 'not_found' }
    // First of all, so that a code alone neither learns nor changes anything.
    if (!verifierFits(input.verifier, code.codeChallenge)) return { kind: 'bad_verifier' }
    if (code.usedAt) return refuseReplay(deps, transaction, code, input.origin)
    const now = deps.clock.now()
    if (code.expiresAt <= now) return { kind: 'expired' }
    const account = await selectAccount(transaction, code.userId)
    if (!account?.isActive) return { kind: 'disabled' }
    if (code.linkId !== null && !(await spendLink(transaction, code.linkId, now))) return { kind: 'not_found' }
    const { method } = code
    const opened = await startSession(deps, transaction, { account, method, aal: 'aal1', origin: input.origin })
    await updateAuthCodeUsed(transaction, { codeHash, sessionId: opened.session.id, now })
    return { kind: 'signed_in', ...opened }
  })
}

/**
 * Spends the link that the code came from, and with it every other link to recover this account. False when another
 * code of the same link was exchanged before.
 */
async function spendLink(transaction: Queryable, linkId: string, now: Date): Promise<boolean> {
  const link = await selectLinkById(transaction, linkId)
  if (!link || link.usedAt) return false
  await updateLinksUsed(transaction, { userId: link.userId, purpose: link.purpose, now })
  return true
}

/** Code and verifier came twice: somebody holds both who should not, and nobody can say which of the two it was. */
async function refuseReplay(
  deps: Pick<IdentityDeps, 'clock'>,
  transaction: Queryable,
  code: AuthCodeRow,
  origin: RequestOrigin,
): Promise<ExchangeOutcome> {
  if (code.sessionId === null) return { kind: 'not_found' }
  const which = { now: deps.clock.now(), onlyId: code.sessionId }
  const ended = await endSessions(transaction, code.userId, 'code_reused', which)
  if (ended === 0) return { kind: 'not_found' }
  await recordAudit(transaction, {
    actorId: null,
    action: 'session_ended',
    subjectType: 'user',
    subjectId: code.userId,
    address: origin.address,
    requestId: origin.requestId,
    after: { sessionId: code.sessionId, reason: 'code_reused' },
  })
  return { kind: 'not_found' }
}

function hashCode(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
