// The rules of the ledger as pure functions: which accounts a transfer runs between, what becomes of a request to
// post, which hours are closed, when an earning matures, and the sentence that explains a settlement. It guarantees
// nothing on its own: what must never be broken is also refused by the database (server/sql, schema ledger). It
// deliberately reads no clock and no table.
import { invariant } from '../../platform/invariant.ts'

/**
 * The owner of what belongs to no user: receipts that nobody owns yet, and what the operator brought. It is no user and
 * never earns.
 */
export const HOUSE_ID = '00000000-0000-0000-0000-000000000000'

/** Where money that came from outside is kept; the same words as the kinds of payment methods. */
export const custodyKinds = ['usdt_trc20', 'usdt_erc20', 'usdt_bep20', 'paypal'] as const
export type CustodyKind = (typeof custodyKinds)[number]

export type AccountKind =
  | 'available'
  | 'maturing'
  | 'held'
  | 'message_earnings'
  | 'deficit'
  | 'fee_income'
  | 'provider_fees'
  | `custody_${CustodyKind}`
  | 'suspense'
  | 'operator_funds'
type Account = {
  /** 'C' grows by credits (what the platform owes, or keeps), 'D' by debits. */
  normal: 'C' | 'D'
  /** Whose accounts of the kind may be. */
  owners: 'users' | 'house' | 'all'
  /** Whether the balance of one owner may be below zero. */
  mayOverdraw?: true
}
/**
 * Every owner has the first four; the others are opened when they are first posted to. A share of custody may be below
 * zero: earnings are paid from what the operator brought. So may what the operator brought less what they took, once
 * they took what was earned.
 */
export const accounts: Readonly<Record<AccountKind, Account>> = {
  available: { normal: 'C', owners: 'users' },
  maturing: { normal: 'C', owners: 'users' },
  held: { normal: 'C', owners: 'users' },
  message_earnings: { normal: 'D', owners: 'users' },
  deficit: { normal: 'D', owners: 'users' },
  fee_income: { normal: 'C', owners: 'users' },
  provider_fees: { normal: 'D', owners: 'all' },
  custody_usdt_trc20: { normal: 'D', owners: 'all', mayOverdraw: true },
  custody_usdt_erc20: { normal: 'D', owners: 'all', mayOverdraw: true },
  custody_usdt_bep20: { normal: 'D', owners: 'all', mayOverdraw: true },
  custody_paypal: { normal: 'D', owners: 'all', mayOverdraw: true },
  suspense: { normal: 'C', owners: 'house' },
  operator_funds: { normal: 'C', owners: 'house', mayOverdraw: true },
}

type End = AccountKind | 'custody'
/** `resolves` names the code whose transfer this code ends: whole, and once. */
type CourseRule = { debit: End; credit: End; resolves?: 'hold' | 'case_held' }
/**
 * A code says between which accounts of the owner its transfers run, so nobody can ask for another pair; 'custody' is
 * the one that the request names. ledger.courses holds the same for the database, and a test compares both.
 */
export const courses = {
  earning_settled: { debit: 'message_earnings', credit: 'maturing' },
  earning_matured: { debit: 'maturing', credit: 'available' },
  earning_forfeited: { debit: 'maturing', credit: 'message_earnings' },
  hold: { debit: 'available', credit: 'held' },
  hold_released: { debit: 'held', credit: 'available', resolves: 'hold' },
  hold_settled: { debit: 'held', credit: 'custody', resolves: 'hold' },
  case_held: { debit: 'available', credit: 'held' },
  case_released: { debit: 'held', credit: 'available', resolves: 'case_held' },
  case_forfeited: { debit: 'held', credit: 'message_earnings', resolves: 'case_held' },
  withdrawal_fee: { debit: 'custody', credit: 'fee_income' },
  payout_returned: { debit: 'custody', credit: 'available' },
  deposit: { debit: 'custody', credit: 'available' },
  deposit_fee: { debit: 'available', credit: 'fee_income' },
  deposit_reversed: { debit: 'available', credit: 'custody' },
  deposit_lost: { debit: 'deficit', credit: 'custody' },
  deposit_fee_reversed: { debit: 'fee_income', credit: 'available' },
  deficit_recovered: { debit: 'available', credit: 'deficit' },
  provider_fee: { debit: 'provider_fees', credit: 'custody' },
  suspense_received: { debit: 'custody', credit: 'suspense' },
  suspense_resolved: { debit: 'suspense', credit: 'custody' },
  operator_funded: { debit: 'custody', credit: 'operator_funds' },
  operator_withdrew: { debit: 'operator_funds', credit: 'custody' },
} as const satisfies Readonly<Record<string, CourseRule>>
export type TransferCode = keyof typeof courses

const courseRules: Readonly<Record<TransferCode, CourseRule>> = courses

export type TransferRequest = {
  /** A user, or HOUSE_ID. */
  ownerId: string
  code: TransferCode
  /** Micro-USD, positive. */
  amountMicros: bigint
  /**
   * Names the intention: the same key with the same code, amount, hold and custody is the same transfer, however often
   * it is asked for.
   */
  idempotencyKey: string
  /** Which custody account a code with custody runs to or from; absent for every other code. */
  custody?: CustodyKind
  description?: string
  /** The transfer that a code with `resolves` ends (its hold, or its case_held); absent for every other code. */
  resolvesId?: string
  actorId?: string | null
}

/** The two accounts between which a request moves money. */
export function courseOf(request: Pick<TransferRequest, 'code' | 'custody'>): {
  debit: AccountKind
  credit: AccountKind
} {
  const { debit, credit } = courseRules[request.code]
  const isWithCustody = debit === 'custody' || credit === 'custody'
  invariant(isWithCustody === (request.custody !== undefined), `Whether ${request.code} names a custody`)
  const kindOf = (end: End): AccountKind => (end === 'custody' ? `custody_${request.custody ?? 'paypal'}` : end)
  return { debit: kindOf(debit), credit: kindOf(credit) }
}

/**
 * What became of one request, judged in this order:
 * exists: the same key and the same content were posted before, or earlier in this call; `transferId` is that
 * transfer. Nothing else is checked.
 * key_conflict: the same key stands for other content.
 * hold_not_found: `resolvesId` names nothing of this owner that the code resolves.
 * hold_resolved: the hold was resolved before, or earlier in this call.
 * hold_differs: a resolution must take exactly the amount of its hold.
 * insufficient_funds: the account that would shrink, `kind`, holds less, `balanceMicros`, after the requests before it
 * in this call. The debited account is judged first.
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
  | { outcome: 'insufficient_funds'; kind: AccountKind; balanceMicros: bigint }
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
  custody: string | null
}
export type KnownHold = { ownerId: string; id: string; code: string; amountMicros: bigint; isResolved: boolean }
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
    requireWellFormed(request)
    const key = keyOf(request.ownerId, request.idempotencyKey)
    const byKey = judgeKey(request, known.get(key), earlier.get(key), requests)
    const verdict = byKey ?? judgeHold(request, holds) ?? judgeFunds(request, balances)
    if (!byKey) earlier.set(key, index)
    verdicts.push(verdict)
    if (verdict.outcome === 'accepted') apply(request, balances, holds)
  }
  return verdicts.some(isRefusal) ? verdicts.map(withdraw) : verdicts
}

/** What no caller may ask for, whatever stands in the ledger. */
function requireWellFormed(request: TransferRequest): void {
  invariant(request.amountMicros > 0n, 'A transfer moves a positive amount')
  const { resolves } = courseRules[request.code]
  invariant((resolves !== undefined) === (request.resolvesId !== undefined), 'A resolution, and it alone, names a hold')
  const { debit, credit } = courseOf(request)
  const stranger = request.ownerId === HOUSE_ID ? 'users' : 'house'
  const isItsOwn = accounts[debit].owners !== stranger && accounts[credit].owners !== stranger
  invariant(isItsOwn, `${request.code} runs between accounts that its owner may have`)
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

/** Description and actor are words about a movement; code, amount, hold and custody are the movement. */
function isSameContent(
  request: TransferRequest,
  other: { code: string; amountMicros: bigint; resolvesId?: string | null; custody?: string | null },
): boolean {
  const sameHold = (request.resolvesId ?? null) === (other.resolvesId ?? null)
  const sameCustody = (request.custody ?? null) === (other.custody ?? null)
  return request.code === other.code && request.amountMicros === other.amountMicros && sameHold && sameCustody
}

function judgeHold(request: TransferRequest, holds: ReadonlyMap<string, KnownHold>): Verdict | null {
  if (request.resolvesId === undefined) return null
  const hold = holds.get(keyOf(request.ownerId, request.resolvesId))
  if (!hold || hold.code !== courseRules[request.code].resolves) return { outcome: 'hold_not_found' }
  if (hold.isResolved) return { outcome: 'hold_resolved' }
  if (hold.amountMicros !== request.amountMicros) return { outcome: 'hold_differs', holdMicros: hold.amountMicros }
  return null
}

function judgeFunds(request: TransferRequest, balances: ReadonlyMap<string, bigint>): Verdict {
  for (const { kind, changeMicros } of changesOf(request)) {
    const balanceMicros = balances.get(keyOf(request.ownerId, kind)) ?? 0n
    if (changeMicros > 0n || accounts[kind].mayOverdraw) continue
    if (balanceMicros + changeMicros < 0n) return { outcome: 'insufficient_funds', kind, balanceMicros }
  }
  return { outcome: 'accepted' }
}

/** How a request changes the balances of its two accounts, the debited one first. */
function changesOf(request: TransferRequest): { kind: AccountKind; changeMicros: bigint }[] {
  const { debit, credit } = courseOf(request)
  const amountMicros = request.amountMicros
  return [
    { kind: debit, changeMicros: accounts[debit].normal === 'D' ? amountMicros : -amountMicros },
    { kind: credit, changeMicros: accounts[credit].normal === 'C' ? amountMicros : -amountMicros },
  ]
}

function apply(request: TransferRequest, balances: Map<string, bigint>, holds: Map<string, KnownHold>): void {
  for (const { kind, changeMicros } of changesOf(request)) {
    const key = keyOf(request.ownerId, kind)
    balances.set(key, (balances.get(key) ?? 0n) + changeMicros)
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
