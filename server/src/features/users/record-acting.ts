// Records what an administrator does for somebody, under both names: every change, and every reading of messages,
// before it happens, so that nothing is seen that is not recorded. What is merely looked at beside (figures, lists of
// ranges) is covered by the entries of when it began and ended.
import type { Database } from '../../platform/database.ts'
import type { ActedOperation, RunActing } from '../../platform/http.ts'
import { recordAudit, runOnBehalf } from '../audit/audit.public.ts'

/** For the HTTP layer, which knows no audit log. */
export function recordActing({ database }: { database: Database }): RunActing {
  return (acted, run) => {
    const { actor, userId } = acted.caller
    return runOnBehalf({ actorId: actor.userId, userId }, async () => {
      if (isKept(acted)) await keep(database, acted)
      return run()
    })
  }
}

/** Whatever reads messages is kept, also what is added one day. The end of acting has its own entry. */
function isKept({ operationId, method }: ActedOperation): boolean {
  return operationId !== 'users.stop-acting' && (method !== 'GET' || operationId.startsWith('messages.'))
}

async function keep(database: Database, acted: ActedOperation): Promise<void> {
  const { caller, operationId, path, address, requestId } = acted
  await recordAudit(database.kysely, {
    actorId: caller.actor.userId,
    action: 'acted',
    subjectType: 'user',
    subjectId: caller.userId,
    address,
    requestId,
    after: { operation: operationId, path },
  })
}
