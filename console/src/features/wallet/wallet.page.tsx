// The wallet section: balances, the way of money to them, and the history. Depositing and withdrawing are not here yet,
// so neither is a button for them.
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useCallback } from 'react'
import { useListKeys } from '../../lib/list-keys.ts'
import { queryClient } from '../../lib/query-client.ts'
import { read } from '../../lib/query.ts'
import { compact } from '../../lib/search.ts'
import { pathOf, sections } from '../../paths.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { BalanceCards, MoneyFlow, PaymentMethods } from './balances.tsx'
import { useWallet } from './use-wallet.ts'
import { WalletLists } from './wallet.lists.tsx'
import type { WalletPatch, WalletSearch } from './wallet.search.ts'
import { t } from './wallet.texts.ts'

const route = getRouteApi(pathOf('wallet'))
const loadSettlementDialog = () => import('./settlement.dialog.tsx')
const SettlementDialog = lazy(async () => ({ default: (await loadSettlementDialog()).SettlementDialog }))

/** Before the click: the dialog and what it shows. */
function warmSettlement(settlementId: string): void {
  void loadSettlementDialog()
  void queryClient.prefetchQuery(read('wallet.settlement', { params: { settlementId } }))
}

function useAddress() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const patch = useCallback(
    (change: WalletPatch) =>
      void navigate({ search: (former: WalletSearch) => compact({ ...former, ...change }), resetScroll: false }),
    [navigate],
  )
  return { search, patch }
}

export function WalletPage() {
  const { search, patch } = useAddress()
  const { data, error, isFetching, refetch } = useWallet()
  useListKeys()
  return (
    <Page>
      <PageHeader title={sections.wallet.title} description={t('description')} />
      {error !== null && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
          {data === undefined ? error.message : t('stale', { reason: error.message })}
        </ErrorBox>
      )}
      {(data !== undefined || error === null) && (
        <>
          <BalanceCards wallet={data} />
          <MoneyFlow wallet={data} />
        </>
      )}
      <WalletLists search={search} patch={patch} onWarm={warmSettlement} />
      <PaymentMethods />
      <Suspense>
        {search.settlement !== undefined && (
          <SettlementDialog
            key={search.settlement}
            id={search.settlement}
            onClose={() => patch({ settlement: undefined })}
          />
        )}
      </Suspense>
    </Page>
  )
}
