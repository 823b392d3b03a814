// The door of the notices slice: mails written in the transaction of what they tell, and the ways out that the settings
// name. It deliberately sends no mail itself; the job does.
import { randomUUIDv7 } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database.ts'
import { addJob } from '../../platform/jobs.queries.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { mailIsSent, readSettings } from '../settings/settings.public.ts'
import { insertNotice } from './notices.queries.ts'
import { writeNotice, type NoticeFacts, type NoticeKind, type WrittenNotice } from './notice.texts.ts'
import { noticePlace } from './ways-out.ts'

export { findMailServer, findSmsGateway, findSmsGatewayAccess } from './ways-out.ts'
export { noticesJobs } from './notices.jobs.ts'
export type { NoticeFacts, NoticeKind } from './notice.texts.ts'

/** What a mail of ours looks like, for a test of the mail server. */
export function writeTestMail(username: string, product: string): WrittenNotice {
  return writeNotice('mail_test', { username }, product)
}

export type Notice = {
  [Kind in NoticeKind]: { userId: string; kind: Kind; recipient: string; facts: NoticeFacts[Kind] }
}[NoticeKind]

export type Notices = {
  /** Whether there is a mail server. */
  isConfigured(database: Queryable): Promise<boolean>
  /**
   * Writes a mail to be sent once the transaction commits. 'not_configured': nothing was written, since there is no
   * mail server.
   */
  notify(transaction: Queryable, notice: Notice): Promise<'queued' | 'not_configured'>
}

export function createNotices(deps: { clock: Clock; secrets: Secrets }): Notices {
  const isConfigured = async (database: Queryable) => mailIsSent(await readSettings(database))
  return {
    isConfigured,
    notify: async (transaction, { userId, kind, recipient, facts }) => {
      if (!(await isConfigured(transaction))) return 'not_configured'
      const id = randomUUIDv7()
      const factsSealed = deps.secrets.seal(JSON.stringify(facts), noticePlace(id))
      await insertNotice(transaction, { id, userId, kind, recipient, factsSealed, now: deps.clock.now() })
      await addJob(transaction, { name: 'send-notices', payload: {}, key: 'send-notices' })
      return 'queued'
    },
  }
}
