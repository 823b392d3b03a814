// What a person has to decide about, as they read it.
import { toApiId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import { AppError } from '@inrange/contract/errors'
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts'
import { explorerTxUrl } from '../chain/networks.ts'
import { methodConstants } from '../methods/open-method-chain.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { selectReview, selectReviewPage, type ReviewRow } from './reviews.queries.ts'

/** A page, newest first. @throws AppError invalid_request for a cursor that is not one of ours */
export async function listReviews(
  deps: PaymentsDeps,
  query: { state: 'open' | 'decided'; cursor?: string | undefined; limit: number },
) {
  const beforeId = decodeCursor(query.cursor, 1)?.[0] ?? null
  if (beforeId !== null && !/^[0-9a-f-]{36}$/.test(beforeId)) {
    throw new AppError('invalid_request', { fields: { cursor: 'This cursor is not one of ours.' } })
  }
  const page = { state: query.state, beforeId, limit: query.limit + 1 }
  const rows = await selectReviewPage(deps.database.kysely, page)
  const items = rows.slice(0, query.limit)
  const last = items.at(-1)
  return {
    items: items.map((row) => presentReview(deps, row)),
    nextCursor: rows.length > query.limit && last ? encodeCursor([last.id]) : null,
  }
}

/** @throws AppError not_found */
export async function readReview(deps: PaymentsDeps, id: string) {
  const row = await selectReview(deps.database.kysely, id)
  if (row === null) throw new AppError('not_found')
  return presentReview(deps, row)
}

function presentReview(deps: PaymentsDeps, row: ReviewRow) {
  const { txHash, network } = row
  const txUrl =
    txHash === null || network === null ? null : explorerTxUrl(methodConstants(deps, { kind: row.methodKind }), txHash)
  return {
    id: toApiId('review', row.id),
    kind: row.kind,
    state: row.state,
    method: { id: toApiId('paymentMethod', row.methodId), name: row.methodName, kind: row.methodKind },
    amount: row.amountMicros === null ? null : microsToDecimal(row.amountMicros),
    detail: row.detail,
    network,
    txHash,
    txUrl,
    fromAddress: row.fromAddress,
    paypalCaptureId: row.paypalCaptureId,
    suggested: person(row.suggestedOwnerId, row.suggestedOwnerName),
    decision: row.decision,
    decidedFor: person(row.decidedOwnerId, row.decidedOwnerName),
    decidedBy: row.decidedByName,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    note: row.note,
    createdAt: row.createdAt.toISOString(),
  }
}

function person(id: string | null, username: string | null) {
  return id === null || username === null ? null : { id: toApiId('user', id), username }
}
