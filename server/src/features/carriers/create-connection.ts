// Adds a connection to a carrier. The secret of an HTTP connection is made here and returned once; it cannot be read
// again.
import { randomUUIDv7 } from 'node:crypto'
import type { ConnectionKind } from '@inrange/contract/carriers'
import { AppError } from '@inrange/contract/errors'
import { recordAudit } from '../audit/audit.public.ts'
import type { Database } from '../../platform/database.ts'
import { violatedConstraint } from '../../platform/database-fault.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { insertConnection, lockCarrier } from './carriers.queries.ts'
import { generateSecret, keepSecret } from './connection-secrets.ts'
import { parseSettings } from './connections.rules.ts'
import type { Actor } from './create-carrier.ts'

export type NewConnection = {
  kind: ConnectionKind
  name: string
  settings: unknown
  systemId?: string
  password?: string
}

/**
 * @returns the new id, and the secret when the server made one
 * @throws AppError not_found (no such carrier), system_id_taken, invalid_request (a setting that means nothing)
 */
export async function createConnection(
  deps: { database: Database; secrets: Secrets },
  input: { actor: Actor; carrierId: string; connection: NewConnection },
): Promise<{ connectionId: string; secret: string | null }> {
  const { actor, carrierId, connection } = input
  const { kind, name } = connection
  const settings = parseSettings(kind, connection.settings)
  const systemId = connection.systemId ?? null
  const connectionId = randomUUIDv7()
  const made = kind === 'http' ? generateSecret() : null
  const credentials = await keepSecret(deps.secrets, {
    id: connectionId,
    kind,
    secret: made ?? connection.password ?? '',
  })
  await systemIdTakenAsError(() =>
    deps.database.transaction(async (transaction) => {
      if (!(await lockCarrier(transaction, carrierId))) throw new AppError('not_found')
      await insertConnection(transaction, {
        id: connectionId,
        carrierId,
        name,
        kind,
        settings,
        systemId,
        ...credentials,
      })
      await recordAudit(transaction, {
        actorId: actor.userId,
        action: 'connection_created',
        subjectType: 'connection',
        subjectId: connectionId,
        address: actor.address,
        requestId: actor.requestId,
        after: { carrierId, name, kind, systemId, settings },
      })
    }),
  )
  return { connectionId, secret: made }
}

/** Turns the refusal of the unique index into the error that an admin reads. */
export async function systemIdTakenAsError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (violatedConstraint(error) !== 'connections_system_id_unique') throw error
    throw new AppError('system_id_taken', {
      fields: { systemId: 'Another connection uses this system_id.' },
      cause: error,
    })
  }
}
