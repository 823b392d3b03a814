// Sends what waits, and clears up. A notice is taken for some minutes by whoever sends it, with no transaction open
// meanwhile, and marked afterwards: after a crash in between it is sent again.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { JobDefinition } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'
import { sendMail, type MailOutcome, type MailServer } from '../../platform/mail.ts'
import { SealBroken, type Secrets } from '../../platform/secrets.ts'
import { writeNotice, type NoticeFacts, type NoticeKind } from './notice.texts.ts'
import { claimDueNotices, deleteOldNotices, updateNoticeTried, type NoticeRow } from './notices.queries.ts'
import { readSettings } from '../settings/settings.public.ts'
import { findMailServer, noticePlace } from './ways-out.ts'

export type NoticesDeps = { database: Database; clock: Clock; secrets: Secrets; log: Log }

/** So many at once: mail servers count connections. */
const AT_ONCE_MAX = 4
const PER_RUN_MAX = 200
/** Longer than an attempt can take. */
const LEASE_MS = 180_000
const RETRY_MS_MIN = 30_000
const RETRY_MS_MAX = 3_600_000
/** What a mail tells is no news after a day, and its link is over. */
const GIVE_UP_MS = 86_400_000
const KEPT_MS = 7 * 86_400_000
const DELETED_PER_RUN_MAX = 5_000

export function noticesJobs(deps: NoticesDeps): JobDefinition[] {
  return [
    {
      name: 'send-notices',
      schedule: '* * * * *',
      handle: async (_payload, { signal }) => void (await sendNotices(deps, signal)),
    },
    {
      name: 'sweep-notices',
      schedule: '41 3 * * *',
      handle: async () => {
        const before = new Date(deps.clock.nowMs() - KEPT_MS)
        await deleteOldNotices(deps.database.kysely, before, DELETED_PER_RUN_MAX)
      },
    },
  ]
}

/** Sends what is due. @returns how many were tried */
export async function sendNotices(deps: NoticesDeps, signal?: AbortSignal): Promise<number> {
  const server = await findMailServer(deps)
  if (!server) return 0
  let tried = 0
  while (tried < PER_RUN_MAX) {
    if (signal?.aborted) break
    const leaseUntil = new Date(deps.clock.nowMs() + LEASE_MS)
    const claimed = await claimDueNotices(deps.database.kysely, {
      now: deps.clock.now(),
      leaseUntil,
      limit: AT_ONCE_MAX,
    })
    await Promise.all(claimed.map(async (notice) => mark(deps, notice, await attempt(deps, server, notice))))
    tried += claimed.length
    if (claimed.length < AT_ONCE_MAX) break
  }
  return tried
}

async function attempt(deps: NoticesDeps, server: MailServer, notice: NoticeRow): Promise<MailOutcome> {
  if (ageOf(notice, deps.clock.nowMs()) > GIVE_UP_MS) {
    return { kind: 'refused', detail: 'It waited for more than a day, in which there was no mail server.' }
  }
  try {
    const facts: unknown = JSON.parse(deps.secrets.open(notice.factsSealed, noticePlace(notice.id)))
    const kind = notice.kind as NoticeKind
    // Written by `notify`, which takes the facts of this kind only.
    const written = writeNotice(kind, facts as NoticeFacts[typeof kind], await productName(deps), notice.language)
    return await sendMail(server, { to: notice.recipient, ...written })
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    return { kind: 'refused', detail: 'The key that opens this notice is not in the key ring.' }
  }
}

async function productName(deps: NoticesDeps): Promise<string> {
  return (await readSettings(deps.database.kysely)).branding.productName
}

async function mark(deps: NoticesDeps, notice: NoticeRow, outcome: MailOutcome): Promise<void> {
  const now = deps.clock.now()
  const nextAt = new Date(now.getTime() + Math.min(RETRY_MS_MAX, RETRY_MS_MIN * 2 ** Math.min(notice.attempts - 1, 10)))
  const isOver = outcome.kind === 'refused' || ageOf(notice, nextAt.getTime()) > GIVE_UP_MS
  const kind = outcome.kind === 'sent' ? 'sent' : isOver ? 'failed' : 'later'
  const error = kind === 'sent' ? null : outcome.detail
  await updateNoticeTried(deps.database.kysely, { id: notice.id, now, outcome: kind, nextAt, error })
  if (kind === 'failed') deps.log.warn({ noticeId: notice.id, kind: notice.kind, error }, 'a mail was given up')
}

function ageOf({ createdAt }: NoticeRow, atMs: number): number {
  return atMs - createdAt.getTime()
}
