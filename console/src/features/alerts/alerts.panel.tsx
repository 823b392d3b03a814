// What is wrong now, each with a sentence, what to do and who looks after it; and what was. It says that all is normal
// exactly when the server has just said that nothing is open.
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, ShieldCheck, UserRoundCheck } from 'lucide-react'
import { useCursorTrail } from '../../lib/cursor-trail.ts'
import { chunk, late } from '../../lib/late.ts'
import { read, readKeeping } from '../../lib/query.ts'
import { compact } from '../../lib/search.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { KeptPlace } from '../../ui/kept-place.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Segments } from '../../ui/segments.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TimePhrase } from '../../ui/time-phrase.tsx'
import { AlertLink } from './alert.link.tsx'
import { nameOf, remedyOf, sentenceOf, severityTones, type Alert } from './alerts.rules.ts'
import type { AlertsPatch, AlertsSearch } from './alerts.search.ts'
import { t } from './alerts.texts.ts'

const loadDialog = chunk(() => import('./acknowledge.dialog.tsx'))
const AcknowledgeDialog = late(loadDialog, 'AcknowledgeDialog')
const pageSize = 20

/** How often open alerts are asked for: the server looks every fifteen seconds. */
export const alertsEveryMs = 10_000

/** The open alerts, for whoever shows them; `refetchInterval` false while the page is paused. */
export function useOpenAlerts(refetchInterval: number | false) {
  return useQuery({ ...read('alerts.list', { query: {} }), refetchInterval })
}

function Times({ alert: { since, resolvedAt, openings } }: { alert: Alert }) {
  return (
    <span className="text-xs whitespace-nowrap text-ink-soft">
      {resolvedAt === null ? (
        <TimePhrase iso={since} phrase={(time) => t('since', { time })} />
      ) : (
        <TimePhrase iso={resolvedAt} phrase={(time) => t('over', { time })} />
      )}
      {openings > 1 && <span className="ms-2">{t('openings', { count: openings })}</span>}
    </span>
  )
}

function LookedAfter({ alert: { acknowledgedBy, acknowledgedAt, note } }: { alert: Alert }) {
  if (acknowledgedBy === null || acknowledgedAt === null) return null
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-[0.8125rem] text-ink-soft">
      <UserRoundCheck className="size-4 shrink-0 text-good" aria-hidden="true" />
      <bdi className="font-medium text-ink">{t('lookedAfter', { name: acknowledgedBy })}</bdi>
      <RelativeTime iso={acknowledgedAt} />
      {note !== '' && (
        <span dir="auto" className="min-w-0 basis-full ps-6 break-words text-ink">
          {note}
        </span>
      )}
    </p>
  )
}

function AlertItem({ alert, onAcknowledge }: { alert: Alert; onAcknowledge?: (id: string) => void }) {
  const name = nameOf(alert)
  const isAgain = alert.state === 'acknowledged'
  const isOver = alert.state === 'resolved'
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Badge tone={isOver ? 'neutral' : severityTones[alert.severity]} dot>
            {t(alert.severity)}
          </Badge>
          <h3 className="min-w-0 text-sm font-semibold wrap-anywhere">
            <bdi>{name}</bdi>
          </h3>
          <Times alert={alert} />
        </div>
        <p dir="auto" className="mt-1 text-sm break-words">
          {sentenceOf(alert)}
        </p>
        {!isOver && <p className="mt-0.5 text-[0.8125rem] text-pretty text-ink-soft">{remedyOf(alert)}</p>}
        <LookedAfter alert={alert} />
      </div>
      {!isOver && onAcknowledge !== undefined && (
        <div className="flex items-center gap-1">
          <AlertLink alert={alert} />
          <Button
            size="small"
            variant={isAgain ? 'quiet' : 'secondary'}
            aria-label={t(isAgain ? 'acknowledgeAgainOf' : 'acknowledgeOf', { name })}
            onPointerEnter={() => void loadDialog()}
            onFocus={() => void loadDialog()}
            onClick={() => onAcknowledge(alert.id)}
          >
            {t(isAgain ? 'acknowledgeAgain' : 'acknowledge')}
          </Button>
        </div>
      )}
    </li>
  )
}

type PanelProps = {
  open: ReturnType<typeof useOpenAlerts>
  search: AlertsSearch
  onPatch: (patch: AlertsPatch) => void
  /** Whether every kind of alert is this reader's: only then "nothing open" means that all is normal. */
  seesAll: boolean
}

function OpenAlerts({ open, onPatch, seesAll }: PanelProps) {
  const { data, error, isFetching, refetch } = open
  if (data === undefined && error === null) return <SkeletonRows rows={2} label={t('loading')} className="h-20" />
  const alerts = data?.items ?? []
  return (
    <>
      {error !== null && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching} className="m-4">
          {data === undefined ? error.message : t('stale', { reason: error.message })}
        </ErrorBox>
      )}
      {data !== undefined && error === null && alerts.length === 0 && <AllNormal seesAll={seesAll} />}
      {alerts.length > 0 && (
        <ul aria-label={t('list')} className="divide-y divide-line">
          {alerts.map((alert) => (
            <AlertItem key={alert.id} alert={alert} onAcknowledge={(id) => onPatch({ alert: id })} />
          ))}
        </ul>
      )}
    </>
  )
}

function AllNormal({ seesAll }: { seesAll: boolean }) {
  return (
    <div className="flex items-center gap-3.5 px-4 py-4">
      <span
        aria-hidden="true"
        className="inline-flex size-10 shrink-0 items-center justify-center rounded-xl bg-good-soft text-good [&_svg]:size-5"
      >
        {seesAll ? <ShieldCheck /> : <CircleCheck />}
      </span>
      <div className="min-w-0">
        <p className="text-sm font-semibold">{t(seesAll ? 'allNormal' : 'noneOpen')}</p>
        <p className="text-[0.8125rem] text-ink-soft">{t(seesAll ? 'allNormalHint' : 'noneOpenHint')}</p>
      </div>
    </div>
  )
}

function ResolvedAlerts({ search: { cursor }, onPatch }: PanelProps) {
  const query = { ...compact({ cursor }), state: 'resolved' as const, limit: pageSize }
  const list = useQuery(readKeeping('alerts.list', { query }))
  const { data, error, isFetching, isPlaceholderData, refetch } = list
  const trail = useCursorTrail(cursor, data?.nextCursor, (next) => onPatch({ cursor: next }))
  if (error !== null) {
    return (
      <ErrorBox onRetry={() => void refetch()} retrying={isFetching} className="m-4">
        {error.message}
      </ErrorBox>
    )
  }
  if (data === undefined) return <SkeletonRows rows={3} label={t('loading')} className="h-20" />
  if (data.items.length === 0 && cursor === undefined) {
    return <EmptyState icon={<ShieldCheck />} title={t('noneResolved')} description={t('noneResolvedHint')} />
  }
  return (
    <>
      <ul aria-label={t('resolvedList')} className={cx('divide-y divide-line', isPlaceholderData && 'opacity-60')}>
        {data.items.map((alert) => (
          <AlertItem key={alert.id} alert={alert} />
        ))}
      </ul>
      {(trail.back !== undefined || trail.onward !== undefined) && (
        <div className="border-t border-line px-4 py-2">
          <Pagination
            words={{ newer: t('newer'), older: t('older') }}
            onNewer={trail.back}
            onOlder={trail.onward}
            busy={isPlaceholderData}
          >
            {t('page')}
          </Pagination>
        </div>
      )}
    </>
  )
}

export function AlertsPanel(props: PanelProps) {
  const { open, search, onPatch } = props
  const shown = search.alerts ?? 'open'
  const asked = open.data?.items.find(({ id }) => id === search.alert)
  return (
    <Card
      title={t('title')}
      flush
      action={
        <Segments
          label={t('which')}
          value={shown}
          onChange={(next) => onPatch({ alerts: next === 'open' ? undefined : next, cursor: undefined })}
          options={[
            { value: 'open', label: t('openOnes') },
            { value: 'resolved', label: t('resolved') },
          ]}
        />
      }
    >
      {shown === 'open' ? (
        <KeptPlace name="alerts" isPending={open.isPending}>
          <OpenAlerts {...props} />
        </KeptPlace>
      ) : (
        <ResolvedAlerts {...props} />
      )}
      {search.alert !== undefined && !open.isPending && (
        <AcknowledgeDialog key={search.alert} alert={asked} onClose={() => onPatch({ alert: undefined })} />
      )}
    </Card>
  )
}
