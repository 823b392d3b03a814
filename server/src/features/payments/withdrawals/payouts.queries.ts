// SQL of what was sent on a chain and is watched.
import { sql } from 'kysely'
import type { Network } from '@inrange/contract/payment-kinds'
import type { Queryable } from '../../../platform/database.ts'

/** Whether this transaction is known as money that the operator moved. Index: the key, from its left. */
export async function selectIsMovement(
  database: Queryable,
  { network, txHash }: { network: Network; txHash: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from operator_movements where network = ${network} and tx_hash = ${txHash} limit 1
  `.execute(database)
  return rows.length > 0
}

/** Those that were sent on a chain and are not final, the ones looked at longest ago first. Index: withdrawals_open. */
export async function selectWatchedIds(database: Queryable, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from withdrawals
    where state in ('sent', 'needs_attention') and kind <> 'paypal' and tx_hash is not null
    order by updated_at limit ${limit}
  `.execute(database)
  return rows.map(({ id }) => id)
}
