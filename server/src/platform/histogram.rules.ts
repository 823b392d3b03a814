// Durations counted by step: bounded in memory whatever comes, added up over minutes and processes, and still good for
// a percentile within its step. Pure. It deliberately keeps no duration itself.

/** Upper ends of the steps, in milliseconds; one more step holds what took longer. */
export const STEPS_MS = [
  1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200, 300, 500, 800, 1_200, 2_000, 3_000, 5_000, 8_000, 12_000, 20_000, 30_000,
  60_000,
] as const

/** How many durations fell into each step; always `STEPS_MS.length + 1` of them. */
export type StepCounts = number[]

export function emptyCounts(): StepCounts {
  return Array.from({ length: STEPS_MS.length + 1 }, () => 0)
}

/** Counts one duration in place: on paths where every allocation would be felt. */
export function countDuration(counts: StepCounts, durationMs: number): void {
  let step = 0
  while (step < STEPS_MS.length && durationMs > (STEPS_MS[step] ?? 0)) step += 1
  counts[step] = (counts[step] ?? 0) + 1
}

/** The sum of several; counts of another length (of a release with other steps) are left out. */
export function addCounts(many: readonly (readonly number[])[]): StepCounts {
  const sum = emptyCounts()
  for (const counts of many) {
    if (counts.length !== sum.length) continue
    for (const [step, count] of counts.entries()) sum[step] = (sum[step] ?? 0) + count
  }
  return sum
}

/**
 * The duration that the given share of all stayed below, in milliseconds, taken to lie evenly within its step; null
 * when nothing was counted.
 * @param share between 0 and 1, such as 0.95
 */
export function percentileMs(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const rank = share * total
  let below = 0
  for (const [step, count] of counts.entries()) {
    if (count > 0 && below + count >= rank) {
      const from = STEPS_MS[step - 1] ?? 0
      const until = STEPS_MS[step] ?? from
      return from + (until - from) * ((rank - below) / count)
    }
    below += count
  }
  return STEPS_MS.at(-1) ?? null
}
