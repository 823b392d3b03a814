// The arithmetic of charts, apart from drawing: where a point stands, which labels fit, where keys lead, how strong
// a cell of a heat map is. Values are plain numbers; exact amounts travel beside them as text.

export type ChartPoint = {
  label: string
  /** Below the chart, where the label would be too long. */
  axis?: string
  value: number
  /** As it is read, where `format` of the chart would lose something: an amount of money. */
  text?: string
  /** As it is written into a file; the value itself without it. */
  exact?: string
  /** The same place in the period that it is compared with; null where that one has none. */
  previous?: { label: string; value: number; text?: string; exact?: string } | null
}

const labelWidthPx = 64
/** Half a label. */
const edgePx = 24

/** Points as far apart as they can be; a single one stands in the middle. */
export function pointX(index: number, count: number, widthPx: number): number {
  return count === 1 ? widthPx / 2 : index * (widthPx / Math.max(1, count - 1))
}

/** The middle of each bar; a bar never stands outside of the plot. */
export function bandMiddle(index: number, count: number, widthPx: number): number {
  return (widthPx * (index + 0.5)) / Math.max(1, count)
}

/** How wide a bar is: with a gap beside it, never a line nor a wall. */
export function barWidth(count: number, widthPx: number): number {
  return Math.max(1, Math.min(48, (widthPx / Math.max(1, count)) * 0.72))
}

/**
 * Which points carry a label, evenly spaced, the first always, so that labels never touch. One that would reach beyond
 * the edge is drawn before its point, and left out where the label before it is too near for that.
 */
export function labelledPoints(count: number, widthPx: number, x?: (index: number) => number): number[] {
  const fitting = Math.max(1, Math.floor(widthPx / labelWidthPx))
  const step = Math.max(1, Math.ceil(count / fitting))
  const labelled = Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step)
  const [last, before] = [labelled.at(-1), labelled.at(-2)]
  if (x === undefined || last === undefined || before === undefined) return labelled
  const isAtEdge = x(last) > widthPx - edgePx
  return isAtEdge && x(last) - x(before) < labelWidthPx * 1.4 ? labelled.slice(0, -1) : labelled
}

/** What a glance at the chart tells; null of a chart of nothing. */
export function extremesOf(
  points: readonly ChartPoint[],
): { first: ChartPoint; last: ChartPoint; lowest: ChartPoint; highest: ChartPoint } | null {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined) return null
  const lowest = points.reduce((least, point) => (point.value < least.value ? point : least), first)
  const highest = points.reduce((most, point) => (point.value > most.value ? point : most), first)
  return { first, last, lowest, highest }
}

/** Where the keyboard takes the cursor; null for a key that is not the chart's. */
export function cursorAfter(key: string, at: number | null, count: number): number | null {
  const last = count - 1
  if (count === 0) return null
  if (key === 'ArrowRight') return at === null ? 0 : Math.min(last, at + 1)
  if (key === 'ArrowLeft') return at === null ? last : Math.max(0, at - 1)
  if (key === 'PageDown') return at === null ? 0 : Math.min(last, at + 7)
  if (key === 'PageUp') return at === null ? last : Math.max(0, at - 7)
  if (key === 'Home') return 0
  if (key === 'End') return last
  return null
}

/** The point that is nearest to a place; null where there is none. */
export function nearestPoint(count: number, x: (index: number) => number, atPx: number): number | null {
  let best: number | null = null
  for (let index = 0; index < count; index++) {
    if (best === null || Math.abs(x(index) - atPx) < Math.abs(x(best) - atPx)) best = index
  }
  return best
}

export type Selection = { first: number; last: number }

/** From where it was begun to where it is now, in order; null for a single point, which is no period. */
export function selectionOf(anchor: number | null, at: number | null): Selection | null {
  if (anchor === null || at === null || anchor === at) return null
  return { first: Math.min(anchor, at), last: Math.max(anchor, at) }
}

/**
 * 0 for nothing, then 1 to 5 by the root of its share of the largest: one hour that stands out would leave all others
 * in the weakest step.
 */
export function heatLevel(value: number, largest: number): number {
  if (value <= 0 || largest <= 0) return 0
  return Math.min(5, Math.max(1, Math.ceil(Math.sqrt(value / largest) * 5)))
}

/** Where the keyboard takes the cursor of a grid; null for a key that is not its own. */
export function cellAfter(key: string, at: number | null, columns: number, rows: number): number | null {
  const count = columns * rows
  const column = (at ?? 0) % columns
  switch (key) {
    case 'ArrowRight':
      return at === null ? 0 : Math.min(count - 1, column === columns - 1 ? at : at + 1)
    case 'ArrowLeft':
      return at === null ? 0 : column === 0 ? at : at - 1
    case 'ArrowDown':
      return at === null ? 0 : at + columns < count ? at + columns : at
    case 'ArrowUp':
      return at === null ? 0 : at - columns >= 0 ? at - columns : at
    case 'Home':
      return at === null ? 0 : at - column
    case 'End':
      return at === null ? 0 : at - column + columns - 1
    default:
      return null
  }
}
