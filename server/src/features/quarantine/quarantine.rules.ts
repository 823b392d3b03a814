// The small decisions of quarantine: what a filter means, which number of a chosen range a badly written recipient is,
// and how a plan is summed up. Pure.
import { AppError } from '@inrange/contract/errors'
import { fromApiId, toApiId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import type { NumberMatch, QuarantineReason } from '@inrange/contract/quarantine'
import type { QuarantineKey } from './quarantine.queries.ts'

/** The text as a pattern for LIKE in which only our own wildcards mean something. */
export function likePattern(text: string, match: NumberMatch): string {
  const escaped = text.replace(/[\\%_]/g, String.raw`\$&`)
  if (match === 'starts') return `${escaped}%`
  return match === 'ends' ? `%${escaped}` : `%${escaped}%`
}

/**
 * What a person searches recipients by. Its digits alone are compared; letters, as of a bad recipient, as they are. How
 * a number begins is compared without what carriers put before it or not, '+', '00' or a national '0', on both sides.
 */
export function recipientPattern(text: string, match: NumberMatch): string {
  const compact = text.replace(/[\s().-]/g, '').replace(/^\+/, '')
  if (!/^\d+$/.test(compact)) return likePattern(text, match)
  return likePattern(match === 'starts' ? compact.replace(/^0+/, '') : compact, match)
}

export function encodeKey({ receivedMicros, id }: QuarantineKey): [string, string] {
  return [receivedMicros.toString(), toApiId('quarantine', id)]
}

/** @throws AppError invalid_request for a cursor that is not one of ours */
export function decodeKey(parts: readonly string[] | null): QuarantineKey | null {
  if (parts === null) return null
  const [micros = '', apiId = ''] = parts
  const id = fromApiId('quarantine', apiId)
  if (id !== null && /^\d{1,18}$/.test(micros)) return { receivedMicros: BigInt(micros), id }
  throw new AppError('invalid_request', {
    fields: { cursor: 'This cursor is not one of ours; start from the first page.' },
  })
}

/** Digits of a recipient that are enough to say which number of a range is meant. */
const GIVEN_DIGITS_MIN = 4

/**
 * The number of a chosen range that a recipient can only mean, or null. A recipient in E.164 form means itself; one
 * in a national form (with or without its leading zero) means the number of the range that ends with its digits.
 * @param number the recipient in E.164 form; NaN when it is none
 */
export function numberInRange(
  recipient: { text: string; number: number },
  range: { start: number; end: number },
): number | null {
  const { start, end } = range
  const isInside = (number: number) => start <= number && number <= end
  if (isInside(recipient.number)) return recipient.number
  const digits = recipient.text.replace(/[\s().-]/g, '').replace(/^\+/, '')
  if (!/^\d+$/.test(digits)) return null
  const national = digits.replace(/^0+/, '')
  const first = String(start)
  const last = String(end)
  const missing = first.length - national.length
  if (national.length < GIVEN_DIGITS_MIN || missing <= 0 || first.length !== last.length) return null
  // What is put before it must be the same for every number of the range, or it would be a guess.
  if (first.slice(0, missing) !== last.slice(0, missing)) return null
  const completed = Number(first.slice(0, missing) + national)
  return isInside(completed) ? completed : null
}

export type StayReason = QuarantineReason | 'decided'
/** What became of one message in a plan. */
export type Planned =
  | { kind: 'stays'; reason: StayReason }
  | {
      kind: 'lands'
      rangeId: string
      ownerId: string
      isTest: boolean
      segments: number
      rateMicros: bigint
      earnedMicros: bigint
    }

export type Target = {
  rangeId: string
  ownerId: string
  isTest: boolean
  messages: number
  segments: number
  /** Null where several applied. */
  rateMicros: bigint | null
  earnedMicros: bigint
}
export type PlanSums = {
  messages: number
  segments: number
  earnedMicros: bigint
  targets: Target[]
  stays: { reason: StayReason; messages: number }[]
}

/** Sums by range and owner, those that earn most first, and by why the others stay. */
export function sumPlan(planned: readonly Planned[]): PlanSums {
  const targets = new Map<string, Target>()
  const stays = new Map<StayReason, number>()
  for (const one of planned) {
    if (one.kind === 'stays') stays.set(one.reason, (stays.get(one.reason) ?? 0) + 1)
    else addTo(targets, one)
  }
  const all = [...targets.values()]
  return {
    messages: all.reduce((sum, { messages }) => sum + messages, 0),
    segments: all.reduce((sum, { segments }) => sum + segments, 0),
    earnedMicros: all.reduce((sum, { earnedMicros }) => sum + earnedMicros, 0n),
    targets: all.toSorted((a, b) => compareBigints(b.earnedMicros, a.earnedMicros) || b.messages - a.messages),
    stays: [...stays].map(([reason, messages]) => ({ reason, messages })).toSorted((a, b) => b.messages - a.messages),
  }
}

function addTo(targets: Map<string, Target>, one: Extract<Planned, { kind: 'lands' }>): void {
  const { rangeId, ownerId, isTest, segments, rateMicros, earnedMicros } = one
  const key = `${rangeId} ${ownerId}`
  const target = targets.get(key)
  if (!target) {
    targets.set(key, { rangeId, ownerId, isTest, messages: 1, segments, rateMicros, earnedMicros })
    return
  }
  target.messages += 1
  target.segments += segments
  target.earnedMicros += earnedMicros
  if (target.rateMicros !== rateMicros) target.rateMicros = null
}

function compareBigints(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/** The sums as callers see them. */
export function presentPlan(
  sums: PlanSums,
  names: { ranges: ReadonlyMap<string, string>; users: ReadonlyMap<string, string> },
) {
  return {
    messages: sums.messages,
    segments: sums.segments,
    earned: microsToDecimal(sums.earnedMicros),
    targets: sums.targets.map(({ rangeId, ownerId, rateMicros, earnedMicros, ...target }) => ({
      ...target,
      range: { id: toApiId('range', rangeId), name: names.ranges.get(rangeId) ?? '' },
      owner: { id: toApiId('user', ownerId), username: names.users.get(ownerId) ?? '' },
      rate: rateMicros === null ? null : microsToDecimal(rateMicros),
      earned: microsToDecimal(earnedMicros),
    })),
    stays: sums.stays,
  }
}
