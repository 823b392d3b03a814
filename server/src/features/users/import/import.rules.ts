// What becomes of one row of the old `users` table. Pure. A row is taken whole or not at all; what cannot be carried
// over is said as a remark. Deliberately reads only the columns that the old table is known to have: what clients once
// kept in the metadata of activities (passwords as base64) is no column of it and is never looked at.
import type { z } from 'zod'
import { emailInput, usernameInput } from '@inrange/contract/users'
import { roles, type Role } from '@inrange/contract/roles'

/** The columns that are read; any other is ignored. */
export const importColumns = [
  'id',
  'username',
  'email',
  'role',
  'password_hash',
  'is_active',
  'created_at',
  'last_login',
  'last_activity',
  'total_logins',
  'wallet_balance',
  'usdt_address',
  'paypal_email',
] as const
export type ImportColumn = (typeof importColumns)[number]
/** Texts as they stand in the file; a column that is missing or null is empty. */
export type ImportRow = Record<ImportColumn, string>

export type ImportedUser = {
  formerId: string | null
  username: string
  email: string
  role: Role
  /** A bcrypt hash as it came; null for a user who has no password here and can be invited. */
  passwordHash: string | null
  isActive: boolean
  createdAt: Date | null
  lastLogin: Date | null
  lastActivity: Date | null
  totalLogins: number
  usdtAddress: string | null
  paypalEmail: string | null
}
export type RowPlan = { kind: 'import'; user: ImportedUser; remarks: string[] } | { kind: 'refuse'; reason: string }

// The modular crypt form: version, cost, 22 characters of salt and 31 of digest.
const BCRYPT = /^\$2[abxy]\$(\d\d)\$[./A-Za-z0-9]{53}$/
const BCRYPT_COST_MIN = 4
// A check at cost 14 takes about a second; a higher one would hold a thread at every sign-in.
const BCRYPT_COST_MAX = 14
const TEXT_CHARS_MAX = 254

const yes = new Set(['', 'true', 't', '1', 'yes'])
const no = new Set(['false', 'f', '0', 'no'])

/** @param allow.superAdmin whether a super admin stays one */
export function planRow(row: ImportRow, allow: { superAdmin: boolean }): RowPlan {
  const remarks: string[] = []
  const fault = rowFault(row)
  if (fault !== null) return { kind: 'refuse', reason: fault }
  const passwordHash = usableHash(row.password_hash, remarks)
  const user: ImportedUser = {
    formerId: row.id === '' ? null : row.id.slice(0, TEXT_CHARS_MAX),
    username: row.username.trim(),
    email: row.email.trim(),
    role: importedRole(row.role, allow, remarks),
    passwordHash,
    isActive: yes.has(row.is_active.toLowerCase()),
    createdAt: dateOf(row.created_at),
    lastLogin: dateOf(row.last_login),
    lastActivity: dateOf(row.last_activity),
    totalLogins: row.total_logins === '' ? 0 : Number(row.total_logins),
    usdtAddress: row.usdt_address === '' ? null : row.usdt_address,
    paypalEmail: row.paypal_email === '' ? null : row.paypal_email,
  }
  if (/[1-9]/.test(row.wallet_balance)) {
    remarks.push(
      `wallet balance ${row.wallet_balance.slice(0, 30)} is not carried over: a balance follows from transfers`,
    )
  }
  return { kind: 'import', user, remarks }
}

function rowFault(row: ImportRow): string | null {
  const name = usernameInput.safeParse(row.username)
  if (!name.success) return `username: ${firstMessage(name.error)}`
  const email = emailInput.safeParse(row.email.trim())
  if (!email.success) return `email: ${firstMessage(email.error)}`
  if (row.role !== '' && !isRole(row.role)) return 'role: Give user, admin or super_admin.'
  if (!yes.has(row.is_active.toLowerCase()) && !no.has(row.is_active.toLowerCase())) {
    return 'is_active: Give true or false.'
  }
  for (const column of ['created_at', 'last_login', 'last_activity'] as const) {
    if (row[column] !== '' && dateOf(row[column]) === null) return `${column}: This is not a time.`
  }
  if (!/^\d{0,9}$/.test(row.total_logins)) return 'total_logins: Give a whole number.'
  for (const column of ['usdt_address', 'paypal_email'] as const) {
    if (row[column].length > TEXT_CHARS_MAX) return `${column}: At most ${TEXT_CHARS_MAX} characters.`
  }
  return null
}

function firstMessage(error: z.ZodError): string {
  return error.issues[0]?.message ?? 'This cannot be read.'
}

function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text)
}

function importedRole(text: string, allow: { superAdmin: boolean }, remarks: string[]): Role {
  const role = isRole(text) ? text : 'user'
  if (role !== 'super_admin' || allow.superAdmin) return role
  remarks.push('was super_admin, becomes admin (see --allow-super-admin)')
  return 'admin'
}

/** The hash itself stands in no remark. */
function usableHash(text: string, remarks: string[]): string | null {
  const cost = Number(BCRYPT.exec(text)?.[1])
  if (cost >= BCRYPT_COST_MIN && cost <= BCRYPT_COST_MAX) return text
  if (text === '') remarks.push('has no password: invite them')
  else if (cost > BCRYPT_COST_MAX) remarks.push(`password of bcrypt cost ${cost} is not taken over: invite them`)
  else remarks.push('password is not a bcrypt hash and is not taken over: invite them')
  return null
}

/** ISO 8601, or as PostgreSQL prints a timestamp; without a zone it is UTC. */
function dateOf(text: string): Date | null {
  const form = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/.exec(text)
  if (!form) return null
  const [, day = '', time = '00:00', zone = 'Z'] = form
  const offset =
    zone === 'Z' || zone.includes(':')
      ? zone
      : zone.length === 3
        ? `${zone}:00`
        : `${zone.slice(0, 3)}:${zone.slice(3)}`
  const at = new Date(`${day}T${time.replace(/(\.\d{3})\d+$/, '$1')}${offset}`)
  return Number.isNaN(at.getTime()) ? null : at
}
