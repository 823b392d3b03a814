// Active users to choose an owner from, by username: at most 50, narrowed by typing.
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { toApiId } from '@inrange/contract/ids'
import type { UsersDeps } from './users.deps.ts'
import { selectUserOptions } from './users.queries.ts'
import { containsPattern } from './users.rules.ts'

const OPTIONS_MAX = 50

export async function listUserOptions(
  deps: UsersDeps,
  search: string | undefined,
): Promise<OperationResult<Operations['users.options']>> {
  const pattern = search === undefined || search === '' ? null : containsPattern(search)
  const rows = await selectUserOptions(deps.database.kysely, { pattern, limit: OPTIONS_MAX })
  return { items: rows.map((row) => ({ ...row, id: toApiId('user', row.id) })) }
}
