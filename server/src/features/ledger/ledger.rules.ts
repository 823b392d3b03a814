// The rules of the ledger as pure functions: which accounts a transfer runs between, what becomes of a request to
// post, which hours are closed, when an earning matures, and the sentence that explains a settlement. It guarantees
// nothing on its own: what must never be broken is also refused by the database (server/sql, schema ledger). It
// deliberately reads no clock and no table.
import { invariant } from '../../platform/invariant.ts'

export type AccountKind = 'available' | 'maturing' | 'held' | 'message_earnings'
/**
 * 'C' grows by credits (what the platform owes the owner), 'D' by debits. Per account the balance never becomes
 * negative.
 */
export const normalSides: Readonly<Record<AccountKind, 'C' | 'D'>> = {
  available: 'C',
  held: 'C',
  maturing: 'C',
  message_earnings: 'D',
}

/**
 * The codes that can be posted now. `hold_settled` waits for custody accounts; the database already refuses a second
 * resolution by it.
 */
export type PostableCode = 'earning_settled' | 'earning_matured' | 'hold' | 'hold_released'
type Course = { debit: AccountKind; credit: AccountKind }
/** A code says between which accounts of the owner its transfers run, so nobody can ask for another pair. */
export const courses: Readonly<Record<PostableCode, Course>> = {
  earning_settled: { debit: 'message_earnings', credit: 'maturing' },
  earning_matured: { debit: 'maturing', credit: 'available' },
  hold: { debit: 'available', credit: 'held' },
  hold_released: { debit: 'held', credit: 'available' },
}

export type TransferRequest = {
  ownerId: string
  code: PostableCode
  /** Micro-USD, positive. */
  amountMicros: bigint
  /**
   * Names the intention: the same key with the same code, amount and hold is the same transfer, however often it is
   * asked for.
   */
  idempotencyKey: string
  description?: string
  /** The hold that a `hold_released` gives back; absent for every other code. */
  resolvesId?: string
  actorId?: string | null
}

/**
 * What became of one request, judged in this order:
 * exists: the same key and the same content were posted before, or earlier in this call; `transferId` is that
 * transfer. Nothing else is checked.
 * key_conflict: the same key stands for other content.
 * hold_not_found: `resolvesId` names no hold of this owner.
 * hold_resolved: the hold was resolved before, or earlier in this call.
 * hold_differs: a release must give back exactly the amount of its hold.
 * insufficient_funds: the debited account holds less, `balanceMicros`, after the requests before it in this call.
 * not_posted: nothing is wrong with it, but another request of the same call was refused, and a call posts all or
 * nothing.
 * posted: it stands in the journal.
 */
export type TransferOutcome =
  | { outcome: 'exists'; transferId: string }
  | { outcome: 'key_conflict' }
  | { outcome: 'hold_not_found' }
  | { outcome: 'hold_resolved' }
  | { outcome: 'hold_differs'; holdMicros: bigint }
  | { outcome: 'insufficient_funds'; balanceMicros: bigint }
  | { outcome: 'not_posted' }
  | { outcome: 'posted'; transferId: string }

export type Verdict =
  | Exclude<TransferOutcome, { outcome: 'exists' | 'posted' }>
  | { outcome: 'exists'; transferId: string }
  /** Nothing stands against it. */
  | { outcome: 'accepted' }
  /** The same as an earlier request of this call; shares its fate. */
  | { outcome: 'repeats'; index: number }

export type KnownTransfer = {
  ownerId: string
  id: string
  code: string
  amountMicros: bigint
  idempotencyKey: string
  resolvesId: string | null
}
export type KnownHold = { ownerId: string; id: string; amountMicros: bigint; isResolved: boolean }
export type KnownBalance = { ownerId: string; kind: AccountKind; balanceMicros: bigint }
/** What the requests are judged by: everything they touch, read while the owners' accounts are locked. */
export type LedgerState = {
  balances: readonly KnownBalance[]
  transfers: readonly KnownTransfer[]
  holds: readonly KnownHold[]
}

/**
 * Judges requests in their order; each sees what the accepted ones before it would change. Refusals turn accepted
 * requests into not_posted.
 */
export function judgeTransfers(requests: readonly TransferRequest[], state: LedgerState): Verdict[] {
  const balances = new Map(state.balances.map((known) => [keyOf(known.ownerId, known.kind), known.balanceMicros]))
  const known = new Map(state.transfers.map((transfer) => [keyOf(transfer.ownerId, transfer.idempotencyKey), transfer]))
  const holds = new Map(state.holds.map((hold) => [keyOf(hold.ownerId, hold.id), { ...hold }]))
  const earlier = new Map<string, number>()
  const verdicts: Verdict[] = []
  for (const [index, request] of requests.entries()) {
    invariant(request.amountMicros > 0n, 'A transfer moves a positive amount')
    invariant((request.code === 'hold_released') === (request.resolvesId !== undefined), 'A release names its hold')
    const key = keyOf(request.ownerId, request.idempotencyKey)
    const byKey = judgeKey(request, known.get(key), earlier.get(key), requests)
    const verdict = byKey ?? judgeHold(request, holds) ?? judgeFunds(request, balances)
    if (!byKey) earlier.set(key, index)
    verdicts.push(verdict)
    if (verdict.outcome === 'accepted') apply(request, balances, holds)
  }
  return verdicts.some(isRefusal) ? verdicts.map(withdraw) : verdicts
}

function judgeKey(
  request: TransferRequest,
  known: KnownTransfer | undefined,
  earlierIndex: number | undefined,
  requests: readonly TransferRequest[],
): Verdict | null {
  if (known) {
    return isSameContent(request, known) ? { outcome: 'exists', transferId: known.id } : { outcome: 'key_conflict' }
  }
  const earlier = earlierIndex === undefined ? undefined : requests[earlierIndex]
  if (earlierIndex === undefined || !earlier) return null
  return isSameContent(request, earlier) ? { outcome: 'repeats', index: earlierIndex } : { outcome: 'key_conflict' }
}

/** Description and actor are words about a movement; code, amount and hold are the movement. */
function isSameContent(
  request: TransferRequest,
  other: { code: string; amountMicros: bigint; resolvesId?: string | null },
): boolean {
  const sameHold = (request.resolvesId ?? null) === (other.resolvesId ?? null)
  return request.code === other.code && request.amountMicros === other.amountMicros && sameHold
}

function judgeHold(request: TransferRequest, holds: ReadonlyMap<string, KnownHold>): Verdict | null {
  if (request.resolvesId === undefined) return null
  const hold = holds.get(keyOf(request.ownerId, request.resolvesId))
  if (!hold) return { outcome: 'hold_not_found' }
  if (hold.isResolved) return { outcome: 'hold_resolved' }
  if (hold.amountMicros !== request.amountMicros) return { outcome: 'hold_differs', holdMicros: hold.amountMicros }
  return null
}

function judgeFunds(request: TransferRequest, balances: ReadonlyMap<string, bigint>): Verdict {
  const { debit } = courses[request.code]
  const balanceMicros = balances.get(keyOf(request.ownerId, debit)) ?? 0n
  if (normalSides[debit] === 'D' || balanceMicros >= request.amountMicros) return { outcome: 'accepted' }
  return { outcome: 'insufficient_funds', balanceMicros }
}

function apply(request: TransferRequest, balances: Map<string, bigint>, holds: Map<string, KnownHold>): void {
  const { debit, credit } = courses[request.code]
  for (const [kind, side] of [
    [debit, 'D'],
    [credit, 'C'],
  ] as const) {
    const key = keyOf(request.ownerId, kind)
    const change = normalSides[kind] === side ? request.amountMicros : -request.amountMicros
    balances.set(key, (balances.get(key) ?? 0n) + change)
  }
  const hold = request.resolvesId === undefined ? undefined : holds.get(keyOf(request.ownerId, request.resolvesId))
  if (hold) hold.isResolved = true
}

function isRefusal(verdict: Verdict): boolean {
  return verdict.outcome !== 'accepted' && verdict.outcome !== 'exists' && verdict.outcome !== 'repeats'
}

function withdraw(verdict: Verdict): Verdict {
  return verdict.outcome === 'accepted' ? { outcome: 'not_posted' } : verdict
}

function keyOf(ownerId: string, name: string): string {
  return `${ownerId} ${name}`
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * The latest hour (its start, UTC) that is over at `now`. A message that is still on its way into it is settled next
 * time.
 */
export function lastClosedHour(now: Date): Date {
  return new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS - HOUR_MS)
}

/** An earning matures a number of days after the end of the hour in which its message was received. */
export function maturesAt(hour: Date, maturityDays: number): Date {
  return new Date(hour.getTime() + HOUR_MS + maturityDays * DAY_MS)
}

/**
 * 'Message earnings, 3 ranges, 2026-03-01 14:00 to 16:00 UTC': what a settlement took, in the words of its owner. The
 * second day is named when the hours do not lie on one.
 */
export function describeSettlement(lines: readonly { rangeId: string; hour: Date }[]): string {
  invariant(lines.length > 0, 'A settlement has lines')
  const rangeCount = new Set(lines.map((line) => line.rangeId)).size
  const startsMs = lines.map((line) => line.hour.getTime())
  const from = new Date(startsMs.reduce((least, startMs) => Math.min(least, startMs)))
  const until = new Date(startsMs.reduce((most, startMs) => Math.max(most, startMs)) + HOUR_MS)
  // The last hour of a day ends at 24:00 of that day, not at 00:00 of the next.
  const isOneDay = dayOf(from) === dayOf(new Date(until.getTime() - 1))
  const untilText = isOneDay && timeOf(until) === '00:00' ? '24:00' : timeOf(until)
  const ranges = rangeCount === 1 ? '1 range' : `${rangeCount} ranges`
  const span = isOneDay
    ? `${dayOf(from)} ${timeOf(from)} to ${untilText} UTC`
    : `${dayOf(from)} ${timeOf(from)} to ${dayOf(until)} ${timeOf(until)} UTC`
  return `Message earnings, ${ranges}, ${span}`
}

function timeOf(instant: Date): string {
  return instant.toISOString().slice(11, 16)
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
