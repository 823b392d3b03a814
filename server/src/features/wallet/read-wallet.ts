// The wallet at a glance: every figure is read from the ledger or the hours, none is kept beside them.
import { microsToDecimal } from '@inrange/contract/money'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { Database } from '../../platform/database.ts'
import { balancesOf, earnedNotSettled } from '../ledger/ledger.public.ts'
import { readSettings } from '../settings/settings.public.ts'
import { selectTotals } from './wallet.queries.ts'

/** One snapshot, so that a settlement in this moment is never seen in two figures or in none. */
export async function readWallet(
  deps: { database: Database },
  ownerId: string,
): Promise<OperationResult<Operations['wallet.read']>> {
  const { earningsMaturityDays } = await readSettings(deps.database.kysely)
  return await deps.database.transaction(
    async (transaction) => {
      const balances = await balancesOf(transaction, ownerId)
      const totals = await selectTotals(transaction, ownerId)
      return {
        available: microsToDecimal(balances.availableMicros),
        maturing: microsToDecimal(balances.maturingMicros),
        nextMaturityAt: balances.nextMaturityAt?.toISOString() ?? null,
        held: microsToDecimal(balances.heldMicros),
        heldForWithdrawals: microsToDecimal(totals.pendingWithdrawalsMicros),
        // Whatever is held and for no withdrawal, is held by a case.
        heldByCases: microsToDecimal(balances.heldMicros - totals.pendingWithdrawalsMicros),
        frozen: microsToDecimal(balances.frozenMicros),
        pendingDeposits: microsToDecimal(totals.pendingDepositsMicros),
        deficit: microsToDecimal(balances.deficitMicros),
        earnedNotSettled: microsToDecimal(await earnedNotSettled(transaction, ownerId)),
        totalDeposits: microsToDecimal(totals.depositsMicros),
        totalWithdrawals: microsToDecimal(totals.withdrawalsMicros),
        totalEarnings: microsToDecimal(totals.earningsMicros),
        maturityDays: earningsMaturityDays,
      }
    },
    { isolation: 'repeatable read' },
  )
}
