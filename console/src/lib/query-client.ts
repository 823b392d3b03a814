// One store of server state for the whole console. A failure that asking again cannot mend (a refusal, a missing thing)
// is not retried; an outage is, with growing pauses. Apart from the reads, because this is in the first load and they,
// with the whole API, are not.
import { QueryClient } from '@tanstack/react-query'

const retriesMax = 3
const freshForMs = 10_000

/** By the status alone, which only an answer of the API has; 0 where nobody answered. */
function mayMend(error: object): boolean {
  const status = 'status' in error ? Number(error.status) : 0
  return status === 0 || status === 429 || status >= 500
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshForMs,
      retry: (failures, error) => failures < retriesMax && mayMend(error),
      // A lost network is shown by the banner; a read then fails at once instead of hanging in "paused".
      networkMode: 'always',
      // Whatever is on screen may be out of date then, however lately it was read.
      refetchOnReconnect: 'always',
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
