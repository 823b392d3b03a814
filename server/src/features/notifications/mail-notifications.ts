// Gathers notifications that are to be mailed into one mail a reader, kind and ten minutes, and hands it to notices.
// Guarantees that each is mailed at most once: it stops waiting in the transaction in which the mail is written.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { Notices } from '../notices/notices.public.ts'
import { presentNotifications } from './notification.presenter.ts'
import { gatheredSubjects, sentenceOf } from './notification.texts.ts'
import { dropDueBefore, selectDueMails, takeDue, takeMailTurn, type DueMail } from './notifications.queries.ts'

export type MailDeps = { database: Database; clock: Clock; notices: Notices; publicUrl: string }

const GATHERED_MS = 10 * 60_000
const PER_RUN_MAX = 200
/** More are told as a number. */
const SENTENCES_MAX = 20
/** What a mail tells is no news after a day. */
const GIVE_UP_MS = 86_400_000

/** @returns how many mails were written */
export async function mailNotifications(deps: MailDeps, signal?: AbortSignal): Promise<number> {
  const nowMs = deps.clock.nowMs()
  await dropDueBefore(deps.database.kysely, new Date(nowMs - GIVE_UP_MS))
  const lastBefore = new Date(nowMs - GATHERED_MS)
  const due = await selectDueMails(deps.database.kysely, lastBefore, PER_RUN_MAX)
  let written = 0
  for (const mail of due) {
    if (signal?.aborted) break
    if (await mailOne(deps, mail, lastBefore)) written += 1
  }
  return written
}

async function mailOne(deps: MailDeps, due: DueMail, lastBefore: Date): Promise<boolean> {
  const { userId, kind, username, email } = due
  return deps.database.transaction(async (transaction) => {
    const now = deps.clock.now()
    if (!(await takeMailTurn(transaction, { userId, kind, lastBefore, now }))) return false
    const items = presentNotifications(await takeDue(transaction, userId, kind))
    const [first] = items
    if (first === undefined) return false
    const sentences = items.slice(0, SENTENCES_MAX).map(sentenceOf)
    const subject = items.length === 1 ? (sentences[0] ?? '') : gatheredSubjects[first.kind]
    const facts = { username, subject, sentences, more: items.length - sentences.length }
    const link = new URL('/notifications', deps.publicUrl).href
    const told = await deps.notices.notify(transaction, {
      userId,
      kind: 'notification',
      recipient: email,
      facts: { ...facts, link },
    })
    return told === 'queued'
  })
}
