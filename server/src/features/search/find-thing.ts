// A pasted id, straight to what it names. Whoever may not open it finds nothing, exactly as when there is nothing.
import { fromMessageId, toApiId, type IdNoun } from '@inrange/contract/ids'
import { roleCovers, type Role } from '@inrange/contract/roles'
import type { SearchHit } from '@inrange/contract/search'
import type { Queryable } from '../../platform/database.ts'
import { selectPaymentsById, selectPaymentsByTransfer, type PaymentRow } from './payments-search.queries.ts'
import { carrierHit, messageHit, paymentHit, rangeHit, userHit, type Seeing } from './search.presenter.ts'
import {
  selectAuditById,
  selectCarrierById,
  selectCaseById,
  selectMessageByKey,
  selectQuarantinedById,
  selectRangeById,
  selectUserById,
} from './search.queries.ts'
import { idSpanOf, wholeIdOf } from './search.rules.ts'

export type Searcher = Seeing & { role: Role }

/** At most one hit, but for a cut id of a payment. */
export async function findThing(
  database: Queryable,
  searcher: Searcher,
  text: string,
  limit: number,
): Promise<SearchHit[]> {
  const payments = await findPayments(database, searcher, text, limit)
  if (payments.length > 0) return payments.map((row) => paymentHit(row, searcher))
  const message = await findMessage(database, searcher, text)
  if (message !== null) return [message]
  const range = wholeIdOf('range', text)
  if (range !== null) {
    const rows = await selectRangeById(database, { viewerId: searcher.isAny ? null : searcher.userId, id: range })
    return rows.map((row) => rangeHit(row, searcher))
  }
  return roleCovers(searcher.role, 'admin') && searcher.isAny ? findAdministered(database, text) : []
}

async function findMessage(database: Queryable, searcher: Searcher, text: string): Promise<SearchHit | null> {
  const key = fromMessageId(text.toLowerCase())
  if (key === null || (!searcher.isAny && key.ownerId !== searcher.userId)) return null
  const [row] = await selectMessageByKey(database, key)
  return row ? messageHit(key, row, searcher) : null
}

/** What only administrators open. */
async function findAdministered(database: Queryable, text: string): Promise<SearchHit[]> {
  const idOf = (noun: IdNoun) => wholeIdOf(noun, text)
  const user = idOf('user')
  if (user !== null) return (await selectUserById(database, user)).map(userHit)
  const carrier = idOf('carrier') ?? idOf('connection')
  if (carrier !== null) return (await selectCarrierById(database, carrier)).map(carrierHit)
  const opened = idOf('case')
  if (opened !== null) {
    const rows = await selectCaseById(database, opened)
    return rows.map(({ range, state, ownerName: owner }) => {
      return { type: 'case', id: toApiId('case', opened), range, state, owner }
    })
  }
  const entry = idOf('audit')
  if (entry !== null) {
    const rows = await selectAuditById(database, entry)
    return rows.map(({ action, at }) => ({ type: 'audit', id: toApiId('audit', entry), action, at: at.toISOString() }))
  }
  const quarantined = idOf('quarantine')
  if (quarantined === null) return []
  const rows = await selectQuarantinedById(database, quarantined)
  const id = toApiId('quarantine', quarantined)
  return rows.map(({ to, at }) => ({ type: 'quarantined', id, to, at: at.toISOString() }))
}

/**
 * Whose of each noun may be opened: withdrawals and settlements by administrators, deposits by the super admin; their
 * own by everybody.
 */
function ownerOf(noun: PaymentRow['noun'], { userId, role, isAny }: Searcher): string | null {
  const least: Role = noun === 'deposit' ? 'super_admin' : 'admin'
  return isAny && roleCovers(role, least) ? null : userId
}

async function findPayments(
  database: Queryable,
  searcher: Searcher,
  text: string,
  limit: number,
): Promise<PaymentRow[]> {
  for (const noun of ['withdrawal', 'deposit', 'settlement'] as const) {
    const span = idSpanOf(noun, text)
    if (span === null) continue
    return selectPaymentsById(database, { nouns: [noun], span, ownerId: ownerOf(noun, searcher), limit })
  }
  // An entry of the history is one of the three, under the same uuid.
  const span = idSpanOf('transaction', text)
  if (span !== null) {
    const nouns = ['withdrawal', 'deposit', 'settlement'] as const
    return selectPaymentsById(database, { nouns, span, ownerId: ownerOf('deposit', searcher), limit })
  }
  const transferId = wholeIdOf('transfer', text)
  return transferId === null ? [] : selectPaymentsByTransfer(database, { transferId, ownerId: searcher.userId, limit })
}
