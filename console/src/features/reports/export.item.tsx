// One export: its file, its state, its progress, and what can be done with it. A download is an address that opens
// once, so that a file of any size goes past the memory of this page.
import { useMutation } from '@tanstack/react-query'
import { CalendarClock, CircleX, Download, Ellipsis, RotateCw, Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { serverText } from '../../i18n/server-texts.ts'
import { call } from '../../lib/api.ts'
import { saveFrom } from '../../lib/download.ts'
import { formatCount } from '../../lib/format.ts'
import { outdate } from '../../lib/query.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { notify } from '../../ui/toast.ts'
import { sizeText } from './report.names.ts'
import { contentText } from './request.text.ts'
import { isUnderWay, repeatable, searchOf, shareOf, sizeIn, type ExportJob } from './reports.rules.ts'
import type { ReportsPlace } from './reports.page.tsx'
import { t } from './reports.texts.ts'

const tones: Record<ExportJob['state'], Tone> = {
  queued: 'neutral',
  running: 'accent',
  done: 'good',
  failed: 'bad',
  cancelled: 'neutral',
  expired: 'neutral',
}

function useActs({ id, request }: ExportJob, place: ReportsPlace) {
  const failed = (title: 'downloadFailed' | 'cancelFailed' | 'exportFailed') => (error: Error) =>
    notify(t(title), { tone: 'bad', description: error.message })
  const downloading = useMutation({
    mutationFn: () => call('exports.download', { params: { exportId: id } }),
    onSuccess: ({ address }) => saveFrom(address),
    onError: failed('downloadFailed'),
  })
  const cancelling = useMutation({
    mutationFn: () => call('exports.cancel', { params: { exportId: id } }),
    onSettled: () => outdate('exports.list'),
    onError: failed('cancelFailed'),
  })
  const repeating = useMutation({
    mutationFn: () => call('exports.create', { body: repeatable(request) }),
    onSuccess: async (made) => {
      await outdate('exports.list')
      place.patch({ export: made.id, cursor: undefined })
      notify(t('exportStarted'))
    },
    onError: failed('exportFailed'),
  })
  return { downloading, cancelling, repeating }
}

function Progress({ job }: { job: ExportJob }) {
  const { rows, estimatedRows, rowsPerSecond, fileName, state } = job
  const share = shareOf(job)
  const label = t('progressOf', { name: fileName })
  return (
    <div className="mt-2.5 max-w-xl">
      {share === null ? (
        <div role="progressbar" aria-label={label} className="h-1.5 overflow-hidden rounded-full bg-sunken">
          <div className="h-full w-1/3 animate-pulse rounded-full bg-accent" />
        </div>
      ) : (
        <ProgressBar share={share} label={label} />
      )}
      {state === 'running' && (
        <p className="mt-1.5 flex flex-wrap gap-x-3 text-xs text-ink-soft tabular-nums">
          <span>
            {estimatedRows === null
              ? t('rows', { count: rows })
              : t('rowsOf', { rows: formatCount(rows), estimate: formatCount(estimatedRows) })}
          </span>
          {rowsPerSecond !== null && rowsPerSecond > 0 && <span>{t('pace', { count: rowsPerSecond })}</span>}
        </p>
      )}
    </div>
  )
}

function FactsLine({ job }: { job: ExportJob }) {
  const { state, rows, octets, createdAt, expiresAt, scheduleId } = job
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-ink-soft">
      {state === 'done' && (
        <>
          <span className="tabular-nums">{t('rows', { count: rows })}</span>
          <bdi dir="ltr" className="tabular-nums">
            {sizeText(sizeIn(octets))}
          </bdi>
        </>
      )}
      <span>
        {t('asked')} <RelativeTime iso={createdAt} />
      </span>
      {state === 'done' && expiresAt !== null && (
        <span>
          {t('expires')} <RelativeTime iso={expiresAt} />
        </span>
      )}
      {scheduleId !== null && <span>{t('scheduled')}</span>}
    </p>
  )
}

function itemsOf(job: ExportJob, place: ReportsPlace, repeat: () => void): MenuItem[] {
  const { id, request } = job
  return [
    ...(request.kind === 'cdr'
      ? [
          {
            label: t('openReport'),
            icon: <Search aria-hidden="true" />,
            onSelect: () => place.patch({ ...searchOf(request), tab: undefined, export: undefined }),
          },
        ]
      : []),
    {
      label: t('again'),
      icon: <RotateCw aria-hidden="true" />,
      disabled: isUnderWay(job),
      onSelect: repeat,
    },
    {
      label: t('repeat'),
      icon: <CalendarClock aria-hidden="true" />,
      onSelect: () => place.patch({ dialog: 'schedule', schedule: id }),
    },
  ]
}

function Actions({ job, place }: { job: ExportJob; place: ReportsPlace }) {
  const { state, fileName } = job
  const { downloading, cancelling, repeating } = useActs(job, place)
  return (
    <div className="flex shrink-0 items-center gap-2">
      {state === 'done' && (
        <Button
          size="small"
          busy={downloading.isPending}
          icon={<Download aria-hidden="true" />}
          aria-label={t('downloadOf', { name: fileName })}
          onClick={() => downloading.mutate()}
        >
          {t('download')}
        </Button>
      )}
      {isUnderWay(job) && (
        <Button
          size="small"
          busy={cancelling.isPending}
          icon={<CircleX aria-hidden="true" />}
          aria-label={t('cancelOf', { name: fileName })}
          onClick={() => cancelling.mutate()}
        >
          {t('cancel')}
        </Button>
      )}
      {!isUnderWay(job) && state !== 'done' && (
        <Button
          size="small"
          busy={repeating.isPending}
          icon={<RotateCw aria-hidden="true" />}
          aria-label={t('againOf', { name: fileName })}
          onClick={() => repeating.mutate()}
        >
          {t('again')}
        </Button>
      )}
      <Menu
        trigger={
          <IconButton label={t('actionsOf', { name: fileName })}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
        items={itemsOf(job, place, () => repeating.mutate())}
      />
    </div>
  )
}

export function ExportItem({ job, place }: { job: ExportJob; place: ReportsPlace }) {
  const ref = useRef<HTMLLIElement>(null)
  const isMeant = place.search.export === job.id
  useEffect(() => {
    if (isMeant) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isMeant])
  return (
    <li
      ref={ref}
      aria-current={isMeant || undefined}
      className={cx(
        'flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-3.5',
        isMeant && 'bg-accent-soft/50',
      )}
    >
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <bdi dir="ltr" className="min-w-0 text-sm font-medium wrap-anywhere">
            {job.fileName}
          </bdi>
          <Badge tone={tones[job.state]}>{t(job.state)}</Badge>
        </div>
        <p className="mt-1 text-[0.8125rem] text-pretty text-ink-soft">{contentText(job.request)}</p>
        <FactsLine job={job} />
        {isUnderWay(job) && <Progress job={job} />}
        {job.reason !== null && (
          <p className="mt-1.5 text-[0.8125rem] font-medium text-bad">{serverText(job.reason)}</p>
        )}
      </div>
      <Actions job={job} place={place} />
    </li>
  )
}
