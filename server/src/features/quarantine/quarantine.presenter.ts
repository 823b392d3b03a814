// A quarantined message as the contract shows it. Pure. Whoever calls decides whether it is masked; masking is done
// here, so that no answer can forget a field.
import { toApiId, toMessageId } from '@inrange/contract/ids'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { alphabetText, flagNames, maskText, splitRaw } from '../messages/messages.public.ts'
import type { EvidenceRow, QuarantineRow } from './quarantine.queries.ts'

export type Quarantined = OperationResult<Operations['quarantine.list']>['items'][number]
export type QuarantinedDetails = OperationResult<Operations['quarantine.read']>

export function presentRow(row: QuarantineRow, options: { isMasked: boolean }): Quarantined {
  const { connectionName, carrierId, carrierName, ownerId, landedMicros } = row
  return {
    id: toApiId('quarantine', row.id),
    state: row.state,
    reason: row.reason,
    from: row.sender,
    to: row.recipient,
    content: row.content !== null && options.isMasked ? maskText(row.content) : row.content,
    masked: options.isMasked,
    time: row.receivedAt.toISOString(),
    segments: row.segments,
    flags: flagNames(row.flags),
    carrier: carrierId === null ? null : { id: toApiId('carrier', carrierId), name: carrierName ?? '' },
    connection: connectionName === null ? null : { id: toApiId('connection', row.connectionId), name: connectionName },
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decidedBy: row.decidedBy,
    messageId:
      ownerId === null || landedMicros === null ? null : toMessageId({ ownerId, landedAtMicros: landedMicros }),
  }
}

export function presentDetails(row: EvidenceRow, options: { isMasked: boolean }): QuarantinedDetails {
  const parts = options.isMasked ? [] : splitRaw(row.raw)
  return {
    ...presentRow(row, options),
    alphabet: alphabetText(row.coding),
    providerId: row.providerId,
    parts: parts.map((part) => ({ octets: part.length, hex: part.toString('hex') })),
  }
}
