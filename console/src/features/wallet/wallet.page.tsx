// The wallet section: balances, the way of money to them, what is set aside, and the history. Depositing, withdrawing
// and everything else that opens has an address of its own and comes when it is asked for. Whoever acts for the owner
// looks, and moves nothing.
import { getRouteApi } from '@tanstack/react-router'
import { ArrowDownToLine, ArrowUpFromLine, FileText } from 'lucide-react'
import { useCallback } from 'react'
import { acting } from '../../lib/acting.ts'
import { chunk, late } from '../../lib/late.ts'
import { useListKeys } from '../../lib/list-keys.ts'
import { queryClient } from '../../lib/query-client.ts'
import { read } from '../../lib/query.ts'
import { compact } from '../../lib/search.ts'
import { pathOf, sections } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { BalanceCards, MoneyFlow } from './balances.tsx'
import type { Transaction } from './history.rules.ts'
import { PaymentMethods } from './methods.card.tsx'
import { useWallet } from './use-wallet.ts'
import type { WalletDialogName } from './wallet.dialogs.tsx'
import { WalletLists } from './wallet.lists.tsx'
import type { WalletPatch, WalletSearch } from './wallet.search.ts'
import { t } from './wallet.texts.ts'

const route = getRouteApi(pathOf('wallet'))
const loadDialogs = chunk(() => import('./wallet.dialogs.tsx'))
const WalletDialogs = late(loadDialogs, 'WalletDialogs')

function warmDialog(name: WalletDialogName): void {
  void loadDialogs().then((dialogs) => dialogs.warmDialog(name))
}

/** Before the click: the dialog and what it shows. */
function warmTransaction({ settlementId, depositId, withdrawalId }: Transaction): void {
  if (settlementId !== null) {
    warmDialog('settlement')
    void queryClient.prefetchQuery(read('wallet.settlement', { params: { settlementId } }))
  }
  if (depositId !== null) {
    warmDialog('depositDetails')
    void queryClient.prefetchQuery(read('deposits.read', { params: { depositId } }))
  }
  if (withdrawalId !== null) {
    warmDialog('withdrawalDetails')
    void queryClient.prefetchQuery(read('withdrawals.read', { params: { withdrawalId } }))
  }
}

function useAddress() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const patch = useCallback(
    (change: WalletPatch, replace = false) =>
      void navigate({
        search: (former: WalletSearch) => compact({ ...former, ...change }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  return { search, patch }
}

function warm(name: 'statements' | 'withdraw' | 'deposit') {
  return { onPointerEnter: () => warmDialog(name), onFocus: () => warmDialog(name) }
}

/** So that the three stand in one line. */
const compactOnPhones = 'max-sm:flex-1 max-sm:px-2.5'

function Actions({ onOpen }: { onOpen: (dialog: string) => void }) {
  return (
    <>
      <Button
        className={compactOnPhones}
        icon={<FileText aria-hidden="true" />}
        {...warm('statements')}
        onClick={() => onOpen('statements')}
      >
        {t('statements')}
      </Button>
      {acting === null && (
        <>
          <Button
            className={compactOnPhones}
            icon={<ArrowUpFromLine aria-hidden="true" />}
            {...warm('withdraw')}
            onClick={() => onOpen('withdraw')}
          >
            {t('withdraw')}
          </Button>
          <Button
            variant="primary"
            className={compactOnPhones}
            icon={<ArrowDownToLine aria-hidden="true" />}
            {...warm('deposit')}
            onClick={() => onOpen('deposit')}
          >
            {t('depositVerb')}
          </Button>
        </>
      )}
    </>
  )
}

function isAnythingOpen({ dialog, settlement, deposit, withdrawal, month }: WalletSearch): boolean {
  return [dialog, settlement, deposit, withdrawal, month].some((open) => open !== undefined)
}

export function WalletPage() {
  const { search, patch } = useAddress()
  const { data, error, isFetching, refetch } = useWallet()
  const open = (dialog: string) => patch({ dialog })
  useListKeys()
  return (
    <Page>
      <PageHeader title={sections.wallet.title} description={t('description')} actions={<Actions onOpen={open} />} />
      {error !== null && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
          {data === undefined ? error.message : t('stale', { reason: error.message })}
        </ErrorBox>
      )}
      {(data !== undefined || error === null) && (
        <>
          <BalanceCards wallet={data} />
          <MoneyFlow
            wallet={data}
            onOpen={open}
            onShow={(filter) => patch({ ...filter, tab: undefined, cursor: undefined })}
          />
        </>
      )}
      <WalletLists search={search} patch={patch} onWarm={warmTransaction} />
      <PaymentMethods onOpen={open} />
      {isAnythingOpen(search) && <WalletDialogs search={search} patch={patch} wallet={data} />}
    </Page>
  )
}
