// Monthly statements (UTC): which there are, and one of them as an answer, a file of rows, or a document. Everything of
// one statement is read in one snapshot, so that opening and movements make closing exactly.
import { toApiId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { Clock } from '../../platform/clock.ts'
import type { CsvCell, CsvFile } from '../../platform/csv.ts'
import type { Database, Queryable } from '../../platform/database.ts'
import type { DocumentFile } from '../../platform/document.ts'
import { readSettings } from '../settings/settings.public.ts'
import { renderStatement } from './render-statement.ts'
import {
  selectBalanceAt,
  selectEntries,
  selectFirstTransferAt,
  selectMovements,
  selectOwner,
} from './statement.queries.ts'
import {
  balance,
  closingOf,
  labelOf,
  linesOf,
  monthOf,
  monthsBetween,
  monthText,
  orderMovements,
  periodOf,
  sumLabelOf,
  type BalancedEntry,
  type Movement,
} from './statement.rules.ts'

/** Twenty years of months. */
const MONTHS_MAX = 240
/** An answer to the console; the files have more. */
const ENTRIES_SHOWN_MAX = 1_000
/** An hour of earnings is one entry, so a month of them is 744; this is far beyond what people make besides. */
const ENTRIES_DOCUMENT_MAX = 20_000
/** Some twenty-five pages. */
const LINES_DOCUMENT_MAX = 800
const CSV_ROWS_MAX = 200_000
const CSV_ROWS_PER_PAGE = 1_000

type Deps = { database: Database; clock: Clock }
type Input = { ownerId: string; month: string }

export async function listStatements(
  { database, clock }: Deps,
  ownerId: string,
): Promise<OperationResult<Operations['wallet.statements']>> {
  const first = await selectFirstTransferAt(database.kysely, ownerId)
  if (first === null) return { items: [] }
  const now = clock.now()
  const months = monthsBetween(first, now < first ? first : now, MONTHS_MAX)
  return { items: months.map((month) => ({ month, isOver: isOver(month, now) })) }
}

/** A month without movements is a statement too: it opens and closes with the same. */
export async function readStatement(
  deps: Deps,
  { ownerId, month }: Input,
): Promise<OperationResult<Operations['wallet.statement']>> {
  const statement = await deps.database.transaction(
    (transaction) => read(transaction, { ownerId, month }, ENTRIES_SHOWN_MAX),
    { isolation: 'repeatable read' },
  )
  return {
    month,
    isOver: isOver(month, deps.clock.now()),
    opening: microsToDecimal(statement.openingMicros),
    closing: microsToDecimal(statement.closingMicros),
    movements: statement.movements.map(({ code, amountMicros, entries }) => ({
      label: sumLabelOf(code),
      amount: microsToDecimal(amountMicros),
      entries,
    })),
    entries: statement.entries.map((entry) => ({
      at: entry.at.toISOString(),
      label: labelOf(entry.code),
      description: entry.description,
      amount: microsToDecimal(entry.amountMicros),
      balance: microsToDecimal(entry.balanceMicros),
      transferId: toApiId('transfer', entry.id),
    })),
    isShortened: statement.isShortened,
  }
}

type Statement = {
  openingMicros: bigint
  closingMicros: bigint
  movements: Movement[]
  entries: BalancedEntry[]
  isShortened: boolean
}

async function read(database: Queryable, { ownerId, month }: Input, entriesMax: number): Promise<Statement> {
  const period = periodOf(month)
  const openingMicros = await selectBalanceAt(database, ownerId, period.from)
  const movements = orderMovements(await selectMovements(database, ownerId, period))
  const found = await selectEntries(database, ownerId, period, { after: null, limit: entriesMax + 1 })
  return {
    openingMicros,
    closingMicros: closingOf(openingMicros, movements),
    movements,
    entries: balance(found.slice(0, entriesMax), openingMicros),
    isShortened: found.length > entriesMax,
  }
}

/** The statement as a document of bounded length: earnings of one day are one line. */
export async function statementDocument(deps: Deps, { ownerId, month }: Input): Promise<DocumentFile> {
  const { statement, owner } = await deps.database.transaction(
    async (transaction) => ({
      statement: await read(transaction, { ownerId, month }, ENTRIES_DOCUMENT_MAX),
      owner: await selectOwner(transaction, ownerId),
    }),
    { isolation: 'repeatable read' },
  )
  const { productName } = (await readSettings(deps.database.kysely)).branding
  const content = await renderStatement({
    platform: productName,
    owner: { ...owner, id: toApiId('user', ownerId) },
    month,
    monthText: monthText(month),
    isOver: isOver(month, deps.clock.now()),
    madeAt: deps.clock.now(),
    openingMicros: statement.openingMicros,
    closingMicros: statement.closingMicros,
    movements: statement.movements.map((movement) => ({ ...movement, label: sumLabelOf(movement.code) })),
    lines: linesOf(statement.entries, LINES_DOCUMENT_MAX),
    isShortened: statement.isShortened,
  })
  return { name: `statement-${month}.pdf`, content }
}

/** Every entry of the month with the balance after it, between what the month began and ended with. */
export function statementFile({ database }: Deps, { ownerId, month }: Input, rowsPerPage = CSV_ROWS_PER_PAGE): CsvFile {
  const period = periodOf(month)
  return {
    name: `statement-${month}.csv`,
    columns: ['at', 'label', 'description', 'amount_usd', 'balance_usd', 'transfer_id'],
    pages: pagesOf(),
    rowsMax: CSV_ROWS_MAX,
  }

  async function* pagesOf(): AsyncGenerator<CsvCell[][], void> {
    let balanceMicros = await selectBalanceAt(database.kysely, ownerId, period.from)
    yield [[period.from.toISOString(), 'Opening balance', null, null, amountCell(balanceMicros), null]]
    let after: { at: Date; id: string } | null = null
    for (let rows = 0; rows <= CSV_ROWS_MAX; rows += rowsPerPage) {
      const found = balance(
        await selectEntries(database.kysely, ownerId, period, { after, limit: rowsPerPage }),
        balanceMicros,
      )
      const last: BalancedEntry | undefined = found.at(-1)
      yield found.map(cellsOf)
      if (last) balanceMicros = last.balanceMicros
      if (!last || found.length < rowsPerPage) break
      after = last
    }
    yield [[period.until.toISOString(), 'Closing balance', null, null, amountCell(balanceMicros), null]]
  }
}

function cellsOf(entry: BalancedEntry): CsvCell[] {
  return [
    entry.at.toISOString(),
    labelOf(entry.code),
    entry.description,
    amountCell(entry.amountMicros),
    amountCell(entry.balanceMicros),
    toApiId('transfer', entry.id),
  ]
}

/** As a number, since a text that begins with a minus would be kept from being one by a quote. */
function amountCell(micros: bigint): number {
  return Number(microsToDecimal(micros))
}

function isOver(month: string, now: Date): boolean {
  return month < monthOf(now)
}
