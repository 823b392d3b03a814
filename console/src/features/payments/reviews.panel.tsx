// Payments that a person has to decide about, and the look-up of a transaction. The open review is in the address.
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Scale } from 'lucide-react'
import { serverText } from '../../i18n/server-texts.ts'
import { useCursorTrail } from '../../lib/cursor-trail.ts'
import { chunk, late } from '../../lib/late.ts'
import { readKeeping } from '../../lib/query.ts'
import { compact } from '../../lib/search.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { MoneyText } from '../../ui/figures.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Segments } from '../../ui/segments.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { HostLink, KindMark, type Place } from './payments.parts.tsx'
import { LookUp } from './look-up.form.tsx'
import { reviewTone, type Review } from './reviews.rules.ts'
import { t } from './reviews.texts.ts'

const pageSize = 25
const renewMs = 30_000
const loadDetails = chunk(() => import('./review.dialog.tsx'))
const ReviewDialog = late(loadDetails, 'ReviewDialog')

type RowProps = { review: Review; place: Place }

function ReviewRow({ review, place }: RowProps) {
  const { id, kind, method, amount, detail, suggested, createdAt, decision } = review
  return (
    <li
      data-list-row=""
      className="relative flex items-start gap-3.5 px-4 py-3 transition-colors hover:bg-hover/60 max-sm:gap-3"
    >
      <KindMark kind={method.kind} isSmall />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <HostLink
            host={place.host}
            search={{ ...place.search, item: id }}
            data-list-item=""
            aria-label={t('openOf', { what: t(kind) })}
            onPointerEnter={() => void loadDetails()}
            onFocus={() => void loadDetails()}
            className="font-medium after:absolute after:inset-0"
          >
            {t(kind)}
          </HostLink>
          <Badge tone={reviewTone(review)}>{t(decision ?? 'openOne')}</Badge>
        </p>
        <p className="mt-0.5 text-[0.8125rem] text-pretty wrap-anywhere text-ink-soft">{serverText(detail)}</p>
        <p className="mt-1 flex flex-wrap gap-x-2 text-xs text-ink-soft">
          <bdi>{method.name}</bdi>
          <RelativeTime iso={createdAt} className="relative z-1" />
          {suggested !== null && (
            <span>
              {t('suggested')} <bdi className="font-medium text-ink">{suggested.username}</bdi>
            </span>
          )}
        </p>
      </div>
      {amount !== null && <MoneyText value={amount} className="text-[0.9375rem] font-semibold" />}
    </li>
  )
}

function Nothing({ isOpen }: { isOpen: boolean }) {
  return isOpen ? (
    <EmptyState size="page" icon={<CircleCheck />} title={t('nothingOpen')} description={t('nothingOpenHint')} />
  ) : (
    <EmptyState size="page" icon={<Scale />} title={t('nothingDecided')} />
  )
}

export function ReviewsPanel({ place }: { place: Place }) {
  const { search, patch } = place
  const state: Review['state'] = search.state === 'decided' ? 'decided' : 'open'
  const query = compact({ limit: pageSize, state, cursor: search.cursor })
  const page = useQuery({ ...readKeeping('payments.reviews', { query }), refetchInterval: renewMs })
  const { data, error, isPlaceholderData } = page
  const trail = useCursorTrail(search.cursor, data?.nextCursor, (cursor) => patch({ cursor }))
  const count = data?.items.length ?? 0
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="max-w-2xl text-[0.8125rem] text-pretty text-ink-soft">{t('hint')}</p>
        <Segments
          label={t('states')}
          value={state}
          onChange={(next) => patch({ state: next === 'open' ? undefined : next, cursor: undefined })}
          options={[
            { value: 'open', label: t('openOnes') },
            { value: 'decided', label: t('decidedOnes') },
          ]}
        />
      </div>
      {error !== null && (
        <ErrorBox onRetry={() => void page.refetch()} retrying={page.isFetching}>
          {data === undefined ? t('readFailed', { reason: error.message }) : t('stale', { reason: error.message })}
        </ErrorBox>
      )}
      {(data !== undefined || error === null) && (
        <Card flush className={cx('transition-opacity', isPlaceholderData && 'opacity-60')}>
          {data === undefined && <SkeletonRows rows={5} label={t('loading')} className="h-20" />}
          {data !== undefined && count === 0 && <Nothing isOpen={state === 'open'} />}
          {data !== undefined && count > 0 && (
            <ul aria-label={t(`list_${state}`)} className="divide-y divide-line">
              {data.items.map((review) => (
                <ReviewRow key={review.id} review={review} place={place} />
              ))}
            </ul>
          )}
        </Card>
      )}
      {(count > 0 || trail.back !== undefined) && (
        <Pagination onNewer={trail.back} onOlder={trail.onward} busy={isPlaceholderData}>
          {t('shown', { count })}
        </Pagination>
      )}
      <LookUp onOpen={(item) => patch({ item, state: undefined, cursor: undefined })} />
      {search.item !== undefined && data !== undefined && (
        <ReviewDialog
          key={search.item}
          review={data.items.find(({ id }) => id === search.item)}
          onClose={() => patch({ item: undefined })}
        />
      )}
    </>
  )
}
