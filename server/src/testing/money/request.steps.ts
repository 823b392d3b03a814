// Steps that ask for withdrawals: within and beyond what is there, what is allowed and what was shown; the same request
// again, with the same and with another body; two at once against one balance.
import { createHash } from 'node:crypto'
import { placeWithdrawal } from '../../features/payments/withdrawals/request-withdrawal.ts'
import { intentOf, type ShownWithdrawal } from '../../features/payments/withdrawals/withdrawal.intent.ts'
import { selectWithdrawalByKey, type WithdrawalRow } from '../../features/payments/withdrawals/withdrawals.queries.ts'
import { feeMicrosOf } from '../../features/payments/withdrawals/withdrawals.rules.ts'
import {
  dayOf,
  feeOf,
  MICROS_PER_USD,
  type Model,
  type ModelDestination,
  type ModelMethod,
  type ModelOwner,
  type ModelWithdrawal,
} from './money.model.ts'
import {
  accepts,
  outcomeOf,
  refuses,
  together,
  type Facts,
  type Prediction,
  type Result,
  type Step,
} from './money.step.ts'
import { dollars, nameOf, pickOwner, requester, type World } from './money.world.ts'

const REMEMBERED = 12

type Asked = {
  owner: ModelOwner
  method: ModelMethod
  destination: ModelDestination
  /** False: it is in somebody else's book. */
  isOwn: boolean
  grossMicros: bigint
  requestKey: string
  shown: ShownWithdrawal
  intent: string
}

/** Mostly one of the lively who has something to ask for. */
function pickAsker(world: World): ModelOwner {
  const { random, model } = world
  const able = model.owners.slice(-12).filter(({ availableMicros }) => availableMicros > 20n * MICROS_PER_USD)
  return able.length > 0 && random.chance(75) ? random.pick(able) : pickOwner(world)
}

function pickAsked(world: World): Asked {
  const { random, model } = world
  const owner = pickAsker(world)
  const isOwn = random.chance(97)
  const book = isOwn ? owner : pickOwner(world)
  const usual = book.destinations.slice(0, 5)
  const destination = random.pick(random.chance(92) ? usual : book.destinations)
  const ofKind = model.methods.find(({ kind }) => kind === destination.kind)
  const method = ofKind && random.chance(95) ? ofKind : random.pick(model.methods)
  const grossMicros = pickGross(world, owner)
  const known = owner.withdrawals.at(-1)
  const isRepeated = known !== undefined && random.chance(6)
  const requestKey = isRepeated ? known.requestKey : world.name('withdrawal')
  // Now and then the fee was changed after it had been shown.
  const feeBasisPoints = random.chance(97) ? method.feeBasisPoints : (method.feeBasisPoints + 10) % 1_010
  const feeMicros = feeMicrosOf(grossMicros, feeBasisPoints)
  const shown: ShownWithdrawal = {
    methodId: method.id,
    kind: method.kind,
    destinationId: destination.id,
    address: destination.address,
    grossMicros,
    feeMicros,
    feeBasisPoints,
    netMicros: grossMicros - feeMicros,
  }
  const intent = isRepeated && random.chance(50) ? known.intent : `${requestKey} ${JSON.stringify(intentOf(shown))}`
  return { owner, method, destination, isOwn: book === owner, grossMicros, requestKey, shown, intent }
}

/** Whole cents: mostly within what is there and what is allowed, at times all of it, more, or too little. */
function pickGross({ random, model }: World, owner: ModelOwner): bigint {
  const there = owner.availableMicros / 10_000n
  const allowed = BigInt(model.limits.perRequestUsd) * 100n
  const within = (there < allowed ? there : allowed) / BigInt(random.pick([1, 2, 4, 4, 10]))
  const cents = random.pick([
    within,
    within,
    within,
    within,
    there,
    (there * 13n) / 10n,
    BigInt(random.between(1, 999)),
  ])
  return (cents === 0n ? 1_000n : cents) * 10_000n
}

/** What the first of two that run at once changes for the second. */
type Before = { requests: number; micros: bigint }
const NOBODY_BEFORE: Before = { requests: 0, micros: 0n }

/** The first reason against a request, in the order of the rules, or null. */
function refusalOf(model: Model, asked: Asked, before: Before): string | null {
  const { owner, method, destination, grossMicros } = asked
  const { limits, nowMs } = model
  if (limits.isPaused) return 'withdrawals_paused'
  if (!method.isActive || !asked.isOwn) return 'not_found'
  if (destination.isRemoved || destination.kind !== method.kind) return 'destination_refused'
  if (nowMs < destination.usableFromMs) return 'destination_resting'
  const leastMicros = BigInt(limits.minimumUsd) * MICROS_PER_USD
  if (grossMicros < leastMicros || grossMicros < method.minimumMicros) return 'amount_too_small'
  if (isOverLimit(model, asked, before)) return 'limit_exceeded'
  if (!owner.isActive) return 'not_found'
  if (owner.deficitMicros > 0n) return 'amount_not_available'
  if (grossMicros > owner.availableMicros - before.micros) return 'amount_not_available'
  return asked.shown.feeBasisPoints === method.feeBasisPoints ? null : 'intent_over'
}

function isOverLimit({ limits, platformDays, nowMs }: Model, { owner, grossMicros }: Asked, before: Before): boolean {
  const none = { requests: 0, micros: 0n }
  const own = owner.days.get(dayOf(nowMs)) ?? none
  const all = platformDays.get(dayOf(nowMs)) ?? none
  const usd = (dollarsOf: number) => BigInt(dollarsOf) * MICROS_PER_USD
  return (
    grossMicros > usd(limits.perRequestUsd) ||
    own.requests + before.requests >= limits.perUserDayRequests ||
    own.micros + before.micros + grossMicros > usd(limits.perUserDayUsd) ||
    all.micros + before.micros + grossMicros > usd(limits.platformDayUsd)
  )
}

function approvalsNeeded(model: Model, { owner, destination, grossMicros }: Asked): number {
  const usd = (dollarsOf: number) => BigInt(dollarsOf) * MICROS_PER_USD
  if (grossMicros >= usd(model.limits.secondPersonUsd)) return 2
  const isOdd = destination.isShared || (owner.creditedDeposits > 0 && owner.maturedMicros === 0n)
  return grossMicros < usd(model.limits.autoApproveUsd) && !isOdd ? 0 : 1
}

function place(model: Model, asked: Asked, id: string): void {
  const { owner, method, grossMicros, requestKey, intent } = asked
  const needed = approvalsNeeded(model, asked)
  const day = dayOf(model.nowMs)
  const one: ModelWithdrawal = {
    requestKey,
    id,
    ownerId: owner.id,
    kind: method.kind,
    grossMicros,
    feeMicros: feeOf(grossMicros, method.feeBasisPoints),
    state: needed === 0 ? 'approved' : 'requested',
    approvalsNeeded: needed,
    approverIds: [],
    giverIds: [],
    held: null,
    txHash: null,
    batchId: null,
    chargedMicros: null,
    day,
    intent,
  }
  owner.withdrawals = [...owner.withdrawals, one].slice(-REMEMBERED)
  owner.availableMicros -= grossMicros
  owner.openHoldMicros += grossMicros
  for (const days of [owner.days, model.platformDays]) {
    const known = days.get(day) ?? { requests: 0, micros: 0n }
    days.set(day, { requests: known.requests + 1, micros: known.micros + grossMicros })
  }
}

function describe(facts: { approvalsNeeded: number; feeMicros: bigint; state: string }): string {
  return `${facts.state}, ${facts.approvalsNeeded} to approve, fee ${dollars(facts.feeMicros)}`
}

function predictPlacing(model: Model, asked: Asked): Prediction {
  const refusal = refusalOf(model, asked, NOBODY_BEFORE)
  if (refusal !== null) return refuses(refusal)
  if (asked.owner.withdrawals.some((one) => one.requestKey === asked.requestKey))
    return refuses('withdrawals_request_once')
  const needed = approvalsNeeded(model, asked)
  const feeMicros = feeOf(asked.grossMicros, asked.method.feeBasisPoints)
  const detail = describe({ approvalsNeeded: needed, feeMicros, state: needed === 0 ? 'approved' : 'requested' })
  return accepts('placed', ({ id = '' }: Facts) => place(model, asked, id), detail)
}

function placing({ deps }: World, asked: Asked): Promise<WithdrawalRow> {
  const { owner, shown, intent, requestKey } = asked
  const { userId: ownerId, ...origin } = requester(owner.id)
  return deps.database.transaction((transaction) =>
    placeWithdrawal(deps, transaction, { ownerId, shown, proofKind: 'totp', intent, requestKey, origin }),
  )
}

function inWords(world: World, { owner, grossMicros, requestKey, method, destination }: Asked): string {
  const way = `by ${method.kind} to ${destination.address}`
  return `${nameOf(world, owner.id)} asks for ${dollars(grossMicros)} ${way} (${requestKey})`
}

/** As the operation does it: what was asked before is answered again, unless it is something else. */
export function request(world: World): Step {
  const asked = pickAsked(world)
  const { owner, requestKey, intent } = asked
  // Without the look at what is known, as two processes would do it: the database has to refuse the second.
  const isBlind = world.random.chance(30)
  const digest = createHash('sha256').update(intent).digest('base64url')
  return {
    kind: 'request',
    words: inWords(world, asked),
    ownerIds: [owner.id],
    predict: () => {
      const known = isBlind ? undefined : owner.withdrawals.find((one) => one.requestKey === requestKey)
      if (!known) return predictPlacing(world.model, asked)
      if (known.intent !== intent) return refuses('request_key_reused')
      return { ...refuses('exists'), learn: ({ id = '' }) => (known.id = id) }
    },
    perform: async (): Promise<Result> => {
      const { kysely } = world.deps.database
      const known = isBlind ? null : await selectWithdrawalByKey(kysely, { ownerId: owner.id, requestKey })
      if (known && known.requestDigest !== digest) return { outcome: 'request_key_reused' }
      if (known) return { outcome: 'exists', facts: { id: known.id } }
      const row = await placing(world, asked)
      return { outcome: 'placed', detail: describe(row), facts: { id: row.id } }
    },
    mayCrash: !isBlind,
  }
}

export function requestTwice(world: World): Step {
  // Neither key was used before, or what refuses it would depend on which of the two comes first.
  const asked = { ...pickAsked(world), requestKey: world.name('withdrawal') }
  const isSameKey = world.random.chance(30)
  const other = isSameKey ? asked : { ...asked, requestKey: world.name('withdrawal'), intent: `${asked.intent} again` }
  const { model } = world
  return {
    kind: 'request twice at once',
    words: `${inWords(world, asked)}, twice at once, ${isSameKey ? 'with one key' : `also as ${other.requestKey}`}`,
    ownerIds: [asked.owner.id],
    mayCrash: false,
    predict: () => {
      const first = refusalOf(model, asked, NOBODY_BEFORE)
      if (first !== null) return refuses(together([first, first]))
      const { grossMicros } = asked
      const refusal = refusalOf(model, asked, { requests: 1, micros: grossMicros })
      const second = refusal ?? (isSameKey ? 'withdrawals_request_once' : 'placed')
      return accepts(together(['placed', second]), (facts) => {
        if (facts['first'] !== undefined) place(model, asked, facts['first'])
        if (facts['second'] !== undefined) place(model, other, facts['second'])
      })
    },
    perform: async () => {
      const ask = (one: Asked) =>
        outcomeOf(async () => ({ outcome: 'placed', facts: { id: (await placing(world, one)).id } }))
      const [first, second] = await Promise.all([ask(asked), ask(other)])
      const facts = {
        ...(first.facts?.['id'] === undefined ? {} : { first: first.facts['id'] }),
        ...(second.facts?.['id'] === undefined ? {} : { second: second.facts['id'] }),
      }
      return { outcome: together([first.outcome, second.outcome]), facts }
    },
  }
}
