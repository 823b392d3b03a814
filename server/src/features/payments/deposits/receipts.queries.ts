// The SQL of what chains told: transfers of the pinned token to an address of ours, each known by network, transaction
// and place in it. Guarantees that a transfer stands once however often it is seen. It deliberately decides nothing.
import { sql } from 'kysely'
import type { MethodKind, Network } from '@inrange/contract/payment-kinds'
import type { Queryable } from '../../../platform/database.ts'
import { depositColumns, type DepositRow } from './deposits.queries.ts'

export type ReceiptState = 'seen' | 'orphaned' | 'credited' | 'in_review' | 'resolved' | 'ignored'
export type ReceiptKey = { network: Network; txHash: string; logIndex: number }
export type ReceiptRow = ReceiptKey & {
  methodId: string
  blockNumber: bigint
  blockHash: string
  blockAt: Date | null
  fromAddress: string
  toAddress: string
  /** In the token's own unit; numeric, so text. */
  rawAmount: string
  amountMicros: bigint
  dustRaw: string
  state: ReceiptState
  confirmations: bigint
  confirmationsNeeded: bigint
  ownerId: string | null
  depositId: string | null
  suspenseTransferId: string | null
  seenAt: Date
}

const receiptColumns = sql`r.network, r.tx_hash as "txHash", r.log_index as "logIndex", r.method_id as "methodId",
  r.block_number as "blockNumber", r.block_hash as "blockHash", r.block_at as "blockAt",
  r.from_address as "fromAddress", r.to_address as "toAddress", r.raw_amount as "rawAmount",
  r.amount_micros as "amountMicros", r.dust_raw as "dustRaw", r.state, r.confirmations,
  r.confirmations_needed as "confirmationsNeeded", r.owner_id as "ownerId", r.deposit_id as "depositId",
  r.suspense_transfer_id as "suspenseTransferId", r.seen_at as "seenAt"`

export type SeenTransfer = Pick<
  ReceiptRow,
  | 'network'
  | 'txHash'
  | 'logIndex'
  | 'methodId'
  | 'blockNumber'
  | 'blockHash'
  | 'blockAt'
  | 'fromAddress'
  | 'toAddress'
  | 'rawAmount'
  | 'amountMicros'
  | 'dustRaw'
>

/**
 * Stores what was seen. What stands already is brought to the block it is in now, and is seen again when it had been
 * gone; what it is and whose it is never change.
 */
export async function upsertReceipt(database: Queryable, seen: SeenTransfer, now: Date): Promise<void> {
  await sql`
    insert into chain_receipts as r (network, tx_hash, log_index, method_id, block_number, block_hash, block_at,
      from_address, to_address, raw_amount, amount_micros, dust_raw, seen_at, updated_at)
    values (${seen.network}, ${seen.txHash}, ${seen.logIndex}, ${seen.methodId}, ${seen.blockNumber},
      ${seen.blockHash}, ${seen.blockAt}, ${seen.fromAddress}, ${seen.toAddress}, ${seen.rawAmount},
      ${seen.amountMicros}, ${seen.dustRaw}, ${now}, ${now})
    on conflict (network, tx_hash, log_index) do update set block_number = excluded.block_number,
      block_hash = excluded.block_hash, block_at = excluded.block_at, updated_at = excluded.updated_at,
      state = case when r.state = 'orphaned' and r.deposit_id is null then 'seen' else r.state end
    where r.block_hash <> excluded.block_hash or (r.state = 'orphaned' and r.deposit_id is null)
  `.execute(database)
}

export async function selectReceipt(database: Queryable, key: ReceiptKey): Promise<ReceiptRow | null> {
  const { rows } = await sql<ReceiptRow>`
    select ${receiptColumns} from chain_receipts r
    where r.network = ${key.network} and r.tx_hash = ${key.txHash} and r.log_index = ${key.logIndex}
  `.execute(database)
  return rows[0] ?? null
}

/** The receipt, locked until the transaction ends. */
export async function lockReceipt(transaction: Queryable, key: ReceiptKey): Promise<ReceiptRow | null> {
  const { rows } = await sql<ReceiptRow>`
    select ${receiptColumns} from chain_receipts r
    where r.network = ${key.network} and r.tx_hash = ${key.txHash} and r.log_index = ${key.logIndex}
    for no key update
  `.execute(transaction)
  return rows[0] ?? null
}

/** Those of one transaction, in their order. Index: the primary key. */
export async function selectReceiptsOfTransaction(
  database: Queryable,
  network: Network,
  txHash: string,
): Promise<ReceiptRow[]> {
  const { rows } = await sql<ReceiptRow>`
    select ${receiptColumns} from chain_receipts r
    where r.network = ${network} and r.tx_hash = ${txHash} order by r.log_index
  `.execute(database)
  return rows
}

/** Those that are not final yet, oldest block first. Index: chain_receipts_seen. */
export async function selectSeenReceipts(database: Queryable, network: Network, limit: number): Promise<ReceiptRow[]> {
  const { rows } = await sql<ReceiptRow>`
    select ${receiptColumns} from chain_receipts r
    where r.network = ${network} and r.state = 'seen' order by r.block_number, r.tx_hash, r.log_index limit ${limit}
  `.execute(database)
  return rows
}

/** Those that money was booked for in blocks from `fromBlock` on, newest first. Index: chain_receipts_recent. */
export async function selectBookedReceipts(
  database: Queryable,
  network: Network,
  fromBlock: bigint,
  limit: number,
): Promise<ReceiptRow[]> {
  const { rows } = await sql<ReceiptRow>`
    select ${receiptColumns} from chain_receipts r
    where r.network = ${network} and r.state in ('credited', 'in_review', 'resolved')
      and r.block_number >= ${fromBlock}
    order by r.block_number desc limit ${limit}
  `.execute(database)
  return rows
}

/** The latest receipt of a deposit, or null. Index: chain_receipts_of_deposit. */
export async function selectReceiptOfDeposit(
  database: Queryable,
  ownerId: string,
  depositId: string,
): Promise<ReceiptRow | null> {
  const { rows } = await sql<ReceiptRow>`
    select ${receiptColumns} from chain_receipts r
    where r.owner_id = ${ownerId} and r.deposit_id = ${depositId} order by r.seen_at desc limit 1
  `.execute(database)
  return rows[0] ?? null
}

export type ReceiptChange = {
  state?: ReceiptState
  confirmations?: bigint
  confirmationsNeeded?: bigint
  blockNumber?: bigint
  blockHash?: string
  ownerId?: string | null
  depositId?: string | null
  suspenseTransferId?: string
}

/** Writes facts of a receipt that the caller has locked. Owner and deposit go together. */
export async function updateReceipt(
  transaction: Queryable,
  receipt: ReceiptRow,
  change: ReceiptChange & { now: Date },
): Promise<void> {
  const after = { ...receipt, ...change }
  await sql`
    update chain_receipts set state = ${after.state}, confirmations = ${after.confirmations},
      confirmations_needed = ${after.confirmationsNeeded}, block_number = ${after.blockNumber},
      block_hash = ${after.blockHash}, owner_id = ${after.ownerId}, deposit_id = ${after.depositId},
      suspense_transfer_id = ${after.suspenseTransferId}, updated_at = ${change.now}
    where network = ${receipt.network} and tx_hash = ${receipt.txHash} and log_index = ${receipt.logIndex}
  `.execute(transaction)
}

/**
 * The deposit that announced exactly this amount to this address and still has it reserved, or null. At most one.
 * Index: deposits_exact_amount.
 */
export async function selectDepositByAmount(
  database: Queryable,
  announced: { kind: MethodKind; address: string; rawAmount: string },
): Promise<DepositRow | null> {
  const { rows } = await sql<DepositRow>`
    select ${depositColumns} from deposits d
    where d.kind = ${announced.kind} and d.address = ${announced.address} and d.expected_raw = ${announced.rawAmount}
      and d.mode = 'shared' and d.reserved_until is not null
  `.execute(database)
  return rows[0] ?? null
}

/**
 * The announcement of the owner at this address that nothing has come for: the one of this amount first, else the
 * oldest. Locked, and passed over when another transaction has it. Index: the primary key.
 */
export async function lockWaitingDeposit(
  transaction: Queryable,
  waiting: { ownerId: string; kind: MethodKind; address: string; amountMicros: bigint },
): Promise<DepositRow | null> {
  const { rows } = await sql<DepositRow>`
    select ${depositColumns} from deposits d
    where d.owner_id = ${waiting.ownerId} and d.kind = ${waiting.kind} and d.address = ${waiting.address}
      and d.mode = 'address' and d.state = 'awaiting_payment'
      and not exists (select from chain_receipts r where r.owner_id = d.owner_id and r.deposit_id = d.id
        and r.state <> 'orphaned')
    order by d.expected_micros is distinct from ${waiting.amountMicros}, d.id limit 1
    for no key update skip locked
  `.execute(transaction)
  return rows[0] ?? null
}

/** Open announcements to a shared address, which a payment that fits none exactly may be meant for. */
export async function selectLikelyDeposits(
  database: Queryable,
  payment: { kind: MethodKind; address: string; txHash: string; fromMicros: bigint; toMicros: bigint },
): Promise<(DepositRow & { isClaimed: boolean })[]> {
  const { rows } = await sql<DepositRow & { isClaimed: boolean }>`
    select ${depositColumns}, coalesce(d.hinted_tx_hash = ${payment.txHash}, false) as "isClaimed" from deposits d
    where d.kind = ${payment.kind} and d.address = ${payment.address} and d.mode = 'shared'
      and d.reserved_until is not null and d.state in ('awaiting_payment', 'expired', 'cancelled')
      and (d.hinted_tx_hash = ${payment.txHash}
        or d.expected_micros between ${payment.fromMicros} and ${payment.toMicros})
    order by d.id limit 10
  `.execute(database)
  return rows
}

/**
 * Whether an address is a wallet of a method, was announced to a payer, or was given to a user. Index:
 * deposit_addresses_by_address.
 */
export async function selectIsOurAddress(database: Queryable, kind: MethodKind, address: string): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select exists (select from payment_methods where kind = ${kind} and address = ${address})
      or exists (select from deposits where kind = ${kind} and address = ${address} and mode = 'shared'
        and reserved_until is not null)
      or exists (select from deposit_addresses a join payment_method_xpubs x on x.id = a.xpub_id
        join payment_methods m on m.id = x.method_id where a.address = ${address} and m.kind = ${kind}) as "isOurs"
  `.execute(database)
  return rows[0]?.isOurs ?? false
}

/** Whether the operator's own movement is proven by this transfer already. */
export async function selectIsOperatorMovement(database: Queryable, key: ReceiptKey): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`
    select 1 as one from operator_movements
    where network = ${key.network} and tx_hash = ${key.txHash} and log_index = ${key.logIndex}
  `.execute(database)
  return rows.length > 0
}

/** Books that a receipt is the operator's own. */
export async function insertOperatorFunds(
  transaction: Queryable,
  funds: ReceiptKey & { amountMicros: bigint; transferId: string; recordedBy: string; note: string; now: Date },
): Promise<void> {
  await sql`
    insert into operator_movements (network, tx_hash, log_index, direction, amount_micros, transfer_id, recorded_by,
      recorded_at, note)
    values (${funds.network}, ${funds.txHash}, ${funds.logIndex}, 'funded', ${funds.amountMicros},
      ${funds.transferId}, ${funds.recordedBy}, ${funds.now}, ${funds.note})
  `.execute(transaction)
}

/** Whether any entry of the books is proven by this transaction already. */
export async function selectIsTransactionUsed(database: Queryable, network: Network, txHash: string): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (select from withdrawals where kind = 'usdt_' || ${network}::text and tx_hash = ${txHash})
      or exists (select from operator_movements where network = ${network} and tx_hash = ${txHash})
      or exists (select from payment_reviews where network = ${network} and returned_tx_hash = ${txHash}) as "isUsed"
  `.execute(database)
  return rows[0]?.isUsed ?? false
}

/** Ends announcements whose time is over; what is exact stays reserved. @returns how many. Index: deposits_expiring. */
export async function selectExpiringDeposits(
  database: Queryable,
  now: Date,
  limit: number,
): Promise<{ ownerId: string; id: string }[]> {
  const { rows } = await sql<{ ownerId: string; id: string }>`
    select owner_id as "ownerId", id from deposits
    where state = 'awaiting_payment' and expires_at <= ${now} and kind <> 'paypal'
    order by expires_at limit ${limit}
  `.execute(database)
  return rows
}

/**
 * Gives exact amounts free whose time is over, once the chain has been read beyond it: a payment that came in time is
 * recognised however late it is read. Index: deposits_reserved.
 */
export async function releaseReservations(database: Queryable, now: Date): Promise<void> {
  await sql`
    update deposits d set reserved_until = null
    where d.reserved_until <= ${now} and d.mode = 'shared'
      and d.state not in ('awaiting_payment', 'confirming', 'in_review')
      and exists (select from payment_method_health h join payment_methods m on m.id = h.method_id
        where m.kind = d.kind and h.scanned_at > d.reserved_until and h.head_at > d.reserved_until)
  `.execute(database)
}
