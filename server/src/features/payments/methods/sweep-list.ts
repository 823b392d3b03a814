// The addresses given to users that hold money, for the wallet that sweeps them: with balance and derivation path.
// Guarantees that each address is what its key derives; a row that somebody changed is no place to sign for. The
// private side is the operator's alone.
import { AppError } from '@inrange/contract/errors'
import { microsToDecimal } from '@inrange/contract/money'
import type { CsvCell, CsvFile } from '../../../platform/csv.ts'
import { invariant } from '../../../platform/invariant.ts'
import { toMicros } from '../chain/amounts.rules.ts'
import { readBalances, type Chain } from '../chain/chain.client.ts'
import { ChainFault } from '../chain/chain.fault.ts'
import { depositAddress, derivationPath } from '../chain/deposit-addresses.rules.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { xpubPlace } from './method.secrets.ts'
import { selectMethod } from './methods.queries.ts'
import { openMethodChain } from './open-method-chain.ts'
import { selectSweepPage, type SweepRow } from './xpubs.queries.ts'

const PAGE_ROWS = 100
const ROWS_MAX = 10_000

/** @throws AppError not_found, outside_unavailable */
export async function listSweeps(deps: PaymentsDeps, methodId: string): Promise<CsvFile> {
  const method = await selectMethod(deps.database.kysely, methodId)
  if (method === null || method.kind === 'paypal') throw new AppError('not_found')
  const chain = openMethodChain(deps, method)
  if (chain === null) throw new AppError('outside_unavailable', { message: 'No node is set for this method.' })
  return {
    name: `sweep-${chain.constants.network}-${deps.clock.now().toISOString().slice(0, 10)}.csv`,
    columns: ['address', 'balance', 'path', 'key', 'user'],
    pages: readPages(deps, chain, methodId),
    rowsMax: ROWS_MAX,
  }
}

async function* readPages(deps: PaymentsDeps, chain: Chain, methodId: string): AsyncGenerator<CsvCell[][]> {
  let after: { xpubId: string; childIndex: bigint } | null = null
  for (;;) {
    const rows: SweepRow[] = await selectSweepPage(deps.database.kysely, { methodId, after, limit: PAGE_ROWS })
    const last = rows.at(-1)
    if (last === undefined) return
    yield await pageOf(deps, chain, rows)
    after = { xpubId: last.xpubId, childIndex: last.childIndex }
  }
}

async function pageOf(deps: PaymentsDeps, chain: Chain, rows: readonly SweepRow[]): Promise<CsvCell[][]> {
  const { network, decimals } = chain.constants
  for (const row of rows) {
    const derived = depositAddress(
      deps.secrets.open(row.xpubSealed, xpubPlace(row.xpubId)),
      network,
      Number(row.childIndex),
    )
    invariant(derived === row.address, 'A deposit address is what its extended public key derives')
  }
  const balances = await askBalances(
    chain,
    rows.map(({ address }) => address),
  )
  return rows.flatMap((row, index) => {
    const { micros } = toMicros(balances[index] ?? 0n, decimals)
    if (micros === 0n) return []
    const path = derivationPath(network, Number(row.childIndex))
    return [[row.address, microsToDecimal(micros), path, row.fingerprint, row.username]]
  })
}

async function askBalances(chain: Chain, addresses: readonly string[]): Promise<bigint[]> {
  try {
    return await readBalances(chain, addresses)
  } catch (error) {
    if (!(error instanceof ChainFault)) throw error
    throw new AppError('outside_unavailable', { message: error.message, cause: error })
  }
}
