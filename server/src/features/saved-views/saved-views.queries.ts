// All SQL of saved views. Every statement names the user, by saved_views_name_unique or the primary key.
import { sql } from 'kysely'
import { invariant } from '../../platform/invariant.ts'
import type { Queryable } from '../../platform/database.ts'

export type ViewRow = {
  id: string
  section: string
  name: string
  state: Record<string, unknown>
  createdAt: Date
  updatedAt: Date
}

const columns = sql`id, section, name, state, created_at as "createdAt", updated_at as "updatedAt"`

export async function selectViews(database: Queryable, userId: string, section: string): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`
    select ${columns} from saved_views where user_id = ${userId} and section = ${section} order by lower(name)
  `.execute(database)
  return rows
}

/** Lets one person's views be counted and written by one request at a time, until the transaction ends. */
export async function lockUser(database: Queryable, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(database)
}

export async function countViews(database: Queryable, userId: string, section: string): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from saved_views where user_id = ${userId} and section = ${section}`.execute(database)
  return Number(rows[0]?.count ?? 0)
}

export async function insertView(
  database: Queryable,
  view: { userId: string; section: string; name: string; state: Record<string, unknown> },
): Promise<ViewRow> {
  const { rows } = await sql<ViewRow>`
    insert into saved_views (user_id, section, name, state)
    values (${view.userId}, ${view.section}, ${view.name}, ${JSON.stringify(view.state)}::jsonb) returning ${columns}
  `.execute(database)
  const [row] = rows
  invariant(row, 'An insert returns its row')
  return row
}

/** What is not given stays. Null when the view is not there, or is somebody else's. */
export async function updateViewRow(
  database: Queryable,
  change: { userId: string; id: string; name?: string | undefined; state?: Record<string, unknown> | undefined },
): Promise<ViewRow | null> {
  const state = change.state === undefined ? null : JSON.stringify(change.state)
  const { rows } = await sql<ViewRow>`
    update saved_views set name = coalesce(${change.name ?? null}, name), state = coalesce(${state}::jsonb, state),
      updated_at = now()
    where id = ${change.id} and user_id = ${change.userId} returning ${columns}`.execute(database)
  return rows[0] ?? null
}

export async function deleteViewRow(database: Queryable, view: { userId: string; id: string }): Promise<boolean> {
  const { rows } = await sql`
    delete from saved_views where id = ${view.id} and user_id = ${view.userId} returning id`.execute(database)
  return rows.length > 0
}
