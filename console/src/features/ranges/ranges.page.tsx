// The number-ranges section. Users see their own ranges, admins everybody's; only admins create and edit. Filters,
// look, page and the open dialog are in the address.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { roleCovers } from '@inrange/contract/roles'
import { ChartPie, CircleDollarSign, Hash, Layers, Plus, SearchX } from 'lucide-react'
import { useCallback } from 'react'
import { useSignedInUser } from '../../lib/auth.ts'
import { useCursorTrail } from '../../lib/cursor-trail.ts'
import { chunk, late } from '../../lib/late.ts'
import { useListKeys } from '../../lib/list-keys.ts'
import { readKeeping } from '../../lib/query.ts'
import { compact } from '../../lib/search.ts'
import { forgetTyped } from '../../lib/typed-text.ts'
import { pathOf } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { StatCard, StatRow } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { CompactText, CountText, MoneyText } from '../../ui/figures.tsx'
import { focusSearchField } from '../../ui/focus-return.ts'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useOwnerOptions, type OwnerOptions } from './owner-options.ts'
import { RangeCard, type RangeActions } from './range.card.tsx'
import { usedPercent, type Range, type RangesPage as RangesAnswer } from './ranges.figures.ts'
import type { RangesPatch, RangesSearch } from './ranges.search.ts'
import { RangesTable } from './ranges.table.tsx'
import { t } from './ranges.texts.ts'
import { RangesToolbar } from './ranges.toolbar.tsx'

const route = getRouteApi(pathOf('number-ranges'))
const loadForm = chunk(() => import('./range-form.dialog.tsx'))
const loadDetails = chunk(() => import('./range-details.dialog.tsx'))
const RangeFormDialog = late(loadForm, 'RangeFormDialog')
const RangeDetailsDialog = late(loadDetails, 'RangeDetailsDialog')

const pageSize = 24
const compactFrom = 100_000_000
/** Characters of an amount that a tile of a phone cannot show at full size. */
const longMoney = 13
const gridClass = 'grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3'

function warmDialogs(): void {
  void loadDetails()
  void loadForm()
}

function useAddress() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const patch = useCallback(
    (change: RangesPatch, replace = false) =>
      void navigate({
        search: (former: RangesSearch) => compact({ ...former, ...change }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  return { search, patch }
}

function CountFigure({ value }: { value: number }) {
  return value >= compactFrom ? <CompactText value={value} /> : <CountText value={value} />
}

function Summary({ summary, isFiltered }: { summary: RangesAnswer['summary'] | undefined; isFiltered: boolean }) {
  const pending = summary === undefined
  const { totalRanges, totalNumbers, usedNumbers, earnings } = summary ?? {
    totalRanges: 0,
    totalNumbers: 0,
    usedNumbers: 0,
    earnings: '0',
  }
  return (
    <StatRow>
      <StatCard
        label={t('totalRanges')}
        icon={<Layers />}
        pending={pending}
        value={<CountText value={totalRanges} />}
        note={t(isFiltered ? 'filtered' : 'inAll')}
      />
      <StatCard
        label={t('totalNumbers')}
        icon={<Hash />}
        pending={pending}
        value={<CountFigure value={totalNumbers} />}
        note={t('unused', { count: totalNumbers - usedNumbers })}
      />
      <StatCard
        label={t('numbersUsed')}
        icon={<ChartPie />}
        pending={pending}
        value={<CountFigure value={usedNumbers} />}
        note={t('utilized', { percent: usedPercent({ usedNumbers, totalNumbers }) })}
      />
      <StatCard
        label={t('totalEarnings')}
        icon={<CircleDollarSign />}
        pending={pending}
        value={
          <MoneyText value={earnings} {...(earnings.length > longMoney ? { className: 'max-sm:text-base' } : {})} />
        }
        note={t('allTime')}
      />
    </StatRow>
  )
}

type NothingProps = { isFiltered: boolean; owners: OwnerOptions | null; onClear: () => void; onAdd: () => void }

function Nothing({ isFiltered, owners, onClear, onAdd }: NothingProps) {
  if (isFiltered) {
    return (
      <EmptyState
        size="page"
        icon={<SearchX />}
        title={t('nothingMatches')}
        description={t('nothingMatchesHint')}
        action={<Button onClick={onClear}>{t('clearFilters')}</Button>}
      />
    )
  }
  const isNobody = owners?.isNobody === true
  return (
    <EmptyState
      size="page"
      icon={<Hash />}
      title={t('emptyTitle')}
      description={t('emptyHint')}
      action={
        owners !== null && (
          <div className="flex flex-col items-center gap-4">
            {isNobody && <NoticeBox>{t('emptyNoUsers')}</NoticeBox>}
            {isNobody ? (
              <Link to="/manage-users" className={buttonClass('primary')}>
                {t('goToUsers')}
              </Link>
            ) : (
              <Button
                variant="primary"
                icon={<Plus aria-hidden="true" />}
                onPointerEnter={() => void loadForm()}
                onFocus={() => void loadForm()}
                onClick={onAdd}
              >
                {t('createFirst')}
              </Button>
            )}
          </div>
        )
      }
    />
  )
}

function Loading() {
  return (
    <div role="status" aria-label={t('loading')} className={gridClass}>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-86 rounded-xl" />
      ))}
    </div>
  )
}

function List({ ranges, view, ...actions }: RangeActions & { ranges: readonly Range[]; view: 'table' | undefined }) {
  if (view === 'table') return <RangesTable ranges={ranges} {...actions} />
  return (
    <div className={gridClass}>
      {ranges.map((range) => (
        <RangeCard key={range.id} range={range} {...actions} />
      ))}
    </div>
  )
}

type Patch = (change: RangesPatch, replace?: boolean) => void
type DialogsProps = {
  search: RangesSearch
  ranges: readonly Range[]
  canEdit: boolean
  patch: Patch
}

function Dialogs({ search: { dialog, range: rangeId }, ranges, canEdit, patch }: DialogsProps) {
  const navigate = useNavigate()
  const close = () => patch({ dialog: undefined, range: undefined })
  const goToUsers = () => void navigate({ to: '/manage-users' })
  return (
    <>
      {dialog === 'add' && canEdit && <RangeFormDialog rangeId={null} onClose={close} onGoToUsers={goToUsers} />}
      {dialog === 'edit' && canEdit && rangeId !== undefined && (
        <RangeFormDialog key={rangeId} rangeId={rangeId} onClose={close} onGoToUsers={goToUsers} />
      )}
      {dialog === 'details' && rangeId !== undefined && (
        <RangeDetailsDialog
          key={rangeId}
          rangeId={rangeId}
          listed={ranges.find(({ id }) => id === rangeId)}
          canEdit={canEdit}
          onEdit={() => patch({ dialog: 'edit' })}
          onClose={close}
        />
      )}
    </>
  )
}

function useRanges(search: RangesSearch) {
  return useQuery(
    readKeeping('ranges.list', {
      query: compact({
        limit: pageSize,
        search: search.search,
        ownerId: search.owner,
        status: search.status,
        cursor: search.cursor,
      }),
    }),
  )
}

function Header({ canEdit, onAdd }: { canEdit: boolean; onAdd: () => void }) {
  return (
    <PageHeader
      title={t('title')}
      description={t('subtitle')}
      actions={
        canEdit && (
          <Button
            variant="primary"
            icon={<Plus aria-hidden="true" />}
            onPointerEnter={() => void loadForm()}
            onFocus={() => void loadForm()}
            onClick={onAdd}
          >
            {t('add')}
          </Button>
        )
      }
    />
  )
}

function Pages({ search, list, patch }: { search: RangesSearch; list: ReturnType<typeof useRanges>; patch: Patch }) {
  const trail = useCursorTrail(search.cursor, list.data?.nextCursor, (cursor) => patch({ cursor }))
  if (trail.back === undefined && trail.onward === undefined) return null
  return (
    <Pagination
      words={{ newer: t('previous'), older: t('next') }}
      onNewer={trail.back}
      onOlder={trail.onward}
      busy={list.isPlaceholderData}
    >
      {t('byName')}
    </Pagination>
  )
}

export function RangesPage() {
  const canEdit = roleCovers(useSignedInUser().role, 'admin')
  const { search, patch } = useAddress()
  const list = useRanges(search)
  const options = useOwnerOptions(canEdit)
  const owners = canEdit ? options : null
  useListKeys()
  const ranges = list.data?.items ?? []
  const isFiltered = search.search !== undefined || search.owner !== undefined || search.status !== undefined
  const add = () => patch({ dialog: 'add' })
  const actions: RangeActions = {
    canEdit,
    onDetails: ({ id }) => patch({ dialog: 'details', range: id }),
    onEdit: ({ id }) => patch({ dialog: 'edit', range: id }),
    onWarm: warmDialogs,
  }
  return (
    <Page>
      <Header canEdit={canEdit} onAdd={add} />
      {(list.data !== undefined || list.error === null) && (
        <Summary summary={list.data?.summary} isFiltered={isFiltered} />
      )}
      <RangesToolbar
        search={search}
        ownerName={ranges.find(({ owner }) => owner?.id === search.owner)?.owner?.username}
        owners={owners}
        onSearch={(change) => patch({ ...change, cursor: undefined }, 'search' in change)}
      />
      {list.error !== null && (
        <ErrorBox onRetry={() => void list.refetch()} retrying={list.isFetching}>
          {list.data === undefined ? list.error.message : t('stale', { reason: list.error.message })}
        </ErrorBox>
      )}
      <div aria-busy={list.isPlaceholderData} className={cx(list.isPlaceholderData && 'opacity-60')}>
        {list.isPending && <Loading />}
        {list.data !== undefined && ranges.length === 0 && (
          <Nothing
            isFiltered={isFiltered}
            owners={owners}
            onAdd={add}
            onClear={() => {
              forgetTyped()
              patch({ search: undefined, owner: undefined, status: undefined, cursor: undefined })
              focusSearchField()
            }}
          />
        )}
        {ranges.length > 0 && <List ranges={ranges} view={search.view} {...actions} />}
      </div>
      <Pages search={search} list={list} patch={patch} />
      <Dialogs search={search} ranges={ranges} canEdit={canEdit} patch={patch} />
    </Page>
  )
}
