// The SQL of the sealed blocks of the audit log. Guarantees: a block covers whole transactions, none that may still
// commit, and starts where the one before ended. What a block's hash covers is defined once, in the database:
// digest_audit_entries.
import { sql } from 'kysely'
import type { DatabaseTransaction, Queryable } from '../../platform/database.ts'

export type Block = { id: bigint; entries: bigint; endTransactionId: string; hash: Buffer; sealedAt: Date }

/** Lets one sealer at a time through, until its transaction ends; the second would only fail at audit_blocks_follow. */
export async function lockSealing(transaction: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('audit_blocks'))`.execute(transaction)
}

/** The newest block. Index: the primary key. */
export async function selectLastBlock(database: Queryable): Promise<Block | null> {
  const { rows } = await sql<Block>`
    select id, entries, end_transaction_id::text as "endTransactionId", hash, sealed_at as "sealedAt"
    from audit_blocks order by id desc limit 1`.execute(database)
  return rows[0] ?? null
}

/**
 * Seals the next block, at most about `entriesMax` entries, after the transaction id `startId`; the transaction that
 * reaches the bound is taken whole. Only ids below the oldest transaction still running are taken: everything below has
 * ended, and what it wrote is visible to this statement, so a slow transaction delays the seal and is never skipped.
 * Index: audit_log_in_order.
 *
 * @returns the entries sealed, or null when there is nothing to seal
 */
export async function insertNextBlock(
  transaction: DatabaseTransaction,
  startId: string,
  previousHash: Buffer,
  entriesMax: number,
): Promise<bigint | null> {
  const { rows } = await sql<{ entries: bigint }>`
    with oldest as materialized (select pg_snapshot_xmin(pg_current_snapshot()) as id),
    due as materialized (
      select e.transaction_id from audit_log e, oldest
      where e.transaction_id >= ${startId}::xid8 and e.transaction_id < oldest.id
      order by e.transaction_id, e.id limit ${entriesMax}
    ),
    bound as (select (max(transaction_id)::text::bigint + 1)::text::xid8 as end_id from due having count(*) > 0)
    insert into audit_blocks (first_transaction_id, end_transaction_id, entries, previous_hash, hash)
    select ${startId}::xid8, bound.end_id, digest.entries, ${previousHash}::bytea, digest.hash
    from bound, digest_audit_entries(${startId}::xid8, bound.end_id, ${previousHash}::bytea) digest
    returning entries`.execute(transaction)
  return rows[0]?.entries ?? null
}

export type BlockComparison = {
  id: bigint
  firstTransactionId: string
  endTransactionId: string
  sealedEntries: bigint
  foundEntries: bigint
  hashFits: boolean
  /** Whether it starts at the end and carries the hash of the block before it. */
  follows: boolean
}

/** Computes blocks anew from the log, in their order. Index: audit_log_in_order; reads each sealed entry once. */
export async function compareBlocks(
  database: Queryable,
  afterId: bigint,
  blocksMax: number,
): Promise<BlockComparison[]> {
  const { rows } = await sql<BlockComparison>`
    select b.id, b.first_transaction_id::text as "firstTransactionId", b.end_transaction_id::text as "endTransactionId",
           b.entries as "sealedEntries", d.entries as "foundEntries", b.hash = d.hash as "hashFits",
           case when p.id is null then b.first_transaction_id = '0'::xid8
             and b.previous_hash = decode(repeat('00', 32), 'hex')
                else b.first_transaction_id = p.end_transaction_id and b.previous_hash = p.hash end as follows
    from (select * from audit_blocks where id > ${afterId} order by id limit ${blocksMax}) b
    cross join lateral digest_audit_entries(b.first_transaction_id, b.end_transaction_id, b.previous_hash) d
    left join lateral (select * from audit_blocks e where e.id < b.id order by e.id desc limit 1) p on true
    order by b.id`.execute(database)
  return rows
}

/**
 * Whether this server has handed out fewer transaction ids than the log has seen: it was restored from a dump into a
 * new cluster.
 */
export async function isServerBehindLog(database: Queryable): Promise<boolean> {
  const { rows } = await sql<{ behind: boolean }>`
    select coalesce((select max(end_transaction_id) from audit_blocks) > pg_snapshot_xmax(pg_current_snapshot()),
      false) as behind
  `.execute(database)
  return rows[0]?.behind ?? false
}

/** What lies behind the last block, counted up to `countMax`. Index: audit_log_in_order. */
export async function countUnsealed(database: Queryable, startId: string, countMax: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from audit_log where transaction_id >= ${startId}::xid8 limit ${countMax}) tail
  `.execute(database)
  return rows[0]?.count ?? 0
}

/** One row a block of thousands of entries: small for years. */
export async function sumBlocks(database: Queryable): Promise<{ blocks: number; entries: number }> {
  const { rows } = await sql<{ blocks: number; entries: number }>`
    select count(*)::int as blocks, coalesce(sum(entries), 0)::float8 as entries from audit_blocks
  `.execute(database)
  return rows[0] ?? { blocks: 0, entries: 0 }
}

export type VerificationRow = {
  at: Date
  headBlockId: bigint | null
  headHash: Buffer | null
  entries: bigint
  faults: { blockId: string; problem: string }[]
}

export async function selectLastVerification(database: Queryable): Promise<VerificationRow | null> {
  const { rows } = await sql<VerificationRow>`
    select at, head_block_id as "headBlockId", head_hash as "headHash", entries, faults
    from audit_verifications order by id desc limit 1
  `.execute(database)
  return rows[0] ?? null
}

/** Whether the block of an earlier verification is still there as it was. */
export async function hasBlock(database: Queryable, head: { id: bigint; hash: Buffer }): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from audit_blocks where id = ${head.id} and hash = ${head.hash}) as found
  `.execute(database)
  return rows[0]?.found ?? false
}

export async function insertVerification(
  database: Queryable,
  verification: { head: { id: bigint; hash: Buffer } | null; entries: bigint; faults: string },
): Promise<void> {
  const { head } = verification
  await sql`
    insert into audit_verifications (head_block_id, head_hash, entries, faults)
    values (${head?.id ?? null}, ${head?.hash ?? null}, ${verification.entries}, ${verification.faults}::jsonb)
  `.execute(database)
}

/** When the oldest entry was written; null while there is none. Index: the primary key, whose ids are made in order. */
export async function selectFirstEntryAt(database: Queryable): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`select at from audit_log order by id limit 1`.execute(database)
  return rows[0]?.at ?? null
}
