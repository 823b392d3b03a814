// Forgets an account's wrong passwords, on an administrator's word. Addresses keep theirs: they may try other accounts.
import type { Queryable } from '../../platform/database.ts'
import { accountKey } from './back-off.rules.ts'
import { deleteFailures } from './identity.queries.ts'

/** @returns whether there was anything to forget */
export async function forgetFailures(
  transaction: Queryable,
  account: { username: string; email: string },
): Promise<boolean> {
  return (await deleteFailures(transaction, [accountKey(account.username), accountKey(account.email)])) > 0
}
