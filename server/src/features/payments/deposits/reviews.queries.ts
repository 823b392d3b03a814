// The SQL of what a person has to decide about. Guarantees one review per receipt and kind, and one decision per
// review.
import { sql } from 'kysely'
import type { MethodKind, Network } from '@inrange/contract/payment-kinds'
import type { Queryable } from '../../../platform/database.ts'

export type ReviewKind =
  | 'unmatched'
  | 'wrong_amount'
  | 'late'
  | 'wrong_token'
  | 'below_minimum'
  | 'orphaned'
  | 'reversed'
  | 'disagreement'
export type ReviewDecision = 'credit' | 'returned' | 'operator_funds' | 'dismissed'

export type ReviewRow = {
  id: string
  kind: ReviewKind
  state: 'open' | 'decided'
  methodId: string
  methodName: string
  methodKind: MethodKind
  network: Network | null
  txHash: string | null
  logIndex: number | null
  fromAddress: string | null
  paypalCaptureId: string | null
  amountMicros: bigint | null
  detail: string
  suggestedOwnerId: string | null
  suggestedOwnerName: string | null
  suggestedDepositId: string | null
  decision: ReviewDecision | null
  decidedOwnerId: string | null
  decidedOwnerName: string | null
  decidedByName: string | null
  decidedAt: Date | null
  note: string | null
  createdAt: Date
}

const reviewColumns = sql`v.id, v.kind, v.state, v.method_id as "methodId", m.name as "methodName",
  m.kind as "methodKind", v.network, v.tx_hash as "txHash", v.log_index as "logIndex",
  r.from_address as "fromAddress", v.paypal_capture_id as "paypalCaptureId", v.amount_micros as "amountMicros",
  v.detail, v.suggested_owner_id as "suggestedOwnerId", so.username as "suggestedOwnerName",
  v.suggested_deposit_id as "suggestedDepositId", v.decision, v.decided_owner_id as "decidedOwnerId",
  o.username as "decidedOwnerName", b.username as "decidedByName", v.decided_at as "decidedAt", v.note,
  v.created_at as "createdAt"`
const reviewTables = sql`payment_reviews v join payment_methods m on m.id = v.method_id
  left join chain_receipts r on r.network = v.network and r.tx_hash = v.tx_hash and r.log_index = v.log_index
  left join users so on so.id = v.suggested_owner_id left join users o on o.id = v.decided_owner_id
  left join users b on b.id = v.decided_by`

export type NewReview = {
  kind: ReviewKind
  methodId: string
  detail: string
  amountMicros: bigint | null
  network?: Network
  txHash?: string
  logIndex?: number
  paypalCaptureId?: string
  suggestedOwnerId?: string | null
  suggestedDepositId?: string | null
  now: Date
}

/** Opens a review, unless one of this kind stands for the same payment, open or decided. @returns its id, or null */
export async function insertReview(database: Queryable, review: NewReview): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into payment_reviews (kind, method_id, network, tx_hash, log_index, paypal_capture_id, amount_micros,
      detail, suggested_owner_id, suggested_deposit_id, created_at)
    values (${review.kind}, ${review.methodId}, ${review.network ?? null}, ${review.txHash ?? null},
      ${review.logIndex ?? null}, ${review.paypalCaptureId ?? null}, ${review.amountMicros}, ${review.detail},
      ${review.suggestedOwnerId ?? null}, ${review.suggestedDepositId ?? null}, ${review.now})
    on conflict do nothing
    returning id
  `.execute(database)
  return rows[0]?.id ?? null
}

/** A page, newest first. Index: payment_reviews_open, or the primary key. */
export async function selectReviewPage(
  database: Queryable,
  page: { state: 'open' | 'decided'; beforeId: string | null; limit: number },
): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    select ${reviewColumns} from ${reviewTables}
    where v.state = ${page.state} and (${page.beforeId}::uuid is null or v.id < ${page.beforeId}::uuid)
    order by v.id desc limit ${page.limit}
  `.execute(database)
  return rows
}

export async function selectReview(database: Queryable, id: string): Promise<ReviewRow | null> {
  const { rows } = await sql<ReviewRow>`
    select ${reviewColumns} from ${reviewTables} where v.id = ${id}
  `.execute(database)
  return rows[0] ?? null
}

/** The review of one payment, the open one first, or null. Index: payment_reviews_once_receipt. */
export async function selectReviewOfReceipt(
  database: Queryable,
  key: { network: Network; txHash: string; logIndex: number },
): Promise<{ id: string; kind: ReviewKind; state: 'open' | 'decided' } | null> {
  const { rows } = await sql<{ id: string; kind: ReviewKind; state: 'open' | 'decided' }>`
    select id, kind, state from payment_reviews
    where network = ${key.network} and tx_hash = ${key.txHash} and log_index = ${key.logIndex}
    order by state desc, id desc limit 1
  `.execute(database)
  return rows[0] ?? null
}

/** Locks a review until the transaction ends. */
export async function lockReview(transaction: Queryable, id: string): Promise<ReviewRow | null> {
  await sql`select from payment_reviews where id = ${id} for no key update`.execute(transaction)
  return selectReview(transaction, id)
}

/** @throws a violation of payment_reviews_returned_once */
export async function decideReviewRow(
  transaction: Queryable,
  decided: {
    id: string
    decision: ReviewDecision
    ownerId: string | null
    actorId: string | null
    amountMicros: bigint | null
    note: string
    returnedTxHash: string | null
    now: Date
  },
): Promise<void> {
  await sql`
    update payment_reviews set state = 'decided', decision = ${decided.decision},
      decided_owner_id = ${decided.ownerId}, decided_by = ${decided.actorId}, decided_at = ${decided.now},
      amount_micros = ${decided.amountMicros}, note = ${decided.note}, returned_tx_hash = ${decided.returnedTxHash}
    where id = ${decided.id}
  `.execute(transaction)
}

/** Ends the open reviews of a kind for one payment, which has settled itself. */
export async function dismissReviews(
  transaction: Queryable,
  which: { network: Network; txHash: string; logIndex: number; kind: ReviewKind; note: string; now: Date },
): Promise<void> {
  await sql`
    update payment_reviews set state = 'decided', decision = 'dismissed', decided_at = ${which.now},
      note = ${which.note}
    where network = ${which.network} and tx_hash = ${which.txHash} and log_index = ${which.logIndex}
      and kind = ${which.kind} and state = 'open'
  `.execute(transaction)
}
