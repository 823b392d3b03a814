// Makes a link that opens an account, for an administrator to hand over or to have mailed: to somebody who is invited,
// or who forgot their password. Whoever has it first is in, once; so it is short-lived, and a newer one voids it. It
// deliberately does not ask whether the administrator may: the caller has.
import { randomBytes } from 'node:crypto'
import type { Queryable } from '../../../platform/database.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import type { Notices } from '../../notices/notices.public.ts'
import { readSettings, type Settings } from '../../settings/settings.public.ts'
import { selectAccount } from '../identity.queries.ts'
import { handedAddress, hashLinkToken, LINK_TOKEN_BYTES } from './link.rules.ts'
import { insertLink, updateLinksUsed, type LinkPurpose } from './recovery.queries.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

export type NewLink = {
  userId: string
  purpose: LinkPurpose
  /** The administrator. */
  createdBy: string
  /** The address people open the console at. */
  publicUrl: string
  notices: Notices
  now: Date
  address: string
  requestId: string
}
export type MadeLink = { link: string; isMailed: boolean; expiresAt: Date }

/**
 * Makes the link, voids older ones of the same purpose, and mails it when there is a mail server. Call it in the
 * transaction of what explains it, under the user's lock.
 */
export async function createLink(transaction: Queryable, input: NewLink): Promise<MadeLink> {
  const { userId, purpose, createdBy, now } = input
  const expiresAt = linkEnd(purpose, now, await readSettings(transaction))
  const token = randomBytes(LINK_TOKEN_BYTES).toString('base64url')
  await updateLinksUsed(transaction, { userId, purpose, now })
  const row = { tokenHash: hashLinkToken(token), purpose, userId, createdBy, codeChallenge: null, redirectTo: null }
  await insertLink(transaction, { ...row, now, expiresAt })
  const link = handedAddress(input.publicUrl, purpose, token)
  const isMailed = await mailLink(transaction, input, { link, expiresAt })
  await recordAudit(transaction, {
    actorId: createdBy,
    action: 'link_made',
    subjectType: 'user',
    subjectId: userId,
    address: input.address,
    requestId: input.requestId,
    after: { purpose, isMailed, expiresAt: expiresAt.toISOString() },
  })
  return { link, isMailed, expiresAt }
}

async function mailLink(
  transaction: Queryable,
  input: NewLink,
  made: { link: string; expiresAt: Date },
): Promise<boolean> {
  const { notices, userId, purpose, createdBy, now } = input
  const account = await selectAccount(transaction, userId)
  const maker = await selectAccount(transaction, createdBy)
  if (!account || !maker) return false
  const lifeMs = made.expiresAt.getTime() - now.getTime()
  const facts = { username: account.username, link: made.link }
  const outcome = await notices.notify(transaction, {
    userId,
    recipient: account.email,
    ...(purpose === 'recovery'
      ? { kind: 'password_link', facts: { ...facts, minutes: lifeMs / MINUTE_MS, madeBy: maker.username } }
      : { kind: 'invitation', facts: { ...facts, days: lifeMs / DAY_MS, invitedBy: maker.username } }),
  })
  return outcome === 'queued'
}

export function linkEnd(purpose: LinkPurpose, now: Date, settings: Settings): Date {
  const lifeMs = purpose === 'recovery' ? settings.recoveryLinkMinutes * MINUTE_MS : settings.invitationDays * DAY_MS
  return new Date(now.getTime() + lifeMs)
}
