// Records that a request was denied, within bounds. Never throws: that something could not be recorded is no reason to
// answer otherwise, and is said in the program's log.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { runOnBehalf } from './acting.scope.ts'
import { recordAudit } from './record-audit.ts'
import { DenialsMemory } from './denials.memory.ts'
import { denialKey, denialSubject, requestLine } from './denials.rules.ts'

export type DenialFact = {
  /** The error that the caller met. */
  code: string
  /** Database uuids; null when nobody known asked. */
  caller: { userId: string; actor: { userId: string } | null } | null
  method: string
  path: string
  requestId: string
  address: string
}
export type RecordDenial = (fact: DenialFact) => Promise<void>

/** One for everything that answers requests of a kind: the bounds are counted inside it. */
export function createDenials(deps: { database: Database; clock: Clock; log: Log }): RecordDenial {
  const memory = new DenialsMemory(deps.clock)
  return async (fact) => {
    const { caller, method, path, address, requestId } = fact
    const actorId = caller === null ? null : (caller.actor?.userId ?? caller.userId)
    const admission = memory.admit(denialKey(actorId, address))
    if (admission === null) return
    const { leftOut, leftOutOfOthers } = admission
    const record = () =>
      recordAudit(deps.database.kysely, {
        actorId,
        action: 'request_denied',
        ...denialSubject(method, path),
        address,
        requestId,
        after: {
          code: fact.code,
          request: requestLine(method, path),
          ...(leftOut > 0 ? { leftOut } : {}),
          ...(leftOutOfOthers > 0 ? { leftOutOfOthers } : {}),
        },
      })
    try {
      if (caller?.actor) await runOnBehalf({ actorId: caller.actor.userId, userId: caller.userId }, record)
      else await record()
    } catch (error) {
      deps.log.error({ err: error, requestId, code: fact.code }, 'a denial could not be recorded')
    }
  }
}
