// When a connection that is down, or up again, is news. Pure. A state has to last for a minute before anybody is told,
// so that a link that flaps tells nothing, and "up again" is told only to whom "down" was told.

/** Shorter than any outage worth a look, longer than a carrier's restart. */
export const NEWS_AFTER_MS = 60_000

export type Seen = {
  isUp: boolean
  /** Since when it has been as it is. */
  sinceMs: number
  /** Since when it was down when that was told; null while nothing is told. */
  toldDownSinceMs: number | null
}
export type ConnectionNews = { kind: 'down'; sinceMs: number } | { kind: 'up'; sinceMs: number; downMs: number }

/**
 * @param seen what was known; undefined at first sight
 * @param isAwaited whether it counts as down before it was ever up: we bind by ourselves, a carrier when it wants to
 */
export function lookAtConnection(
  seen: Seen | undefined,
  now: { isUp: boolean; isAwaited: boolean; atMs: number },
): { seen: Seen | undefined; news: ConnectionNews | null } {
  const { isUp, isAwaited, atMs } = now
  if (seen === undefined) {
    return { seen: isUp || isAwaited ? { isUp, sinceMs: atMs, toldDownSinceMs: null } : undefined, news: null }
  }
  if (seen.isUp !== isUp) return { seen: { ...seen, isUp, sinceMs: atMs }, news: null }
  const { sinceMs, toldDownSinceMs } = seen
  if (atMs - sinceMs < NEWS_AFTER_MS) return { seen, news: null }
  if (!isUp && toldDownSinceMs === null) {
    return { seen: { ...seen, toldDownSinceMs: sinceMs }, news: { kind: 'down', sinceMs } }
  }
  if (isUp && toldDownSinceMs !== null) {
    const news = { kind: 'up', sinceMs, downMs: sinceMs - toldDownSinceMs } as const
    return { seen: { ...seen, toldDownSinceMs: null }, news }
  }
  return { seen, news: null }
}
