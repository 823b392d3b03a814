// What every chart over points has around it: axes, a cursor for mouse, touch and arrow keys whose value is announced,
// a selection that zooms, marks, the same figures as a table and a file. It draws what it is given (the server sends at
// most a few hundred points) and never fetches, samples or animates data.
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { formatCompact, formatCount } from '../lib/format.ts'
import { useAnchor } from './anchor.ts'
import {
  cursorAfter,
  labelledPoints,
  nearestPoint,
  selectionOf,
  type ChartPoint,
  type Selection,
} from './chart.scale.ts'
import { summarize } from './chart.summary.ts'
import { ChartTable, ChartTools, type ChartTableData } from './chart.table.tsx'
import { t } from './chart.texts.ts'
import { valueScale, valueTicks } from './chart.values.ts'
import { cx } from './class-names.ts'

export type ChartMark = { at: number; label: string }
export type ChartProps = {
  /** What is counted: 'Messages per day'. */
  label: string
  points: readonly ChartPoint[]
  format?: (value: number) => string
  /** Beside the lines; short. */
  formatTick?: (value: number) => string
  heightPx?: number
  /** Said beside each point, where labels alone do not tell the two series apart: '13:00' of today and of yesterday. */
  seriesLabel?: string
  /** What the former series is called, where points have one. */
  previousLabel?: string
  /** What happened, by the index of its point. */
  marks?: readonly ChartMark[]
  /** Takes a stretch that was dragged over or selected by keys. */
  onSelect?: (selection: Selection) => void
  /** The chart's place on the page, which the copied link leads to. */
  anchor?: string
}

export const margin = { top: 10, bottom: 24, start: 44, end: 6 } as const
const sizeOf = { heightPx: 280 }

export type Plot = { widthPx: number; heightPx: number; x: (index: number) => number }
export type FrameProps = ChartProps & {
  plotOf: (widthPx: number, heightPx: number) => Plot
  children: (plot: Plot, cursor: number | null) => ReactNode
}

/** The width of the element, kept up to date; 0 until it is known. */
export function useWidth(): [ref: RefObject<HTMLDivElement | null>, widthPx: number] {
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

type AxesProps = Pick<FrameProps, 'points' | 'formatTick'> & { plot: Plot; chartWidthPx: number }

function Axes({ points, plot, chartWidthPx, formatTick = formatCompact }: AxesProps) {
  const scale = valueScale(points, plot.heightPx)
  return (
    <g className="fill-ink-soft text-[0.6875rem] tabular-nums" aria-hidden="true">
      {valueTicks(scale).map((tick) => (
        <g key={tick} transform={`translate(0 ${margin.top + scale.y(tick)})`}>
          <line
            x1={margin.start}
            x2={chartWidthPx - margin.end}
            className="stroke-line"
            strokeDasharray={tick === 0 ? undefined : '3 4'}
          />
          <text x={margin.start - 8} dy="0.32em" textAnchor="end">
            {formatTick(tick)}
          </text>
        </g>
      ))}
      {labelledPoints(points.length, plot.widthPx, plot.x).map((index) => (
        <text
          key={index}
          x={margin.start + plot.x(index)}
          y={margin.top + plot.heightPx + 17}
          textAnchor={plot.x(index) > plot.widthPx - 24 ? 'end' : 'middle'}
        >
          {points[index]?.axis ?? points[index]?.label}
        </text>
      ))}
    </g>
  )
}

function Marks({ marks, plot }: { marks: readonly ChartMark[]; plot: Plot }) {
  return (
    <g aria-hidden="true">
      {marks.map(({ at, label }, index) => (
        <g key={`${at} ${label} ${index}`} transform={`translate(${plot.x(at)} 0)`}>
          <line y1={2} y2={plot.heightPx} className="stroke-chart-3" strokeDasharray="1 3" />
          <path d="M-4 -4 L4 -4 L0 2 Z" className="fill-chart-3" />
        </g>
      ))}
    </g>
  )
}

type NoteProps = Pick<FrameProps, 'seriesLabel' | 'previousLabel'> & {
  point: ChartPoint
  marks: readonly ChartMark[]
  leftPx: number
  chartWidthPx: number
  format: (value: number) => string
}

function NoteLine({ mark, label, value }: { mark: string; label: string; value: string }) {
  return (
    <p className="flex items-center gap-2">
      <span className={cx('h-2 w-2 shrink-0 rounded-full', mark)} />
      <span className="text-ink-soft">{label}</span>
      <bdi dir="ltr" className="ms-auto font-semibold tabular-nums">
        {value}
      </bdi>
    </p>
  )
}

/** With the name of its series only where the label alone does not tell the two apart. */
function nameIn(series: string | undefined, label: string): string {
  return series === undefined ? label : t('pointValue', { label: series, value: label })
}

function CursorNote({ point, marks, leftPx, chartWidthPx, format, seriesLabel, previousLabel }: NoteProps) {
  const { previous } = point
  return (
    <div
      aria-hidden="true"
      className={cx(
        'pointer-events-none absolute top-1 z-10 max-w-64 rounded-lg border border-line bg-raised px-2.5 py-1.5 text-xs',
        'shadow-float',
      )}
      style={{ left: leftPx, translate: leftPx > chartWidthPx / 2 ? 'calc(-100% - 10px)' : '10px' }}
    >
      {previous === undefined || previous === null ? (
        <>
          <p className="text-ink-soft">{point.label}</p>
          <p className="font-semibold tabular-nums">
            <bdi dir="ltr">{point.text ?? format(point.value)}</bdi>
          </p>
        </>
      ) : (
        <>
          <NoteLine
            mark="bg-chart-1"
            label={nameIn(seriesLabel, point.label)}
            value={point.text ?? format(point.value)}
          />
          <NoteLine
            mark="bg-line-strong"
            label={nameIn(seriesLabel === undefined ? undefined : previousLabel, previous.label)}
            value={previous.text ?? format(previous.value)}
          />
        </>
      )}
      {marks.map(({ label }, index) => (
        <p key={`${label} ${index}`} className="mt-1 text-ink-soft">
          {label}
        </p>
      ))}
    </div>
  )
}

/** The cursor and what is selected, by pointer and by keys. */
function useCursor({ points, onSelect }: Pick<FrameProps, 'points' | 'onSelect'>, plot: Plot) {
  const [cursor, setCursor] = useState<number | null>(null)
  const [anchor, setAnchor] = useState<number | null>(null)
  const selection = onSelect === undefined ? null : selectionOf(anchor, cursor)
  const clear = () => {
    setCursor(null)
    setAnchor(null)
  }
  const at = (event: PointerEvent<HTMLDivElement>) =>
    nearestPoint(points.length, plot.x, event.clientX - event.currentTarget.getBoundingClientRect().left - margin.start)
  const zoom = () => {
    if (selection === null) return
    clear()
    onSelect?.(selection)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || (event.key === 'Enter' && selection !== null)) {
      if (event.key === 'Escape') clear()
      else zoom()
      event.preventDefault()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = cursorAfter(event.key, cursor, points.length)
    if (next === null) return
    event.preventDefault()
    setAnchor(event.shiftKey ? (anchor ?? cursor ?? next) : null)
    setCursor(next)
  }
  return {
    cursor,
    selection,
    onKeyDown,
    onBlur: clear,
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => setCursor(at(event)),
    onPointerLeave: clear,
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      // A finger that moves scrolls the page.
      if (onSelect === undefined || event.pointerType === 'touch' || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setAnchor(at(event))
    },
    onPointerUp: () => {
      zoom()
      setAnchor(null)
    },
  }
}

function announce(props: FrameProps, current: ChartPoint, format: (value: number) => string): string {
  const { previous } = current
  const value = current.text ?? format(current.value)
  if (previous === undefined || previous === null) return t('pointValue', { label: current.label, value })
  const former = previous.text ?? format(previous.value)
  return t('pointCompared', { label: current.label, value, formerLabel: previous.label, former })
}

function spoken(props: FrameProps, cursor: number | null, selection: Selection | null): string {
  const { points, marks = [], format = formatCount } = props
  const current = cursor === null ? undefined : points[cursor]
  if (current === undefined) return ''
  const first = selection === null ? undefined : points[selection.first]
  const last = selection === null ? undefined : points[selection.last]
  if (first !== undefined && last !== undefined) return t('selected', { first: first.label, last: last.label })
  const happened = marks.filter(({ at }) => at === cursor).map(({ label }) => label)
  return [announce(props, current, format), ...happened].join(' ')
}

function Canvas(props: FrameProps) {
  const { label, points, format = formatCount, heightPx = sizeOf.heightPx, plotOf, children } = props
  const { marks = [], onSelect, formatTick } = props
  const [ref, chartWidthPx] = useWidth()
  const innerHeightPx = heightPx - margin.top - margin.bottom
  const plot = plotOf(Math.max(0, chartWidthPx - margin.start - margin.end), innerHeightPx)
  const { cursor, selection, ...handlers } = useCursor(
    { points, ...(onSelect === undefined ? {} : { onSelect }) },
    plot,
  )
  const current = cursor === null ? undefined : points[cursor]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the group is a cursor over its points.
    <div
      ref={ref}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move the cursor over the points.
      tabIndex={0}
      role="group"
      aria-label={label}
      className={cx('relative rounded-md', onSelect !== undefined && 'cursor-crosshair select-none')}
      style={{ height: heightPx }}
      {...handlers}
    >
      {chartWidthPx > 0 && (
        <svg
          width={chartWidthPx}
          height={heightPx}
          role="img"
          aria-label={t('labelled', { label, summary: summarize(points, format) })}
          className="block overflow-visible"
        >
          <Axes points={points} plot={plot} chartWidthPx={chartWidthPx} {...(formatTick ? { formatTick } : {})} />
          <g transform={`translate(${margin.start} ${margin.top})`}>
            {selection !== null && (
              <rect
                x={plot.x(selection.first)}
                width={plot.x(selection.last) - plot.x(selection.first)}
                height={plot.heightPx}
                className="fill-chart-1"
                opacity={0.14}
              />
            )}
            {children(plot, cursor)}
            <Marks marks={marks} plot={plot} />
          </g>
        </svg>
      )}
      {current !== undefined && cursor !== null && (
        <CursorNote
          {...props}
          point={current}
          marks={marks.filter(({ at }) => at === cursor)}
          leftPx={margin.start + plot.x(cursor)}
          chartWidthPx={chartWidthPx}
          format={format}
        />
      )}
      <p className="sr-only" aria-live="polite">
        {spoken(props, cursor, selection)}
      </p>
    </div>
  )
}

function tableOf({ label, points, format = formatCount, previousLabel, marks = [] }: FrameProps): ChartTableData {
  const isCompared = points.some(({ previous }) => previous !== undefined && previous !== null)
  const former = previousLabel ?? t('previousPeriod')
  return {
    columns: [
      { label: t('when') },
      { label, align: 'end' },
      ...(isCompared
        ? ([{ label: former }, { label: t('formerValue', { label, former }), align: 'end' }] as const)
        : []),
    ],
    rows: points.map(({ label: name, value, text, exact, previous }, index) => ({
      key: `${name} ${index}`,
      cells: [
        { text: [name, ...marks.filter(({ at }) => at === index).map((mark) => mark.label)].join(' · '), exact: name },
        { text: text ?? format(value), exact: exact ?? value },
        ...(isCompared
          ? [
              { text: previous?.label ?? '' },
              {
                text: previous ? (previous.text ?? format(previous.value)) : '',
                exact: previous ? (previous.exact ?? previous.value) : null,
              },
            ]
          : []),
      ],
    })),
  }
}

export function Frame(props: FrameProps) {
  const [isTable, setTable] = useState(false)
  const { label, anchor, onSelect } = props
  useAnchor(anchor)
  return (
    <figure {...(anchor === undefined ? {} : { id: anchor })}>
      {isTable ? <ChartTable label={label} {...tableOf(props)} /> : <Canvas {...props} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <ChartTools
          label={label}
          isTable={isTable}
          onToggle={() => setTable(!isTable)}
          data={() => tableOf(props)}
          anchor={anchor}
        />
        {onSelect !== undefined && !isTable && (
          <p className="mt-2 text-xs text-ink-faint max-sm:hidden" data-print="hide">
            {t('zoomHint')}
          </p>
        )}
      </div>
    </figure>
  )
}
