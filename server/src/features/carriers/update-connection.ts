// Edits a connection, and replaces the secret of an HTTP one. What the runtime does about it (new facts, or sessions
// bound anew) is its own matter; it reads the same row.
import { AppError } from '@inrange/contract/errors'
import { recordAudit } from '../audit/audit.public.ts'
import type { Database, DatabaseTransaction } from '../../platform/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { lockConnection, updateConnectionRow, type Credentials, type EditableConnection } from './carriers.queries.ts'
import { generateSecret, keepSecret } from './connection-secrets.ts'
import { parseSettings } from './connections.rules.ts'
import type { Actor } from './create-carrier.ts'
import { systemIdTakenAsError } from './create-connection.ts'
import { statusOf } from './update-carrier.ts'

export type ConnectionChange = {
  name?: string | undefined
  isActive?: boolean | undefined
  systemId?: string | undefined
  password?: string | undefined
  /** Those to change; the others stay as they are. */
  settings?: Record<string, unknown> | undefined
}

const UNCHANGED: Credentials = { passwordHash: null, secretSealed: null }

/**
 * @throws AppError not_found, system_id_taken, invalid_request (a field that this kind does not have, or a wrong
 * setting)
 */
export function updateConnection(
  deps: { database: Database; secrets: Secrets },
  input: { actor: Actor; connectionId: string; change: ConnectionChange },
): Promise<void> {
  const { actor, connectionId, change } = input
  return systemIdTakenAsError(() =>
    deps.database.transaction(async (transaction) => {
      const before = await lockConnection(transaction, connectionId)
      if (!before) throw new AppError('not_found')
      refuseForeignFields(before, change)
      const after = applyChange(before, change)
      const { password } = change
      const credentials =
        password === undefined
          ? UNCHANGED
          : await keepSecret(deps.secrets, { id: connectionId, kind: before.kind, secret: password })
      await updateConnectionRow(transaction, connectionId, { ...after, ...credentials })
      await auditChange(transaction, { actor, connectionId, before, after, passwordChanged: password !== undefined })
    }),
  )
}

function refuseForeignFields({ kind }: EditableConnection, change: ConnectionChange): void {
  if (kind !== 'http') return
  const sentence = 'An HTTP connection has none; rotate its secret instead.'
  if (change.password !== undefined) throw new AppError('invalid_request', { fields: { password: sentence } })
  if (change.systemId !== undefined) throw new AppError('invalid_request', { fields: { systemId: sentence } })
}

function applyChange(before: EditableConnection, change: ConnectionChange): EditableConnection {
  const stored = parseSettings(before.kind, before.settings)
  return {
    kind: before.kind,
    name: change.name ?? before.name,
    status: change.isActive === undefined ? before.status : statusOf(change.isActive),
    systemId: change.systemId ?? before.systemId,
    settings: change.settings ? parseSettings(before.kind, { ...stored, ...change.settings }) : stored,
  }
}

async function auditChange(
  transaction: DatabaseTransaction,
  fact: {
    actor: Actor
    connectionId: string
    before: EditableConnection
    after: EditableConnection
    passwordChanged: boolean
  },
): Promise<void> {
  await recordAudit(transaction, {
    actorId: fact.actor.userId,
    action: 'connection_updated',
    subjectType: 'connection',
    subjectId: fact.connectionId,
    address: fact.actor.address,
    requestId: fact.actor.requestId,
    before: fact.before,
    after: fact.passwordChanged ? { ...fact.after, passwordChanged: true } : fact.after,
  })
}

/**
 * A new secret for an HTTP connection. The old one stops working as soon as the processes have read the row.
 * @returns the secret, which is shown this once
 * @throws AppError not_found, also for a connection that has no secret of ours
 */
export function rotateSecret(
  deps: { database: Database; secrets: Secrets },
  input: { actor: Actor; connectionId: string },
): Promise<string> {
  const { actor, connectionId } = input
  return deps.database.transaction(async (transaction) => {
    const before = await lockConnection(transaction, connectionId)
    if (before?.kind !== 'http') throw new AppError('not_found')
    const secret = generateSecret()
    const credentials = await keepSecret(deps.secrets, { id: connectionId, kind: 'http', secret })
    await updateConnectionRow(transaction, connectionId, { ...before, ...credentials })
    await recordAudit(transaction, {
      actorId: actor.userId,
      action: 'connection_secret_rotated',
      subjectType: 'connection',
      subjectId: connectionId,
      address: actor.address,
      requestId: actor.requestId,
    })
    return secret
  })
}
