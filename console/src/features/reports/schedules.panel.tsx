// The schedules of the reader: what is made again, when next, and what came of the last time.
import { useMutation, useQuery } from '@tanstack/react-query'
import { CalendarClock, Ellipsis, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { serverText } from '../../i18n/server-texts.ts'
import { call } from '../../lib/api.ts'
import { outdate, read } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { Menu } from '../../ui/menu.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.ts'
import { hourIn } from './report.names.ts'
import { contentText } from './request.text.ts'
import type { Schedule } from './reports.rules.ts'
import type { ReportsPlace } from './reports.page.tsx'
import { t } from './reports.texts.ts'

const weekdays = ['weekday_1', 'weekday_2', 'weekday_3', 'weekday_4', 'weekday_5', 'weekday_6', 'weekday_7'] as const

function rhythmText({ every, weekday, monthDay, hour, zone }: Schedule): string {
  const when = { time: hourIn(hour), zone: zone.replaceAll('_', ' ') }
  if (every === 'day') return t('daily', when)
  if (every === 'month') return t('monthly', { ...when, day: monthDay })
  return t('weekly', { ...when, weekday: t(weekdays[weekday - 1] ?? 'weekday_1') })
}

function useChanges({ id, name }: Schedule) {
  const [isAsked, ask] = useState(false)
  const pausing = useMutation({
    mutationFn: (isPaused: boolean) => call('schedules.update', { params: { scheduleId: id }, body: { isPaused } }),
    onSettled: () => outdate('schedules.list'),
    onError: (error) => notify(t('changeFailed'), { tone: 'bad', description: error.message }),
  })
  const deleting = useMutation({
    mutationFn: () => call('schedules.delete', { params: { scheduleId: id } }),
    onSuccess: async () => {
      ask(false)
      await outdate('schedules.list')
      notify(t('scheduleDeleted'), { description: name })
    },
  })
  return { isAsked, ask, pausing, deleting }
}

function ScheduleFacts({ schedule, place }: { schedule: Schedule; place: ReportsPlace }) {
  const { name, isPaused, pausedReason, nextAt, lastExport, request } = schedule
  return (
    <div className="min-w-0 flex-1 basis-72">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <bdi className="min-w-0 text-sm font-medium wrap-anywhere">{name}</bdi>
        <Badge tone={isPaused ? 'warn' : 'good'}>{t(isPaused ? 'paused' : 'active')}</Badge>
      </div>
      <p className="mt-1 text-[0.8125rem] text-ink-soft">{rhythmText(schedule)}</p>
      <p className="mt-1 text-[0.8125rem] text-pretty text-ink-soft">
        {contentText(request)} · {t(request.format)}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-ink-soft">
        {nextAt !== null && (
          <span>
            {t('next')} <RelativeTime iso={nextAt} />
          </span>
        )}
        {lastExport !== null && (
          <button
            type="button"
            className="rounded text-accent-ink underline-offset-2 hover:underline"
            onClick={() => place.patch({ tab: 'exports', export: lastExport.id })}
          >
            {t('lastFile')} · {t(lastExport.state)}
          </button>
        )}
      </p>
      {pausedReason !== null && (
        <p className="mt-1.5 text-[0.8125rem] font-medium text-bad">{serverText(pausedReason)}</p>
      )}
    </div>
  )
}

function Item({ schedule, place }: { schedule: Schedule; place: ReportsPlace }) {
  const { id, name, isPaused } = schedule
  const { isAsked, ask, pausing, deleting } = useChanges(schedule)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-3.5">
      <ScheduleFacts schedule={schedule} place={place} />
      <div className="flex shrink-0 items-center gap-2">
        <Button
          size="small"
          busy={pausing.isPending}
          icon={isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
          aria-label={t(isPaused ? 'resumeOf' : 'pauseOf', { name })}
          onClick={() => pausing.mutate(!isPaused)}
        >
          {t(isPaused ? 'resume' : 'pause')}
        </Button>
        <Menu
          trigger={
            <IconButton label={t('actionsOf', { name })}>
              <Ellipsis aria-hidden="true" />
            </IconButton>
          }
          items={[
            {
              label: t('edit'),
              icon: <Pencil aria-hidden="true" />,
              onSelect: () => place.patch({ dialog: 'schedule', schedule: id }),
            },
            {
              label: t('delete'),
              icon: <Trash2 aria-hidden="true" />,
              tone: 'danger',
              separated: true,
              onSelect: () => ask(true),
            },
          ]}
        />
      </div>
      {isAsked && (
        <ConfirmDialog
          title={t('deleteTitle', { name })}
          description={t('deleteQuestion')}
          confirm={t('delete')}
          cancel={t('discard')}
          busy={deleting.isPending}
          error={deleting.isError ? <ErrorBox>{deleting.error.message}</ErrorBox> : undefined}
          onConfirm={() => deleting.mutate()}
          onClose={() => ask(false)}
        />
      )}
    </li>
  )
}

export function SchedulesPanel({ place }: { place: ReportsPlace }) {
  const { data, error, isFetching, refetch } = useQuery(read('schedules.list', {}))
  return (
    <>
      {data?.isMailSent === false && <NoticeBox tone="info">{t('noMail')}</NoticeBox>}
      {error !== null && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
          {data === undefined ? error.message : t('stale', { reason: error.message })}
        </ErrorBox>
      )}
      {(data !== undefined || error === null) && (
        <Card flush>
          {data === undefined && <SkeletonRows rows={3} label={t('loading')} className="h-20" />}
          {data?.items.length === 0 && (
            <EmptyState
              icon={<CalendarClock />}
              title={t('noSchedules')}
              description={t('noSchedulesHint')}
              action={
                <Button variant="primary" onClick={() => place.patch({ dialog: 'schedule', schedule: undefined })}>
                  {t('newSchedule')}
                </Button>
              }
            />
          )}
          {data !== undefined && data.items.length > 0 && (
            <ul aria-label={t('schedules')} className="divide-y divide-line">
              {data.items.map((schedule) => (
                <Item key={schedule.id} schedule={schedule} place={place} />
              ))}
            </ul>
          )}
        </Card>
      )}
    </>
  )
}
