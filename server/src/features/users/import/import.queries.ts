// SQL of the import of users.
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database.ts'
import type { ImportedUser } from './import.rules.ts'

/** Users who have this username or this email address, in any case of letters: at most two. */
export async function selectNamesakes(
  database: Queryable,
  user: { username: string; email: string },
): Promise<{ hasUsername: boolean; hasEmail: boolean }[]> {
  const { rows } = await sql<{ hasUsername: boolean; hasEmail: boolean }>`
    select lower(username) = lower(${user.username}) as "hasUsername", lower(email) = lower(${user.email}) as "hasEmail"
    from users where lower(username) = lower(${user.username}) or lower(email) = lower(${user.email})
  `.execute(database)
  return rows
}

/** With the history that the former platform kept of them. Refused by the two unique indexes. */
export async function insertImportedUser(
  database: Queryable,
  user: Omit<ImportedUser, 'formerId' | 'passwordHash' | 'createdAt'> & { createdAt: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into users (username, email, role, is_active, created_at, last_login, last_activity, total_logins,
      usdt_address, paypal_email)
    values (${user.username}, ${user.email}, ${user.role}, ${user.isActive}, ${user.createdAt}, ${user.lastLogin},
      ${user.lastActivity}, ${user.totalLogins}, ${user.usdtAddress}, ${user.paypalEmail})
    returning id
  `.execute(database)
  return rows[0]!.id
}
