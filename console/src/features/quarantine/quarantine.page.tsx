// Quarantine, for admins: what waits and why, what to do next about each reason, and the decisions. Filters, page, open
// message and dialog are in the address; only what is ticked is not.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArchiveX, CircleCheck, Clock3, Route, SearchCheck, SearchX, ShieldCheck, TrendingUp } from 'lucide-react'
import { startTransition, useCallback, useState } from 'react'
import { useSignedInUser } from '../../lib/auth.ts'
import { useCursorTrail } from '../../lib/cursor-trail.ts'
import { chunk, late } from '../../lib/late.ts'
import { useListKeys } from '../../lib/list-keys.ts'
import { read, readKeeping } from '../../lib/query.ts'
import { compact } from '../../lib/search.ts'
import { forgetTyped } from '../../lib/typed-text.ts'
import { maySee, pathOf, sections } from '../../paths.ts'
import { AccessDenied } from '../../ui/access-denied.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { StatCard, StatRow } from '../../ui/card.tsx'
import { Sparkline } from '../../ui/chart.sparkline.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { CountText } from '../../ui/figures.tsx'
import { focusSearchField } from '../../ui/focus-return.ts'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TimePhrase } from '../../ui/time-phrase.tsx'
import { QuarantineFilters } from './quarantine.filters.tsx'
import type { Quarantined, Reason, Summary } from './quarantine.parts.tsx'
import {
  filterOf,
  isFiltered,
  noFilters,
  parseQuarantineSearch,
  type Patch,
  type QuarantinePatch,
  type QuarantineSearch,
} from './quarantine.search.ts'
import { QuarantineTable } from './quarantine.table.tsx'
import { t } from './quarantine.texts.ts'
import { useDecision } from './use-decision.ts'

const route = getRouteApi(pathOf('quarantine'))
const loadDetails = chunk(() => import('./quarantined.dialog.tsx'))
const loadRoute = chunk(() => import('./route.dialog.tsx'))
const loadTester = chunk(() => import('./route-tester.dialog.tsx'))
const QuarantinedDialog = late(loadDetails, 'QuarantinedDialog')
const RouteDialog = late(loadRoute, 'RouteDialog')
const RouteTesterDialog = late(loadTester, 'RouteTesterDialog')

const pageSize = 50
const renewEveryMs = 15_000

function useAddress() {
  const search = parseQuarantineSearch(route.useSearch())
  const navigate = route.useNavigate()
  const patch = useCallback(
    (change: QuarantinePatch) =>
      startTransition(() => {
        void navigate({ search: (former: QuarantineSearch) => compact({ ...former, ...change }), resetScroll: false })
      }),
    [navigate],
  )
  return { search, patch }
}

function Figures({ summary }: { summary: Summary | undefined }) {
  const pending = summary === undefined
  const hours = summary?.hours.map(({ messages }) => messages) ?? []
  return (
    <StatRow>
      <StatCard
        label={t('waiting')}
        icon={<Clock3 />}
        pending={pending}
        value={<CountText value={summary?.waiting ?? 0} />}
        note={t('waitingNote')}
      />
      <StatCard
        label={t('routed')}
        icon={<CircleCheck />}
        pending={pending}
        value={<CountText value={summary?.routed ?? 0} />}
        note={t('routedNote')}
      />
      <StatCard
        label={t('set_aside')}
        icon={<ArchiveX />}
        pending={pending}
        value={<CountText value={summary?.setAside ?? 0} />}
        note={t('setAsideNote')}
      />
      <StatCard
        label={t('arrived')}
        icon={<TrendingUp />}
        pending={pending}
        value={<CountText value={hours.reduce((sum, messages) => sum + messages, 0)} />}
        aside={<Sparkline label={t('arrivedByHour')} values={hours} />}
      />
    </StatRow>
  )
}

/** What to do next about a reason. */
function NextStep({ reason }: { reason: Reason }) {
  const isMissing = reason === 'no_range'
  return (
    <NoticeBox>
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="min-w-0 flex-1 basis-72">
          {t(`${reason}_what`)} {t(`${reason}_next`)}
        </span>
        {reason !== 'bad_recipient' && (
          <Link
            to="/number-ranges"
            search={isMissing ? { dialog: 'add' } : reason === 'inactive_range' ? { status: 'inactive' } : {}}
            className={buttonClass('secondary', 'small')}
          >
            {t(isMissing ? 'createRange' : 'openRanges')}
          </Link>
        )}
      </span>
    </NoticeBox>
  )
}

type BarProps = {
  search: QuarantineSearch
  chosen: ReadonlySet<string>
  hasItems: boolean
  patch: Patch
  onClear: () => void
}

function DecisionBar({ search, chosen, hasItems, patch, onClear }: BarProps) {
  const deciding = useDecision(onClear)
  const warm = () => void loadRoute()
  const isAside = search.state === 'set_aside'
  if (!hasItems) return null
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-2">
      {chosen.size === 0 ? (
        <Button
          icon={<Route aria-hidden="true" />}
          onPointerEnter={warm}
          onFocus={warm}
          onClick={() => patch({ dialog: 'route', item: undefined })}
        >
          {t('routeAll')}
        </Button>
      ) : (
        <>
          <span className="me-1 text-sm font-medium" role="status">
            {t('selected', { count: chosen.size })}
          </span>
          <Button
            variant="primary"
            icon={<Route aria-hidden="true" />}
            onPointerEnter={warm}
            onFocus={warm}
            onClick={() => patch({ dialog: 'route-selected', item: undefined })}
          >
            {t('routeSelected', { count: chosen.size })}
          </Button>
          <Button busy={deciding.isPending} onClick={() => deciding.mutate({ ids: [...chosen], isSetAside: !isAside })}>
            {t(isAside ? 'takeBack' : 'setAsideSelected')}
          </Button>
          <Button variant="quiet" onClick={onClear}>
            {t('unselect')}
          </Button>
        </>
      )}
    </div>
  )
}

function Nothing({ search, patch }: { search: QuarantineSearch; patch: Patch }) {
  if (isFiltered(search) || search.cursor !== undefined) {
    const clear = () => {
      forgetTyped()
      patch(noFilters)
      focusSearchField()
    }
    return (
      <EmptyState
        size="page"
        icon={<SearchX />}
        title={t('nothingMatches')}
        description={t('nothingMatchesHint')}
        action={<Button onClick={clear}>{t('clear')}</Button>}
      />
    )
  }
  if (search.state !== undefined) {
    return (
      <EmptyState
        size="page"
        icon={<SearchX />}
        title={t('emptyOther')}
        description={t('emptyOtherHint')}
        action={<Button onClick={() => patch({ state: undefined })}>{t('toWaiting')}</Button>}
      />
    )
  }
  return (
    <EmptyState
      size="page"
      icon={<ShieldCheck />}
      title={t('emptyTitle')}
      description={t('emptyHint')}
      action={<Button onClick={() => patch({ dialog: 'tester' })}>{t('tester')}</Button>}
    />
  )
}

type DialogsProps = {
  search: QuarantineSearch
  chosen: ReadonlySet<string>
  patch: Patch
  onClear: () => void
  nowMs: number
}

function Dialogs({ search, chosen, patch, onClear, nowMs }: DialogsProps) {
  const { dialog, item, number, at } = search
  const closeDialog = () => patch({ dialog: undefined })
  const closeAll = () => {
    onClear()
    patch({ dialog: undefined, item: undefined })
  }
  const which = item !== undefined ? { ids: [item] } : { filter: filterOf(search, nowMs) }
  return (
    <>
      {item !== undefined && dialog === undefined && (
        <QuarantinedDialog key={item} quarantineId={item} patch={patch} onClose={() => patch({ item: undefined })} />
      )}
      {dialog === 'route' && <RouteDialog which={which} onClose={closeDialog} onRouted={closeAll} />}
      {dialog === 'route-selected' && chosen.size > 0 && (
        <RouteDialog which={{ ids: [...chosen] }} onClose={closeDialog} onRouted={closeAll} />
      )}
      {dialog === 'tester' && (
        <RouteTesterDialog
          key={`${number} ${at}`}
          number={number}
          at={at}
          onAsk={(asked) => patch(asked)}
          onClose={() => patch({ dialog: undefined, number: undefined, at: undefined })}
        />
      )}
    </>
  )
}

function useQuarantine(search: QuarantineSearch, nowMs: number) {
  return useQuery({
    ...readKeeping('quarantine.list', {
      query: compact({ limit: pageSize, cursor: search.cursor, ...filterOf(search, nowMs) }),
    }),
    ...(search.cursor === undefined ? { refetchInterval: renewEveryMs } : {}),
  })
}

/** What is ticked among what is shown; a page that no longer has it forgets it. */
function useChosen(items: readonly Quarantined[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const shown = new Set(items.map(({ id }) => id))
  const chosen = new Set([...ticked].filter((id) => shown.has(id)))
  return {
    chosen,
    clear: () => setTicked(new Set()),
    choose: (ids: readonly string[], isChosen: boolean) =>
      setTicked(new Set(isChosen ? [...chosen, ...ids] : [...chosen].filter((id) => !ids.includes(id)))),
  }
}

function List({ search, patch, nowMs }: { search: QuarantineSearch; patch: Patch; nowMs: number }) {
  const list = useQuarantine(search, nowMs)
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = list
  const items = data?.items ?? []
  const { chosen, choose, clear } = useChosen(items)
  const trail = useCursorTrail(search.cursor, data?.nextCursor, (cursor) => patch({ cursor }))
  const mayChoose = search.state !== 'routed'
  return (
    <>
      {error !== null && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
          {data === undefined ? error.message : t('stale', { reason: error.message })}
        </ErrorBox>
      )}
      {mayChoose && (
        <DecisionBar search={search} chosen={chosen} hasItems={items.length > 0} patch={patch} onClear={clear} />
      )}
      <div aria-busy={isPlaceholderData} className={cx(isPlaceholderData && 'opacity-60')}>
        {isPending && <SkeletonRows rows={10} label={t('loading')} />}
        {data !== undefined && items.length === 0 && data.nextCursor === null && (
          <Nothing search={search} patch={patch} />
        )}
        {items.length > 0 && (
          <QuarantineTable
            items={items}
            chosen={chosen}
            onChoose={mayChoose ? choose : null}
            onOpen={(item) => patch({ item })}
            onWarm={() => void loadDetails()}
          />
        )}
      </div>
      {(trail.back !== undefined || trail.onward !== undefined) && (
        <Pagination onNewer={trail.back} onOlder={trail.onward} busy={isPlaceholderData}>
          {typeof data?.searchedBackTo === 'string' && (
            <TimePhrase iso={data.searchedBackTo} phrase={(time) => t('searchedBackTo', { time })} />
          )}
        </Pagination>
      )}
      <Dialogs search={search} chosen={chosen} patch={patch} onClear={clear} nowMs={nowMs} />
    </>
  )
}

function Quarantine() {
  const { search, patch } = useAddress()
  // A period of the filter is counted back from when the page was opened, so that its pages belong together.
  const [nowMs] = useState(() => Date.now())
  const summary = useQuery({ ...read('quarantine.summary', { query: { hours: 24 } }), refetchInterval: renewEveryMs })
  useListKeys()
  const warm = () => void loadTester()
  return (
    <Page>
      <PageHeader
        title={sections.quarantine.title}
        description={t('description')}
        actions={
          <Button
            icon={<SearchCheck aria-hidden="true" />}
            onPointerEnter={warm}
            onFocus={warm}
            onClick={() => patch({ dialog: 'tester' })}
          >
            {t('tester')}
          </Button>
        }
      />
      {summary.error !== null && (
        <ErrorBox onRetry={() => void summary.refetch()} retrying={summary.isFetching}>
          {t('summaryFailed', { reason: summary.error.message })}
        </ErrorBox>
      )}
      {(summary.data !== undefined || summary.error === null) && <Figures summary={summary.data} />}
      <QuarantineFilters search={search} summary={summary.data} patch={patch} />
      {search.reason !== undefined && search.state === undefined && <NextStep reason={search.reason} />}
      <List search={search} patch={patch} nowMs={nowMs} />
    </Page>
  )
}

export function QuarantinePage() {
  const { role } = useSignedInUser()
  if (maySee(role, 'quarantine')) return <Quarantine />
  return (
    <Page>
      <AccessDenied needed="admin" />
    </Page>
  )
}
