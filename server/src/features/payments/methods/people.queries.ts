// Whom payments write to.
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database.ts'

export type PersonRow = { id: string; username: string; email: string }

/** Active super admins; a handful. */
export async function selectSuperAdmins(database: Queryable): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select id, username, email from users where role = 'super_admin' and is_active order by id
  `.execute(database)
  return rows
}

export async function selectPerson(database: Queryable, id: string): Promise<PersonRow | null> {
  const { rows } = await sql<PersonRow>`select id, username, email from users where id = ${id}`.execute(database)
  return rows[0] ?? null
}
