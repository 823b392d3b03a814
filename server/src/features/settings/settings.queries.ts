// All SQL of the settings slice.
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database.ts'

/** Every stored setting; the table has at most one row per known name, so the whole of it is read. */
export async function selectSettings(database: Queryable): Promise<Map<string, unknown>> {
  const { rows } = await sql<{ key: string; value: unknown }>`select key, value from settings`.execute(database)
  return new Map(rows.map((row) => [row.key, row.value]))
}

/** Names the state of all settings: how many there are and when the last one changed, to the microsecond. */
export async function selectSettingsVersion(database: Queryable): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select count(*) || '.' || coalesce((extract(epoch from max(updated_at)) * 1000000)::bigint, 0) as version
    from settings
  `.execute(database)
  return rows[0]!.version
}

/** Lets those who change settings do so one after the other, until the transaction ends. */
export async function lockSettings(database: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('inrange.settings'))`.execute(database)
}

/**
 * Stores one setting; the last writer wins. `value` is JSON text. Its time moves on even when the clock does not, since
 * it is what tells two states apart.
 */
export async function upsertSetting(
  database: Queryable,
  setting: { key: string; value: string; updatedBy: string | null; updatedAt: Date },
): Promise<void> {
  await sql`
    insert into settings (key, value, updated_by, updated_at)
    select ${setting.key}, ${setting.value}::jsonb, ${setting.updatedBy}::uuid,
      greatest(${setting.updatedAt}::timestamptz, max(updated_at) + interval '1 microsecond')
    from settings
    on conflict (key) do update
      set value = excluded.value, updated_by = excluded.updated_by, updated_at = excluded.updated_at
  `.execute(database)
}

export async function deleteSetting(database: Queryable, key: string): Promise<void> {
  await sql`delete from settings where key = ${key}`.execute(database)
}

/** Where a test is sent: to whoever asks for it. */
export async function selectAddressOfUser(database: Queryable, userId: string): Promise<string> {
  const { rows } = await sql<{ email: string }>`select email from users where id = ${userId}`.execute(database)
  return rows[0]!.email
}

/** The same setting in another form, unless it was changed meanwhile. `from` and `to` are JSON texts. */
export async function replaceSettingValue(
  database: Queryable,
  value: { key: string; from: string; to: string },
): Promise<void> {
  await sql`
    update settings set value = ${value.to}::jsonb where key = ${value.key} and value = ${value.from}::jsonb
  `.execute(database)
}
