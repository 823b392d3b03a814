// Somebody says that they forgot their password. Whoever asks gets one answer, after the same work, whether or not the
// account exists: what there is to do is done after the answer. A link is bound to the browser that asked, so what a
// stranger asks for is useless to them, and it does not void what the owner asked for.
import { randomBytes } from 'node:crypto'
import type { Queryable } from '../../../platform/database.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import { readSettings } from '../../settings/settings.public.ts'
import { addressKey, waitMsLeft, afterAttempt, type BackOff } from '../back-off.rules.ts'
import { isKnownAddress } from '../admit-attempt.ts'
import type { IdentityDeps, RequestOrigin } from '../identity.deps.ts'
import { lockFailures, lockUser, selectAccountByLogin, upsertFailures, type Account } from '../identity.queries.ts'
import { linkEnd } from './create-link.ts'
import type { Errands } from './errands.runtime.ts'
import { hashLinkToken, LINK_TOKEN_BYTES, mailedAddress } from './link.rules.ts'
import { countAskedLinks, insertLink } from './recovery.queries.ts'

/** Per address, whatever accounts it asks for. */
export const askingBackOff: BackOff = {
  freeFailures: 10,
  waitMsMin: 10_000,
  waitMsMax: 900_000,
  forgetAfterMs: 3_600_000,
}
const HOUR_MS = 3_600_000
/** Mails to one account within an hour. */
export const MAILS_PER_HOUR_MAX = 3
/** Of those, what addresses may cause that never signed in to the account: a stranger leaves the owner one. */
export const STRANGERS_MAILS_PER_HOUR_MAX = 2

export type Asking = { login: string; codeChallenge: string; redirectTo: string; origin: RequestOrigin }
export type AskingOutcome = { kind: 'heard' } | { kind: 'delayed'; retryAfterSeconds: number }

export async function requestRecovery(
  deps: IdentityDeps & { errands: Errands },
  input: Asking,
): Promise<AskingOutcome> {
  const waitMs = await countAsking(deps, input.origin.address)
  if (waitMs > 0) return { kind: 'delayed', retryAfterSeconds: Math.ceil(waitMs / 1_000) }
  const isBegun = deps.errands.begin(() =>
    deps.database.transaction((transaction) => prepare(deps, transaction, input)),
  )
  return isBegun ? { kind: 'heard' } : { kind: 'delayed', retryAfterSeconds: 10 }
}

/** Milliseconds that this address has to wait; 0 when it is heard, and then it was counted. */
function countAsking(deps: IdentityDeps, address: string): Promise<number> {
  const key = `recover:${addressKey(address)}`
  const now = deps.clock.now()
  return deps.database.transaction(async (transaction) => {
    const [known] = await lockFailures(transaction, [key], now)
    const waitMs = waitMsLeft(known ?? null, now)
    if (waitMs === 0) await upsertFailures(transaction, { key, ...afterAttempt(known ?? null, askingBackOff, now) })
    return waitMs
  })
}

async function prepare(deps: IdentityDeps, transaction: Queryable, input: Asking): Promise<void> {
  const account = await selectAccountByLogin(transaction, input.login)
  // Serves whoever asks one after the other, so that the limit holds for those who ask at once.
  if (account) await lockUser(transaction, account.id)
  const hindrance = account ? await hindranceOf(deps, transaction, account, input) : 'User not found'
  const isMailed = account !== null && hindrance === null
  if (isMailed) await mailLink(deps, transaction, account, input)
  // Of an unknown user nothing that was typed is kept: people type their password into the wrong field.
  await recordAudit(transaction, {
    actorId: null,
    action: 'recovery_requested',
    subjectType: 'user',
    subjectId: account?.id ?? 'unknown',
    address: input.origin.address,
    requestId: input.origin.requestId,
    after: hindrance === null ? { isMailed } : { isMailed, reason: hindrance },
  })
}

/** Why no link is sent, or null. An administrator reads it in the audit log, and can make a link. */
async function hindranceOf(
  deps: IdentityDeps,
  transaction: Queryable,
  account: Account,
  input: Asking,
): Promise<string | null> {
  if (!account.isActive) return 'Account is disabled'
  if (!(await deps.notices.isConfigured(transaction))) return 'No mail server is set up'
  const now = deps.clock.now()
  const sent = await countAskedLinks(transaction, { userId: account.id, since: new Date(now.getTime() - HOUR_MS) })
  const { login, origin } = input
  const isKnown = await isKnownAddress(transaction, { login, address: origin.address }, now)
  return sent < (isKnown ? MAILS_PER_HOUR_MAX : STRANGERS_MAILS_PER_HOUR_MAX) ? null : 'Too many mails in an hour'
}

async function mailLink(deps: IdentityDeps, transaction: Queryable, account: Account, input: Asking): Promise<void> {
  const now = deps.clock.now()
  const token = randomBytes(LINK_TOKEN_BYTES).toString('base64url')
  const settings = await readSettings(transaction)
  const { recoveryLinkMinutes } = settings
  await insertLink(transaction, {
    tokenHash: hashLinkToken(token),
    purpose: 'recovery',
    userId: account.id,
    createdBy: null,
    codeChallenge: input.codeChallenge,
    redirectTo: input.redirectTo,
    now,
    expiresAt: linkEnd('recovery', now, settings),
  })
  await deps.notices.notify(transaction, {
    kind: 'password_reset',
    userId: account.id,
    recipient: account.email,
    facts: { username: account.username, link: mailedAddress(deps.publicUrl, token), minutes: recoveryLinkMinutes },
  })
}
