// The SQL of the simulator: people and destinations with ids that it chooses, so that their order is the same in every
// run, and what all of them have together. It deliberately moves no money.
import { sql } from 'kysely'
import type { CustodyKind } from '../../features/ledger/ledger.public.ts'
import type { Queryable } from '../../platform/database.ts'

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

/** How many withdrawals and deposits of each state there are. */
export async function countStates(database: Queryable): Promise<Map<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select 'withdrawal ' || state as state, count(*)::int as count from withdrawals group by 1
    union all select 'deposit ' || state, count(*)::int from deposits group by 1`.execute(database)
  return new Map(rows.map(({ state, count }) => [state, count]))
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
