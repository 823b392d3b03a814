// All SQL of the notices slice.
import { sql } from 'kysely'
import type { Language } from '@inrange/contract/languages'
import type { Queryable } from '../../platform/database.ts'

export type NoticeRow = {
  id: string
  kind: string
  recipient: string
  /** Of the user at the time of sending; null: none was chosen. */
  language: Language | null
  factsSealed: string
  /** The one that was just begun included. */
  attempts: number
  createdAt: Date
}

export async function insertNotice(
  database: Queryable,
  notice: { id: string; userId: string | null; kind: string; recipient: string; factsSealed: string; now: Date },
): Promise<void> {
  await sql`
    insert into notices (id, user_id, kind, recipient, facts_sealed, created_at, next_at)
    values (${notice.id}, ${notice.userId}, ${notice.kind}, ${notice.recipient}, ${notice.factsSealed}, ${notice.now},
      ${notice.now})
  `.execute(database)
}

/**
 * Takes the next notices that are due, oldest first, and puts them off until `leaseUntil`: then whoever is about sends
 * them again, because their taker is gone. Those that another process takes at this moment are passed over.
 */
export async function claimDueNotices(
  database: Queryable,
  claim: { now: Date; leaseUntil: Date; limit: number },
): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    with due as materialized (
      select id from notices
      where sent_at is null and failed_at is null and next_at <= ${claim.now}
      order by next_at, id
      limit ${claim.limit}
      for update skip locked
    )
    update notices n set next_at = ${claim.leaseUntil}, attempts = attempts + 1
    from due where n.id = due.id
    returning n.id, n.kind, n.recipient, n.facts_sealed as "factsSealed", n.attempts, n.created_at as "createdAt",
      (select u.language from users u where u.id = n.user_id) as language
  `.execute(database)
  return rows
}

/** What was made of an attempt. A notice that is over keeps no facts. */
export async function updateNoticeTried(
  database: Queryable,
  tried: { id: string; now: Date; outcome: 'sent' | 'failed' | 'later'; nextAt: Date; error: string | null },
): Promise<void> {
  const { outcome, now } = tried
  await sql`
    update notices set last_error = ${tried.error}, next_at = ${tried.nextAt},
      sent_at = ${outcome === 'sent' ? now : null}, failed_at = ${outcome === 'failed' ? now : null},
      facts_sealed = case when ${outcome === 'later'} then facts_sealed else '' end
    where id = ${tried.id}
  `.execute(database)
}

/** Removes notices that are older than `before`, sent or not, a bounded number at a time. */
export async function deleteOldNotices(database: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from notices where id in (
      select id from notices where created_at < ${before} order by id limit ${limit}
    ) returning id
  `.execute(database)
  return rows.length
}
