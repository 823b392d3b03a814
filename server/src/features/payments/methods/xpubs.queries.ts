// The SQL of extended public keys and of the addresses made from them. Guarantees that an index is given out once. The
// keys leave it sealed.
import { sql } from 'kysely'
import type { MethodKind } from '@inrange/contract/payment-kinds'
import type { Queryable } from '../../../platform/database.ts'

export type XpubRow = {
  id: string
  methodId: string
  xpubSealed: string
  fingerprint: string
  proposedBy: string | null
  proposedByName: string | null
  proposedAt: Date
  confirmedBy: string | null
  /** Null while it is only proposed. */
  usableFrom: Date | null
  nextChild: bigint
}

const xpubColumns = sql`x.id, x.method_id as "methodId", x.xpub_sealed as "xpubSealed", x.fingerprint,
  x.proposed_by as "proposedBy", p.username as "proposedByName", x.proposed_at as "proposedAt",
  x.confirmed_by as "confirmedBy", x.usable_from as "usableFrom", x.next_child as "nextChild"`

/** The keys of these methods that were not withdrawn, oldest first. Index: payment_method_xpubs_of_method. */
export async function selectXpubs(database: Queryable, methodIds: readonly string[]): Promise<XpubRow[]> {
  const { rows } = await sql<XpubRow>`
    select ${xpubColumns} from payment_method_xpubs x left join users p on p.id = x.proposed_by
    where x.method_id = any (${methodIds}::uuid[]) and x.withdrawn_at is null order by x.method_id, x.id
  `.execute(database)
  return rows
}

/** The key that addresses are made from now: the latest that is usable, or null. */
export async function selectUsableXpub(database: Queryable, methodId: string, now: Date): Promise<XpubRow | null> {
  const { rows } = await sql<XpubRow>`
    select ${xpubColumns} from payment_method_xpubs x left join users p on p.id = x.proposed_by
    where x.method_id = ${methodId} and x.withdrawn_at is null and x.usable_from <= ${now}
    order by x.usable_from desc, x.id desc limit 1
  `.execute(database)
  return rows[0] ?? null
}

/**
 * A key whose `usableFrom` is null waits for a second person.
 * @throws a violation of payment_method_xpubs_one_proposed
 */
export async function insertXpub(
  transaction: Queryable,
  xpub: Pick<XpubRow, 'id' | 'methodId' | 'xpubSealed' | 'fingerprint' | 'usableFrom'> & { actorId: string; now: Date },
): Promise<void> {
  await sql`
    insert into payment_method_xpubs (id, method_id, xpub_sealed, fingerprint, proposed_by, proposed_at, usable_from)
    values (${xpub.id}, ${xpub.methodId}, ${xpub.xpubSealed}, ${xpub.fingerprint}, ${xpub.actorId}, ${xpub.now},
      ${xpub.usableFrom})
  `.execute(transaction)
}

/** @throws a violation of payment_method_xpubs_other_confirms */
export async function confirmXpub(
  transaction: Queryable,
  xpub: { id: string; confirmedBy: string; usableFrom: Date },
): Promise<void> {
  await sql`
    update payment_method_xpubs set confirmed_by = ${xpub.confirmedBy}, usable_from = ${xpub.usableFrom}
    where id = ${xpub.id}
  `.execute(transaction)
}

export async function withdrawXpub(transaction: Queryable, id: string, now: Date): Promise<void> {
  await sql`update payment_method_xpubs set withdrawn_at = ${now} where id = ${id}`.execute(transaction)
}

export type DepositAddressRow = { ownerId: string; xpubId: string; childIndex: bigint; address: string }

const addressColumns = sql`a.owner_id as "ownerId", a.xpub_id as "xpubId", a.child_index as "childIndex", a.address`

/** Index: the primary key. */
export async function selectDepositAddress(
  database: Queryable,
  ownerId: string,
  xpubId: string,
): Promise<DepositAddressRow | null> {
  const { rows } = await sql<DepositAddressRow>`
    select ${addressColumns} from deposit_addresses a where a.owner_id = ${ownerId} and a.xpub_id = ${xpubId}
  `.execute(database)
  return rows[0] ?? null
}

/** Takes the next index of a key, locking it: two who ask at the same time get two indexes. */
export async function takeNextChild(transaction: Queryable, xpubId: string): Promise<bigint> {
  const { rows } = await sql<{ childIndex: bigint }>`
    update payment_method_xpubs set next_child = next_child + 1 where id = ${xpubId}
    returning next_child - 1 as "childIndex"
  `.execute(transaction)
  return rows[0]?.childIndex ?? 0n
}

export async function insertDepositAddress(
  transaction: Queryable,
  row: DepositAddressRow & { now: Date },
): Promise<void> {
  await sql`
    insert into deposit_addresses (owner_id, xpub_id, child_index, address, created_at)
    values (${row.ownerId}, ${row.xpubId}, ${row.childIndex}, ${row.address}, ${row.now})
  `.execute(transaction)
}

/** The address of an owner with the key that it is derived from. Index: deposit_addresses_by_address. */
export async function selectXpubOfAddress(
  database: Queryable,
  ownerId: string,
  address: string,
): Promise<(DepositAddressRow & { xpubSealed: string }) | null> {
  const { rows } = await sql<DepositAddressRow & { xpubSealed: string }>`
    select ${addressColumns}, x.xpub_sealed as "xpubSealed"
    from deposit_addresses a join payment_method_xpubs x on x.id = a.xpub_id
    where a.owner_id = ${ownerId} and a.address = ${address}
  `.execute(database)
  return rows[0] ?? null
}

/** Whose address this is, on any method of the kind. Index: deposit_addresses_by_address. */
export async function selectAddressOwner(
  database: Queryable,
  kind: MethodKind,
  address: string,
): Promise<(DepositAddressRow & { xpubSealed: string; methodId: string }) | null> {
  const { rows } = await sql<DepositAddressRow & { xpubSealed: string; methodId: string }>`
    select ${addressColumns}, x.xpub_sealed as "xpubSealed", x.method_id as "methodId"
    from deposit_addresses a join payment_method_xpubs x on x.id = a.xpub_id
    join payment_methods m on m.id = x.method_id
    where a.address = ${address} and m.kind = ${kind}
  `.execute(database)
  return rows[0] ?? null
}

/**
 * Every address that payments of this kind may come to: those given to users, for good, those of its methods, and those
 * that deposits were announced at. At most `limit`, the given ones in the order they were made.
 */
export async function selectWatchedAddresses(database: Queryable, kind: MethodKind, limit: number): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from payment_methods where kind = ${kind} and address is not null
    union
    select distinct address from deposits where kind = ${kind} and mode = 'shared' and reserved_until is not null
    union
    (select a.address from deposit_addresses a join payment_method_xpubs x on x.id = a.xpub_id
       join payment_methods m on m.id = x.method_id
     where m.kind = ${kind} order by a.created_at, a.address limit ${limit})
  `.execute(database)
  return rows.map(({ address }) => address)
}

export type SweepRow = {
  address: string
  childIndex: bigint
  fingerprint: string
  username: string
  xpubId: string
  xpubSealed: string
}

/**
 * The addresses given out by a method, a page at a time, in the order of key and index. Index:
 * deposit_addresses_child_unique.
 */
export async function selectSweepPage(
  database: Queryable,
  page: { methodId: string; after: { xpubId: string; childIndex: bigint } | null; limit: number },
): Promise<SweepRow[]> {
  const after = page.after ?? { xpubId: '00000000-0000-0000-0000-000000000000', childIndex: -1n }
  const { rows } = await sql<SweepRow>`
    select a.address, a.child_index as "childIndex", x.fingerprint, u.username, a.xpub_id as "xpubId",
      x.xpub_sealed as "xpubSealed"
    from deposit_addresses a join payment_method_xpubs x on x.id = a.xpub_id join users u on u.id = a.owner_id
    where x.method_id = ${page.methodId} and (a.xpub_id, a.child_index) > (${after.xpubId}, ${after.childIndex})
    order by a.xpub_id, a.child_index limit ${page.limit}
  `.execute(database)
  return rows
}
