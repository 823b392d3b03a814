// A week as a grid of its hours: the stronger a cell, the more of the largest it has. Six steps, each told apart from
// the next in both themes; arrow keys move over the cells, whose values are announced.
import { useState, type KeyboardEvent } from 'react'
import { locale } from '../i18n/language.ts'
import { formatCount } from '../lib/format.ts'
import { useAnchor } from './anchor.ts'
import { cellAfter, heatLevel } from './chart.scale.ts'
import { ChartTable, ChartTools } from './chart.table.tsx'
import { t } from './chart.texts.ts'
import { cx } from './class-names.ts'

type HeatMapProps = {
  label: string
  /** 168 figures, Monday's first hour first. */
  values: readonly number[]
  format?: (value: number) => string
  anchor?: string
}

const hours = 24
const days = 7
const steps = ['8%', '24%', '42%', '62%', '82%', '100%'] as const

const dayFormats = {
  short: new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }),
  long: new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }),
} as const

/** 2026-06-01 is a Monday. */
function dayName(day: number, width: 'short' | 'long'): string {
  return dayFormats[width].format(Date.UTC(2026, 5, 1 + day))
}

function hourName(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

function fillOf(level: number): string {
  return level === 0 ? 'var(--c-sunken)' : `color-mix(in oklab, var(--c-chart-1) ${steps[level]}, var(--c-surface))`
}

function cellText(at: number, value: string): string {
  return t('cellValue', { day: dayName(Math.floor(at / hours), 'long'), hour: hourName(at % hours), value })
}

function Legend() {
  return (
    <p className="flex items-center gap-1.5 text-xs text-ink-soft" aria-hidden="true">
      {t('less')}
      {steps.map((step, level) => (
        <span
          key={step}
          className="size-3 rounded-[3px] border border-line"
          style={{ backgroundColor: fillOf(level) }}
        />
      ))}
      {t('more')}
    </p>
  )
}

function Grid({ label, values, format = formatCount }: HeatMapProps) {
  const [cursor, setCursor] = useState<number | null>(null)
  const largest = Math.max(0, ...values)
  const busiest = values.indexOf(largest)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = event.key === 'Escape' ? null : cellAfter(event.key, cursor, hours, days)
    if (next === null && event.key !== 'Escape') return
    event.preventDefault()
    setCursor(next)
  }
  const read = (at: number) => cellText(at, format(values[at] ?? 0))
  const summary = largest === 0 ? t('noData') : t('busiest', { cell: read(busiest) })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the group is a cursor over its cells.
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move the cursor over the cells.
      tabIndex={0}
      role="group"
      aria-label={label}
      dir="ltr"
      className="rounded-md"
      onKeyDown={onKeyDown}
      onBlur={() => setCursor(null)}
      onPointerLeave={() => setCursor(null)}
    >
      <div role="img" aria-label={t('labelled', { label, summary })} className="grid grid-cols-[auto_minmax(0,1fr)]">
        {Array.from({ length: days }, (_, day) => (
          <div key={day} className="contents">
            <span className="flex items-center pe-2 text-[0.6875rem] text-ink-soft">{dayName(day, 'short')}</span>
            <div className="grid grid-cols-24 gap-px sm:gap-0.5">
              {Array.from({ length: hours }, (__, hour) => {
                const at = day * hours + hour
                return (
                  <span
                    key={hour}
                    className={cx(
                      'my-px h-6 rounded-[3px] sm:h-7',
                      cursor === at && 'outline-2 -outline-offset-1 outline-ink',
                    )}
                    style={{ backgroundColor: fillOf(heatLevel(values[at] ?? 0, largest)) }}
                    onPointerEnter={() => setCursor(at)}
                  />
                )
              })}
            </div>
          </div>
        ))}
        <span />
        <div className="mt-1 grid grid-cols-24 text-[0.6875rem] text-ink-soft">
          {[0, 6, 12, 18].map((hour) => (
            <span key={hour} className="col-span-6">
              {hourName(hour)}
            </span>
          ))}
        </div>
      </div>
      <p aria-live="polite" className="mt-1 min-h-5 text-xs text-ink-soft">
        {cursor === null ? '' : read(cursor)}
      </p>
    </div>
  )
}

export function HeatMap(props: HeatMapProps) {
  const { label, values, format = formatCount, anchor } = props
  const [isTable, setTable] = useState(false)
  useAnchor(anchor)
  const data = () => ({
    columns: [
      { label: t('hour') },
      ...Array.from({ length: days }, (_, day) => ({ label: dayName(day, 'short'), align: 'end' as const })),
    ],
    rows: Array.from({ length: hours }, (_, hour) => ({
      key: String(hour),
      cells: [
        { text: hourName(hour) },
        ...Array.from({ length: days }, (__, day) => {
          const value = values[day * hours + hour] ?? 0
          return { text: format(value), exact: value }
        }),
      ],
    })),
  })
  return (
    <figure {...(anchor === undefined ? {} : { id: anchor })}>
      {isTable ? <ChartTable label={label} {...data()} /> : <Grid {...props} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <ChartTools label={label} isTable={isTable} onToggle={() => setTable(!isTable)} data={data} anchor={anchor} />
        {!isTable && <Legend />}
      </div>
    </figure>
  )
}
