// Charts as plain SVG: real text, a summary for screen readers, a cursor for mouse, touch and arrow keys, and the
// same figures as a table. They draw what they are given (the server sends at most a few hundred points) and never
// fetch, sample or animate data.
import { area, curveMonotoneX, line } from 'd3-shape'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { formatCompact, formatCount } from '../lib/format.ts'
import {
  cursorAfter,
  labelledPoints,
  pointScale,
  summarize,
  valueScale,
  valueTicks,
  type ChartPoint,
} from './chart.scale.ts'
import { cx } from './class-names.ts'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from './table.tsx'

type ChartProps = {
  /** What is counted: 'Messages per day'. */
  label: string
  points: readonly ChartPoint[]
  format?: (value: number) => string
  heightPx?: number
}

const margin = { top: 10, bottom: 24, start: 44, end: 6 } as const

/** The width of the element, kept up to date; 0 until it is known. */
function useWidth(): [ref: React.RefObject<HTMLDivElement | null>, widthPx: number] {
  const ref = useRef<HTMLDivElement>(null)
  const [widthPx, setWidth] = useState(0)
  useEffect(() => {
    if (ref.current === null) return undefined
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return [ref, widthPx]
}

type Plot = { widthPx: number; heightPx: number; x: (index: number) => number }
type FrameProps = Required<ChartProps> & {
  plotOf: (widthPx: number) => Plot
  children: (plot: Plot, cursor: number | null) => ReactNode
}

function nearest(plot: Plot, count: number, atPx: number): number {
  let best = 0
  for (let index = 1; index < count; index++) {
    if (Math.abs(plot.x(index) - atPx) < Math.abs(plot.x(best) - atPx)) best = index
  }
  return best
}

function Axes({ points, plot, chartWidthPx }: { points: readonly ChartPoint[]; plot: Plot; chartWidthPx: number }) {
  const y = valueScale(points, plot.heightPx)
  return (
    <g className="fill-ink-soft text-[11px] tabular-nums" aria-hidden="true">
      {valueTicks(y).map((tick) => (
        <g key={tick} transform={`translate(0 ${margin.top + y(tick)})`}>
          <line
            x1={margin.start}
            x2={chartWidthPx - margin.end}
            className="stroke-line"
            strokeDasharray={tick === 0 ? undefined : '3 4'}
          />
          <text x={margin.start - 8} dy="0.32em" textAnchor="end">
            {formatCompact(tick)}
          </text>
        </g>
      ))}
      {labelledPoints(points.length, plot.widthPx).map((index) => (
        <text
          key={index}
          x={margin.start + plot.x(index)}
          y={margin.top + plot.heightPx + 17}
          textAnchor={plot.x(index) > plot.widthPx - 20 ? 'end' : 'middle'}
        >
          {points[index]?.label}
        </text>
      ))}
    </g>
  )
}

function CursorNote({
  point,
  leftPx,
  chartWidthPx,
  format,
}: {
  point: ChartPoint
  leftPx: number
  chartWidthPx: number
  format: (value: number) => string
}) {
  const isPastMiddle = leftPx > chartWidthPx / 2
  return (
    <div
      className={cx(
        'pointer-events-none absolute top-1 rounded-lg border border-line bg-raised px-2.5 py-1.5 text-xs',
        'whitespace-nowrap shadow-float',
        isPastMiddle ? '-translate-x-[calc(100%+10px)]' : 'translate-x-2.5',
      )}
      style={{ left: leftPx }}
    >
      <p className="text-ink-soft">{point.label}</p>
      <p className="font-semibold tabular-nums">{format(point.value)}</p>
    </div>
  )
}

function DataTable({ label, points, format }: Pick<FrameProps, 'label' | 'points' | 'format'>) {
  return (
    <div className="max-h-64 overflow-y-auto rounded-lg border border-line">
      <Table label={label}>
        <TableHead>
          <HeadCell>When</HeadCell>
          <HeadCell align="end">{label}</HeadCell>
        </TableHead>
        <TableBody>
          {points.map((point) => (
            <Row key={point.label}>
              <Cell>{point.label}</Cell>
              <Cell align="end">{format(point.value)}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

function Canvas({ label, points, format, heightPx, plotOf, children }: FrameProps) {
  const [ref, chartWidthPx] = useWidth()
  const [cursor, setCursor] = useState<number | null>(null)
  const plot = plotOf(Math.max(0, chartWidthPx - margin.start - margin.end))
  const current = cursor === null ? undefined : points[cursor]
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const atPx = event.clientX - event.currentTarget.getBoundingClientRect().left - margin.start
    setCursor(points.length === 0 ? null : nearest(plot, points.length, atPx))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = event.key === 'Escape' ? null : cursorAfter(event.key, cursor, points.length)
    if (next === null && event.key !== 'Escape') return
    event.preventDefault()
    setCursor(next)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the group is a cursor over its points.
    <div
      ref={ref}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move the cursor over the points.
      tabIndex={0}
      role="group"
      aria-label={label}
      className="relative rounded-md"
      style={{ height: heightPx }}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setCursor(null)}
      onBlur={() => setCursor(null)}
      onKeyDown={onKeyDown}
    >
      {chartWidthPx > 0 && (
        <svg
          width={chartWidthPx}
          height={heightPx}
          role="img"
          aria-label={`${label}. ${summarize(points, format)}`}
          className="block"
        >
          <Axes points={points} plot={plot} chartWidthPx={chartWidthPx} />
          <g transform={`translate(${margin.start} ${margin.top})`}>{children(plot, cursor)}</g>
        </svg>
      )}
      {current !== undefined && cursor !== null && (
        <CursorNote
          point={current}
          leftPx={margin.start + plot.x(cursor)}
          chartWidthPx={chartWidthPx}
          format={format}
        />
      )}
      <p className="sr-only" aria-live="polite">
        {current === undefined ? '' : `${current.label}: ${format(current.value)}`}
      </p>
    </div>
  )
}

function Frame(props: FrameProps) {
  const [isTable, setTable] = useState(false)
  return (
    <figure>
      {isTable ? <DataTable label={props.label} points={props.points} format={props.format} /> : <Canvas {...props} />}
      <button
        type="button"
        aria-pressed={isTable}
        data-print="hide"
        className="mt-2 rounded text-xs font-medium text-ink-soft hover:text-ink"
        onClick={() => setTable(!isTable)}
      >
        {isTable ? 'View as chart' : 'View as table'}
      </button>
    </figure>
  )
}

export function AreaChart({ label, points, format = formatCount, heightPx = 280 }: ChartProps) {
  const gradient = useId()
  const innerHeightPx = heightPx - margin.top - margin.bottom
  const plotOf = (widthPx: number): Plot => {
    const scale = pointScale(points, widthPx)
    return { widthPx, heightPx: innerHeightPx, x: (index) => scale(index) ?? 0 }
  }
  const y = valueScale(points, innerHeightPx)
  return (
    <Frame label={label} points={points} format={format} heightPx={heightPx} plotOf={plotOf}>
      {(plot, cursor) => {
        const at = (_: ChartPoint, index: number) => plot.x(index)
        const fill = area<ChartPoint>(at, innerHeightPx, ({ value }) => y(value)).curve(curveMonotoneX)
        const stroke = line<ChartPoint>(at, ({ value }) => y(value)).curve(curveMonotoneX)
        const current = cursor === null ? undefined : points[cursor]
        return (
          <>
            <defs>
              <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
                <stop offset="0" stopColor="var(--c-chart-1)" stopOpacity="0.28" />
                <stop offset="1" stopColor="var(--c-chart-1)" stopOpacity="0.02" />
              </linearGradient>
            </defs>
            <path d={fill([...points]) ?? ''} fill={`url(#${gradient})`} />
            <path
              d={stroke([...points]) ?? ''}
              fill="none"
              className="stroke-chart-1"
              strokeWidth={2}
              strokeLinejoin="round"
            />
            {current !== undefined && cursor !== null && (
              <g transform={`translate(${plot.x(cursor)} 0)`}>
                <line y2={innerHeightPx} className="stroke-line-strong" strokeDasharray="2 3" />
                <circle cy={y(current.value)} r={4} className="fill-chart-1 stroke-surface" strokeWidth={2} />
              </g>
            )}
          </>
        )
      }}
    </Frame>
  )
}

/** The shape of a series beside its figure. Its summary is read out; it has no axes and takes no cursor. */
export function Sparkline({
  label,
  values,
  className,
}: {
  label: string
  values: readonly number[]
  className?: string
}) {
  const width = 96
  const height = 28
  const points = values.map((value, index) => ({ label: String(index + 1), value }))
  const largest = Math.max(1, ...values)
  const x = pointScale(points, width)
  const stroke = line<ChartPoint>(
    (_, index) => x(index) ?? 0,
    ({ value }) => height - 2 - (value / largest) * (height - 4),
  ).curve(curveMonotoneX)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={cx('h-7 w-24 shrink-0 max-sm:hidden', className)}
      role="img"
      aria-label={`${label}. ${summarize(points)}`}
    >
      <path
        d={stroke(points) ?? ''}
        fill="none"
        className="stroke-chart-1"
        strokeWidth={1.75}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
