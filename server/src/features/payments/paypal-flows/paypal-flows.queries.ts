// The SQL of what is particular to PayPal: finding deposits and withdrawals by PayPal's ids, what a sweep has to look
// at, webhooks that were taken, and reviews of captures. It moves no state and no money; move-deposit.ts and its
// likes do.
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database.ts'
import { depositColumns, type DepositRow } from '../deposits/deposits.queries.ts'

type OwnedId = { ownerId: string; id: string }

/** Index: deposits_by_id. */
export async function findDepositById(database: Queryable, id: string): Promise<DepositRow | null> {
  const { rows } = await sql<DepositRow>`
    select ${depositColumns} from deposits d where d.id = ${id} and d.mode = 'paypal'`.execute(database)
  return rows[0] ?? null
}

/** Index: deposits_paypal_order. */
export async function findDepositByOrder(database: Queryable, orderId: string): Promise<DepositRow | null> {
  const { rows } = await sql<DepositRow>`
    select ${depositColumns} from deposits d where d.paypal_order_id = ${orderId}`.execute(database)
  return rows[0] ?? null
}

/** Index: deposits_paypal_capture. */
export async function findDepositByCapture(database: Queryable, captureId: string): Promise<DepositRow | null> {
  const { rows } = await sql<DepositRow>`
    select ${depositColumns} from deposits d where d.paypal_capture_id = ${captureId}`.execute(database)
  return rows[0] ?? null
}

/** The owner's own id is part of the key; whoever asks for another's finds nothing. */
export async function selectPayee(database: Queryable, { ownerId, id }: OwnedId): Promise<string | null> {
  const { rows } = await sql<{ payee: string | null }>`
    select paypal_payee_id as payee from deposits where owner_id = ${ownerId} and id = ${id}`.execute(database)
  return rows[0]?.payee ?? null
}

export async function updatePayee(transaction: Queryable, deposit: OwnedId, payeeId: string | null): Promise<void> {
  await sql`update deposits set paypal_payee_id = ${payeeId}
    where owner_id = ${deposit.ownerId} and id = ${deposit.id}`.execute(transaction)
}

/** How often a deposit came to wait for its payer: once when it was announced, and once more after each refusal. */
export async function countWaits(database: Queryable, { ownerId, id }: OwnedId): Promise<number> {
  const { rows } = await sql<{ waits: bigint }>`
    select count(*) as waits from deposit_events
    where owner_id = ${ownerId} and deposit_id = ${id} and state = 'awaiting_payment'`.execute(database)
  return Number(rows[0]?.waits ?? 0n)
}

/**
 * Deposits by PayPal that are under way and were not looked at since `before`: those whose money is being taken first,
 * then those that waited longest. Index: deposits_open.
 */
export async function selectDepositsToSweep(database: Queryable, before: Date, limit: number): Promise<OwnedId[]> {
  const { rows } = await sql<OwnedId>`
    select owner_id as "ownerId", id from deposits
    where kind = 'paypal' and state in ('awaiting_payment', 'confirming', 'in_review') and updated_at < ${before}
      and paypal_order_id is not null
    order by state <> 'confirming', updated_at limit ${limit}`.execute(database)
  return rows
}

/** Notes that a deposit was looked at, so that a sweep comes to every other one before it looks again. */
export async function touchDeposit(database: Queryable, { ownerId, id }: OwnedId, now: Date): Promise<void> {
  await sql`update deposits set updated_at = ${now}
    where owner_id = ${ownerId} and id = ${id} and updated_at < ${now}`.execute(database)
}

/** Credited by PayPal since `since`, after `afterId`: what a payer may still take back. Index: deposits_by_id. */
export async function selectDepositsToRecheck(
  database: Queryable,
  since: Date,
  page: { afterId: string; limit: number },
): Promise<OwnedId[]> {
  const { rows } = await sql<OwnedId>`
    select owner_id as "ownerId", id from deposits
    where kind = 'paypal' and state = 'credited' and credited_at >= ${since} and id > ${page.afterId}
    order by id limit ${page.limit}`.execute(database)
  return rows
}

/** What was booked as gone of a deposit, in micro-USD. Reads the owner's transfers, after a reversal only. */
export async function sumReversed(database: Queryable, { ownerId, id }: OwnedId): Promise<bigint> {
  const { rows } = await sql<{ micros: bigint }>`
    select coalesce(sum(amount_micros), 0)::bigint as micros from ledger.transfers
    where owner_id = ${ownerId} and code in ('deposit_reversed', 'deposit_lost')
      and starts_with(idempotency_key, ${`deposit:${id}:`})`.execute(database)
  return rows[0]?.micros ?? 0n
}

/** The deposit by which a person gave back what had been reversed, while it stands. Index: deposits_request_once. */
export async function findRestored(database: Queryable, { ownerId, id }: OwnedId): Promise<DepositRow | null> {
  const { rows } = await sql<DepositRow>`
    select ${depositColumns} from payment_reviews r
    join deposits d on d.owner_id = r.suggested_owner_id and d.request_key = 'review:' || r.id
    where r.suggested_deposit_id = ${id} and r.suggested_owner_id = ${ownerId} and r.decision = 'credit'
      and d.state = 'credited'
    order by r.id desc limit 1`.execute(database)
  return rows[0] ?? null
}

export type CaptureReview = {
  kind: 'wrong_amount' | 'reversed' | 'disagreement'
  methodId: string
  captureId: string | null
  amountMicros: bigint | null
  detail: string
  ownerId: string
  depositId: string
  now: Date
}

/**
 * Puts a capture, or a deposit without one, before a person, once for each kind. Index: payment_reviews_once_capture.
 * @returns whether it was put there now
 */
export async function insertCaptureReview(transaction: Queryable, review: CaptureReview): Promise<boolean> {
  const { rows } = await sql`
    insert into payment_reviews (kind, method_id, paypal_capture_id, amount_micros, detail, suggested_owner_id,
      suggested_deposit_id, created_at)
    select ${review.kind}, ${review.methodId}, ${review.captureId}, ${review.amountMicros}::bigint, ${review.detail},
      ${review.ownerId}, ${review.depositId}, ${review.now}
    where not exists (select from payment_reviews r where r.suggested_deposit_id = ${review.depositId}
      and r.kind = ${review.kind} and (r.state = 'open' or r.paypal_capture_id is not null))
    on conflict (paypal_capture_id, kind) where paypal_capture_id is not null do nothing
    returning id`.execute(transaction)
  return rows.length > 0
}

/** @returns whether the event is new; one that came before is not taken again. Index: the primary key. */
export async function insertPaypalEvent(
  transaction: Queryable,
  event: { eventId: string; methodId: string; kind: string; resourceId: string | null; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into paypal_events (event_id, method_id, kind, resource_id, received_at)
    values (${event.eventId}, ${event.methodId}, ${event.kind}, ${event.resourceId}, ${event.now})
    on conflict (event_id) do nothing returning event_id`.execute(transaction)
  return rows.length > 0
}

export async function markEventHandled(database: Queryable, eventId: string, now: Date): Promise<void> {
  await sql`update paypal_events set handled_at = ${now}
    where event_id = ${eventId} and handled_at is null`.execute(database)
}
