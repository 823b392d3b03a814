// What the console calls of d3-array, which brings no types.
declare module 'd3-array' {
  /** The bounds moved outwards to multiples of the step that about `count` ticks would have: 1, 2 or 5 times 10ⁿ. */
  export function nice(start: number, stop: number, count: number): [start: number, stop: number]
  /** About `count` round values, equally far from each other, none outside of the bounds. */
  export function ticks(start: number, stop: number, count: number): number[]
}
