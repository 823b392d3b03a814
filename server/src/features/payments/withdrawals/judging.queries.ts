// What a request is judged by besides balances and limits. Every query is bounded by an index of the owner or of the
// destination.
import { sql } from 'kysely'
import type { MethodKind } from '@inrange/contract/payment-kinds'
import type { Queryable } from '../../../platform/database.ts'

export async function selectOwnerCreatedAt(database: Queryable, ownerId: string): Promise<Date | null> {
  const { rows } = await sql<{ createdAt: Date }>`
    select created_at as "createdAt" from users where id = ${ownerId} and is_active
  `.execute(database)
  return rows[0]?.createdAt ?? null
}

/**
 * What PayPal brought an owner since then and has not left to PayPal again, zero or more. Indexes:
 * deposits_by_paypal_lately, withdrawals_of_owner_lately.
 */
export async function sumBoundToPaypal(database: Queryable, which: { ownerId: string; since: Date }): Promise<bigint> {
  const { ownerId, since } = which
  const { rows } = await sql<{ micros: bigint }>`
    select greatest(0, (
      select coalesce(sum(amount_micros - fee_micros), 0) from deposits
      where owner_id = ${ownerId} and kind = 'paypal' and state = 'credited' and credited_at >= ${since}
    ) - (
      select coalesce(sum(gross_micros), 0) from withdrawals
      where owner_id = ${ownerId} and kind = 'paypal' and requested_at >= ${since}
        and state not in ('rejected', 'cancelled', 'failed', 'returned')
    ))::bigint as micros
  `.execute(database)
  return rows[0]?.micros ?? 0n
}

export type OwnerPast = { hasCompletedBefore: boolean; isDestinationShared: boolean; hasDeposited: boolean }

/** Indexes: the owner's part of each key; payout_destinations_by_address, withdrawals_by_destination. */
export async function selectOwnerPast(
  database: Queryable,
  which: { ownerId: string; kind: MethodKind; address: string },
): Promise<OwnerPast> {
  const { ownerId, kind, address } = which
  const { rows } = await sql<OwnerPast>`
    select
      exists (select from withdrawals where owner_id = ${ownerId} and state = 'completed') as "hasCompletedBefore",
      exists (select from payout_destinations where address = ${address} and kind = ${kind} and owner_id <> ${ownerId})
        or exists (select from withdrawals where destination = ${address} and kind = ${kind} and owner_id <> ${ownerId})
        as "isDestinationShared",
      exists (select from deposits where owner_id = ${ownerId} and state = 'credited') as "hasDeposited"
  `.execute(database)
  return rows[0] ?? { hasCompletedBefore: false, isDestinationShared: false, hasDeposited: false }
}
