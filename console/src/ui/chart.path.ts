// The curve of a chart as the path of an SVG: through every point, and between two of them never above the higher one
// nor below the lower one, so that no hour looks busier than it was. Each stretch is a cubic whose slopes at its ends
// are bounded as in M. Steffen, "A simple method for monotonic interpolation in one dimension", Astronomy and
// Astrophysics 239 (1990), which meets the condition of F. N. Fritsch and R. E. Carlson, "Monotone piecewise cubic
// interpolation", SIAM Journal on Numerical Analysis 17 (1980).

/** Where something is drawn, in px; places grow in x. */
export type Place = readonly [x: number, y: number]
/** From the place before: both handles of a cubic Bézier curve, then where it ends. */
export type Stretch = readonly [handle: Place, handle: Place, end: Place]

/** dy/dx; 0 where two places share their x, as in a plot that has no width yet. */
function slopeBetween([x, y]: Place, [nextX, nextY]: Place): number {
  return nextX === x ? 0 : (nextY - y) / (nextX - x)
}

/** At a place with one on either side; 0 at a summit, in a valley and at the brink of a level stretch. */
function slopeAt(before: Place, at: Place, after: Place): number {
  const [left, right] = [slopeBetween(before, at), slopeBetween(at, after)]
  if (left * right <= 0) return 0
  const [widthLeft, widthRight] = [at[0] - before[0], after[0] - at[0]]
  const ofParabola = (left * widthRight + right * widthLeft) / (widthLeft + widthRight)
  return Math.sign(left) * Math.min(2 * Math.abs(left), 2 * Math.abs(right), Math.abs(ofParabola))
}

/** The slope at an end of which the curve does not bend there. */
function slopeAtEnd(slope: number, inner: number): number {
  return (3 * slope - inner) / 2
}

function slopesOf(places: readonly Place[]): number[] {
  const inner = places.slice(1, -1).map((at, index) => slopeAt(places[index] ?? at, at, places[index + 2] ?? at))
  const [first, second] = places
  const [last, beforeLast] = [places.at(-1), places.at(-2)]
  if (first === undefined || second === undefined || last === undefined || beforeLast === undefined) return [0]
  const [start, end] = [slopeBetween(first, second), slopeBetween(beforeLast, last)]
  return [slopeAtEnd(start, inner[0] ?? start), ...inner, slopeAtEnd(end, inner.at(-1) ?? end)]
}

/** One stretch less than there are places; a single one has none. */
export function stretchesOf(places: readonly Place[]): Stretch[] {
  const slopes = slopesOf(places)
  return places.slice(1).map((end, index) => {
    const start = places[index] ?? end
    const third = (end[0] - start[0]) / 3
    return [
      [start[0] + third, start[1] + third * (slopes[index] ?? 0)],
      [end[0] - third, end[1] - third * (slopes[index + 1] ?? 0)],
      end,
    ]
  })
}

/** A thousandth of a pixel is nowhere to be seen, and a few hundred points are a long attribute. */
function write([x, y]: Place): string {
  return `${Math.round(x * 1_000) / 1_000},${Math.round(y * 1_000) / 1_000}`
}

function curvePath(places: readonly Place[]): string {
  const [first] = places
  if (first === undefined) return ''
  // Closed, since of nothing else that has no length the round ends are drawn.
  if (places.length === 1) return `M${write(first)}Z`
  return `M${write(first)}${stretchesOf(places)
    .map((stretch) => `C${stretch.map(write).join(',')}`)
    .join('')}`
}

/** The line through places; null is a gap, on each side of which a curve of its own ends. Empty for no place. */
export function linePath(places: readonly (Place | null)[]): string {
  const runs: Place[][] = [[]]
  for (const place of places) {
    if (place === null) runs.push([])
    else runs.at(-1)?.push(place)
  }
  return runs.map(curvePath).join('')
}

/** What lies between the line through places and the height `base`, in px. Empty for fewer than two places. */
export function areaPath(places: readonly Place[], base: number): string {
  const [first, last] = [places[0], places.at(-1)]
  if (places.length < 2 || first === undefined || last === undefined) return ''
  return `${curvePath(places)}L${write([last[0], base])}L${write([first[0], base])}Z`
}
