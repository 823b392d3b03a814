// What money means, without tables: a few numbers an owner, changed by a few lines a movement. Pure. Guarantees nothing
// by itself; the simulator compares it with the platform after every step. It deliberately shares no code with the
// slices, so that a mistake in one is not made in the other too.
import type { WithdrawalState } from '@inrange/contract/withdrawals'
import type { DepositState } from '../../features/payments/deposits/deposits.rules.ts'
import type { CustodyKind } from '../../features/ledger/ledger.public.ts'
import type { Settings } from '@inrange/contract/settings'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
const MICROS_PER_CENT = 10_000n
export const MICROS_PER_USD = 1_000_000n

export type Line = { rangeId: string; hourMs: number; maturesAtMs: number; micros: bigint }
export type ModelDestination = {
  id: string
  kind: CustodyKind
  address: string
  usableFromMs: number
  isRemoved: boolean
  isShared: boolean
}
export type ModelDeposit = {
  id: string
  methodId: string
  kind: CustodyKind
  requestKey: string
  state: DepositState
  micros: bigint
  feeMicros: bigint
  /** Names what came for it. */
  receipt: string
}
export type ModelWithdrawal = {
  requestKey: string
  /** Made by the database; not known while the answer to its request was lost. */
  id: string
  ownerId: string
  kind: CustodyKind
  grossMicros: bigint
  feeMicros: bigint
  state: WithdrawalState
  approvalsNeeded: number
  approverIds: string[]
  giverIds: string[]
  /** Null: not held; `untilMs` null: until somebody lets it go on. */
  held: { untilMs: number | null } | null
  txHash: string | null
  batchId: string | null
  /** What PayPal charged for it. */
  chargedMicros: bigint | null
  day: string
  intent: string
}
export type ModelCase = {
  id: string
  ownerId: string
  rangeId: string
  fromMs: number
  untilMs: number
  state: 'open' | 'release_proposed' | 'forfeit_proposed' | 'released' | 'forfeited'
  proposedBy: string | null
  heldMicros: bigint
}

export type ModelOwner = {
  id: string
  isActive: boolean
  rangeIds: string[]
  destinations: ModelDestination[]
  /** Earned and not settled: range and hour → micro-USD. */
  unsettled: Map<string, { rangeId: string; hourMs: number; micros: bigint }>
  waiting: Line[]
  /** All that ever matured: range → hour → micro-USD. */
  matured: Map<string, Map<number, bigint>>
  maturedMicros: bigint
  /** Settled and not taken back: what the platform has paid for messages. */
  earnedMicros: bigint
  availableMicros: bigint
  deficitMicros: bigint
  feeIncomeMicros: bigint
  deposits: ModelDeposit[]
  withdrawals: ModelWithdrawal[]
  cases: ModelCase[]
  /** Deposits that are credited and not reversed, also those that are forgotten here. */
  creditedDeposits: number
  /** Withdrawals asked for, by day. */
  days: Map<string, { requests: number; micros: bigint }>
  /** What waits for withdrawals. */
  openHoldMicros: bigint
}

export type ModelMethod = {
  id: string
  kind: CustodyKind
  isActive: boolean
  minimumMicros: bigint
  feeBasisPoints: number
  feesOnDeposits: boolean
}

export type Model = {
  nowMs: number
  owners: ModelOwner[]
  methods: ModelMethod[]
  limits: Settings['withdrawals']
  platformDays: Map<string, { requests: number; micros: bigint }>
  custodyMicros: Record<CustodyKind, bigint>
  /** What came for nobody and is not resolved. */
  suspense: { kind: CustodyKind; key: string; micros: bigint }[]
  operatorMicros: bigint
  providerFeesMicros: bigint
  /** Kind and hash → which withdrawal it proves. */
  txHashes: Map<string, ModelWithdrawal>
}

export function sum(amounts: Iterable<bigint>): bigint {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}

/** A percentage of a gross amount, half a cent and more rounded up. */
export function feeOf(grossMicros: bigint, basisPoints: number): bigint {
  const [whole, rest] = [(grossMicros * BigInt(basisPoints)) / 10_000n, (grossMicros * BigInt(basisPoints)) % 10_000n]
  const below = whole % MICROS_PER_CENT
  const isUp = 2n * (below * 10_000n + rest) >= MICROS_PER_CENT * 10_000n
  return whole - below + (isUp ? MICROS_PER_CENT : 0n)
}

export function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10)
}

export function hourOf(atMs: number): number {
  return Math.floor(atMs / HOUR_MS) * HOUR_MS
}

/** What may follow what, as the states of a withdrawal are drawn. */
const legalMoves: Readonly<Record<string, readonly WithdrawalState[]>> = {
  requested: ['in_review', 'approved', 'cancelled', 'rejected'],
  in_review: ['approved', 'cancelled', 'rejected'],
  approved: ['sending', 'sent', 'cancelled', 'needs_attention'],
  sending: ['sent', 'unclaimed', 'completed', 'failed', 'returned', 'needs_attention', 'approved'],
  sent: ['completed', 'unclaimed', 'failed', 'returned', 'needs_attention'],
  unclaimed: ['completed', 'returned', 'failed', 'needs_attention'],
  needs_attention: ['sent', 'completed', 'failed', 'approved'],
  completed: ['returned'],
}

/** Which constraint refuses that a withdrawal moves, or null. */
export function moveFault(
  one: ModelWithdrawal,
  to: WithdrawalState,
  facts: { txHash: string | null; batchId: string | null; nowMs: number; model: Model },
): string | null {
  if (to !== one.state) {
    if (!legalMoves[one.state]?.includes(to)) return 'withdrawals_move_legally'
    const waits = one.state === 'requested' || one.state === 'in_review'
    if (to === 'approved' && waits && one.approverIds.length < one.approvalsNeeded)
      return 'withdrawals_need_their_approvals'
    const isGivenBack =
      (to === 'cancelled' && one.state === 'approved') ||
      (to === 'failed' && one.state === 'needs_attention' && one.kind !== 'paypal')
    if (isGivenBack && one.giverIds.length < 2) return 'withdrawals_need_their_approvals'
    const goesOut = ['approved', 'sending', 'sent'].includes(to) && (waits || one.state === 'approved')
    if (goesOut && isHeldNow(one, facts.nowMs)) return 'withdrawals_held_stay'
  }
  const [txHash, batchId] = [facts.txHash ?? one.txHash, facts.batchId ?? one.batchId]
  if ((to === 'sent' || to === 'completed') && txHash === null && batchId === null) return 'withdrawals_sent_is_proven'
  const proves = txHash === null ? undefined : facts.model.txHashes.get(`${one.kind} ${txHash}`)
  return proves !== undefined && proves !== one && proves.txHash === txHash ? 'withdrawals_tx_once' : null
}

export function isHeldNow(one: ModelWithdrawal, nowMs: number): boolean {
  return one.held !== null && (one.held.untilMs === null || one.held.untilMs > nowMs)
}

/** What was rejected or cancelled no longer counts against the limits of its day. */
export function uncount(model: Model, owner: ModelOwner, one: ModelWithdrawal): void {
  for (const day of [owner.days.get(one.day), model.platformDays.get(one.day)]) if (day) day.micros -= one.grossMicros
}

/** The hold of a withdrawal ends without the money leaving. */
export function releaseHold(owner: ModelOwner, one: ModelWithdrawal): void {
  owner.openHoldMicros -= one.grossMicros
  owner.availableMicros += one.grossMicros
}

export function isOver(state: WithdrawalState): boolean {
  return ['completed', 'rejected', 'cancelled', 'failed', 'returned'].includes(state)
}

export function isEnded(one: ModelCase): boolean {
  return one.state === 'released' || one.state === 'forfeited'
}

// ── earnings ──

export function unsettledClosed(owner: ModelOwner, nowMs: number) {
  return [...owner.unsettled.values()].filter((hour) => hour.hourMs + HOUR_MS <= nowMs && hour.micros > 0n)
}

export function settleOwner(owner: ModelOwner, nowMs: number, maturityDays: number): void {
  for (const { rangeId, hourMs, micros } of unsettledClosed(owner, nowMs)) {
    owner.unsettled.delete(`${rangeId} ${hourMs}`)
    owner.waiting.push({ rangeId, hourMs, micros, maturesAtMs: hourMs + HOUR_MS + maturityDays * DAY_MS })
    owner.earnedMicros += micros
  }
}

export function isFrozen(owner: ModelOwner, rangeId: string): boolean {
  return owner.cases.some((one) => one.rangeId === rangeId && !isEnded(one))
}

export function dueLines(owner: ModelOwner, nowMs: number): Line[] {
  if (!owner.isActive) return []
  return owner.waiting.filter((line) => line.maturesAtMs <= nowMs && !isFrozen(owner, line.rangeId))
}

export function matureOwner(owner: ModelOwner, nowMs: number): void {
  const due = new Set(dueLines(owner, nowMs))
  owner.waiting = owner.waiting.filter((line) => !due.has(line))
  for (const { rangeId, hourMs, micros } of due) {
    owner.availableMicros += micros
    owner.maturedMicros += micros
    const hours = owner.matured.get(rangeId) ?? new Map<number, bigint>()
    owner.matured.set(rangeId, hours.set(hourMs, (hours.get(hourMs) ?? 0n) + micros))
  }
}

export function recoverable(owner: ModelOwner): bigint {
  return owner.deficitMicros < owner.availableMicros ? owner.deficitMicros : owner.availableMicros
}

// ── what is compared ──

export type Balances = {
  availableMicros: bigint
  maturingMicros: bigint
  heldMicros: bigint
  heldByCasesMicros: bigint
  deficitMicros: bigint
  maturedMicros: bigint
  frozenMicros: bigint
  nextMaturityAt: Date | null
}

export function balancesOfModel(owner: ModelOwner): Balances {
  const frozen = owner.waiting.filter((line) => isFrozen(owner, line.rangeId))
  const thawed = owner.waiting.filter((line) => !frozen.includes(line))
  const nextMs = thawed.reduce((least, line) => Math.min(least, line.maturesAtMs), Infinity)
  const heldByCasesMicros = sum(owner.cases.filter((one) => !isEnded(one)).map((one) => one.heldMicros))
  return {
    availableMicros: owner.availableMicros,
    maturingMicros: sum(owner.waiting.map((line) => line.micros)),
    heldMicros: owner.openHoldMicros + heldByCasesMicros,
    heldByCasesMicros,
    deficitMicros: owner.deficitMicros,
    maturedMicros: owner.maturedMicros,
    frozenMicros: sum(frozen.map((line) => line.micros)),
    nextMaturityAt: thawed.length === 0 ? null : new Date(nextMs),
  }
}
