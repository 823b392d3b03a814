// The operations of the slice, each to its function. No logic here.
import { requireCaller, type SliceHandlers } from '../../platform/http.ts'
import type { OverviewDeps } from './overview.deps.ts'
import { peopleReader } from './read-people.ts'
import { readTraffic } from './read-traffic.ts'
import { workReader } from './read-work.ts'

type OverviewOperation = 'overview.work' | 'overview.traffic' | 'overview.users'

export function overviewRoutes(deps: OverviewDeps): SliceHandlers<OverviewOperation> {
  const readWork = workReader(deps)
  const readPeople = peopleReader(deps)
  return {
    'overview.work': (_input, context) => readWork(requireCaller(context).caller),
    'overview.traffic': () => readTraffic(deps),
    'overview.users': () => readPeople(),
  }
}
