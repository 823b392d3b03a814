// The SQL of the simulator: people and destinations with ids that it chooses, so that their order is the same in every
// run, and what all of them have together. It deliberately moves no money.
import { sql } from 'kysely'
import type { CustodyKind } from '../../features/ledger/ledger.public.ts'
import { invariant } from '../../platform/invariant.ts'
import type { Database, Queryable } from '../../platform/database.ts'

export async function insertPerson(
  database: Queryable,
  person: { id: string; name: string; role: 'user' | 'admin'; createdAt: Date },
): Promise<void> {
  const { id, name, role, createdAt } = person
  await sql`
    insert into users (id, username, email, role, created_at)
    values (${id}, ${name}, ${`${name}@example.com`}, ${role}, ${createdAt})`.execute(database)
}

export async function updateIsActive(database: Queryable, ownerId: string, isActive: boolean): Promise<void> {
  await sql`update users set is_active = ${isActive} where id = ${ownerId}`.execute(database)
}

export type DestinationFacts = {
  id: string
  kind: CustodyKind
  address: string
  usableFrom: Date
  removedAt: Date | null
}

export async function insertDestinations(
  database: Queryable,
  ownerId: string,
  destinations: readonly DestinationFacts[],
): Promise<void> {
  for (const { id, kind, address, usableFrom, removedAt } of destinations) {
    await sql`
      insert into payout_destinations (owner_id, id, kind, address, usable_from, removed_at)
      values (${ownerId}, ${id}, ${kind}, ${address}, ${usableFrom}, ${removedAt})`.execute(database)
  }
}

export type SuspendedReceipt = { hash: string; kind: CustodyKind; methodId: string; micros: bigint; transferId: string }

/** What a chain showed and nobody owns, beside the entry of the house. */
export async function insertSuspended(database: Queryable, receipt: SuspendedReceipt): Promise<void> {
  const { hash, kind, methodId, micros, transferId } = receipt
  await sql`
    insert into chain_receipts (network, tx_hash, log_index, method_id, block_number, block_hash, from_address,
      to_address, raw_amount, amount_micros, state, suspense_transfer_id)
    values (${kind.replace('usdt_', '')}, ${hash}, 0, ${methodId}, 1, 'block', 'somebody', 'house', ${micros},
      ${micros}, 'in_review', ${transferId})`.execute(database)
}

/** It is a deposit of somebody after all. */
export async function updateSuspended(
  database: Queryable,
  receipt: { hash: string; ownerId: string; depositId: string },
): Promise<void> {
  await sql`
    update chain_receipts set state = 'credited', owner_id = ${receipt.ownerId}, deposit_id = ${receipt.depositId}
    where tx_hash = ${receipt.hash}`.execute(database)
}

export type QuickBalances = Record<
  'availableMicros' | 'maturingMicros' | 'heldMicros' | 'deficitMicros' | 'frozenMicros',
  bigint
>

/** What is compared after each step, as a prepared statement. */
export async function selectBalancesQuickly({ hot }: Database, ownerId: string): Promise<QuickBalances> {
  const { rows } = await hot.query<QuickBalances>({
    name: 'simulated-balances',
    text: `
      select coalesce(sum(credits_micros - debits_micros) filter (where kind = 'available'), 0)::bigint as "availableMicros",
        coalesce(sum(credits_micros - debits_micros) filter (where kind = 'maturing'), 0)::bigint as "maturingMicros",
        coalesce(sum(credits_micros - debits_micros) filter (where kind = 'held'), 0)::bigint as "heldMicros",
        coalesce(sum(debits_micros - credits_micros) filter (where kind = 'deficit'), 0)::bigint as "deficitMicros",
        (select coalesce(sum(l.amount_micros), 0)::bigint from ledger.maturing_lines m
         join ledger.settlement_lines l using (owner_id, settlement_id, range_id, hour)
         where m.owner_id = $1 and exists (
           select from ledger.frozen_ranges f where f.owner_id = m.owner_id and f.range_id = m.range_id)) as "frozenMicros"
      from ledger.accounts where owner_id = $1`,
    values: [ownerId],
  })
  const [row] = rows
  invariant(row !== undefined, 'A sum without groups is one row')
  return row
}

/** What the days count for the limits, all owners together and the platform. */
export async function sumDays(
  database: Queryable,
): Promise<Record<'requests' | 'micros' | 'ownerRequests' | 'ownerMicros', bigint>> {
  const { rows } = await sql<Record<'requests' | 'micros' | 'ownerRequests' | 'ownerMicros', bigint>>`
    select (select coalesce(sum(requests), 0) from platform_withdrawal_days)::bigint as requests,
      (select coalesce(sum(amount_micros), 0) from platform_withdrawal_days)::bigint as micros,
      (select coalesce(sum(requests), 0) from owner_withdrawal_days)::bigint as "ownerRequests",
      (select coalesce(sum(amount_micros), 0) from owner_withdrawal_days)::bigint as "ownerMicros"`.execute(database)
  return rows[0] ?? { requests: 0n, micros: 0n, ownerRequests: 0n, ownerMicros: 0n }
}
