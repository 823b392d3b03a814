// Whether a user has to set up a second factor before anything else, so that the console knows its first screen. The
// server itself decides by the duty of the session.
import { readSettings } from '../../settings/settings.public.ts'
import type { IdentityDeps } from '../identity.deps.ts'
import type { Account } from '../identity.queries.ts'
import { mustHaveFactor } from '../session.rules.ts'
import { secondFactorsOf } from './factors.rules.ts'

export async function mustEnrolFactor(
  deps: Pick<IdentityDeps, 'database' | 'publicUrl'>,
  account: Account,
): Promise<boolean> {
  if (secondFactorsOf(account.factors).length > 0) return false
  return mustHaveFactor(account.role, await readSettings(deps.database.kysely), deps.publicUrl)
}
