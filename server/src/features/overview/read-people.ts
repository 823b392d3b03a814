// The newest users, and those whose traffic is unusual.
import { toApiId } from '@inrange/contract/ids'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { remembered, type OverviewDeps } from './overview.deps.ts'
import { selectGrowth, selectNewestUsers } from './overview.queries.ts'
import { DAY_MS, unusualOf } from './overview.rules.ts'

const NEWEST_SHOWN = 6
const UNUSUAL_SHOWN = 6
const GROWTH_REMEMBERED_MS = 5 * 60_000
const HOUR_MS = 3_600_000

type People = OperationResult<Operations['overview.users']>

export function peopleReader({ database, clock }: OverviewDeps): () => Promise<People> {
  const readGrowth = remembered(GROWTH_REMEMBERED_MS, () => {
    const nowMs = clock.nowMs()
    const beforeMs = nowMs - (nowMs % HOUR_MS)
    const hours = {
      from: new Date(beforeMs - 2 * DAY_MS),
      middle: new Date(beforeMs - DAY_MS),
      before: new Date(beforeMs),
    }
    return selectGrowth(database.kysely, hours)
  })
  return async () => ({
    newest: (await selectNewestUsers(database.kysely, NEWEST_SHOWN)).map(({ id, createdAt, ...user }) => ({
      ...user,
      id: toApiId('user', id),
      createdAt: createdAt.toISOString(),
    })),
    unusual: unusualOf(await readGrowth(), UNUSUAL_SHOWN).map(({ userId, ...user }) => ({
      ...user,
      id: toApiId('user', userId),
    })),
    asOf: clock.now().toISOString(),
  })
}
