// Server state: one client for the whole console, and the one way pages describe a read. A failure that asking
// again cannot mend (a refusal, a missing thing) is not retried; an outage is, with growing pauses.
import type { OperationId } from '@inrange/contract/operations'
import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, call, type CallInput } from './api.ts'

const retriesMax = 3
const freshForMs = 10_000

function mayMend(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshForMs,
      retry: (failures, error) => failures < retriesMax && mayMend(error),
      // A lost network is shown by the banner; a read then fails at once instead of hanging in "paused".
      networkMode: 'always',
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** A read of one operation for useQuery, prefetchQuery and invalidation; its key starts with the operation's name. */
export function read<K extends OperationId>(name: K, input: CallInput<K>) {
  return queryOptions({ queryKey: [name, input] as const, queryFn: ({ signal }) => call(name, input, { signal }) })
}

/** The same read, keeping the rows of the former filter or page on screen while the next ones come. */
export function readKeeping<K extends OperationId>(name: K, input: CallInput<K>) {
  return { ...read(name, input), placeholderData: keepPreviousData }
}

/** Marks every read of these operations as outdated, so that what is on screen is asked for again. */
export function outdate(...names: readonly OperationId[]): Promise<void> {
  const isOutdated = (key: unknown) => names.some((name) => name === key)
  return queryClient.invalidateQueries({ predicate: (query) => isOutdated(query.queryKey[0]) })
}
