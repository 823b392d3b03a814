// Charts as plain SVG: an area with the series it is compared with, and bars. Real text, a summary for screen readers;
// the cursor, the zoom and the table are the frame's.
import { useId } from 'react'
import { Frame, type ChartProps, type Plot } from './chart.frame.tsx'
import { areaPath, linePath } from './chart.path.ts'
import { bandMiddle, barWidth, pointX, type ChartPoint } from './chart.scale.ts'
import { valueScale } from './chart.values.ts'

function Cursor({ plot, at, y }: { plot: Plot; at: number; y: number }) {
  return (
    <g transform={`translate(${plot.x(at)} 0)`}>
      <line y2={plot.heightPx} className="stroke-line-strong" strokeDasharray="2 3" />
      <circle cy={y} r={4} className="fill-chart-1 stroke-surface" strokeWidth={2} />
    </g>
  )
}

/** The series that is compared with: a dashed line, so that it is told apart without its colour. */
function Former({ points, plot }: { points: readonly ChartPoint[]; plot: Plot }) {
  const { y } = valueScale(points, plot.heightPx)
  const places = points.map(({ previous }, index) => (previous ? ([plot.x(index), y(previous.value)] as const) : null))
  return (
    <path
      d={linePath(places)}
      fill="none"
      className="stroke-line-strong"
      strokeWidth={1.5}
      strokeDasharray="4 4"
      strokeLinejoin="round"
    />
  )
}

export function AreaChart(props: ChartProps) {
  const gradient = useId()
  const { points } = props
  const plotOf = (widthPx: number, heightPx: number): Plot => ({
    widthPx,
    heightPx,
    x: (index) => pointX(index, points.length, widthPx),
  })
  return (
    <Frame {...props} plotOf={plotOf}>
      {(plot, cursor) => {
        const { y } = valueScale(points, plot.heightPx)
        const places = points.map(({ value }, index) => [plot.x(index), y(value)] as const)
        const current = cursor === null ? undefined : points[cursor]
        const [only] = points
        return (
          <>
            <defs>
              <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
                <stop offset="0" stopColor="var(--c-chart-1)" stopOpacity="0.28" />
                <stop offset="1" stopColor="var(--c-chart-1)" stopOpacity="0.02" />
              </linearGradient>
            </defs>
            <path d={areaPath(places, y(0))} fill={`url(#${gradient})`} />
            <Former points={points} plot={plot} />
            <path d={linePath(places)} fill="none" className="stroke-chart-1" strokeWidth={2} strokeLinejoin="round" />
            {points.length === 1 && only !== undefined && (
              <circle cx={plot.x(0)} cy={y(only.value)} r={4} className="fill-chart-1" />
            )}
            {current !== undefined && cursor !== null && <Cursor plot={plot} at={cursor} y={y(current.value)} />}
          </>
        )
      }}
    </Frame>
  )
}

/** Upright bars; what they are compared with is a line over each. */
export function BarChart(props: ChartProps) {
  const { points } = props
  const plotOf = (widthPx: number, heightPx: number): Plot => ({
    widthPx,
    heightPx,
    x: (index) => bandMiddle(index, points.length, widthPx),
  })
  return (
    <Frame {...props} plotOf={plotOf}>
      {(plot, cursor) => {
        const { y } = valueScale(points, plot.heightPx)
        const width = barWidth(points.length, plot.widthPx)
        return points.map(({ label, value, previous }, index) => {
          const [top, bottom] = [Math.min(y(value), y(0)), Math.max(y(value), y(0))]
          return (
            <g key={`${label} ${index}`}>
              <rect
                x={plot.x(index) - width / 2}
                y={top}
                width={width}
                height={bottom - top}
                rx={Math.min(3, width / 4)}
                className="fill-chart-1"
                opacity={cursor === null || cursor === index ? 1 : 0.55}
              />
              {previous !== undefined && previous !== null && (
                <line
                  x1={plot.x(index) - width / 2 - 1}
                  x2={plot.x(index) + width / 2 + 1}
                  y1={y(previous.value)}
                  y2={y(previous.value)}
                  className="stroke-line-strong"
                  strokeWidth={2}
                />
              )}
            </g>
          )
        })
      }}
    </Frame>
  )
}
