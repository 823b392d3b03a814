// Asks for the present password before a step that whoever found an open session may not take. Wrong guesses are slowed
// down, counted apart from sign-ins: whoever holds a session may not slow down its owner's sign-in.
import { addressKey } from './back-off.rules.ts'
import { admitAttempt } from './admit-attempt.ts'
import type { IdentityDeps } from './identity.deps.ts'
import { forgiveFailures, selectAccount } from './identity.queries.ts'
import { verifyPassword } from './password.hasher.ts'

export type Confirmation =
  | { kind: 'confirmed' }
  /** Also for a user who has no password. */
  | { kind: 'wrong' }
  | { kind: 'delayed'; retryAfterSeconds: number }

export async function confirmPassword(
  deps: Pick<IdentityDeps, 'database' | 'clock'>,
  input: { userId: string; password: string; address: string },
): Promise<Confirmation> {
  const { userId, address } = input
  const key = `change:${userId}`
  const admission = await admitAttempt(deps, { accountKey: key, address, login: null })
  if (admission.kind === 'delayed') return admission
  const account = await selectAccount(deps.database.kysely, userId)
  if (!(await verifyPassword(input.password, account?.passwordHash ?? null))) return { kind: 'wrong' }
  await deps.database.transaction((transaction) =>
    forgiveFailures(transaction, { accountKeys: [key], addressKey: addressKey(address) }),
  )
  return { kind: 'confirmed' }
}
