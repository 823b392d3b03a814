// All SQL of the destinations that owners keep. What was removed stays in the table, since withdrawals name it.
import { sql } from 'kysely'
import type { MethodKind } from '@inrange/contract/payment-kinds'
import type { DatabaseTransaction, Queryable } from '../../../platform/database.ts'

export type DestinationRow = {
  ownerId: string
  id: string
  kind: MethodKind
  address: string
  label: string
  createdAt: Date
  usableFrom: Date
  removedAt: Date | null
}

const columns = sql`owner_id as "ownerId", id, kind, address, label, created_at as "createdAt",
  usable_from as "usableFrom", removed_at as "removedAt"`

/** Those that were not removed, oldest first; bounded by what an owner may keep. */
export async function selectDestinations(database: Queryable, ownerId: string): Promise<DestinationRow[]> {
  const { rows } = await sql<DestinationRow>`
    select ${columns} from payout_destinations where owner_id = ${ownerId} and removed_at is null order by id
  `.execute(database)
  return rows
}

export async function selectDestination(
  database: Queryable,
  which: { ownerId: string; id: string },
): Promise<DestinationRow | null> {
  const { rows } = await sql<DestinationRow>`
    select ${columns} from payout_destinations where owner_id = ${which.ownerId} and id = ${which.id}
  `.execute(database)
  return rows[0] ?? null
}

/** Serialises additions of one owner, so that the bound on their number holds. */
export async function lockOwnerRow(
  transaction: DatabaseTransaction,
  ownerId: string,
): Promise<{ username: string; email: string } | null> {
  const { rows } = await sql<{ username: string; email: string }>`
    select username, email from users where id = ${ownerId} and is_active for no key update
  `.execute(transaction)
  return rows[0] ?? null
}

export async function countDestinations(database: Queryable, ownerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payout_destinations where owner_id = ${ownerId} and removed_at is null
  `.execute(database)
  return rows[0]?.count ?? 0
}

/** Null when the owner has it already. */
export async function insertDestination(
  transaction: DatabaseTransaction,
  row: { ownerId: string; kind: MethodKind; address: string; label: string; usableFrom: Date; now: Date },
): Promise<DestinationRow | null> {
  const { rows } = await sql<DestinationRow>`
    insert into payout_destinations (owner_id, kind, address, label, created_at, usable_from)
    values (${row.ownerId}, ${row.kind}, ${row.address}, ${row.label}, ${row.now}, ${row.usableFrom})
    on conflict (owner_id, kind, address) where removed_at is null do nothing
    returning ${columns}
  `.execute(transaction)
  return rows[0] ?? null
}

/** The destination as it was, or null when the owner has no such one any more. */
export async function removeDestinationRow(
  transaction: DatabaseTransaction,
  which: { ownerId: string; id: string; now: Date },
): Promise<DestinationRow | null> {
  const { rows } = await sql<DestinationRow>`
    update payout_destinations set removed_at = ${which.now}
    where owner_id = ${which.ownerId} and id = ${which.id} and removed_at is null
    returning ${columns}
  `.execute(transaction)
  return rows[0] ?? null
}

/**
 * Whether money of ours comes in at this address: a treasury of any method or a deposit address of any user, in
 * whatever case of letters it was stored. Index of the second: deposit_addresses_by_address.
 */
export async function selectIsOurAddress(database: Queryable, address: string): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select exists (select from payment_methods where lower(address) = lower(${address}))
      or exists (select from deposit_addresses where address = any(${[address, address.toLowerCase()]}::text[]))
      as "isOurs"
  `.execute(database)
  return rows[0]?.isOurs ?? false
}
