// Within this process: who changed. Whatever ends a session or changes a user's rights calls `announceUserChange` in
// its transaction, which also notifies the other processes when it commits. Deliberately carries no detail: whoever
// hears it reads again.
import type { Queryable } from '../../platform/database.ts'
import { notifyUserChanged } from './identity.queries.ts'

type Listener = (userId: string) => void
const listeners = new Set<Listener>()

/** Calls back for every change announced in this process; returns what ends it. */
export function onUserChanged(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Says that a user's sessions, rights or name change with this transaction. */
export async function announceUserChange(transaction: Queryable, userId: string): Promise<void> {
  await notifyUserChanged(transaction, userId)
  for (const listener of listeners) listener(userId)
}
