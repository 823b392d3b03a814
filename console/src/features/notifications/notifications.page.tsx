// All notifications, in pages. What is shown is the address.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CheckCheck, Settings2 } from 'lucide-react'
import { startTransition, useCallback } from 'react'
import { isWithheld } from '../../lib/acting.ts'
import { useCursorTrail } from '../../lib/cursor-trail.ts'
import { useListKeys } from '../../lib/list-keys.ts'
import { readKeeping } from '../../lib/query.ts'
import { compact } from '../../lib/search.ts'
import { pathOf, sections } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Select } from '../../ui/input.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Segments } from '../../ui/segments.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { kinds, otherIcons } from './notification.kinds.ts'
import { NotificationRow } from './notification.row.tsx'
import { parseNotificationsSearch, type NotificationsPatch, type NotificationsSearch } from './notifications.search.ts'
import { t } from './notifications.texts.ts'
import { useMarking } from './use-marking.ts'

const route = getRouteApi(pathOf('notifications'))
const rowsPerPage = 25

function useAddress() {
  const search = parseNotificationsSearch(route.useSearch())
  const navigate = route.useNavigate()
  const patch = useCallback(
    (change: NotificationsPatch) =>
      startTransition(() => {
        void navigate({ search: (former: NotificationsSearch) => compact({ ...former, ...change }) })
      }),
    [navigate],
  )
  return { search, patch }
}

type FilterProps = { search: NotificationsSearch; patch: (change: NotificationsPatch) => void }

function Filters({ search, patch }: FilterProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Segments
        label={t('showFilter')}
        value={search.read ?? 'all'}
        onChange={(value) => patch({ read: value === 'unread' ? 'unread' : undefined, cursor: undefined })}
        options={[
          { value: 'all', label: t('all') },
          { value: 'unread', label: t('unread') },
        ]}
      />
      <Select
        aria-label={t('kind')}
        value={search.kind ?? ''}
        onChange={({ currentTarget: { value } }) =>
          patch({ kind: kinds.find((kind) => kind === value), cursor: undefined })
        }
        options={[{ value: '', label: t('everyKind') }, ...kinds.map((kind) => ({ value: kind, label: t(kind) }))]}
      />
    </div>
  )
}

function Nothing({ search, patch }: FilterProps) {
  const { none: None, allRead: AllRead } = otherIcons
  const isNarrowed = search.kind !== undefined || search.cursor !== undefined
  if (!isNarrowed && search.read === undefined) {
    return <EmptyState icon={<None />} title={t('nothing')} description={t('nothingHint')} />
  }
  return (
    <EmptyState
      icon={<AllRead />}
      title={t(isNarrowed ? 'nothingFound' : 'nothingUnread')}
      action={
        <Button onClick={() => patch({ read: undefined, kind: undefined, cursor: undefined })}>{t('showAll')}</Button>
      }
    />
  )
}

export function NotificationsPage() {
  const { search, patch } = useAddress()
  useListKeys()
  const asked = useQuery(readKeeping('notifications.list', { query: { ...search, limit: rowsPerPage } }))
  const { mark, markAll } = useMarking()
  const trail = useCursorTrail(search.cursor, asked.data?.nextCursor, (cursor) => patch({ cursor }))
  const items = asked.data?.items
  const [first] = items ?? []
  const unread = asked.data?.unread ?? 0
  return (
    <Page className="max-w-3xl">
      <PageHeader
        title={sections.notifications.title}
        description={t('description')}
        actions={
          <>
            {first !== undefined && search.kind === undefined && search.cursor === undefined && unread > 0 && (
              <Button icon={<CheckCheck aria-hidden="true" />} onClick={() => markAll(first.id)}>
                {t('markAll')}
              </Button>
            )}
            {!isWithheld('account') && (
              <Link to={pathOf('account')} search={{ tab: 'notifications' }} className={buttonClass()}>
                <Settings2 aria-hidden="true" />
                {t('settings')}
              </Link>
            )}
          </>
        }
      />
      <Filters search={search} patch={patch} />
      {asked.error !== null && (
        <ErrorBox onRetry={() => void asked.refetch()} retrying={asked.isFetching}>
          {t('readFailed', { reason: asked.error.message })}
        </ErrorBox>
      )}
      <Card flush>
        {items === undefined && asked.error === null && <SkeletonRows rows={8} label={t('loading')} className="h-16" />}
        {items?.length === 0 && <Nothing search={search} patch={patch} />}
        {items !== undefined && items.length > 0 && (
          <ol aria-label={t('notifications')} className="divide-y divide-line">
            {items.map((notification) => (
              <NotificationRow key={notification.id} notification={notification} onMark={mark} />
            ))}
          </ol>
        )}
      </Card>
      {(trail.back !== undefined || trail.onward !== undefined) && (
        <Pagination onNewer={trail.back} onOlder={trail.onward} busy={asked.isFetching} />
      )}
    </Page>
  )
}
