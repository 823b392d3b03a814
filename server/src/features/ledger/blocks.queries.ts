// The SQL of sealed blocks. Guarantees: a block covers whole transactions, none that may still commit, and starts
// where the one before ended. What a block's hash covers is defined once, in the database: ledger.digest_transfers.
import { sql } from 'kysely'
import type { DatabaseTransaction, Queryable } from '../../platform/database.ts'

export type Block = { id: bigint; transfers: bigint; endTransactionId: string; hash: Buffer }

/**
 * Lets one sealer at a time through, until its transaction ends. Without it the second would only fail, at the
 * constraint blocks_follow.
 */
export async function lockSealing(transaction: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('ledger.blocks'))`.execute(transaction)
}

/** The newest block. Index: the primary key. */
export async function selectLastBlock(database: Queryable): Promise<Block | null> {
  const { rows } = await sql<Block>`
    select id, transfers, end_transaction_id::text as "endTransactionId", hash
    from ledger.blocks order by id desc limit 1`.execute(database)
  return rows[0] ?? null
}

/**
 * Seals the next block, at most about `transfersMax` transfers, after the transaction id `startId`; the transaction
 * that reaches the bound is taken whole. Only ids below the oldest transaction still running are taken: everything
 * below has ended, and what it wrote is visible to this statement, so a slow transaction delays the seal and is never
 * skipped. Index: transfers_by_transaction.
 * @returns the block, or null when there is nothing to seal
 */
export async function insertNextBlock(
  transaction: DatabaseTransaction,
  startId: string,
  previousHash: Buffer,
  transfersMax: number,
): Promise<Block | null> {
  const { rows } = await sql<Block>`
    with oldest as materialized (select pg_snapshot_xmin(pg_current_snapshot()) as id),
    due as materialized (
      select t.transaction_id from ledger.transfers t, oldest
      where t.transaction_id >= ${startId}::xid8 and t.transaction_id < oldest.id
      order by t.transaction_id, t.owner_id, t.id limit ${transfersMax}
    ),
    bound as (select (max(transaction_id)::text::bigint + 1)::text::xid8 as end_id from due having count(*) > 0)
    insert into ledger.blocks (first_transaction_id, end_transaction_id, transfers, amount_micros, previous_hash, hash)
    select ${startId}::xid8, bound.end_id, digest.transfers, digest.amount_micros, ${previousHash}::bytea, digest.hash
    from bound, ledger.digest_transfers(${startId}::xid8, bound.end_id, ${previousHash}::bytea) digest
    returning id, transfers, end_transaction_id::text as "endTransactionId", hash`.execute(transaction)
  return rows[0] ?? null
}

export type BlockComparison = {
  id: bigint
  firstTransactionId: string
  endTransactionId: string
  sealedTransfers: bigint
  foundTransfers: bigint
  /** numeric, as text */
  sealedAmount: string
  foundAmount: string
  hashFits: boolean
  /** Whether it starts at the end and carries the hash of the block before it. */
  follows: boolean
}

/**
 * Computes blocks anew from the journal, in their order. Index: transfers_by_transaction; reads each sealed transfer
 * once.
 */
export async function compareBlocks(
  database: Queryable,
  afterId: bigint,
  blocksMax: number,
): Promise<BlockComparison[]> {
  const { rows } = await sql<BlockComparison>`
    select b.id, b.first_transaction_id::text as "firstTransactionId", b.end_transaction_id::text as "endTransactionId",
           b.transfers as "sealedTransfers", d.transfers as "foundTransfers",
           b.amount_micros as "sealedAmount", d.amount_micros as "foundAmount", b.hash = d.hash as "hashFits",
           case when p.id is null then b.first_transaction_id = '0'::xid8
             and b.previous_hash = decode(repeat('00', 32), 'hex')
                else b.first_transaction_id = p.end_transaction_id and b.previous_hash = p.hash end as follows
    from (select * from ledger.blocks where id > ${afterId} order by id limit ${blocksMax}) b
    cross join lateral ledger.digest_transfers(b.first_transaction_id, b.end_transaction_id, b.previous_hash) d
    left join lateral (select * from ledger.blocks e where e.id < b.id order by e.id desc limit 1) p on true
    order by b.id`.execute(database)
  return rows
}

/**
 * Whether this server has handed out fewer transaction ids than the journal has seen: it was restored from a dump into
 * a new cluster.
 */
export async function isServerBehindJournal(database: Queryable): Promise<boolean> {
  const { rows } = await sql<{ behind: boolean }>`
    select coalesce((select max(end_transaction_id) from ledger.blocks) > pg_snapshot_xmax(pg_current_snapshot()),
      false) as behind
  `.execute(database)
  return rows[0]?.behind ?? false
}
