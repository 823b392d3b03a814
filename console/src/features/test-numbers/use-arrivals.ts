// What arrived on a test number, and what arrives while somebody waits: read once, then only what is new since the
// place that was seen. It looks every two seconds while the page is in sight, and no longer than somebody waits.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type CallOutput } from '../../lib/api.ts'
import { useNowMs } from '../../lib/clock.ts'

export type Arrival = CallOutput<'test-numbers.messages'>['items'][number]
type Arrivals = { items: Arrival[]; position: string; freshIds: readonly string[] }

const LOOK_EVERY_MS = 2_000
const SHOWN_MAX = 50
/** After which it is said what may be wrong. */
const HINT_AFTER_MS = 90_000
/** After which nobody is waiting any more. */
const WAIT_MS_MAX = 10 * 60_000

export type Waiting = 'waiting' | 'long' | 'paused' | 'over'

/** The newest first, each once. */
export function mergeArrivals(former: Arrivals | undefined, answer: CallOutput<'test-numbers.messages'>): Arrivals {
  if (former === undefined) return { ...answer, freshIds: [] }
  const known = new Set(former.items.map(({ id }) => id))
  const fresh = answer.items.filter(({ id }) => !known.has(id))
  return {
    items: [...fresh, ...former.items].slice(0, SHOWN_MAX),
    position: answer.position,
    freshIds: fresh.length > 0 ? fresh.map(({ id }) => id) : former.freshIds,
  }
}

export function useArrivals(number: string) {
  const client = useQueryClient()
  const nowMs = useNowMs()
  const [isPaused, setPaused] = useState(false)
  const [since, setSince] = useState<{ ms: number; newest: string | undefined }>({ ms: nowMs, newest: undefined })
  const waitedMs = nowMs - since.ms
  const isLooking = !isPaused && waitedMs < WAIT_MS_MAX
  const queryKey = ['test-numbers.messages', number] as const
  const arrivals = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const former = client.getQueryData<Arrivals>(queryKey)
      const query = former === undefined ? {} : { since: former.position }
      return mergeArrivals(former, await call('test-numbers.messages', { params: { number }, query }, { signal }))
    },
    refetchInterval: isLooking ? LOOK_EVERY_MS : false,
    // One that was left is read anew when somebody comes back.
    gcTime: 0,
  })
  const newest = arrivals.data?.items[0]?.id
  // Whatever arrives begins the wait anew.
  if (newest !== since.newest) setSince({ ms: nowMs, newest })
  return {
    arrivals,
    waiting: waitingOf(isPaused, waitedMs),
    pause: () => setPaused(true),
    goOn: () => {
      setPaused(false)
      setSince({ ms: Date.now(), newest })
    },
  }
}

function waitingOf(isPaused: boolean, waitedMs: number): Waiting {
  if (isPaused) return 'paused'
  if (waitedMs >= WAIT_MS_MAX) return 'over'
  return waitedMs >= HINT_AFTER_MS ? 'long' : 'waiting'
}
