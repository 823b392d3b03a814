// Acting for somebody, as far as the record is concerned. Guarantees that everything recorded inside the scope names
// both the one who acts and the user it is done for, whatever the slices in between know of it. It deliberately decides
// nothing about who may act.
import { AsyncLocalStorage } from 'node:async_hooks'

/** Database uuids. */
export type Acting = { actorId: string; userId: string }

const storage = new AsyncLocalStorage<Acting>()

/**
 * Runs the work of one request under both names: every `recordAudit` in it stores `actorId` as the actor and `userId`
 * as the user it was done for.
 */
export function runOnBehalf<Result>(acting: Acting, work: () => Result): Result {
  return storage.run(acting, work)
}

/** Who acts for whom here and now; undefined where everybody acts for themselves. */
export function currentActing(): Acting | undefined {
  return storage.getStore()
}
