// A report on the screen and on paper: totals, then the first lines, each as much of the whole as its bar is long.
import { FileSpreadsheet, SearchX } from 'lucide-react'
import type { CallOutput } from '../../lib/api.ts'
import { formatCount, formatDay, formatPercent, formatUtc } from '../../lib/format.ts'
import type { ChartPoint } from '../../ui/chart.scale.ts'
import { BarChart } from '../../ui/chart.tsx'
import { Card, StatCard, StatRow } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CountText, MoneyText, RateText } from '../../ui/figures.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx'
import { countryIn, dayIn, dayOf } from './report.names.ts'
import { figures, linesMax, rowsMax, type ReportRequest } from './reports.rules.ts'
import { t } from './reports.texts.ts'

type Report = CallOutput<'reports.cdr'>
type Line = Report['lines'][number]
type Figures = Pick<Line, 'messages' | 'segments' | 'earned' | 'rate' | 'share'>
type FigureName = (typeof figures)[number]

function FigureText({ name, line }: { name: FigureName; line: Figures }) {
  if (name === 'messages' || name === 'segments') return <CountText value={line[name]} />
  if (name === 'earned') return <MoneyText value={line.earned} />
  if (name === 'rate') return line.rate === null ? '–' : <RateText value={line.rate} />
  return (
    <span className="inline-flex items-center justify-end gap-2">
      <span aria-hidden="true" className="h-1.5 w-16 overflow-hidden rounded-full bg-sunken max-sm:hidden">
        <span className="block h-full rounded-full bg-accent" style={{ width: `${line.share * 100}%` }} />
      </span>
      <bdi dir="ltr" className="w-12 tabular-nums">
        {formatPercent(line.share)}
      </bdi>
    </span>
  )
}

function LabelText({ line: { key, label, detail }, groupBy }: { line: Line; groupBy: Report['groupBy'] }) {
  if (groupBy === 'day') return <span className="whitespace-nowrap tabular-nums">{dayIn(key)}</span>
  if (groupBy === 'country') return <>{key === '' ? t('unknownCountry') : countryIn(key)}</>
  if (groupBy === 'sender') return key === '' ? <>{t('otherSenders')}</> : <bdi className="wrap-anywhere">{label}</bdi>
  return (
    <>
      <bdi className="wrap-anywhere">{label}</bdi>
      {detail !== null && (
        <bdi dir="ltr" className="block text-xs text-ink-soft tabular-nums">
          {detail}
        </bdi>
      )}
    </>
  )
}

function Lines({ report, shown }: { report: Report; shown: readonly FigureName[] }) {
  const { groupBy, lines, totals } = report
  return (
    <Table label={t('lines')}>
      <TableHead>
        <HeadCell>{t(`by_${groupBy}`)}</HeadCell>
        {shown.map((name) => (
          <HeadCell key={name} align="end">
            {t(name)}
          </HeadCell>
        ))}
      </TableHead>
      <TableBody>
        {lines.map((line) => (
          <Row key={line.key}>
            <Cell className="min-w-28 font-medium">
              <LabelText line={line} groupBy={groupBy} />
            </Cell>
            {shown.map((name) => (
              <Cell key={name} align="end">
                <FigureText name={name} line={line} />
              </Cell>
            ))}
          </Row>
        ))}
      </TableBody>
      {totals !== null && (
        <tfoot className="border-t-2 border-line font-semibold">
          <tr>
            <Cell>{t('total')}</Cell>
            {shown.map((name) => (
              <Cell key={name} align="end">
                <FigureText name={name} line={totals} />
              </Cell>
            ))}
          </tr>
        </tfoot>
      )}
    </Table>
  )
}

function Totals({ totals, isPending }: { totals: Report['totals']; isPending: boolean }) {
  return (
    <StatRow>
      <StatCard label={t('messages')} pending={isPending} value={<CountText value={totals?.messages ?? 0} />} />
      <StatCard label={t('segments')} pending={isPending} value={<CountText value={totals?.segments ?? 0} />} />
      <StatCard label={t('earned')} pending={isPending} value={<MoneyText value={totals?.earned ?? '0'} />} />
      <StatCard
        label={t('rate')}
        pending={isPending}
        value={totals === null || totals.rate === null ? '–' : <RateText value={totals.rate} />}
      />
    </StatRow>
  )
}

function ByMessage({ report: { lineCount } }: { report: Report }) {
  const description = lineCount === null ? t('byMessageUnknown') : t('byMessageCount', { count: lineCount })
  const isTooLong = lineCount !== null && lineCount > rowsMax
  return (
    <EmptyState
      icon={<FileSpreadsheet />}
      title={t('byMessageTitle')}
      description={isTooLong ? t('tooMany', { most: formatCount(rowsMax) }) : description}
    />
  )
}

function Body({ report, shown }: { report: Report; shown: readonly FigureName[] }) {
  const { groupBy, lines, lineCount, totals } = report
  if (groupBy === 'message') return <ByMessage report={report} />
  if (totals === null || totals.messages === 0) {
    return <EmptyState icon={<SearchX />} title={t('noTraffic')} description={t('noTrafficHint')} />
  }
  const left = (lineCount ?? 0) - lines.length
  return (
    <>
      <Lines report={report} shown={shown} />
      {left > 0 && (
        <p className="border-t border-line px-4 py-3 text-sm text-ink-soft">
          {lineCount !== null && lineCount > linesMax ? t('manyLines') : t('moreLines', { count: left })}
        </p>
      )}
    </>
  )
}

function dayPoints({ lines }: Report): ChartPoint[] {
  return lines.map(({ key, messages }) => ({ label: dayIn(key), axis: dayOf(key), value: messages }))
}

type PreviewProps = { report: Report | undefined; request: ReportRequest; isStale: boolean }

export function ReportPreview({ report, request, isStale }: PreviewProps) {
  const shown = figures.filter((name) => request.figures === undefined || request.figures.includes(name))
  if (report === undefined) {
    return (
      <>
        <Totals totals={null} isPending />
        <Card flush>
          <SkeletonRows rows={10} label={t('loading')} className="h-10" />
        </Card>
      </>
    )
  }
  const { from, until, zone, isInUtcDays, countedUntil } = report
  const lastMoment = new Date(Date.parse(until) - 1).toISOString()
  return (
    <div className={cx('flex flex-col gap-5', isStale && 'opacity-60')} aria-busy={isStale}>
      <p className="hidden text-sm print:block">
        {t('reportOf', { from: formatDay(from), to: formatDay(lastMoment), zone })}
      </p>
      {report.totals !== null && <Totals totals={report.totals} isPending={false} />}
      {report.groupBy === 'day' && report.lines.length > 1 && report.totals?.messages !== 0 && (
        <Card title={t('messagesPerDay')}>
          <BarChart label={t('messagesPerDay')} points={dayPoints(report)} heightPx={180} />
        </Card>
      )}
      <Card flush>
        <Body report={report} shown={shown} />
      </Card>
      {(isInUtcDays || countedUntil !== null) && (
        <p className="flex flex-wrap gap-x-2 text-xs text-ink-soft">
          {isInUtcDays && <span>{t('inUtcDays')}</span>}
          {countedUntil !== null && <span>{t('countedUntil', { time: formatUtc(countedUntil) })}</span>}
        </p>
      )}
    </div>
  )
}
