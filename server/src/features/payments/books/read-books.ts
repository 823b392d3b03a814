// The books as those who run the platform read them: the latest comparison of each kind, what users own, what covers
// it, and the proof of the ledger.
import { microsToDecimal } from '@inrange/contract/money'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { methodKinds } from '@inrange/contract/payment-kinds'
import { custodyKinds, latestCheck, totalsByKind } from '../../ledger/ledger.public.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { selectBookHistory, selectLatestBooks, selectSeal, type BookCheck } from './books.queries.ts'
import { coveragePercent } from './books.rules.ts'

const HISTORY_ROWS = 50

export async function readBooks({
  database: { kysely },
}: Pick<PaymentsDeps, 'database'>): Promise<OperationResult<Operations['payments.books']>> {
  const totals = await totalsByKind(kysely)
  const custodyMicros = custodyKinds.reduce((sum, kind) => sum + totals[`custody_${kind}`], 0n)
  const check = await latestCheck(kysely)
  const seal = await selectSeal(kysely)
  return {
    books: (await selectLatestBooks(kysely, methodKinds)).map(presentBook),
    liabilities: {
      available: microsToDecimal(totals.available),
      maturing: microsToDecimal(totals.maturing),
      held: microsToDecimal(totals.held),
      suspense: microsToDecimal(totals.suspense),
    },
    deficits: microsToDecimal(totals.deficit),
    operatorFunds: microsToDecimal(totals.operator_funds),
    feeIncome: microsToDecimal(totals.fee_income),
    custody: microsToDecimal(custodyMicros),
    coveragePercent: coveragePercent(custodyMicros, totals.available + totals.held),
    ledgerCheck: check && {
      finishedAt: check.finishedAt.toISOString(),
      faults: check.faults,
      firstFault: check.firstFault,
    },
    seal: seal && { blockId: Number(seal.blockId), hash: seal.hash, sealedAt: seal.sealedAt.toISOString() },
    history: (await selectBookHistory(kysely, HISTORY_ROWS)).map(presentBook),
  }
}

export function presentBook(check: BookCheck) {
  const { kind, takenAt, outsideMicros, differenceMicros, detail } = check
  return {
    kind,
    takenAt: takenAt.toISOString(),
    outside: outsideMicros === null ? null : microsToDecimal(outsideMicros),
    custody: microsToDecimal(check.custodyMicros),
    inFlightOut: microsToDecimal(check.inFlightOutMicros),
    inFlightIn: microsToDecimal(check.inFlightInMicros),
    difference: differenceMicros === null ? null : microsToDecimal(differenceMicros),
    detail,
  }
}
