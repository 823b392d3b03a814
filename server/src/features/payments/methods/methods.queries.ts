// All SQL of payment methods, their extended public keys and their health. The tables are a handful of rows; what users
// own is elsewhere. Secrets leave it sealed.
import { sql } from 'kysely'
import type { MethodKind } from '@inrange/contract/payment-kinds'
import type { Queryable } from '../../../platform/database.ts'

export type MethodFacts = {
  kind: MethodKind
  name: string
  isActive: boolean
  minimumMicros: bigint
  feeBasisPoints: number
  feesOnDeposits: boolean
  /** Where USDT is kept, in the form of its network; null for PayPal. */
  address: string | null
  nodeUrlSealed: string | null
  secondNodeUrlSealed: string | null
  tokenCheckedAt: Date | null
  environment: 'live' | 'sandbox' | null
  clientId: string | null
  clientSecretSealed: string | null
  webhookId: string | null
}
export type MethodRow = MethodFacts & { id: string; version: bigint; updatedAt: Date }

const methodColumns = sql`m.id, m.kind, m.name, m.is_active as "isActive", m.minimum_micros as "minimumMicros",
  m.fee_basis_points as "feeBasisPoints", m.fees_on_deposits as "feesOnDeposits", m.address,
  m.node_url_sealed as "nodeUrlSealed", m.second_node_url_sealed as "secondNodeUrlSealed",
  m.token_checked_at as "tokenCheckedAt", m.environment, m.client_id as "clientId",
  m.client_secret_sealed as "clientSecretSealed", m.webhook_id as "webhookId", m.version, m.updated_at as "updatedAt"`

/** All methods, in the order they were made. */
export async function selectMethods(database: Queryable): Promise<MethodRow[]> {
  const { rows } = await sql<MethodRow>`select ${methodColumns} from payment_methods m order by m.id`.execute(database)
  return rows
}

/** Those that users may use, at most one of each kind. Index: payment_methods_one_active. */
export async function selectActiveMethods(database: Queryable): Promise<MethodRow[]> {
  const { rows } = await sql<MethodRow>`
    select ${methodColumns} from payment_methods m where m.is_active order by m.id
  `.execute(database)
  return rows
}

export async function selectMethod(database: Queryable, id: string): Promise<MethodRow | null> {
  const { rows } = await sql<MethodRow>`
    select ${methodColumns} from payment_methods m where m.id = ${id}
  `.execute(database)
  return rows[0] ?? null
}

/** The method, locked until the transaction ends: of two who edit, the second waits and then sees the first. */
export async function lockMethod(database: Queryable, id: string): Promise<MethodRow | null> {
  const { rows } = await sql<MethodRow>`
    select ${methodColumns} from payment_methods m where m.id = ${id} for no key update
  `.execute(database)
  return rows[0] ?? null
}

/** @throws a violation of payment_methods_one_active, payment_methods_active_is_checked */
export async function insertMethod(
  database: Queryable,
  method: MethodFacts & { id: string; actorId: string; now: Date },
): Promise<void> {
  await sql`
    insert into payment_methods (id, kind, name, is_active, minimum_micros, fee_basis_points, fees_on_deposits, address,
      node_url_sealed, second_node_url_sealed, token_checked_at, environment, client_id, client_secret_sealed,
      webhook_id, created_at, created_by, updated_at, updated_by)
    values (${method.id}, ${method.kind}, ${method.name}, ${method.isActive}, ${method.minimumMicros},
      ${method.feeBasisPoints}, ${method.feesOnDeposits}, ${method.address}, ${method.nodeUrlSealed},
      ${method.secondNodeUrlSealed}, ${method.tokenCheckedAt}, ${method.environment}, ${method.clientId},
      ${method.clientSecretSealed}, ${method.webhookId}, ${method.now}, ${method.actorId}, ${method.now},
      ${method.actorId})
  `.execute(database)
}

/** Everything but the kind, which never changes. @throws as `insertMethod` */
export async function updateMethodRow(
  database: Queryable,
  method: Omit<MethodFacts, 'kind'> & { id: string; actorId: string; now: Date },
): Promise<void> {
  await sql`
    update payment_methods set name = ${method.name}, is_active = ${method.isActive},
      minimum_micros = ${method.minimumMicros}, fee_basis_points = ${method.feeBasisPoints},
      fees_on_deposits = ${method.feesOnDeposits}, address = ${method.address},
      node_url_sealed = ${method.nodeUrlSealed}, second_node_url_sealed = ${method.secondNodeUrlSealed},
      token_checked_at = ${method.tokenCheckedAt}, environment = ${method.environment},
      client_id = ${method.clientId}, client_secret_sealed = ${method.clientSecretSealed},
      webhook_id = ${method.webhookId}, version = version + 1, updated_at = ${method.now},
      updated_by = ${method.actorId}
    where id = ${method.id}
  `.execute(database)
}

/**
 * The methods whose chains are read: of each kind the active one, else the one changed last. An address that was given
 * to a user is watched as long as there is a node to ask.
 */
export async function selectScannedMethods(database: Queryable): Promise<MethodRow[]> {
  const { rows } = await sql<MethodRow>`
    select distinct on (m.kind) ${methodColumns} from payment_methods m
    join payment_method_health h on h.method_id = m.id and h.next_block is not null
    where m.kind <> 'paypal' and m.node_url_sealed is not null and m.token_checked_at is not null
    order by m.kind, m.is_active desc, m.updated_at desc
  `.execute(database)
  return rows
}
