// All SQL of the settings slice.
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database.ts'

/** Every stored setting; the table has at most one row per known name, so the whole of it is read. */
export async function selectSettings(database: Queryable): Promise<Map<string, unknown>> {
  const { rows } = await sql<{ key: string; value: unknown }>`select key, value from settings`.execute(database)
  return new Map(rows.map((row) => [row.key, row.value]))
}

/** Stores one setting; the last writer wins. `value` is JSON text. */
export async function upsertSetting(
  database: Queryable,
  setting: { key: string; value: string; updatedBy: string | null; updatedAt: Date },
): Promise<void> {
  await sql`
    insert into settings (key, value, updated_by, updated_at)
    values (${setting.key}, ${setting.value}::jsonb, ${setting.updatedBy}, ${setting.updatedAt})
    on conflict (key) do update
      set value = excluded.value, updated_by = excluded.updated_by, updated_at = excluded.updated_at
  `.execute(database)
}
