// All SQL of identity providers: the services that may vouch for somebody. The table is a handful of rows.
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database.ts'

export type ProviderRow = {
  id: string
  name: string
  issuer: string
  clientId: string
  clientSecretSealed: string | null
  scopes: string
  isEnabled: boolean
  /** How many identities are linked. */
  identities: number
  createdAt: Date
  updatedAt: Date
}
export type ProviderFacts = Omit<ProviderRow, 'id' | 'identities' | 'createdAt' | 'updatedAt'>

const providerColumns = sql`p.id, p.name, p.issuer, p.client_id as "clientId",
  p.client_secret_sealed as "clientSecretSealed", p.scopes, p.is_enabled as "isEnabled",
  (select count(*)::int from identities i where i.provider_id = p.id) as identities,
  p.created_at as "createdAt", p.updated_at as "updatedAt"`

export async function selectProviders(database: Queryable): Promise<ProviderRow[]> {
  const { rows } = await sql<ProviderRow>`
    select ${providerColumns} from identity_providers p order by lower(p.name), p.id
  `.execute(database)
  return rows
}

export async function selectProvider(database: Queryable, id: string): Promise<ProviderRow | null> {
  const { rows } = await sql<ProviderRow>`
    select ${providerColumns} from identity_providers p where p.id = ${id}
  `.execute(database)
  return rows[0] ?? null
}

/**
 * The provider, locked until the transaction ends: nobody links an identity meanwhile, since that takes a share lock
 * of this row.
 */
export async function lockProvider(database: Queryable, id: string): Promise<ProviderRow | null> {
  await sql`select from identity_providers where id = ${id} for update`.execute(database)
  return selectProvider(database, id)
}

/** Those whose identities open a session now. */
export async function selectEnabledProviderIds(database: Queryable): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from identity_providers where is_enabled`.execute(database)
  return rows.map(({ id }) => id)
}

/** @throws a violation of identity_providers_pkey, identity_providers_issuer_is_unique */
export async function insertProvider(
  database: Queryable,
  provider: ProviderFacts & { id: string; now: Date },
): Promise<void> {
  await sql`
    insert into identity_providers (id, name, issuer, client_id, client_secret_sealed, scopes, is_enabled, created_at,
      updated_at)
    values (${provider.id}, ${provider.name}, ${provider.issuer}, ${provider.clientId}, ${provider.clientSecretSealed},
      ${provider.scopes}, ${provider.isEnabled}, ${provider.now}, ${provider.now})
  `.execute(database)
}

/** @throws a violation of identity_providers_issuer_is_unique */
export async function updateProviderRow(
  database: Queryable,
  provider: ProviderFacts & { id: string; now: Date },
): Promise<void> {
  await sql`
    update identity_providers set name = ${provider.name}, issuer = ${provider.issuer},
      client_id = ${provider.clientId}, client_secret_sealed = ${provider.clientSecretSealed},
      scopes = ${provider.scopes}, is_enabled = ${provider.isEnabled}, updated_at = ${provider.now}
    where id = ${provider.id}
  `.execute(database)
}

export async function deleteProviderRow(database: Queryable, id: string): Promise<void> {
  await sql`delete from identity_providers where id = ${id}`.execute(database)
}
