// The SQL of deposits and their events, for whatever way the money comes. Guarantees that a deposit changes only while
// its row is locked, and that each change leaves an event. What chains told is in receipts.queries.ts.
import { sql } from 'kysely'
import type { MethodKind } from '@inrange/contract/payment-kinds'
import type { Queryable } from '../../../platform/database.ts'
import type { DepositMode, DepositState } from './deposits.rules.ts'

export type DepositRow = {
  ownerId: string
  id: string
  methodId: string
  kind: MethodKind
  mode: DepositMode
  state: DepositState
  stateReason: string | null
  address: string | null
  expectedMicros: bigint | null
  /** In the token's own unit; numeric, so text. */
  expectedRaw: string | null
  reservedUntil: Date | null
  amountMicros: bigint | null
  feeMicros: bigint
  hintedTxHash: string | null
  paypalOrderId: string | null
  paypalCaptureId: string | null
  approveUrl: string | null
  depositTransferId: string | null
  requestKey: string
  requestDigest: string
  createdAt: Date
  updatedAt: Date
  expiresAt: Date | null
  creditedAt: Date | null
}

export const depositColumns = sql`d.owner_id as "ownerId", d.id, d.method_id as "methodId", d.kind, d.mode, d.state,
  d.state_reason as "stateReason", d.address, d.expected_micros as "expectedMicros", d.expected_raw as "expectedRaw",
  d.reserved_until as "reservedUntil", d.amount_micros as "amountMicros", d.fee_micros as "feeMicros",
  d.hinted_tx_hash as "hintedTxHash", d.paypal_order_id as "paypalOrderId",
  d.paypal_capture_id as "paypalCaptureId", d.approve_url as "approveUrl",
  d.deposit_transfer_id as "depositTransferId", d.request_key as "requestKey",
  d.request_digest as "requestDigest", d.created_at as "createdAt", d.updated_at as "updatedAt",
  d.expires_at as "expiresAt", d.credited_at as "creditedAt"`

/** Whose deposit it is, or null. Index: the primary key. */
export async function selectDeposit(database: Queryable, ownerId: string, id: string): Promise<DepositRow | null> {
  const { rows } = await sql<DepositRow>`
    select ${depositColumns} from deposits d where d.owner_id = ${ownerId} and d.id = ${id}
  `.execute(database)
  return rows[0] ?? null
}

/** The deposit that this request made before, or null. Index: deposits_request_once. */
export async function selectDepositByRequest(
  database: Queryable,
  ownerId: string,
  requestKey: string,
): Promise<DepositRow | null> {
  const { rows } = await sql<DepositRow>`
    select ${depositColumns} from deposits d where d.owner_id = ${ownerId} and d.request_key = ${requestKey}
  `.execute(database)
  return rows[0] ?? null
}

/**
 * How many of an owner's announcements nothing has come for yet. Of two who announce for the same owner, the second
 * waits until the first's transaction ends, so that the count holds. Index: the primary key.
 */
export async function lockOpenDeposits(database: Queryable, ownerId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('deposits of ' || ${ownerId}::text, 0))`.execute(database)
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from deposits where owner_id = ${ownerId} and state = 'awaiting_payment'
  `.execute(database)
  return rows[0]?.open ?? 0
}

/** The deposit, locked until the transaction ends. */
export async function lockDeposit(transaction: Queryable, ownerId: string, id: string): Promise<DepositRow | null> {
  const { rows } = await sql<DepositRow>`
    select ${depositColumns} from deposits d where d.owner_id = ${ownerId} and d.id = ${id} for no key update
  `.execute(transaction)
  return rows[0] ?? null
}

export type NewDeposit = Pick<
  DepositRow,
  | 'ownerId'
  | 'id'
  | 'methodId'
  | 'kind'
  | 'mode'
  | 'state'
  | 'address'
  | 'expectedMicros'
  | 'expectedRaw'
  | 'reservedUntil'
  | 'requestKey'
  | 'requestDigest'
  | 'expiresAt'
> & { now: Date; stateReason?: string | null; amountMicros?: bigint | null }

/**
 * Inserts a deposit with its first event. Answers false, and writes nothing, when the request key stands already.
 * @throws a violation of deposits_exact_amount
 */
export async function insertDeposit(transaction: Queryable, deposit: NewDeposit): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into deposits (owner_id, id, method_id, kind, mode, state, state_reason, address, expected_micros,
        expected_raw, reserved_until, amount_micros, request_key, request_digest, created_at, updated_at, expires_at)
      values (${deposit.ownerId}, ${deposit.id}, ${deposit.methodId}, ${deposit.kind}, ${deposit.mode},
        ${deposit.state}, ${deposit.stateReason ?? null}, ${deposit.address}, ${deposit.expectedMicros},
        ${deposit.expectedRaw}, ${deposit.reservedUntil}, ${deposit.amountMicros ?? null}, ${deposit.requestKey},
        ${deposit.requestDigest}, ${deposit.now}, ${deposit.now}, ${deposit.expiresAt})
      on conflict on constraint deposits_request_once do nothing
      returning owner_id, id, state, state_reason
    )
    insert into deposit_events (owner_id, deposit_id, state, detail, at)
    select owner_id, id, state, coalesce(state_reason, ''), ${deposit.now} from made returning deposit_id as id
  `.execute(transaction)
  return rows.length > 0
}

/** What changes beside the state; what is absent stays, null empties. */
export type DepositChange = {
  amountMicros?: bigint | null
  feeMicros?: bigint
  depositTransferId?: string
  creditedAt?: Date
  reservedUntil?: Date | null
  expiresAt?: Date | null
  hintedTxHash?: string | null
  paypalOrderId?: string
  paypalCaptureId?: string
  approveUrl?: string | null
}

/** Writes state and facts of a deposit that the caller has locked. */
export async function updateDeposit(
  transaction: Queryable,
  deposit: DepositRow,
  change: DepositChange & { state?: DepositState; stateReason?: string | null; now: Date },
): Promise<DepositRow> {
  const after = { ...deposit, ...withoutAbsent(change) }
  const { rows } = await sql<DepositRow>`
    update deposits d set state = ${after.state}, state_reason = ${after.stateReason},
      amount_micros = ${after.amountMicros}, fee_micros = ${after.feeMicros},
      deposit_transfer_id = ${after.depositTransferId}, credited_at = ${after.creditedAt},
      reserved_until = ${after.reservedUntil}, expires_at = ${after.expiresAt},
      hinted_tx_hash = ${after.hintedTxHash}, paypal_order_id = ${after.paypalOrderId},
      paypal_capture_id = ${after.paypalCaptureId}, approve_url = ${after.approveUrl}, updated_at = ${change.now}
    where d.owner_id = ${deposit.ownerId} and d.id = ${deposit.id}
    returning ${depositColumns}
  `.execute(transaction)
  return rows[0] ?? deposit
}

function withoutAbsent<Change extends object>(change: Change): Partial<Change> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<Change>
}

export async function insertDepositEvent(
  transaction: Queryable,
  event: {
    ownerId: string
    depositId: string
    state: DepositState
    detail: string
    actorId: string | null
    now: Date
  },
): Promise<void> {
  await sql`
    insert into deposit_events (owner_id, deposit_id, state, detail, actor_id, at)
    values (${event.ownerId}, ${event.depositId}, ${event.state}, ${event.detail}, ${event.actorId}, ${event.now})
  `.execute(transaction)
}

export type DepositEventRow = { at: Date; state: DepositState; detail: string }

/** The timeline of one deposit, oldest first, at most 100. Index: the primary key. */
export async function selectDepositEvents(
  database: Queryable,
  ownerId: string,
  depositId: string,
): Promise<DepositEventRow[]> {
  const { rows } = await sql<DepositEventRow>`
    select at, state, detail from deposit_events
    where owner_id = ${ownerId} and deposit_id = ${depositId} order by id limit 100
  `.execute(database)
  return rows
}
