// The SQL that posts transfers. Guarantees: whoever posts has locked the owners' accounts first, in key order, and
// posts everything in one statement, so two never wait for each other in a circle. The balances are moved by a trigger
// of the database, never from here.
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../platform/database.ts'
import { courseOf, type AccountKind, type KnownHold, type KnownTransfer, type TransferRequest } from './ledger.rules.ts'

export type PostingAccount = { ownerId: string; id: string; kind: AccountKind; balanceMicros: bigint }
export type LockedAccount = PostingAccount & { version: bigint }

/** An owner, and a kind of account that they need beside the four that everybody has; null: none. */
export type AskedAccount = { ownerId: string; kind: AccountKind | null }

/**
 * Opens what is asked for and locks all accounts of these owners until the transaction ends, in the order of
 * (owner_id, id). Two callers with common owners take turns. Index: the primary key.
 */
export async function lockAccounts(
  transaction: DatabaseTransaction,
  asked: readonly AskedAccount[],
): Promise<LockedAccount[]> {
  const { rows } = await sql<LockedAccount>`
    select owner_id as "ownerId", id, kind,
           case normal when 'C' then credits_micros - debits_micros else debits_micros - credits_micros end
             as "balanceMicros", version
    from ledger.lock_accounts(${asked.map((account) => account.ownerId)}::uuid[],
      ${asked.map((account) => account.kind)}::text[])`.execute(transaction)
  return rows
}

/** Opens and locks as `lockAccounts` does, for those who need the lock and not the accounts. */
export async function lockOwners(transaction: DatabaseTransaction, ownerIds: readonly string[]): Promise<void> {
  await sql`select count(*) from ledger.lock_accounts(${ownerIds}::uuid[])`.execute(transaction)
}

/**
 * What a posting begins with, in one round trip: opens and locks as `lockAccounts` does, and reads what stands under
 * the keys of the requests, which is true to the end of the transaction because it is read behind the lock. Index:
 * transfers_key_unique.
 */
export async function openPosting(
  transaction: DatabaseTransaction,
  asked: readonly AskedAccount[],
  requests: readonly TransferRequest[],
): Promise<{ accounts: PostingAccount[]; transfers: KnownTransfer[] }> {
  const { rows } = await sql<PostingAccount | (KnownTransfer & { kind: null })>`
    select owner_id as "ownerId", id, kind, balance_micros as "balanceMicros", code, amount_micros as "amountMicros",
           idempotency_key as "idempotencyKey", resolves_id as "resolvesId", custody
    from ledger.open_posting(${asked.map((account) => account.ownerId)}::uuid[],
      ${asked.map((account) => account.kind)}::text[], ${requests.map((request) => request.ownerId)}::uuid[],
      ${requests.map((request) => request.idempotencyKey)}::text[])`.execute(transaction)
  return { accounts: rows.filter((row) => row.kind !== null), transfers: rows.filter((row) => row.kind === null) }
}

/**
 * The holds that these requests want to resolve, and whether that has happened. Indexes: the primary key,
 * transfers_hold_resolves_once.
 */
export async function selectHolds(
  transaction: DatabaseTransaction,
  requests: readonly TransferRequest[],
): Promise<KnownHold[]> {
  const resolving = requests.filter((request) => request.resolvesId !== undefined)
  if (resolving.length === 0) return []
  const { rows } = await sql<KnownHold>`
    select h.owner_id as "ownerId", h.id, h.code, h.amount_micros as "amountMicros", r.id is not null as "isResolved"
    from (select distinct * from unnest(
      ${resolving.map((request) => request.ownerId)}::uuid[], ${resolving.map((request) => request.resolvesId)}::uuid[])
      asked (owner_id, id)) asked
    join ledger.transfers h using (owner_id, id)
    left join ledger.transfers r on r.owner_id = h.owner_id and r.resolves_id = h.id
    where h.code in ('hold', 'case_held')`.execute(transaction)
  return rows
}

/**
 * Inserts all transfers in one statement, in the order of their keys, which is the order in which another writer
 * without our locks would wait.
 * @returns the id of each, by owner and key
 */
export async function insertTransfers(
  transaction: DatabaseTransaction,
  requests: readonly TransferRequest[],
  accountIdOf: (ownerId: string, kind: AccountKind) => string,
): Promise<{ ownerId: string; idempotencyKey: string; id: string }[]> {
  const column = <Value>(read: (request: TransferRequest) => Value): Value[] => requests.map(read)
  const { rows } = await sql<{ ownerId: string; idempotencyKey: string; id: string }>`
    select owner_id as "ownerId", idempotency_key as "idempotencyKey", id from ledger.insert_transfers(
      ${column((request) => request.ownerId)}::uuid[],
      ${column((request) => accountIdOf(request.ownerId, courseOf(request).debit))}::uuid[],
      ${column((request) => accountIdOf(request.ownerId, courseOf(request).credit))}::uuid[],
      ${column((request) => request.amountMicros)}::bigint[],
      ${column((request) => request.code)}::text[],
      ${column((request) => request.idempotencyKey)}::text[],
      ${column((request) => request.description ?? '')}::text[],
      ${column((request) => request.resolvesId ?? null)}::uuid[],
      ${column((request) => request.actorId ?? null)}::uuid[])`.execute(transaction)
  return rows
}
