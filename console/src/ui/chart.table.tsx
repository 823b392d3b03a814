// The figures of a chart as a table, and below every chart the same ways on: table, file, link. The table shows exactly
// what the file holds.
import { Download, Link as LinkIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CsvCell } from './chart.csv.ts'
import { t } from './chart.texts.ts'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from './table.tsx'
import { notify } from './toast.ts'

/** `text` is read, `exact` goes into the file (the text without it). */
export type ChartCell = { text: string; exact?: CsvCell; content?: ReactNode }
export type ChartTableData = {
  columns: readonly { label: string; align?: 'start' | 'end' }[]
  rows: readonly { key: string; cells: readonly ChartCell[] }[]
}

export function ChartTable({ label, columns, rows }: ChartTableData & { label: string }) {
  return (
    <div className="max-h-72 overflow-y-auto rounded-lg border border-line">
      <Table label={label}>
        <TableHead>
          {columns.map(({ label: name, align = 'start' }) => (
            <HeadCell key={name} align={align}>
              {name}
            </HeadCell>
          ))}
        </TableHead>
        <TableBody>
          {rows.map(({ key, cells }) => (
            <Row key={key}>
              {cells.map(({ text, content }, index) => (
                <Cell key={columns[index]?.label ?? index} align={columns[index]?.align ?? 'start'}>
                  {content ?? <bdi className="tabular-nums">{text}</bdi>}
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

/** The rows of a table as they are written into a file, with its head. */
function csvRows({ columns, rows }: ChartTableData): CsvCell[][] {
  return [
    columns.map(({ label }) => label),
    ...rows.map(({ cells }) => cells.map(({ text, exact }) => (exact === undefined ? text : exact))),
  ]
}

/** How a file is written is loaded with the first one that is asked for. */
async function saveAs(label: string, data: ChartTableData): Promise<void> {
  const { fileNameOf, saveCsv } = await import('./chart.csv.ts')
  saveCsv(fileNameOf(label), csvRows(data))
}

const actionClass = [
  'inline-flex min-h-6 items-center gap-1.5 rounded text-xs font-medium text-ink-soft hover:text-ink',
  'pointer-coarse:min-h-11 [&_svg]:size-3.5',
].join(' ')

type ToolsProps = {
  /** Of the chart; the names of the buttons tell it to a screen reader, since a page has many of them. */
  label: string
  /** Of a chart that is looked at as a table now; a table that is nothing else has no way to another. */
  isTable?: boolean
  shape?: 'chart' | 'list'
  onToggle?: () => void
  data: () => ChartTableData
  /** Where the chart stands on its page; offers the link to it. */
  anchor?: string | undefined
}

export function ChartTools({ label, isTable = true, shape = 'chart', onToggle, data, anchor }: ToolsProps) {
  const name = (text: string) => t('labelled', { label: text, summary: label })
  async function copyLink(): Promise<void> {
    const address = new URL(location.href)
    address.hash = anchor ?? ''
    await navigator.clipboard.writeText(address.href)
    notify(t('linkCopied'))
  }
  const back = shape === 'chart' ? t('viewAsChart') : t('viewAsList')
  return (
    <div data-print="hide" className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
      {onToggle !== undefined && (
        <button type="button" aria-pressed={isTable} className={actionClass} onClick={onToggle}>
          {isTable ? back : t('viewAsTable')}
        </button>
      )}
      <button
        type="button"
        aria-label={name(t('downloadCsv'))}
        className={actionClass}
        onClick={() => void saveAs(label, data())}
      >
        <Download aria-hidden="true" />
        {t('downloadCsv')}
      </button>
      {anchor !== undefined && (
        <button
          type="button"
          aria-label={name(t('copyLink'))}
          className={actionClass}
          // Without a clipboard (plain http on another machine) nothing was copied and nothing is claimed.
          onClick={() => void copyLink().catch(() => undefined)}
        >
          <LinkIcon aria-hidden="true" />
          {t('copyLink')}
        </button>
      )}
    </div>
  )
}
