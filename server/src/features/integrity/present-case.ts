// A case as the contract shows it, to those who run the platform and to its owner.
import { toApiId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { CaseNote, CaseRow } from './cases.queries.ts'

type Case = OperationResult<Operations['cases.read']>

export function presentCase(row: CaseRow, notes: readonly CaseNote[], readerId: string): Case {
  const isProposed = row.state === 'release_proposed' || row.state === 'forfeit_proposed'
  return {
    id: toApiId('case', row.id),
    signal: row.signal,
    state: row.state,
    summary: row.summary,
    owner: { id: toApiId('user', row.ownerId), username: row.ownerName },
    range: { id: toApiId('range', row.rangeId), name: row.rangeName },
    from: row.fromHour.toISOString(),
    until: row.untilHour.toISOString(),
    frozen: microsToDecimal(row.endedFrozenMicros ?? row.frozenMicros),
    held: microsToDecimal(row.endedHeldMicros ?? row.heldMicros),
    openedAt: row.openedAt.toISOString(),
    openedBy: personOf(row.openedBy, row.openedByName),
    proposedBy: personOf(row.proposedBy, row.proposedByName),
    endedBy: personOf(row.endedBy, row.endedByName),
    endedAt: row.endedAt?.toISOString() ?? null,
    mayEnd: isProposed && row.proposedBy !== readerId && row.ownerId !== readerId,
    figures: row.figures,
    notes: notes.map((note) => ({
      at: note.at.toISOString(),
      by: personOf(note.authorId, note.authorName),
      text: note.text,
    })),
  }
}

/** What its owner is told: not who, and not against which thresholds. */
export function presentOwnCase(row: CaseRow): OperationResult<Operations['cases.own']>['items'][number] {
  return {
    id: toApiId('case', row.id),
    reason: row.summary,
    range: { id: toApiId('range', row.rangeId), name: row.rangeName },
    amount: microsToDecimal(row.frozenMicros + row.heldMicros),
    since: row.openedAt.toISOString(),
  }
}

function personOf(id: string | null, username: string | null): { id: string; username: string } | null {
  return id === null || username === null ? null : { id: toApiId('user', id), username }
}
