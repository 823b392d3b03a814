// All SQL over what is counted by sender and by language, a few seconds after the messages and of one owner at a time.
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database.ts'
import type { Sums } from './insights.rules.ts'

export type SenderRow = Sums & { sender: string; codes: number }
export type SenderFigures = {
  items: SenderRow[]
  unique: number
  hasOthers: boolean
  messages: number
  codes: number
}

/**
 * The largest senders of these days, and what all had. At most 1,001 rows a day are read. Index: the primary key of
 * traffic_sender_daily, by owner and day.
 */
export async function selectSenders(
  database: Queryable,
  ownerId: string,
  days: { from: string; to: string },
  limit: number,
): Promise<SenderFigures> {
  const { rows } = await sql<{
    sender: string
    messages: bigint
    segments: bigint
    earnedMicros: bigint
    codes: bigint
    unique: bigint
    hasOthers: boolean
    allMessages: bigint
    allCodes: bigint
  }>`
    with s as (
      select sender, sum(messages)::bigint as messages, sum(segments)::bigint as segments,
        sum(earned_micros)::bigint as earned, sum(codes)::bigint as codes
      from traffic_sender_daily
      where owner_id = ${ownerId} and day between ${days.from}::date and ${days.to}::date
      group by sender
    )
    select sender, messages, segments, earned as "earnedMicros", codes,
      count(*) filter (where sender <> '') over () as unique, bool_or(sender = '') over () as "hasOthers",
      (sum(messages) over ())::bigint as "allMessages", (sum(codes) over ())::bigint as "allCodes"
    from s order by messages desc, sender limit ${limit}`.execute(database)
  const [first] = rows
  return {
    items: rows.map(({ sender, messages, segments, earnedMicros, codes }) => ({
      sender,
      messages: Number(messages),
      segments: Number(segments),
      earnedMicros,
      codes: Number(codes),
    })),
    unique: Number(first?.unique ?? 0n),
    hasOthers: first?.hasOthers ?? false,
    messages: Number(first?.allMessages ?? 0n),
    codes: Number(first?.allCodes ?? 0n),
  }
}

/** Up to when the owner's messages are counted by sender and language. By the primary key. */
export async function selectCountedUpTo(database: Queryable, ownerId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select digested_through as at from message_digests where owner_id = ${ownerId}`.execute(database)
  return rows[0]?.at ?? null
}

/** The most frequent languages of these days. Index: the primary key of traffic_language_daily, by owner and day. */
export async function selectLanguages(
  database: Queryable,
  ownerId: string,
  days: { from: string; to: string },
  limit: number,
): Promise<{ language: string; messages: number }[]> {
  const { rows } = await sql<{ language: string; messages: bigint }>`
    select language, sum(messages)::bigint as messages from traffic_language_daily
    where owner_id = ${ownerId} and day between ${days.from}::date and ${days.to}::date
    group by language order by 2 desc, 1 limit ${limit}`.execute(database)
  return rows.map(({ language, messages }) => ({ language, messages: Number(messages) }))
}
