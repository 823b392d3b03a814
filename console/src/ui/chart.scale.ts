// The arithmetic of charts, apart from drawing: scales, the labels that fit, and the sentence a screen reader gets.
import { scaleLinear, scalePoint, type ScaleLinear, type ScalePoint } from 'd3-scale'
import { formatCount } from '../lib/format.ts'

export type ChartPoint = { label: string; value: number }

const labelWidthPx = 64

/** From 0 to a round number at or above the largest value; a chart of nothing still has a scale. */
export function valueScale(points: readonly ChartPoint[], heightPx: number): ScaleLinear<number, number> {
  const largest = points.reduce((most, { value }) => Math.max(most, value), 0)
  return scaleLinear()
    .domain([0, largest === 0 ? 1 : largest])
    .nice(4)
    .range([heightPx, 0])
}

/** Round values to draw lines at; counts are never labelled with fractions. */
export function valueTicks(scale: ScaleLinear<number, number>): number[] {
  return scale.ticks(4).filter((tick) => Number.isInteger(tick) || (scale.domain()[1] ?? 0) < 1)
}

export function pointScale(points: readonly ChartPoint[], widthPx: number): ScalePoint<number> {
  return scalePoint<number>()
    .domain(points.map((_, index) => index))
    .range([0, widthPx])
}

/** Which points carry a label, evenly spaced, the first always, so that labels never touch. */
export function labelledPoints(count: number, widthPx: number): number[] {
  const fitting = Math.max(1, Math.floor(widthPx / labelWidthPx))
  const step = Math.max(1, Math.ceil(count / fitting))
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step)
}

/** '30 points from Oct 22 to Nov 20. Lowest 1,986 (Nov 5), highest 5,499 (Oct 27), latest 3,452.' */
export function summarize(points: readonly ChartPoint[], format: (value: number) => string = formatCount): string {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined) return 'No data.'
  const lowest = points.reduce((least, point) => (point.value < least.value ? point : least), first)
  const highest = points.reduce((most, point) => (point.value > most.value ? point : most), first)
  const named = ({ label, value }: ChartPoint) => `${format(value)} (${label})`
  const extremes = `Lowest ${named(lowest)}, highest ${named(highest)}`
  return `${points.length} points from ${first.label} to ${last.label}. ${extremes}, latest ${format(last.value)}.`
}

/** Where the keyboard takes the cursor; null for a key that is not the chart's. */
export function cursorAfter(key: string, at: number | null, count: number): number | null {
  const last = count - 1
  if (key === 'ArrowRight') return at === null ? 0 : Math.min(last, at + 1)
  if (key === 'ArrowLeft') return at === null ? last : Math.max(0, at - 1)
  if (key === 'Home') return 0
  if (key === 'End') return last
  return null
}
