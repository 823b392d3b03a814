// Rows as the hits that the contract shows. Pure. An owner is named where the hit is somebody else's.
import { toApiId, toMessageId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import type { SearchHit } from '@inrange/contract/search'
import type { PaymentRow } from './payments-search.queries.ts'
import type { CarrierRow, MessageRow, NumberRow, RangeRow, UserRow } from './search.queries.ts'

const CONTENT_CHARS_MAX = 140

/** Owners are told to those who see everybody's. */
export type Seeing = { isAny: boolean; userId: string }

export function numberHit(row: NumberRow, { isAny }: Seeing): SearchHit {
  const range = { id: toApiId('range', row.rangeId), name: row.rangeName }
  const owner = isAny ? row.ownerName : null
  return { type: 'number', number: `+${row.number}`, range, isUsed: row.isUsed, owner }
}

export function rangeHit(row: RangeRow, { isAny }: Seeing): SearchHit {
  const numbers = `${row.prefix}${row.startNumber} - ${row.prefix}${row.endNumber}`
  const owner = isAny ? row.ownerName : null
  return { type: 'range', id: toApiId('range', row.id), name: row.name, numbers, isActive: row.isActive, owner }
}

export function userHit({ id, ...row }: UserRow): SearchHit {
  return { type: 'user', id: toApiId('user', id), ...row }
}

export function carrierHit({ id, name, kind, isActive, carrierId, carrierName }: CarrierRow): SearchHit {
  if (kind === null) return { type: 'carrier', id: toApiId('carrier', id), name, isActive }
  const carrier = { id: toApiId('carrier', carrierId), name: carrierName }
  return { type: 'connection', id: toApiId('connection', id), name, kind, carrier, isActive }
}

export function paymentHit(row: PaymentRow, { userId }: Seeing): SearchHit {
  return {
    type: row.noun,
    id: toApiId(row.noun, row.id),
    amount: microsToDecimal(row.amountMicros),
    state: row.state,
    at: row.at.toISOString(),
    owner: row.ownerId === userId ? null : row.ownerName,
  }
}

/** The text of somebody else's message is not shown. */
export function messageHit(
  key: { ownerId: string; landedAtMicros: bigint },
  row: MessageRow,
  { userId }: Seeing,
): SearchHit {
  const isOwn = key.ownerId === userId
  return {
    type: 'message',
    id: toMessageId(key),
    from: row.sender,
    to: `+${row.recipient}`,
    content: isOwn ? firstWords(row.content) : null,
    at: row.receivedAt.toISOString(),
    owner: isOwn ? null : row.ownerName,
  }
}

export function firstWords(content: string | null): string | null {
  return content === null ? null : content.slice(0, CONTENT_CHARS_MAX).toWellFormed()
}
