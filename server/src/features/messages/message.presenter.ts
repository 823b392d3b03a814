// A stored message as the contract shows it. Pure. Whoever calls decides whether it is masked; masking is done here,
// so that no answer can forget a field.
import { toApiId, toMessageId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { SettlementLine } from '../ledger/ledger.public.ts'
import type { MessageRow, TraceRow } from './messages.queries.ts'
import {
  alphabetText,
  flagNames,
  hourOf,
  isDropped,
  isHourOpen,
  maskText,
  microsToIso,
  settlementState,
  splitRaw,
} from './messages.rules.ts'

export type Message = OperationResult<Operations['messages.list']>['items'][number]
export type Trace = OperationResult<Operations['messages.read']>

export function presentMessage(row: MessageRow, options: { isMasked: boolean }): Message {
  return {
    id: toMessageId(row),
    from: row.sender,
    to: `+${row.recipient}`,
    content: row.content !== null && options.isMasked ? maskText(row.content) : row.content,
    masked: options.isMasked,
    contentDropped: isDropped(row.flags),
    time: row.receivedAt.toISOString(),
    isRead: row.isRead,
    range: { id: toApiId('range', row.rangeId), name: row.rangeName },
    segments: row.segments,
    earned: microsToDecimal(row.earnedMicros),
    flags: flagNames(row.flags),
    position: row.landedAtMicros.toString(),
  }
}

export type HourFacts = {
  earnedMicros: bigint
  settledMicros: bigint
  lines: readonly SettlementLine[]
  now: Date
}

/** Everything that explains one message, from the octets that came to the transfers that its hour was settled by. */
export function presentTrace(row: TraceRow, hour: HourFacts, options: { isMasked: boolean }): Trace {
  const parts = splitRaw(row.raw)
  const message = presentMessage(row, options)
  return {
    ...message,
    owner: { id: toApiId('user', row.ownerId), username: row.ownerUsername },
    received: {
      carrier: row.carrierName ?? '',
      connection: row.connectionName ?? '',
      connectionKind: row.connectionKind ?? '',
      at: row.receivedAt.toISOString(),
      landedAt: microsToIso(row.landedAtMicros),
      providerId: row.providerId,
      parts: options.isMasked ? [] : parts.map((part) => ({ octets: part.length, hex: part.toString('hex') })),
    },
    decoded: {
      alphabet: alphabetText(row.coding),
      segments: row.segments,
      characters: row.content === null ? null : Array.from(row.content).length,
      joined: parts.length > 1 || message.flags.includes('partial') || (message.contentDropped && row.segments > 1),
    },
    rated: {
      rangeId: message.range.id,
      rangeName: message.range.name,
      rangeText: row.rangeText,
      rate: microsToDecimal(row.rateMicros),
      segments: row.segments,
      earned: message.earned,
      hour: hourOf(row.receivedAt).toISOString(),
    },
    settlement: presentSettlement(row, hour),
  }
}

function presentSettlement(row: TraceRow, hour: HourFacts): Trace['settlement'] {
  return {
    state: settlementState({
      earnedMicros: row.earnedMicros,
      hourIsOpen: isHourOpen(hourOf(row.receivedAt), hour.now),
      hourEarnedMicros: hour.earnedMicros,
      hourSettledMicros: hour.settledMicros,
      linesMatured: hour.lines.map((line) => line.maturedAt !== null),
    }),
    hourEarned: microsToDecimal(hour.earnedMicros),
    hourSettled: microsToDecimal(hour.settledMicros),
    lines: hour.lines.map((line) => ({
      settlementId: toApiId('settlement', line.settlementId),
      transferId: toApiId('transfer', line.transferId),
      settledAt: line.settledAt.toISOString(),
      amount: microsToDecimal(line.amountMicros),
      maturesAt: line.maturesAt.toISOString(),
      maturedTransferId: line.maturedTransferId === null ? null : toApiId('transfer', line.maturedTransferId),
      maturedAt: line.maturedAt?.toISOString() ?? null,
    })),
  }
}
