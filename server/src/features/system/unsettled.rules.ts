// Since when settlement owes something, as far as one process has seen. Pure. An hour that was settled long ago owes
// again once a message is routed into it; what matters is how long it has waited since then.
export type Unsettled = { hour: Date; since: Date }

const HOUR_MS = 3_600_000

/**
 * @param known what the last look found
 * @param hour the oldest hour that is over and not settled now
 */
export function noteUnsettled(known: Unsettled | null, hour: Date | null, now: Date): Unsettled | null {
  if (hour === null) return null
  if (known === null || hour < known.hour) return { hour, since: now }
  // Settlement goes on from hour to hour: the next one has waited since its own end.
  return { hour, since: new Date(Math.max(known.since.getTime(), hour.getTime() + HOUR_MS)) }
}
