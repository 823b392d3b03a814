// How a connection was over a stretch of time, from the sessions that it had: when all that should be bound was, when
// some was, when nothing was; how much of the time; and what ended it each time. Pure.
export type BoundSession = { startedMs: number; endedMs: number | null; endReason: string | null }
export type StretchState = 'up' | 'partial' | 'down' | 'before'
export type Stretch = { state: StretchState; fromMs: number; untilMs: number }
export type Outage = { fromMs: number; untilMs: number | null; reason: string | null }
export type BoundHealth = { uptime: number; stretches: Stretch[]; outages: Outage[] }

type Asked = {
  fromMs: number
  untilMs: number
  /** Since when the connection exists; before it nothing could be bound. */
  createdMs: number
  /** Sessions that make it whole, at least 1. */
  wanted: number
}

/** Shown at most, the newest first. */
const OUTAGES_MAX = 20

/** @param sessions in any order; those that still last have no end */
export function boundHealth(sessions: readonly BoundSession[], asked: Asked): BoundHealth {
  const { fromMs, untilMs } = asked
  const beginMs = Math.min(Math.max(fromMs, asked.createdMs), untilMs)
  const stretches: Stretch[] = beginMs > fromMs ? [{ state: 'before', fromMs, untilMs: beginMs }] : []
  const edges = edgesOf(sessions, beginMs, untilMs)
  let bound = sessions.filter((one) => one.startedMs <= beginMs && (one.endedMs ?? Infinity) > beginMs).length
  let atMs = beginMs
  for (const edge of edges) {
    append(stretches, stateOf(bound, asked.wanted), atMs, edge.atMs)
    bound += edge.step
    atMs = edge.atMs
  }
  append(stretches, stateOf(bound, asked.wanted), atMs, untilMs)
  const upMs = stretches.reduce(
    (sum, { state, ...span }) => sum + (state === 'up' || state === 'partial' ? span.untilMs - span.fromMs : 0),
    0,
  )
  const wholeMs = untilMs - beginMs
  return { uptime: wholeMs > 0 ? upMs / wholeMs : 0, stretches, outages: outagesOf(stretches, sessions, untilMs) }
}

function edgesOf(sessions: readonly BoundSession[], beginMs: number, untilMs: number) {
  const edges: { atMs: number; step: 1 | -1 }[] = []
  for (const { startedMs, endedMs } of sessions) {
    if (startedMs > beginMs && startedMs < untilMs) edges.push({ atMs: startedMs, step: 1 })
    if (endedMs !== null && endedMs > beginMs && endedMs < untilMs) edges.push({ atMs: endedMs, step: -1 })
  }
  // A session that begins when another ends leaves no gap.
  return edges.toSorted((a, b) => a.atMs - b.atMs || b.step - a.step)
}

function stateOf(bound: number, wanted: number): StretchState {
  if (bound <= 0) return 'down'
  return bound >= wanted ? 'up' : 'partial'
}

function append(stretches: Stretch[], state: StretchState, fromMs: number, untilMs: number): void {
  if (untilMs <= fromMs) return
  const last = stretches.at(-1)
  if (last?.state === state) last.untilMs = untilMs
  else stretches.push({ state, fromMs, untilMs })
}

function outagesOf(stretches: readonly Stretch[], sessions: readonly BoundSession[], nowMs: number): Outage[] {
  return stretches
    .filter(({ state }) => state === 'down')
    .map(({ fromMs, untilMs }) => ({
      fromMs,
      untilMs: untilMs >= nowMs ? null : untilMs,
      // Whatever ended last before it is what began it.
      reason: sessions.findLast(({ endedMs }) => endedMs === fromMs)?.endReason ?? null,
    }))
    .toReversed()
    .slice(0, OUTAGES_MAX)
}
