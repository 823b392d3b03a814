// All SQL of withdrawals themselves. Guarantees one order of locks for whoever changes one: the withdrawal, then the
// days that count it, then the owner's accounts in the ledger; a new one begins with its owner instead. It deliberately
// posts nothing.
import { sql, type RawBuilder } from 'kysely'
import type { MethodKind } from '@inrange/contract/payment-kinds'
import type { WithdrawalState } from '@inrange/contract/withdrawals'
import type { DatabaseTransaction, Queryable } from '../../../platform/database.ts'

export type WithdrawalRow = {
  ownerId: string
  id: string
  methodId: string
  kind: MethodKind
  destinationId: string
  destination: string
  grossMicros: bigint
  feeMicros: bigint
  feeBasisPoints: number
  netMicros: bigint
  state: WithdrawalState
  stateReason: string | null
  heldReason: string | null
  heldUntil: Date | null
  heldBy: string | null
  flags: string[]
  approvalsNeeded: number
  proofKind: string
  provedAt: Date
  holdTransferId: string
  settledTransferId: string | null
  releasedTransferId: string | null
  txHash: string | null
  /** The wallet it was sent from, in its network's form. */
  sentFrom: string | null
  txBlockNumber: bigint | null
  txBlockHash: string | null
  confirmations: bigint | null
  confirmationsNeeded: bigint | null
  paypalBatchId: string | null
  paypalItemId: string | null
  paypalStatus: string | null
  requestKey: string
  requestDigest: string
  requestedAt: Date
  updatedAt: Date
  sentAt: Date | null
  completedAt: Date | null
}

const columns = sql`w.owner_id as "ownerId", w.id, w.method_id as "methodId", w.kind,
  w.destination_id as "destinationId", w.destination, w.gross_micros as "grossMicros", w.fee_micros as "feeMicros",
  w.fee_basis_points as "feeBasisPoints", w.net_micros as "netMicros", w.state, w.state_reason as "stateReason",
  w.held_reason as "heldReason", w.held_until as "heldUntil", w.held_by as "heldBy", w.flags,
  w.approvals_needed as "approvalsNeeded", w.proof_kind as "proofKind", w.proved_at as "provedAt",
  w.hold_transfer_id as "holdTransferId", w.settled_transfer_id as "settledTransferId",
  w.released_transfer_id as "releasedTransferId", w.tx_hash as "txHash", w.sent_from as "sentFrom", w.tx_block_number as "txBlockNumber",
  w.tx_block_hash as "txBlockHash", w.confirmations, w.confirmations_needed as "confirmationsNeeded",
  w.paypal_batch_id as "paypalBatchId", w.paypal_item_id as "paypalItemId", w.paypal_status as "paypalStatus",
  w.request_key as "requestKey", w.request_digest as "requestDigest", w.requested_at as "requestedAt",
  w.updated_at as "updatedAt", w.sent_at as "sentAt", w.completed_at as "completedAt"`

export type WithdrawalKey = { ownerId: string; id: string }

/** Whose withdrawal it is; null when there is none. Index: withdrawals_by_id. */
export async function selectWithdrawal(
  database: Queryable,
  which: { id: string; ownerId?: string },
): Promise<WithdrawalRow | null> {
  const { rows } = await sql<WithdrawalRow>`
    select ${columns} from withdrawals w
    where w.id = ${which.id} and (${which.ownerId ?? null}::uuid is null or w.owner_id = ${which.ownerId ?? null}::uuid)
  `.execute(database)
  return rows[0] ?? null
}

/** Those of these ids that are there, in no order. Index: withdrawals_by_id. */
export async function selectWithdrawals(database: Queryable, ids: readonly string[]): Promise<WithdrawalRow[]> {
  const { rows } = await sql<WithdrawalRow>`
    select ${columns} from withdrawals w where w.id = any(${[...ids]}::uuid[])
  `.execute(database)
  return rows
}

/** The withdrawal as whoever held it before us left it, locked until the transaction ends. */
export async function lockWithdrawal(
  transaction: DatabaseTransaction,
  { ownerId, id }: WithdrawalKey,
): Promise<WithdrawalRow | null> {
  const { rows } = await sql<WithdrawalRow>`
    select ${columns} from withdrawals w where w.owner_id = ${ownerId} and w.id = ${id} for update
  `.execute(transaction)
  return rows[0] ?? null
}

export async function selectWithdrawalByKey(
  database: Queryable,
  which: { ownerId: string; requestKey: string },
): Promise<WithdrawalRow | null> {
  const { rows } = await sql<WithdrawalRow>`
    select ${columns} from withdrawals w where w.owner_id = ${which.ownerId} and w.request_key = ${which.requestKey}
  `.execute(database)
  return rows[0] ?? null
}

export type NewWithdrawal = Pick<
  WithdrawalRow,
  | 'ownerId'
  | 'id'
  | 'methodId'
  | 'kind'
  | 'destinationId'
  | 'destination'
  | 'grossMicros'
  | 'feeMicros'
  | 'feeBasisPoints'
  | 'netMicros'
  | 'flags'
  | 'approvalsNeeded'
  | 'proofKind'
  | 'holdTransferId'
  | 'requestKey'
  | 'requestDigest'
> & { now: Date }

export async function insertWithdrawal(transaction: DatabaseTransaction, row: NewWithdrawal): Promise<void> {
  await sql`
    insert into withdrawals (owner_id, id, method_id, kind, destination_id, destination, gross_micros, fee_micros,
      fee_basis_points, net_micros, flags, approvals_needed, proof_kind, proved_at, hold_transfer_id, request_key,
      request_digest, requested_at, updated_at)
    values (${row.ownerId}, ${row.id}, ${row.methodId}, ${row.kind}, ${row.destinationId}, ${row.destination},
      ${row.grossMicros}, ${row.feeMicros}, ${row.feeBasisPoints}, ${row.netMicros}, ${row.flags}::text[],
      ${row.approvalsNeeded}, ${row.proofKind}, ${row.now}, ${row.holdTransferId}, ${row.requestKey},
      ${row.requestDigest}, ${row.now}, ${row.now})
  `.execute(transaction)
}

/** What a move may write besides the state. */
export type WithdrawalFields = {
  txHash?: string | null
  sentFrom?: string | null
  txBlockNumber?: bigint | null
  txBlockHash?: string | null
  confirmations?: bigint | null
  confirmationsNeeded?: bigint | null
  paypalBatchId?: string | null
  paypalItemId?: string | null
  paypalStatus?: string | null
  sentAt?: Date | null
  completedAt?: Date | null
  settledTransferId?: string
  releasedTransferId?: string
}

/**
 * Moves a withdrawal from one of the expected states, or answers null when it is in none of them any more. The trigger
 * withdrawals_move_legally refuses what no rule allows.
 */
export async function updateWithdrawalState(
  transaction: DatabaseTransaction,
  which: WithdrawalKey & { from: readonly WithdrawalState[] },
  change: { to: WithdrawalState; reason: string | null; fields: WithdrawalFields; now: Date },
): Promise<WithdrawalRow | null> {
  const { rows } = await sql<WithdrawalRow>`
    update withdrawals w set state = ${change.to}, state_reason = ${change.reason}, updated_at = ${change.now}
      ${assignments(change.fields)}
    where w.owner_id = ${which.ownerId} and w.id = ${which.id} and w.state = any(${[...which.from]}::text[])
    returning ${columns}
  `.execute(transaction)
  return rows[0] ?? null
}

/** Writes what was learned of a withdrawal that stays in its state. False when it has moved on. */
export async function updateWithdrawalFields(
  transaction: DatabaseTransaction,
  which: WithdrawalKey & { from: readonly WithdrawalState[] },
  fields: WithdrawalFields,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update withdrawals w set updated_at = ${now} ${assignments(fields)}
    where w.owner_id = ${which.ownerId} and w.id = ${which.id} and w.state = any(${[...which.from]}::text[])
    returning w.id
  `.execute(transaction)
  return rows.length === 1
}

const columnOf = {
  txHash: 'tx_hash',
  sentFrom: 'sent_from',
  txBlockNumber: 'tx_block_number',
  txBlockHash: 'tx_block_hash',
  confirmations: 'confirmations',
  confirmationsNeeded: 'confirmations_needed',
  paypalBatchId: 'paypal_batch_id',
  paypalItemId: 'paypal_item_id',
  paypalStatus: 'paypal_status',
  sentAt: 'sent_at',
  completedAt: 'completed_at',
  settledTransferId: 'settled_transfer_id',
  releasedTransferId: 'released_transfer_id',
} as const satisfies Record<keyof WithdrawalFields, string>

function assignments(fields: WithdrawalFields): RawBuilder<unknown> {
  // Object.entries forgets which keys the record has.
  const entries = Object.entries(fields) as [keyof WithdrawalFields, unknown][]
  return sql.join(
    entries.map(([name, value]) => sql`, ${sql.ref(columnOf[name])} = ${value}`),
    sql``,
  )
}

export async function insertWithdrawalEvent(
  transaction: DatabaseTransaction,
  event: WithdrawalKey & {
    fromState: WithdrawalState | null
    toState: WithdrawalState
    detail: string
    note: string | null
    actorId: string | null
    now: Date
  },
): Promise<void> {
  await sql`
    insert into withdrawal_events (owner_id, withdrawal_id, from_state, to_state, detail, internal_note, actor_id, at)
    values (${event.ownerId}, ${event.id}, ${event.fromState}, ${event.toState}, ${event.detail}, ${event.note},
      ${event.actorId}, ${event.now})
  `.execute(transaction)
}

/** Whom to tell of it, and how the method is called. */
export async function selectWithdrawalNames(
  database: Queryable,
  { ownerId, id }: WithdrawalKey,
): Promise<{ username: string; email: string; methodName: string } | null> {
  const { rows } = await sql<{ username: string; email: string; methodName: string }>`
    select u.username, u.email, m.name as "methodName" from withdrawals w
    join users u on u.id = w.owner_id join payment_methods m on m.id = w.method_id
    where w.owner_id = ${ownerId} and w.id = ${id}
  `.execute(database)
  return rows[0] ?? null
}

// ── what counts a day ──

/**
 * Counts one more request of the owner and of the platform on a day, and answers what stood there before. The rows stay
 * locked until the transaction ends, the owner's first, so requests that run at the same time are judged one by one.
 */
export async function countRequest(
  transaction: DatabaseTransaction,
  request: { ownerId: string; day: string; grossMicros: bigint },
): Promise<{
  ownerDay: { requests: number; amountMicros: bigint }
  platformDay: { requests: number; amountMicros: bigint }
}> {
  const { ownerId, day, grossMicros } = request
  const before = sql`d.requests - 1 as requests, d.amount_micros - ${grossMicros}::bigint as "amountMicros"`
  const own = await sql<{ requests: number; amountMicros: bigint }>`
    insert into owner_withdrawal_days as d (owner_id, day, requests, amount_micros)
    values (${ownerId}, ${day}::date, 1, ${grossMicros})
    on conflict (owner_id, day) do update
      set requests = d.requests + 1, amount_micros = d.amount_micros + excluded.amount_micros
    returning ${before}
  `.execute(transaction)
  const platform = await sql<{ requests: number; amountMicros: bigint }>`
    insert into platform_withdrawal_days as d (day, requests, amount_micros) values (${day}::date, 1, ${grossMicros})
    on conflict (day) do update
      set requests = d.requests + 1, amount_micros = d.amount_micros + excluded.amount_micros
    returning ${before}
  `.execute(transaction)
  return { ownerDay: own.rows[0]!, platformDay: platform.rows[0]! }
}

/** What has been asked for on a day so far, without locking anything: for a preview. */
export async function selectDays(
  database: Queryable,
  which: { ownerId: string; day: string },
): Promise<{
  ownerDay: { requests: number; amountMicros: bigint }
  platformDay: { requests: number; amountMicros: bigint }
}> {
  const none = { requests: 0, amountMicros: 0n }
  const own = await sql<{ requests: number; amountMicros: bigint }>`
    select requests, amount_micros as "amountMicros" from owner_withdrawal_days
    where owner_id = ${which.ownerId} and day = ${which.day}::date
  `.execute(database)
  const platform = await sql<{ requests: number; amountMicros: bigint }>`
    select requests, amount_micros as "amountMicros" from platform_withdrawal_days where day = ${which.day}::date
  `.execute(database)
  return { ownerDay: own.rows[0] ?? none, platformDay: platform.rows[0] ?? none }
}

/**
 * Gives the amount of a withdrawal that came to nothing back to its day, in the order of `countRequest`; that it was
 * asked for stays counted.
 */
export async function uncountAmount(
  transaction: DatabaseTransaction,
  request: { ownerId: string; day: string; grossMicros: bigint },
): Promise<void> {
  const { ownerId, day, grossMicros } = request
  await sql`
    update owner_withdrawal_days set amount_micros = amount_micros - ${grossMicros}
    where owner_id = ${ownerId} and day = ${day}::date
  `.execute(transaction)
  await sql`
    update platform_withdrawal_days set amount_micros = amount_micros - ${grossMicros} where day = ${day}::date
  `.execute(transaction)
}
