// Takes over the users of the old backend, row by row, each in a transaction of its own: what is reported as created is
// there with its password and its audit entry, and a second run finds it and passes over it. A dry run decides the same
// and writes nothing. Hashes are stored as they came and shown nowhere.
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { violatedConstraint } from '../../../platform/database-fault.ts'
import { recordActivity, recordAudit } from '../../audit/audit.public.ts'
import { setUserPassword } from '../../identity/identity.public.ts'
import { planRow, type ImportedUser, type ImportRow } from './import.rules.ts'
import { insertImportedUser, selectNamesakes } from './import.queries.ts'

export type ImportOptions = { isDryRun: boolean; allowSuperAdmin: boolean }
export type RowResult = {
  /** 1 for the first user of the file. */
  row: number
  username: string
  outcome: 'created' | 'skipped' | 'refused'
  /** Why it was skipped or refused. */
  reason: string | null
  remarks: string[]
}
type Deps = { database: Database; clock: Clock }

export async function importUsers(
  deps: Deps,
  rows: readonly ImportRow[],
  options: ImportOptions,
): Promise<RowResult[]> {
  const results: RowResult[] = []
  const seen = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    results.push(await importRow(deps, { row, number: index + 1, seen }, options))
  }
  return results
}

async function importRow(
  deps: Deps,
  { row, number, seen }: { row: ImportRow; number: number; seen: Map<string, number> },
  options: ImportOptions,
): Promise<RowResult> {
  const told = { row: number, username: row.username.slice(0, 64) }
  const refused = (reason: string): RowResult => ({ ...told, outcome: 'refused', reason, remarks: [] })
  const plan = planRow(row, { superAdmin: options.allowSuperAdmin })
  if (plan.kind === 'refuse') return refused(plan.reason)
  const { user, remarks } = plan
  const keys = [`username ${user.username.toLowerCase()}`, `email ${user.email.toLowerCase()}`]
  const twin = keys.map((key) => seen.get(key)).find((found) => found !== undefined)
  if (twin !== undefined) return refused(`the same username or email address as row ${twin}`)
  for (const key of keys) seen.set(key, number)
  const namesakes = await selectNamesakes(deps.database.kysely, user)
  const skipped = namesakes.some((found) => found.hasUsername && found.hasEmail)
  if (skipped) return { ...told, outcome: 'skipped', reason: 'exists', remarks: [] }
  if (namesakes.some((found) => found.hasUsername)) return refused('another user has this username')
  if (namesakes.length > 0) return refused('another user has this email address')
  const fault = options.isDryRun ? null : await store(deps, user)
  return fault === null ? { ...told, outcome: 'created', reason: null, remarks } : refused(fault)
}

/** @returns why the database refused, or null */
async function store({ database, clock }: Deps, user: ImportedUser): Promise<string | null> {
  try {
    await database.transaction(async (transaction) => {
      const now = clock.now()
      const userId = await insertImportedUser(transaction, { ...user, createdAt: user.createdAt ?? now })
      const { username, email, role, formerId, passwordHash } = user
      if (passwordHash !== null) {
        await setUserPassword(transaction, { userId, hash: passwordHash, mustChange: false, now })
      }
      await recordActivity(transaction, {
        userId,
        activityType: 'user_created',
        description: `${username} was taken over from the former platform`,
        metadata: { role },
      })
      await recordAudit(transaction, {
        actorId: null,
        action: 'user_imported',
        subjectType: 'user',
        subjectId: userId,
        after: { username, email, role, isActive: user.isActive, formerId, hasPassword: passwordHash !== null },
      })
    })
    return null
  } catch (error) {
    // Somebody created the same user a moment ago.
    const constraint = violatedConstraint(error)
    if (constraint === 'users_username_unique') return 'another user has this username'
    if (constraint === 'users_email_unique') return 'another user has this email address'
    throw error
  }
}
