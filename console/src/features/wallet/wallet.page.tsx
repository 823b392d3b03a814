// The wallet section: balances, the way of money to them, and the history. Depositing and withdrawing are not here yet,
// so neither is a button for them.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ReceiptText } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { useCursorTrail } from '../../lib/cursor-trail.ts'
import { useListKeys } from '../../lib/list-keys.ts'
import { readKeeping } from '../../lib/query.ts'
import { pathOf, sections } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Segments } from '../../ui/tabs.tsx'
import { BalanceCards, MoneyFlow, PaymentMethods } from './balances.tsx'
import { EarningsTable } from './earnings.table.tsx'
import { TransactionList } from './transactions.tsx'
import { useWallet } from './use-wallet.ts'
import type { WalletSearch } from './wallet.search.ts'
import { t } from './wallet.texts.ts'

const route = getRouteApi(pathOf('wallet'))
const pageSize = 25
const SettlementDialog = lazy(async () => ({ default: (await import('./settlement.dialog.tsx')).SettlementDialog }))

type SearchPatch = { [K in keyof WalletSearch]?: WalletSearch[K] | undefined }

function useWalletSearch() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const go = (patch: SearchPatch) =>
    void navigate({
      search: (former: WalletSearch): WalletSearch =>
        Object.fromEntries(Object.entries({ ...former, ...patch }).filter(([, value]) => value !== undefined)),
      resetScroll: false,
    })
  return { search, go }
}

function Empty({ title }: { title: string }) {
  const action = (
    <Link to="/number-ranges" className={buttonClass()}>
      {t('viewRanges')}
    </Link>
  )
  return <EmptyState icon={<ReceiptText />} title={title} description={t('nothingHint')} action={action} />
}

type PageRead = {
  isPending: boolean
  isError: boolean
  isFetching: boolean
  isPlaceholderData: boolean
  error: Error | null
  refetch: () => unknown
}
type FramedProps = { page: PageRead; loading: string; isEmpty: boolean; empty: ReactNode; children: ReactNode }

/** Waiting, failing, having nothing, or the rows. */
function Framed({ page, loading, isEmpty, empty, children }: FramedProps) {
  if (page.isPending) return <SkeletonRows rows={8} label={loading} className="h-16" />
  if (page.isError)
    return (
      <ErrorBox className="m-4" onRetry={() => void page.refetch()} retrying={page.isFetching}>
        {page.error?.message}
      </ErrorBox>
    )
  if (isEmpty) return empty
  return <div className={cx('transition-opacity', page.isPlaceholderData && 'opacity-60')}>{children}</div>
}

type ListProps = { search: WalletSearch; go: (patch: SearchPatch) => void }

function History({ search, go }: ListProps) {
  const query = { limit: pageSize, ...(search.cursor === undefined ? {} : { cursor: search.cursor }) }
  const page = useQuery(readKeeping('wallet.transactions', { query }))
  const trail = useCursorTrail(search.cursor, page.data?.nextCursor, (cursor) => go({ cursor }))
  const items = page.data?.items ?? []
  return (
    <>
      <Framed page={page} loading={t('loading')} isEmpty={items.length === 0} empty={<Empty title={t('nothing')} />}>
        <TransactionList items={items} search={search} />
      </Framed>
      <Foot trail={trail} busy={page.isPlaceholderData} />
    </>
  )
}

function Earnings({ search, go }: ListProps) {
  const query = {
    limit: pageSize,
    ...(search.cursor === undefined ? {} : { cursor: search.cursor }),
    ...(search.range === undefined ? {} : { rangeId: search.range }),
  }
  const page = useQuery(readKeeping('wallet.earnings', { query }))
  const trail = useCursorTrail(search.cursor, page.data?.nextCursor, (cursor) => go({ cursor }))
  const items = page.data?.items ?? []
  const empty = <Empty title={t('noEarnings')} />
  return (
    <>
      {search.range !== undefined && (
        <p className="flex items-center justify-between gap-3 border-b border-line px-4 py-2 text-sm text-ink-soft">
          {t('oneRange')}
          <Button size="small" variant="quiet" onClick={() => go({ range: undefined, cursor: undefined })}>
            {t('allRanges')}
          </Button>
        </p>
      )}
      <Framed page={page} loading={t('loadingEarnings')} isEmpty={items.length === 0} empty={empty}>
        <EarningsTable items={items} />
      </Framed>
      <Foot trail={trail} busy={page.isPlaceholderData} />
    </>
  )
}

function Foot({ trail, busy }: { trail: ReturnType<typeof useCursorTrail>; busy: boolean }) {
  if (trail.back === undefined && trail.onward === undefined) return null
  return (
    <div className="border-t border-line px-4 py-3">
      <Pagination onNewer={trail.back} onOlder={trail.onward} busy={busy} />
    </div>
  )
}

function Lists({ search, go }: ListProps) {
  const tab = search.tab ?? 'history'
  const chooser = (
    <Segments
      label={t('view')}
      value={tab}
      options={[
        { value: 'history', label: t('history') },
        { value: 'earnings', label: t('earnings') },
      ]}
      onChange={(next) => go({ tab: next === 'earnings' ? next : undefined, cursor: undefined, range: undefined })}
    />
  )
  return (
    <Card
      flush
      // On a phone the chooser beside it says the same.
      title={<span className="max-sm:sr-only">{tab === 'earnings' ? t('earnings') : t('history')}</span>}
      action={chooser}
    >
      {tab === 'earnings' ? <Earnings search={search} go={go} /> : <History search={search} go={go} />}
    </Card>
  )
}

export function WalletPage() {
  const { search, go } = useWalletSearch()
  const wallet = useWallet()
  useListKeys()
  return (
    <Page>
      <PageHeader title={sections.wallet.title} description={t('description')} />
      {wallet.isError && (
        <ErrorBox onRetry={() => void wallet.refetch()} retrying={wallet.isFetching}>
          {wallet.error.message}
        </ErrorBox>
      )}
      <BalanceCards wallet={wallet.data} />
      <MoneyFlow wallet={wallet.data} />
      <Lists search={search} go={go} />
      <PaymentMethods />
      <Suspense>
        {search.settlement !== undefined && (
          <SettlementDialog id={search.settlement} onClose={() => go({ settlement: undefined })} />
        )}
      </Suspense>
    </Page>
  )
}
