// Users in the contract's shape, with what they may withdraw. One read of the ledger for a whole page.
import type { SchemaIn } from '@inrange/contract/operation'
import { toApiId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import type { userSchema } from '@inrange/contract/users'
import type { Queryable } from '../../platform/database.ts'
import { availableBalances } from '../ledger/ledger.public.ts'
import type { UserRow } from './users.queries.ts'

export type User = SchemaIn<typeof userSchema>

export async function presentUsers(database: Queryable, rows: readonly UserRow[]): Promise<User[]> {
  const balances = await availableBalances(
    database,
    rows.map((row) => row.id),
  )
  return rows.map((row) => presentUser(row, balances.get(row.id) ?? 0n))
}

export async function presentOneUser(database: Queryable, row: UserRow): Promise<User> {
  const balances = await availableBalances(database, [row.id])
  return presentUser(row, balances.get(row.id) ?? 0n)
}

function presentUser(row: UserRow, balanceMicros: bigint): User {
  return {
    id: toApiId('user', row.id),
    username: row.username,
    email: row.email,
    role: row.role,
    isActive: row.isActive,
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
