// Payment Settings, for super admins: figures over all users, and below them one tab at a time. Tab, filters and what
// is open are the address.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ArrowLeftRight, ChartNoAxesCombined, Clock3, CreditCard, Plus } from 'lucide-react'
import { lazy, startTransition, Suspense, useCallback } from 'react'
import type { CallOutput } from '../../lib/api.ts'
import { useSignedInUser } from '../../lib/auth.ts'
import { formatMoney } from '../../lib/format.ts'
import { useListKeys } from '../../lib/list-keys.ts'
import { useNarrow } from '../../lib/narrow.ts'
import { read } from '../../lib/query.ts'
import { compact } from '../../lib/search.ts'
import { maySee, pathOf, sections } from '../../paths.ts'
import { AccessDenied } from '../../ui/access-denied.tsx'
import { Button } from '../../ui/button.tsx'
import { StatCard, StatRow } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { CompactText, CountText, MoneyText } from '../../ui/figures.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { MethodsPanel } from './methods.panel.tsx'
import { Tabs, type Place } from './payments.parts.tsx'
import { tabs, type Tab } from './payments.rules.ts'
import { parsePaymentsSearch, type PaymentsPatch, type PaymentsSearch } from './payments.search.ts'
import { t } from './payments.texts.ts'

const route = getRouteApi(pathOf('payment-settings'))
const loadMethodForm = () => import('./method-form.dialog.tsx')
const MethodFormDialog = lazy(async () => ({ default: (await loadMethodForm()).MethodFormDialog }))
const TransactionsPanel = lazy(async () => ({
  default: (await import('./transactions.panel.tsx')).TransactionsPanel,
}))
const WithdrawalsQueue = lazy(async () => ({ default: (await import('./withdrawals.queue.tsx')).WithdrawalsQueue }))
const ReviewsPanel = lazy(async () => ({ default: (await import('./reviews.panel.tsx')).ReviewsPanel }))
const BooksPanel = lazy(async () => ({ default: (await import('./books.panel.tsx')).BooksPanel }))

const renewMs = 30_000
const compactFrom = 10_000_000

type Summary = CallOutput<'payments.summary'>

function usePlace(): Place {
  const search = parsePaymentsSearch(route.useSearch())
  const navigate = route.useNavigate()
  const patch = useCallback(
    (change: PaymentsPatch) =>
      startTransition(() => {
        void navigate({ search: (former: PaymentsSearch) => compact({ ...former, ...change }), resetScroll: false })
      }),
    [navigate],
  )
  return { host: 'payment-settings', search, patch }
}

function SummaryCards({ summary }: { summary: Summary | undefined }) {
  const isNarrow = useNarrow()
  const pending = summary === undefined
  const icon = (Icon: typeof CreditCard) => (isNarrow ? undefined : <Icon />)
  const total = summary?.totalTransactions ?? 0
  return (
    <StatRow>
      <StatCard
        label={t('paymentMethods')}
        icon={icon(CreditCard)}
        pending={pending}
        value={<CountText value={summary?.paymentMethods ?? 0} />}
        note={t('ways')}
      />
      <StatCard
        label={t('totalTransactions')}
        icon={icon(ArrowLeftRight)}
        pending={pending}
        value={total >= compactFrom ? <CompactText value={total} /> : <CountText value={total} />}
        note={t('allTime')}
      />
      <StatCard
        label={t('pending')}
        icon={icon(Clock3)}
        pending={pending}
        value={<CountText value={summary?.pending ?? 0} />}
        note={
          (summary?.withdrawalsWaiting ?? 0) === 0
            ? t('pendingHint')
            : t('pendingAmount', { amount: formatMoney(summary?.withdrawalsWaitingAmount ?? '0') })
        }
      />
      <StatCard
        label={t('totalVolume')}
        icon={icon(ChartNoAxesCombined)}
        pending={pending}
        value={<MoneyText value={summary?.totalVolume ?? '0'} className="max-sm:text-lg" />}
        note={t('completedOnly')}
      />
    </StatRow>
  )
}

function Part({ tab, place }: { tab: Tab; place: Place }) {
  if (tab === 'methods') return <MethodsPanel place={place} onWarm={() => void loadMethodForm()} />
  return (
    <Suspense fallback={<SkeletonRows rows={6} label={t(tab)} />}>
      {tab === 'transactions' && <TransactionsPanel place={place} />}
      {tab === 'withdrawals' && <WithdrawalsQueue place={place} />}
      {tab === 'reviews' && <ReviewsPanel place={place} />}
      {tab === 'books' && <BooksPanel />}
    </Suspense>
  )
}

function waitingOf(summary: Summary | undefined, tab: Tab): number {
  if (tab === 'withdrawals') return summary?.withdrawalsWaiting ?? 0
  if (tab === 'reviews') return summary?.reviewsOpen ?? 0
  return tab === 'books' ? (summary?.booksUnequal ?? 0) : 0
}

function SettingsPage() {
  const place = usePlace()
  const { search, patch } = place
  const summary = useQuery({ ...read('payments.summary', {}), refetchInterval: renewMs })
  useListKeys()
  const tab = tabs.find((name) => name === search.tab) ?? 'methods'
  const methodId = search.dialog === 'edit' ? search.item : undefined
  const isForm = tab === 'methods' && (search.dialog === 'add' || methodId !== undefined)
  const warm = () => void loadMethodForm()
  return (
    <Page>
      <PageHeader
        title={sections['payment-settings'].title}
        description={t('description')}
        actions={
          <Button
            variant="primary"
            icon={<Plus aria-hidden="true" />}
            onPointerEnter={warm}
            onFocus={warm}
            onClick={() => patch({ tab: undefined, dialog: 'add', item: undefined, cursor: undefined })}
          >
            {t('add')}
          </Button>
        }
      />
      {summary.error !== null && (
        <ErrorBox onRetry={() => void summary.refetch()} retrying={summary.isFetching}>
          {t('summaryFailed', { reason: summary.error.message })}
        </ErrorBox>
      )}
      {(summary.data !== undefined || summary.error === null) && <SummaryCards summary={summary.data} />}
      <Tabs
        host="payment-settings"
        label={t('parts')}
        current={tab}
        tabs={tabs.map((name) => {
          const count = waitingOf(summary.data, name)
          return { name, label: t(name), count, countLabel: t('waiting', { count }), isAlarm: name === 'books' }
        })}
        searchOf={(name) => (name === 'methods' ? {} : { tab: name })}
      />
      <Part tab={tab} place={place} />
      <Suspense>
        {isForm && (
          <MethodFormDialog
            key={methodId}
            methodId={methodId ?? null}
            onClose={() => patch({ dialog: undefined, item: undefined })}
          />
        )}
      </Suspense>
    </Page>
  )
}

export function PaymentSettingsPage() {
  const { role } = useSignedInUser()
  if (maySee(role, 'payment-settings')) return <SettingsPage />
  return (
    <Page>
      <AccessDenied needed="super_admin" />
    </Page>
  )
}
