// The upright scale of a chart: which values it shows, where each stands, and the round ones that have a line.
import { nice, ticks } from 'd3-array'
import type { ChartPoint } from './chart.scale.ts'

/** What values a plot shows and, in px from its top, where. */
export type ValueScale = { smallest: number; largest: number; y: (value: number) => number }

/** About how many lines are drawn. */
const ticksWanted = 4

/**
 * From 0, or a round number below the smallest value, to a round number at or above the largest; a chart of nothing
 * still has a scale. What is compared with counts too.
 */
export function valueScale(points: readonly ChartPoint[], heightPx: number): ValueScale {
  let [least, most] = [0, 0]
  for (const { value, previous } of points) {
    least = Math.min(least, value, previous?.value ?? 0)
    most = Math.max(most, value, previous?.value ?? 0)
  }
  const [smallest, largest] = nice(least, most === least ? least + 1 : most, ticksWanted)
  return { smallest, largest, y: (value) => heightPx * (1 - (value - smallest) / (largest - smallest)) }
}

/** Round values to draw lines at; counts are never labelled with fractions. */
export function valueTicks({ smallest, largest }: ValueScale): number[] {
  return ticks(smallest, largest, ticksWanted).filter((tick) => Number.isInteger(tick) || largest - smallest < 1)
}
