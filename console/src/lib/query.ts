// The one way pages describe a read of the API, and how they say that what was read is outdated.
import type { OperationId } from '@inrange/contract/operations'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type CallInput } from './api.ts'
import { queryClient } from './query-client.ts'

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
