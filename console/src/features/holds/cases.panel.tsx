// The list of cases: a table where there is room, cards on phones. Filter, page and the open case are the address.
import { useQuery } from '@tanstack/react-query'
import { Hand, ShieldCheck } from 'lucide-react'
import { useCursorTrail } from '../../lib/cursor-trail.ts'
import { chunk, late } from '../../lib/late.ts'
import { useNarrow } from '../../lib/narrow.ts'
import { readKeeping } from '../../lib/query.ts'
import { compact } from '../../lib/search.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { MoneyText } from '../../ui/figures.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Segments } from '../../ui/segments.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx'
import { HostLink, type Place } from '../payments/payments.parts.tsx'
import { PersonFilter } from '../users/person.input.tsx'
import { CaseState } from './cases.parts.tsx'
import { sumHeld, type Case } from './cases.rules.ts'
import { t } from './holds.texts.ts'

const pageSize = 25
const renewMs = 30_000
const loadDetails = chunk(() => import('./case-details.dialog.tsx'))
const CaseDetailsDialog = late(loadDetails, 'CaseDetailsDialog')

type RowProps = { one: Case; place: Place }

function SignalLink({ one: { id, signal, range, owner }, place }: RowProps) {
  return (
    <HostLink
      host="holds"
      search={{ ...place.search, item: id }}
      data-list-item=""
      aria-label={t('openOf', { signal: t(signal), range: range.name, owner: owner.username })}
      onPointerEnter={() => void loadDetails()}
      onFocus={() => void loadDetails()}
      className="font-medium after:absolute after:inset-0"
    >
      {t(signal)}
    </HostLink>
  )
}

function TableRow({ one, place }: RowProps) {
  return (
    <Row data-list-row="" className="relative transition-colors hover:bg-hover/60">
      <Cell className="w-full max-w-0">
        <SignalLink one={one} place={place} />
        <span className="block truncate text-xs text-ink-soft" title={one.summary}>
          {one.summary}
        </span>
      </Cell>
      <Cell className="max-w-40 truncate">
        <bdi>{one.owner.username}</bdi>
      </Cell>
      <Cell className="max-w-48 truncate">
        <bdi>{one.range.name}</bdi>
      </Cell>
      <Cell align="end">
        <MoneyText value={sumHeld(one)} className="font-semibold" />
      </Cell>
      <Cell>
        <CaseState one={one} />
      </Cell>
      <Cell className="text-[0.8125rem] whitespace-nowrap text-ink-soft">
        <RelativeTime iso={one.openedAt} className="relative z-1" />
      </Cell>
    </Row>
  )
}

function CardRow({ one, place }: RowProps) {
  return (
    <li data-list-row="" className="relative flex flex-col gap-1.5 px-4 py-3">
      <div className="flex items-start justify-between gap-3 text-sm">
        <SignalLink one={one} place={place} />
        <MoneyText value={sumHeld(one)} className="font-semibold" />
      </div>
      <p className="truncate text-[0.8125rem]">
        <bdi>{one.owner.username}</bdi> <span className="text-ink-faint">·</span> <bdi>{one.range.name}</bdi>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <CaseState one={one} />
        <RelativeTime iso={one.openedAt} className="relative z-1 text-xs text-ink-soft" />
      </div>
    </li>
  )
}

function CasesList({ items, place, label }: { items: readonly Case[]; place: Place; label: string }) {
  const isNarrow = useNarrow()
  if (isNarrow) {
    return (
      <ul aria-label={label} className="divide-y divide-line">
        {items.map((one) => (
          <CardRow key={one.id} one={one} place={place} />
        ))}
      </ul>
    )
  }
  return (
    <Table label={label}>
      <TableHead>
        <HeadCell>{t('signal')}</HeadCell>
        <HeadCell>{t('owner')}</HeadCell>
        <HeadCell>{t('range')}</HeadCell>
        <HeadCell align="end">{t('money')}</HeadCell>
        <HeadCell>{t('state')}</HeadCell>
        <HeadCell>{t('opened')}</HeadCell>
      </TableHead>
      <TableBody>
        {items.map((one) => (
          <TableRow key={one.id} one={one} place={place} />
        ))}
      </TableBody>
    </Table>
  )
}

function Nothing({ state, place: { search, patch } }: { state: 'open' | 'ended'; place: Place }) {
  if (search.user !== undefined) {
    return (
      <EmptyState
        size="page"
        icon={<Hand />}
        title={t('nothingOfUser')}
        action={<Button onClick={() => patch({ user: undefined, cursor: undefined })}>{t('showAll')}</Button>}
      />
    )
  }
  return state === 'open' ? (
    <EmptyState size="page" icon={<ShieldCheck />} title={t('nothingOpen')} description={t('nothingOpenHint')} />
  ) : (
    <EmptyState size="page" icon={<Hand />} title={t('nothingEnded')} />
  )
}

function Filters({ state, place: { search, patch } }: { state: 'open' | 'ended'; place: Place }) {
  return (
    <div className="flex flex-wrap items-center gap-2" role="search">
      <Segments
        label={t('states')}
        value={state}
        onChange={(next) => patch({ state: next === 'open' ? undefined : next, cursor: undefined })}
        options={[
          { value: 'open', label: t('openCases') },
          { value: 'ended', label: t('ended') },
        ]}
      />
      <PersonFilter
        id="cases-owner"
        label={t('owner')}
        placeholder={t('userFilter')}
        chosenId={search.user}
        onChoose={(user) => patch({ user, cursor: undefined })}
      />
    </div>
  )
}

export function CasesPanel({ place }: { place: Place }) {
  const { search, patch } = place
  const state: 'open' | 'ended' = search.state === 'ended' ? 'ended' : 'open'
  const query = compact({ limit: pageSize, state, userId: search.user, cursor: search.cursor })
  const page = useQuery({ ...readKeeping('cases.list', { query }), refetchInterval: renewMs })
  const { data, error, isPlaceholderData } = page
  const trail = useCursorTrail(search.cursor, data?.nextCursor, (cursor) => patch({ cursor }))
  const count = data?.items.length ?? 0
  return (
    <>
      <p className="max-w-3xl text-[0.8125rem] text-pretty text-ink-soft">{t('hint')}</p>
      <Filters state={state} place={place} />
      {error !== null && (
        <ErrorBox onRetry={() => void page.refetch()} retrying={page.isFetching}>
          {data === undefined ? t('readFailed', { reason: error.message }) : t('stale', { reason: error.message })}
        </ErrorBox>
      )}
      {(data !== undefined || error === null) && (
        <Card flush className={cx('transition-opacity', isPlaceholderData && 'opacity-60')}>
          {data === undefined && <SkeletonRows rows={6} label={t('loading')} className="h-16" />}
          {data !== undefined && count === 0 && <Nothing state={state} place={place} />}
          {data !== undefined && count > 0 && <CasesList items={data.items} place={place} label={t(`list_${state}`)} />}
        </Card>
      )}
      {(count > 0 || trail.back !== undefined) && (
        <Pagination onNewer={trail.back} onOlder={trail.onward} busy={isPlaceholderData}>
          {t('shown', { count })}
        </Pagination>
      )}
      {search.item !== undefined && <CaseDetailsDialog key={search.item} id={search.item} place={place} />}
    </>
  )
}
