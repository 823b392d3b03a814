// One message with its trace. Guarantees that somebody else's text leaves masked unless it is revealed, and that a
// reveal and its line in the audit log are one transaction: neither is there without the other.
import { AppError } from '@inrange/contract/errors'
import { toMessageId, type MessageKey } from '@inrange/contract/ids'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database.ts'
import { recordAudit } from '../audit/audit.public.ts'
import { settlementLinesOfHour } from '../ledger/ledger.public.ts'
import { presentTrace, type Trace } from './message.presenter.ts'
import { selectHour, selectTrace } from './messages.queries.ts'
import { boundedPlace, hourOf } from './messages.rules.ts'

type Deps = { database: Database; clock: Clock }
export type Viewer = {
  userId: string
  /** Whether only the viewer's own messages exist for the viewer. */
  ownOnly: boolean
}

/** @throws AppError not_found also for what the viewer may not see */
export async function readMessage({ database, clock }: Deps, key: MessageKey, viewer: Viewer): Promise<Trace> {
  return readTrace(database.kysely, clock.now(), key, viewer, { isMasked: key.ownerId !== viewer.userId })
}

/** The unmasked trace. Of the actor's own message nothing is recorded: there was nothing to reveal. */
export async function revealMessage(
  { database, clock }: Deps,
  key: MessageKey,
  actor: Viewer & { address: string; requestId: string },
): Promise<Trace> {
  return database.transaction(async (transaction) => {
    const trace = await readTrace(transaction, clock.now(), key, actor, { isMasked: false })
    if (key.ownerId === actor.userId) return trace
    await recordAudit(transaction, {
      actorId: actor.userId,
      action: 'message_revealed',
      subjectType: 'message',
      subjectId: toMessageId(key),
      address: actor.address,
      requestId: actor.requestId,
      after: { ownerId: key.ownerId },
    })
    return trace
  })
}

async function readTrace(
  database: Queryable,
  now: Date,
  key: MessageKey,
  viewer: Viewer,
  options: { isMasked: boolean },
): Promise<Trace> {
  if (viewer.ownOnly && key.ownerId !== viewer.userId) throw new AppError('not_found')
  const row = await selectTrace(database, { ...key, landedAtMicros: boundedPlace(key.landedAtMicros) })
  if (!row) throw new AppError('not_found')
  const hour = hourOf(row.receivedAt)
  const traffic = await selectHour(database, row.ownerId, row.rangeId, hour)
  const lines = await settlementLinesOfHour(database, row.ownerId, row.rangeId, hour)
  return presentTrace(row, { ...traffic, lines, now }, options)
}
