// Parts of a whole as bars that lie, the largest first: a name, its figure, its share. Read as a list, looked at as a
// chart, and the same as a table and a file.
import { useState, type ReactNode } from 'react'
import { formatCount, formatPercent } from '../lib/format.ts'
import { useAnchor } from './anchor.ts'
import { ChartTable, ChartTools, type ChartCell } from './chart.table.tsx'
import { t } from './chart.texts.ts'

export type BarListItem = {
  key: string
  label: string
  value: number
  /** As it is read and written, where `format` would lose something. */
  text?: string
  exact?: string
  /** In the place of the label: a link. */
  content?: ReactNode
  /** Behind the value: further figures of the table. */
  more?: readonly ChartCell[]
}

type BarListProps = {
  label: string
  /** What the items are: 'Range'. */
  nameLabel: string
  valueLabel: string
  moreLabels?: readonly string[]
  items: readonly BarListItem[]
  /** Of which the shares are; without it the sum of the items. */
  total?: number
  format?: (value: number) => string
  /** Shown when nothing is listed. */
  empty?: string
  anchor?: string
  /** As many are drawn; the table has all. */
  shown?: number
}

function Bars({ label, items, total, format = formatCount, shown = 8 }: BarListProps & { total: number }) {
  const largest = Math.max(1e-9, ...items.map(({ value }) => value))
  return (
    <ul aria-label={label} className="flex flex-col gap-2.5">
      {items.slice(0, shown).map(({ key, label: name, content, value, text }) => (
        <li key={key} className="min-w-0">
          <div className="flex min-w-0 items-baseline gap-3 text-[0.8125rem]">
            <span className="min-w-0 flex-1 truncate">{content ?? <bdi>{name}</bdi>}</span>
            <bdi dir="ltr" className="font-medium tabular-nums">
              {text ?? format(value)}
            </bdi>
            <bdi dir="ltr" className="w-12 text-end text-xs text-ink-soft tabular-nums">
              {formatPercent(total === 0 ? 0 : value / total)}
            </bdi>
          </div>
          <div aria-hidden="true" className="mt-1 h-1.5 overflow-hidden rounded-full bg-sunken">
            <div
              className="h-full rounded-full bg-chart-1"
              style={{ inlineSize: `${Math.max(value > 0 ? 1 : 0, (value / largest) * 100)}%` }}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}

export function BarList(props: BarListProps) {
  const { label, nameLabel, valueLabel, moreLabels = [], items, format = formatCount, empty, anchor } = props
  const [isTable, setTable] = useState(false)
  useAnchor(anchor)
  const total = props.total ?? items.reduce((sum, { value }) => sum + value, 0)
  const data = () => ({
    columns: [
      { label: nameLabel },
      { label: valueLabel, align: 'end' as const },
      ...moreLabels.map((name) => ({ label: name, align: 'end' as const })),
    ],
    rows: items.map(({ key, label: name, content, value, text, exact, more = [] }) => ({
      key,
      cells: [
        { text: name, ...(content === undefined ? {} : { content }) },
        { text: text ?? format(value), exact: exact ?? value },
        ...more,
      ],
    })),
  })
  if (items.length === 0) return <p className="py-6 text-center text-sm text-ink-soft">{empty ?? t('nothingHere')}</p>
  return (
    <figure {...(anchor === undefined ? {} : { id: anchor })}>
      {isTable ? <ChartTable label={label} {...data()} /> : <Bars {...props} total={total} />}
      <ChartTools
        label={label}
        shape="list"
        isTable={isTable}
        onToggle={() => setTable(!isTable)}
        data={data}
        anchor={anchor}
      />
    </figure>
  )
}
