// Where somebody is signed in: the live sessions, the last seen first. Ended and idle ones are not shown; the audit log
// knows them.
import { toApiId } from '@inrange/contract/ids'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { deviceOf, idleSince } from '../../identity/identity.public.ts'
import { readSettings } from '../../settings/settings.public.ts'
import type { UsersRouteDeps } from '../users.deps.ts'
import { selectSessions } from './account.queries.ts'

const SESSIONS_MAX = 200

/** @param currentId the session that asks */
export async function listSessions(
  deps: UsersRouteDeps,
  userId: string,
  currentId: string,
): Promise<OperationResult<Operations['account.sessions']>> {
  const now = deps.clock.now()
  const { kysely } = deps.database
  const since = idleSince(now, await readSettings(kysely))
  const rows = await selectSessions(kysely, { userId, now, idleSince: since, limit: SESSIONS_MAX })
  return {
    items: rows.map((row) => ({
      id: toApiId('session', row.id),
      device: deviceOf(row.userAgent),
      address: row.address,
      place: row.address === null ? null : deps.places.placeOf(row.address),
      createdAt: row.createdAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      aal: row.aal,
      isCurrent: row.id === currentId,
    })),
  }
}
