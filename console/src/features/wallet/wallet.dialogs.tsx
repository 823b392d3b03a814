// Which dialog of the wallet is open, as the address says; each comes in its own time. One at a time: what was opened
// from a list goes before what was opened by a button.
import { acting } from '../../lib/acting.ts'
import { chunk, late } from '../../lib/late.ts'
import type { Wallet } from './wallet.figures.ts'
import type { WalletPatch, WalletSearch } from './wallet.search.ts'

const chunks = {
  settlement: chunk(() => import('./settlement.dialog.tsx')),
  deposit: chunk(() => import('./deposit.dialog.tsx')),
  depositDetails: chunk(() => import('./deposit-details.dialog.tsx')),
  withdraw: chunk(() => import('./withdraw.dialog.tsx')),
  withdrawalDetails: chunk(() => import('./withdrawal-details.dialog.tsx')),
  destinations: chunk(() => import('./destinations.dialog.tsx')),
  statements: chunk(() => import('./statements.dialog.tsx')),
  holds: chunk(() => import('./holds.dialog.tsx')),
}
const SettlementDialog = late(chunks.settlement, 'SettlementDialog')
const DepositDialog = late(chunks.deposit, 'DepositDialog')
const DepositDetailsDialog = late(chunks.depositDetails, 'DepositDetailsDialog')
const WithdrawDialog = late(chunks.withdraw, 'WithdrawDialog')
const WithdrawalDetailsDialog = late(chunks.withdrawalDetails, 'WithdrawalDetailsDialog')
const DestinationsDialog = late(chunks.destinations, 'DestinationsDialog')
const StatementsDialog = late(chunks.statements, 'StatementsDialog')
const HoldsDialog = late(chunks.holds, 'HoldsDialog')

export type WalletDialogName = keyof typeof chunks

/** Loads a dialog before it is opened. */
export function warmDialog(name: WalletDialogName): void {
  void chunks[name]()
}

type WalletDialogsProps = {
  search: WalletSearch
  patch: (change: WalletPatch, replace?: boolean) => void
  wallet: Wallet | undefined
}

/** Takes every dialog out of the address. */
const nothingOpen = {
  dialog: undefined,
  settlement: undefined,
  deposit: undefined,
  withdrawal: undefined,
  month: undefined,
  token: undefined,
} as const

function Chosen({ search, patch, wallet }: WalletDialogsProps) {
  const { dialog, settlement, deposit, withdrawal, month, token } = search
  const close = () => patch(nothingOpen)
  if (settlement !== undefined) return <SettlementDialog key={settlement} id={settlement} onClose={close} />
  if (deposit !== undefined)
    return <DepositDetailsDialog key={deposit} id={deposit} isBack={token !== undefined} onClose={close} />
  if (withdrawal !== undefined) return <WithdrawalDetailsDialog key={withdrawal} id={withdrawal} onClose={close} />
  if (dialog === 'statements' || month !== undefined) {
    const show = (next: string | undefined) => patch({ ...nothingOpen, dialog: 'statements', month: next })
    return <StatementsDialog month={month} onShow={show} onClose={close} />
  }
  if (dialog === 'holds') {
    const showWithdrawals = () => patch({ ...nothingOpen, type: 'withdrawal', status: 'pending', tab: undefined })
    return <HoldsDialog wallet={wallet} onShowWithdrawals={showWithdrawals} onClose={close} />
  }
  // Whoever acts for the owner moves no money, also not by a pasted address.
  if (acting !== null) return null
  // What follows takes the place of the form, so that Back does not lead to it again.
  if (dialog === 'deposit')
    return <DepositDialog onAnnounced={(id) => patch({ ...nothingOpen, deposit: id }, true)} onClose={close} />
  if (dialog === 'withdraw')
    return <WithdrawDialog onRequested={(id) => patch({ ...nothingOpen, withdrawal: id }, true)} onClose={close} />
  return dialog === 'destinations' ? <DestinationsDialog onClose={close} /> : null
}

export function WalletDialogs(props: WalletDialogsProps) {
  return <Chosen {...props} />
}
