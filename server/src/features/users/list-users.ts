// Users, newest first, a page at a time, with the summary of the whole platform. Keyset: a user created meanwhile moves
// no page.
import type { OperationParsed, OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { AppError } from '@inrange/contract/errors'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import { presentUsers } from './user.presenter.ts'
import type { UsersDeps } from './users.deps.ts'
import { selectUsers, selectUsersSummary } from './users.queries.ts'
import { containsPattern } from './users.rules.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const MICROS = /^\d{1,16}$/

type Query = OperationParsed<Operations['users.list']>['query']
type Page = OperationResult<Operations['users.list']>

export async function listUsers(deps: UsersDeps, query: Query): Promise<Page> {
  const { kysely } = deps.database
  const now = deps.clock.now()
  const filter = {
    pattern: query.search === undefined || query.search === '' ? null : containsPattern(query.search),
    role: query.role ?? null,
    status: query.status ?? null,
    now,
    before: readCursor(query.cursor),
    limit: query.limit + 1,
  }
  const rows = await selectUsers(kysely, filter)
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  return {
    items: await presentUsers(kysely, page, now),
    nextCursor: rows.length > query.limit && last ? encodeCursor([last.createdAtMicros, last.id]) : null,
    summary: await selectUsersSummary(kysely),
  }
}

function readCursor(cursor: string | undefined): { createdAtMicros: string; id: string } | null {
  const key = decodeCursor(cursor, 2)
  if (!key) return null
  const [createdAtMicros = '', id = ''] = key
  if (MICROS.test(createdAtMicros) && UUID.test(id)) return { createdAtMicros, id }
  throw new AppError('invalid_request', {
    fields: { cursor: 'This cursor is not one of ours; start from the first page.' },
  })
}
