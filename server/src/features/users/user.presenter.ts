// Users in the contract's shape, with what they may withdraw and how they get in. One read of each for a whole page.
import type { SchemaIn } from '@inrange/contract/operation'
import { toApiId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import type { userSchema } from '@inrange/contract/users'
import type { Queryable } from '../../platform/database.ts'
import { invariant } from '../../platform/invariant.ts'
import { availableBalances } from '../ledger/ledger.public.ts'
import { selectUsersAccess, type UserAccess, type UserRow } from './users.queries.ts'

export type User = SchemaIn<typeof userSchema>

/** @param now what decides who is waiting after wrong passwords, and which sessions live */
export async function presentUsers(database: Queryable, rows: readonly UserRow[], now: Date): Promise<User[]> {
  const ids = rows.map((row) => row.id)
  const balances = await availableBalances(database, ids)
  const access = new Map((await selectUsersAccess(database, ids, now)).map((row) => [row.id, row]))
  return rows.map((row) => presentUser(row, balances.get(row.id) ?? 0n, access.get(row.id)))
}

export async function presentOneUser(database: Queryable, row: UserRow, now: Date): Promise<User> {
  const [user] = await presentUsers(database, [row], now)
  invariant(user, 'One row makes one user')
  return user
}

function presentUser(row: UserRow, balanceMicros: bigint, access: UserAccess | undefined): User {
  return {
    id: toApiId('user', row.id),
    username: row.username,
    email: row.email,
    role: row.role,
    isActive: row.isActive,
    isInvited: access?.isInvited ?? false,
    lockedUntil: access?.lockedUntil?.toISOString() ?? null,
    factorCount: access?.factorCount ?? 0,
    sessionCount: access?.sessionCount ?? 0,
    createdAt: row.createdAt.toISOString(),
    lastLogin: row.lastLogin?.toISOString() ?? null,
    lastActivity: row.lastActivity?.toISOString() ?? null,
    totalLogins: row.totalLogins,
    wallet: {
      balance: microsToDecimal(balanceMicros),
      usdtAddress: row.usdtAddress,
      paypalEmail: row.paypalEmail,
    },
  }
}
