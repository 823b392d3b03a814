// The test-numbers section, for everybody: the numbers as cards, or one of them with what arrives on it. What is shown
// is in the address.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { FlaskConical, SearchX } from 'lucide-react'
import { lazy, Suspense, useCallback } from 'react'
import { roleCovers } from '@inrange/contract/roles'
import type { CallOutput } from '../../lib/api.ts'
import { useSignedInUser } from '../../lib/auth.ts'
import { useCursorTrail } from '../../lib/cursor-trail.ts'
import { useListKeys, useReturnToItem } from '../../lib/list-keys.ts'
import { readKeeping } from '../../lib/query.ts'
import { compact } from '../../lib/search.ts'
import { forgetTyped, useTypedText } from '../../lib/typed-text.ts'
import { pathOf, sections } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { PhoneText } from '../../ui/figures.tsx'
import { focusSearchField } from '../../ui/focus-return.ts'
import { SearchInput } from '../../ui/input.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { CountryCode } from '../ranges/range.parts.tsx'
import { parseTestNumbersSearch, type TestNumbersPatch, type TestNumbersSearch } from './test-numbers.search.ts'
import { t } from './test-numbers.texts.ts'

const route = getRouteApi(pathOf('test-numbers'))
const loadView = () => import('./test-number.view.tsx')
const TestNumberView = lazy(async () => ({ default: (await loadView()).TestNumberView }))
const InactiveMark = lazy(async () => ({ default: (await loadView()).InactiveMark }))

type TestNumber = CallOutput<'test-numbers.list'>['items'][number]
type Patch = (change: TestNumbersPatch) => void

const pageSize = 24
const gridClass = 'grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3'

function useAddress() {
  const search = parseTestNumbersSearch(route.useSearch())
  const navigate = route.useNavigate()
  const patch = useCallback<Patch>(
    (change) =>
      void navigate({ search: (former: TestNumbersSearch) => compact({ ...former, ...change }), resetScroll: false }),
    [navigate],
  )
  return { search, patch }
}

function NumberCard({ item }: { item: TestNumber }) {
  const digits = item.number.slice(1)
  return (
    <article
      data-list-row
      aria-label={t('numberOf', { number: item.number })}
      className="relative flex min-w-0 flex-col gap-3 rounded-xl border border-line bg-surface p-4 shadow-card hover:border-line-strong"
    >
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 truncate text-lg font-semibold tabular-nums">
          <Link
            to="/test-numbers"
            search={{ number: digits }}
            data-list-item
            aria-label={t('openNumber', { number: item.number })}
            className="after:absolute after:inset-0 hover:text-accent-ink"
            onPointerEnter={() => void loadView()}
            onFocus={() => void loadView()}
          >
            <PhoneText value={item.number} />
          </Link>
        </h2>
        <CountryCode code={item.country} />
        <span data-list-copy className="relative z-1 ms-auto">
          <CopyButton text={item.number} label={t('copyNumber', { number: item.number })} />
        </span>
      </div>
      <div className="flex items-end justify-between gap-3 text-[0.8125rem] text-ink-soft">
        <span className="min-w-0">
          <bdi className="block truncate">{item.range.name}</bdi>
          <span className="block truncate text-xs">
            {t('lastMessage')}{' '}
            {item.lastMessageAt === null ? (
              t('never')
            ) : (
              <span className="relative z-1">
                <RelativeTime iso={item.lastMessageAt} />
              </span>
            )}
          </span>
        </span>
        {!item.isActive && (
          <Suspense>
            <InactiveMark />
          </Suspense>
        )}
      </div>
    </article>
  )
}

function Nothing({ isSearched, onClear }: { isSearched: boolean; onClear: () => void }) {
  const isAdmin = roleCovers(useSignedInUser().role, 'admin')
  if (isSearched) {
    return (
      <EmptyState
        size="page"
        icon={<SearchX />}
        title={t('nothingMatches')}
        description={t('nothingMatchesHint')}
        action={<Button onClick={onClear}>{t('clear')}</Button>}
      />
    )
  }
  return (
    <EmptyState
      size="page"
      icon={<FlaskConical />}
      title={t('emptyTitle')}
      description={t(isAdmin ? 'emptyHint' : 'emptyHintUser')}
      action={
        isAdmin && (
          <Link to="/number-ranges" search={{ dialog: 'add' }} className={buttonClass('primary')}>
            {t('createRange')}
          </Link>
        )
      }
    />
  )
}

function SearchField({ search, patch }: { search: TestNumbersSearch; patch: Patch }) {
  const [text, setText] = useTypedText(search.search ?? '', (next) =>
    patch({ search: next || undefined, cursor: undefined }),
  )
  return (
    <div role="search">
      <SearchInput
        label={t('search')}
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        className="w-72 max-sm:w-full"
      />
    </div>
  )
}

function ListPart({ search, patch }: { search: TestNumbersSearch; patch: Patch }) {
  const list = useQuery(
    readKeeping('test-numbers.list', {
      query: compact({ limit: pageSize, cursor: search.cursor, search: search.search }),
    }),
  )
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = list
  const trail = useCursorTrail(search.cursor, data?.nextCursor, (cursor) => patch({ cursor }))
  return (
    <>
      <PageHeader title={sections['test-numbers'].title} description={t('description')} />
      <SearchField search={search} patch={patch} />
      {error !== null && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
          {data === undefined ? error.message : t('stale', { reason: error.message })}
        </ErrorBox>
      )}
      <div aria-busy={isPlaceholderData} className={cx(isPlaceholderData && 'opacity-60')}>
        {isPending && (
          <div role="status" aria-label={t('loading')} className={gridClass}>
            {Array.from({ length: 6 }, (_, index) => (
              <Skeleton key={index} className="h-27 rounded-xl" />
            ))}
          </div>
        )}
        {data?.items.length === 0 && (
          <Nothing
            isSearched={search.search !== undefined}
            onClear={() => {
              forgetTyped()
              patch({ search: undefined, cursor: undefined })
              focusSearchField()
            }}
          />
        )}
        {data !== undefined && data.items.length > 0 && (
          <div className={gridClass}>
            {data.items.map((item) => (
              <NumberCard key={item.number} item={item} />
            ))}
          </div>
        )}
      </div>
      {(trail.back !== undefined || trail.onward !== undefined) && (
        <Pagination
          words={{ newer: t('previous'), older: t('next') }}
          onNewer={trail.back}
          onOlder={trail.onward}
          busy={isPlaceholderData}
        >
          {t('byNumber')}
        </Pagination>
      )}
    </>
  )
}

export function TestNumbersPage() {
  const { search, patch } = useAddress()
  useListKeys()
  useReturnToItem(search.number)
  return (
    <Page>
      {search.number === undefined ? (
        <ListPart search={search} patch={patch} />
      ) : (
        <Suspense fallback={<SkeletonRows rows={6} label={t('loading')} />}>
          <TestNumberView key={search.number} number={search.number} />
        </Suspense>
      )}
    </Page>
  )
}
