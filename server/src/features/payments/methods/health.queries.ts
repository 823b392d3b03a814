// What the last contact with the outside of a method was like, and how far its chain has been read.
import { sql } from 'kysely'
import type { MethodKind } from '@inrange/contract/payment-kinds'
import type { Queryable } from '../../../platform/database.ts'

export type HealthRow = {
  methodId: string
  checkedAt: Date
  isOk: boolean
  detail: string
  headNumber: bigint | null
  headAt: Date | null
  finalizedNumber: bigint | null
  /** The next block to be read. */
  nextBlock: bigint | null
  scannedAt: Date | null
  error: string | null
  errorAt: Date | null
}

export async function selectHealth(database: Queryable, methodIds: readonly string[]): Promise<HealthRow[]> {
  const { rows } = await sql<HealthRow>`
    select method_id as "methodId", checked_at as "checkedAt", is_ok as "isOk", detail, head_number as "headNumber",
      head_at as "headAt", finalized_number as "finalizedNumber", next_block as "nextBlock",
      scanned_at as "scannedAt", error, error_at as "errorAt"
    from payment_method_health where method_id = any (${methodIds}::uuid[])
  `.execute(database)
  return rows
}

export type HealthFact = {
  methodId: string
  isOk: boolean
  /** A sentence for a super admin. */
  detail: string
  head?: { number: bigint; at: Date | null; finalizedNumber: bigint | null }
  now: Date
}

/** Says how it is now; the last error stays to be read, with its time. */
export async function writeHealth(database: Queryable, fact: HealthFact): Promise<void> {
  const [error, errorAt] = fact.isOk ? [null, null] : [fact.detail, fact.now]
  const head = fact.head ?? { number: null, at: null, finalizedNumber: null }
  await sql`
    insert into payment_method_health as h (method_id, checked_at, is_ok, detail, head_number, head_at,
      finalized_number, error, error_at)
    values (${fact.methodId}, ${fact.now}, ${fact.isOk}, ${fact.detail}, ${head.number}, ${head.at},
      ${head.finalizedNumber}, ${error}, ${errorAt})
    on conflict (method_id) do update set checked_at = excluded.checked_at, is_ok = excluded.is_ok,
      detail = excluded.detail, head_number = coalesce(excluded.head_number, h.head_number),
      head_at = coalesce(excluded.head_at, h.head_at),
      finalized_number = coalesce(excluded.finalized_number, h.finalized_number),
      error = coalesce(excluded.error, h.error), error_at = coalesce(excluded.error_at, h.error_at)
  `.execute(database)
}

/** Where reading a method's chain began and which block is next; null while it has not begun. */
export async function selectReading(
  database: Queryable,
  methodId: string,
): Promise<{ firstBlock: bigint; nextBlock: bigint } | null> {
  const { rows } = await sql<{ firstBlock: bigint; nextBlock: bigint }>`
    select first_block as "firstBlock", next_block as "nextBlock" from payment_method_health
    where method_id = ${methodId} and next_block is not null
  `.execute(database)
  return rows[0] ?? null
}

/**
 * Begins to read a method's chain at `fromBlock`, or where another method of the same kind was left, since what came
 * meanwhile is to be seen too. One that has begun goes on where it is.
 */
export async function beginReading(
  transaction: Queryable,
  begun: { methodId: string; kind: MethodKind; fromBlock: bigint; now: Date },
): Promise<void> {
  await sql`
    with others as (
      select min(h.first_block) as first_block, max(h.next_block) as next_block
      from payment_method_health h join payment_methods m on m.id = h.method_id where m.kind = ${begun.kind}
    )
    insert into payment_method_health as h (method_id, checked_at, is_ok, detail, first_block, next_block)
    select ${begun.methodId}, ${begun.now}, true, 'Reading begins.', coalesce(first_block, ${begun.fromBlock}),
      coalesce(next_block, ${begun.fromBlock}) from others
    on conflict (method_id) do update set first_block = coalesce(h.first_block, excluded.first_block),
      next_block = coalesce(h.next_block, excluded.next_block)
  `.execute(transaction)
}

/** Call it in the transaction that stores what was read below `nextBlock`. It never goes back. */
export async function writeNextBlock(
  transaction: Queryable,
  cursor: { methodId: string; nextBlock: bigint; now: Date },
): Promise<void> {
  await sql`
    update payment_method_health set next_block = greatest(next_block, ${cursor.nextBlock}), scanned_at = ${cursor.now}
    where method_id = ${cursor.methodId}
  `.execute(transaction)
}

/** Takes the reading of a method's chain until `until`, unless another process has it. */
export async function takeScanLease(database: Queryable, methodId: string, now: Date, until: Date): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`
    insert into payment_method_health as h (method_id, checked_at, is_ok, detail, scanning_until)
    values (${methodId}, ${now}, true, 'Reading begins.', ${until})
    on conflict (method_id) do update set scanning_until = excluded.scanning_until
      where h.scanning_until is null or h.scanning_until <= ${now}
    returning 1 as one
  `.execute(database)
  return rows.length > 0
}

export async function releaseScanLease(database: Queryable, methodId: string): Promise<void> {
  await sql`update payment_method_health set scanning_until = null where method_id = ${methodId}`.execute(database)
}

/** For whoever has the lease. */
export async function renewScanLease(database: Queryable, methodId: string, until: Date): Promise<void> {
  await sql`update payment_method_health set scanning_until = ${until} where method_id = ${methodId}`.execute(database)
}
