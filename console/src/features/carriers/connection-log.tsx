// The log of a connection: binds, ends and faults, newest first, a page at a time. The newest page renews itself.
import { useQuery } from '@tanstack/react-query'
import { serverText } from '../../i18n/server-texts.ts'
import { useCursorTrail } from '../../lib/cursor-trail.ts'
import { readKeeping } from '../../lib/query.ts'
import { compact } from '../../lib/search.ts'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { renewEveryMs } from './carriers.list.tsx'
import { eventTones, type ConnectionEvent } from './connections.rules.ts'
import { t } from './connections.texts.ts'

const pageSize = 25

function Line({ event }: { event: ConnectionEvent }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1 px-3 py-2.5">
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={eventTones[event.kind]}>{t(`event_${event.kind}`)}</Badge>
        {event.remoteAddress !== null && (
          <bdi dir="ltr" className="font-mono text-xs break-all text-ink-soft">
            {event.remoteAddress}
          </bdi>
        )}
      </span>
      <span className="text-xs whitespace-nowrap text-ink-soft">
        <RelativeTime iso={event.at} />
      </span>
      <bdi dir="auto" className="col-span-2 text-[0.8125rem] break-words">
        {serverText(event.detail)}
      </bdi>
    </li>
  )
}

type LogProps = { connectionId: string; cursor: string | undefined; onCursor: (cursor: string | undefined) => void }

export function ConnectionLog({ connectionId, cursor, onCursor }: LogProps) {
  const log = useQuery({
    ...readKeeping('connections.events', {
      params: { connectionId },
      query: compact({ limit: pageSize, cursor }),
    }),
    ...(cursor === undefined ? { refetchInterval: renewEveryMs } : {}),
  })
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = log
  const trail = useCursorTrail(cursor, data?.nextCursor, onCursor)
  return (
    <section>
      <h3 className="text-[0.8125rem] font-semibold">{t('log')}</h3>
      <p className="mt-0.5 mb-2 text-xs text-ink-soft">{t('logHint')}</p>
      {error !== null && (
        <ErrorBox className="mb-3" onRetry={() => void refetch()} retrying={isFetching}>
          {t('logFailed', { reason: error.message })}
        </ErrorBox>
      )}
      <div
        aria-busy={isPlaceholderData}
        className={cx('overflow-clip rounded-lg border border-line', isPlaceholderData && 'opacity-60')}
      >
        {isPending && <SkeletonRows rows={5} label={t('logLoading')} className="h-14" />}
        {data?.items.length === 0 && <EmptyState title={t('logEmpty')} />}
        {data !== undefined && data.items.length > 0 && (
          <ol className="divide-y divide-line">
            {data.items.map((event, index) => (
              <Line key={`${event.at} ${index}`} event={event} />
            ))}
          </ol>
        )}
      </div>
      {(trail.back !== undefined || trail.onward !== undefined) && (
        <div className="mt-3">
          <Pagination onNewer={trail.back} onOlder={trail.onward} busy={isPlaceholderData} />
        </div>
      )}
    </section>
  )
}
