// The small decisions of test numbers: what a search means, and how a number and a message are shown. Pure.
import { AppError } from '@inrange/contract/errors'
import { toApiId, toMessageId } from '@inrange/contract/ids'
import { MSISDN_DIGITS_MAX } from '@inrange/contract/msisdn'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { flagNames } from '../messages/messages.public.ts'
import type { LandedRow, TestNumberFilter, TestNumberRow } from './test-numbers.queries.ts'

export type TestNumber = OperationResult<Operations['test-numbers.read']>
export type TestMessage = OperationResult<Operations['test-numbers.messages']>['items'][number]

/** What a person searches by: the beginning of a number, as people write it, or part of a range's name. */
export function searchOf(
  search: string | undefined,
  rangeId: string | undefined,
): Omit<TestNumberFilter, 'rangeId'> & { rangeId: string | null } {
  const all = { rangeId: rangeId ?? null, pattern: null, spans: [] }
  if (search === undefined || search === '') return all
  const pattern = `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`
  const digits = search.replace(/[\s().-]/g, '').replace(/^(\+|00)/, '')
  return { ...all, pattern, spans: /^[1-9]\d*$/.test(digits) ? spansOf(digits) : [] }
}

/** '447' as 447, 4470 to 4479, 44700 to 44799 …: every number of at most 15 digits that begins so. */
function spansOf(digits: string): { first: bigint; last: bigint }[] {
  const spans: { first: bigint; last: bigint }[] = []
  for (let more = 0; digits.length + more <= MSISDN_DIGITS_MAX; more++) {
    spans.push({ first: BigInt(digits + '0'.repeat(more)), last: BigInt(digits + '9'.repeat(more)) })
  }
  return spans
}

export function presentNumber(row: TestNumberRow): TestNumber {
  return {
    number: `+${row.number}`,
    range: { id: toApiId('range', row.rangeId), name: row.rangeName, numbers: Number(row.rangeNumbers) },
    country: row.country,
    isActive: row.isActive && row.ownerId !== null,
    lastMessageAt: row.lastReceivedAt?.toISOString() ?? null,
  }
}

export function presentLanded(row: LandedRow): TestMessage {
  return {
    id: toMessageId(row),
    from: row.sender,
    to: `+${row.recipient}`,
    content: row.content,
    time: row.receivedAt.toISOString(),
    segments: row.segments,
    flags: flagNames(row.flags),
    position: row.landedAtMicros.toString(),
  }
}

/** @throws AppError invalid_request for a cursor that is not one of ours */
export function cursorNumber(parts: readonly string[] | null): bigint {
  if (parts === null) return 0n
  const [text = ''] = parts
  if (/^\d{1,15}$/.test(text)) return BigInt(text)
  throw new AppError('invalid_request', {
    fields: { cursor: 'This cursor is not one of ours; start from the first page.' },
  })
}
