// A file of what the archive shows: which form, which columns, whose clocks. The file is made in the background; the
// dialog shows how far it is, and may be closed meanwhile: Reports has it as well.
import type { ExportFormat, MessageExportColumn } from '@inrange/contract/exports'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { serverText } from '../../i18n/server-texts.ts'
import { call, type CallOutput } from '../../lib/api.ts'
import { saveFrom } from '../../lib/download.ts'
import { outdate, read } from '../../lib/query.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Checkbox, Select } from '../../ui/input.tsx'
import { Segments } from '../../ui/segments.tsx'
import { readerZone, zoneOptions } from '../../lib/zones.ts'
import { t } from './messages.texts.ts'
import { filtersOf, knownZone, type MessagesFilter } from './messages.rules.ts'
import type { MessagesSearch } from './messages.search.ts'

type Export = CallOutput<'exports.read'>
type ExportDialogProps = { search: MessagesSearch; filter: MessagesFilter; onClose: () => void }

const formats = ['csv', 'xlsx', 'json', 'ndjson'] as const satisfies readonly ExportFormat[]
const columns = [
  'time',
  'sender',
  'recipient',
  'range',
  'text',
  'segments',
  'earned',
  'read',
  'flags',
  'id',
] as const satisfies readonly MessageExportColumn[]
const lookEveryMs = 1_000
const isUnderWay = ({ state }: Export) => state === 'queued' || state === 'running'

function useColumns() {
  const [chosen, setChosen] = useState<ReadonlySet<MessageExportColumn>>(new Set(columns))
  const toggle = (column: MessageExportColumn) =>
    setChosen((former) => {
      const next = new Set(former)
      if (!next.delete(column)) next.add(column)
      return next
    })
  return { chosen: columns.filter((column) => chosen.has(column)), toggle }
}

function Columns({ chosen, toggle }: ReturnType<typeof useColumns>) {
  return (
    <fieldset>
      <legend className="mb-2 text-[0.8125rem] font-medium">{t('columns')}</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-1.5 sm:grid-cols-3">
        {columns.map((column) => (
          <Checkbox key={column} checked={chosen.includes(column)} onChange={() => toggle(column)}>
            {t(`column_${column}`)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

/** What will be in the file, in words. */
function Scope({ search }: { search: MessagesSearch }) {
  const names = filtersOf(search).map((name) => t(name))
  return (
    <p className="text-sm text-ink-soft">
      {names.length === 0 ? t('exportAll') : t('exportFiltered', { filters: names.join(', ') })}
    </p>
  )
}

function useWish({ search, filter }: Pick<ExportDialogProps, 'search' | 'filter'>) {
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [zone, setZone] = useState(() => knownZone(search.zone, readerZone))
  const { chosen, toggle } = useColumns()
  const creating = useMutation({
    mutationFn: () => call('exports.create', { body: { kind: 'messages', format, zone, columns: chosen, filter } }),
    onSuccess: () => outdate('exports.list'),
  })
  return { format, setFormat, zone, setZone, chosen, toggle, creating }
}

function Form({ search, wish }: { search: MessagesSearch; wish: ReturnType<typeof useWish> }) {
  const { format, setFormat, zone, setZone, chosen, toggle, creating } = wish
  return (
    <div className="flex flex-col gap-5">
      <Scope search={search} />
      <div className="flex flex-col items-start gap-2">
        <span className="text-[0.8125rem] font-medium">{t('format')}</span>
        <Segments
          label={t('format')}
          value={format}
          onChange={setFormat}
          options={formats.map((value) => ({ value, label: t(`format_${value}`) }))}
        />
        <p className="text-xs text-ink-soft">{t(`formatHint_${format}`)}</p>
      </div>
      <label className="flex flex-col items-start gap-2 text-[0.8125rem] font-medium">
        {t('zone')}
        <Select
          value={zone}
          options={zoneOptions(zone)}
          className="font-normal"
          onChange={(event) => setZone(event.currentTarget.value)}
        />
      </label>
      <Columns chosen={chosen} toggle={toggle} />
      {creating.isError && <ErrorBox>{creating.error.message}</ErrorBox>}
    </div>
  )
}

function stateText({ state, rows, rowsPerSecond }: Export): string {
  if (state === 'queued') return t('exportQueued')
  if (state === 'running' && rowsPerSecond !== null) return t('exportPace', { count: rows, pace: rowsPerSecond })
  if (state === 'done') return t('exportDone', { count: rows })
  if (state === 'running') return t('exportRows', { count: rows })
  return t(`export_${state}`)
}

/** The share that is done; of an export of which nobody knows the size, how far it seems. */
function shareOf({ state, rows, estimatedRows }: Export): number {
  if (state === 'done') return 1
  if (estimatedRows !== null && estimatedRows > 0) return Math.min(0.99, rows / estimatedRows)
  return rows / (rows + 50_000)
}

function Bar({ share, isDone }: { share: number; isDone: boolean }) {
  const percent = Math.round(share * 100)
  return (
    <div
      role="progressbar"
      aria-label={t('exportProgress')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="my-2.5 h-2 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className={cx('h-full rounded-full transition-[width] duration-300', isDone ? 'bg-good' : 'bg-accent')}
        style={{ width: `${percent}%` }}
      />
    </div>
  )
}

function Progress({ job, onFailed }: { job: Export; onFailed: (error: Error) => void }) {
  const downloading = useMutation({
    mutationFn: () => call('exports.download', { params: { exportId: job.id } }),
    onSuccess: ({ address }) => saveFrom(address),
    onError: onFailed,
  })
  const cancelling = useMutation({
    mutationFn: () => call('exports.cancel', { params: { exportId: job.id } }),
    onSettled: () => outdate('exports.read', 'exports.list'),
    onError: onFailed,
  })
  return (
    <div className="flex flex-col gap-4">
      <div>
        <bdi dir="ltr" className="block truncate text-sm font-medium">
          {job.fileName}
        </bdi>
        <Bar share={shareOf(job)} isDone={job.state === 'done'} />
        <p role="status" className="text-sm text-ink-soft tabular-nums">
          {stateText(job)}
        </p>
      </div>
      {job.reason !== null && <ErrorBox>{serverText(job.reason)}</ErrorBox>}
      <p className="text-sm text-ink-soft">{t('exportElsewhere')}</p>
      <div className="flex flex-wrap gap-2">
        {job.state === 'done' && (
          <Button
            variant="primary"
            busy={downloading.isPending}
            icon={<Download aria-hidden="true" />}
            onClick={() => downloading.mutate()}
          >
            {t('download')}
          </Button>
        )}
        {isUnderWay(job) && (
          <Button busy={cancelling.isPending} onClick={() => cancelling.mutate()}>
            {t('exportCancel')}
          </Button>
        )}
        <Link to="/reports" className={buttonClass('quiet')}>
          {t('openReports')}
        </Link>
      </div>
    </div>
  )
}

function Job({ made }: { made: Export }) {
  const [failure, setFailure] = useState<Error | null>(null)
  const { data } = useQuery({
    ...read('exports.read', { params: { exportId: made.id } }),
    refetchInterval: (query) => (query.state.data === undefined || isUnderWay(query.state.data) ? lookEveryMs : false),
  })
  return (
    <>
      <Progress job={data ?? made} onFailed={setFailure} />
      {failure !== null && <ErrorBox className="mt-4">{failure.message}</ErrorBox>}
    </>
  )
}

export function ExportDialog({ search, filter, onClose }: ExportDialogProps) {
  const wish = useWish({ search, filter })
  const { creating, chosen } = wish
  const made = creating.data
  return (
    <Dialog
      title={t(made === undefined ? 'exportTitle' : 'exportStarted')}
      onClose={onClose}
      footer={
        made === undefined ? (
          <>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button
              variant="primary"
              busy={creating.isPending}
              disabled={chosen.length === 0}
              onClick={() => creating.mutate()}
            >
              {t('exportStart')}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{t('close')}</Button>
        )
      }
    >
      {made === undefined ? <Form search={search} wish={wish} /> : <Job made={made} />}
    </Dialog>
  )
}
