// Steps of deposits: announced, seen, expired, cancelled; what comes for them once, twice, at once, late, or for nobody
// at first; and what is taken back after it was credited, whole or in part, spent or not.
import { cancelDeposit } from '../../features/payments/deposits/cancel-deposit.ts'
import { creditDeposit } from '../../features/payments/deposits/credit-deposit.ts'
import { insertDeposit } from '../../features/payments/deposits/deposits.queries.ts'
import type { DepositState } from '../../features/payments/deposits/deposits.rules.ts'
import { moveDeposit } from '../../features/payments/deposits/move-deposit.ts'
import { reverseDeposit } from '../../features/payments/deposits/reverse-deposit.ts'
import { findMethod } from '../../features/payments/methods/find-method.ts'
import { HOUSE_ID, type TransferRequest } from '../../features/ledger/ledger.public.ts'
import { invariant } from '../../platform/invariant.ts'
import { feeOf, type Model, type ModelDeposit, type ModelOwner } from './money.model.ts'
import { updateSuspended } from './money.queries.ts'
import { accepts, nothing, refuses, together, type Prediction, type Step } from './money.step.ts'
import { dollars, makeId, nameOf, pickOwner, type World } from './money.world.ts'

/** How many of an owner's are remembered: late events come for these. */
const REMEMBERED = 12

export function announce(world: World): Step {
  const { random, model, deps } = world
  const owner = pickOwner(world)
  const method = random.pick(model.methods)
  const known = owner.deposits.at(-1)
  const requestKey = known && random.chance(10) ? known.requestKey : world.name('deposit')
  const { id: methodId, kind } = method
  const deposit: ModelDeposit = {
    id: makeId(random),
    methodId,
    kind,
    requestKey,
    state: 'awaiting_payment',
    micros: 0n,
    feeMicros: 0n,
    receipt: world.name('receipt'),
  }
  const expectedMicros = random.chance(50) ? 20_000_000n : null
  return {
    kind: 'announce',
    words: `${nameOf(world, owner.id)} announces a deposit by ${kind} (${requestKey})`,
    ownerIds: [owner.id],
    predict: () => {
      if (owner.deposits.some((one) => one.requestKey === requestKey)) return refuses('exists', 1)
      return accepts('announced', () => {
        owner.deposits = [...owner.deposits, deposit].slice(-REMEMBERED)
      })
    },
    perform: async () => {
      const now = deps.clock.now()
      const made = await deps.database.transaction((transaction) =>
        insertDeposit(transaction, {
          ...deposit,
          ownerId: owner.id,
          mode: kind === 'paypal' ? 'paypal' : 'address',
          address: kind === 'paypal' ? null : `address of ${owner.id}`,
          expectedMicros,
          expectedRaw: null,
          reservedUntil: null,
          requestDigest: requestKey,
          expiresAt: null,
          now,
        }),
      )
      return { outcome: made ? 'announced' : 'exists' }
    },
  }
}

type Chosen = { owner: ModelOwner; deposit: ModelDeposit }

/** One of the last deposits of somebody; whatever became of it, something may still come for it. */
function pickDeposit(world: World, states?: readonly DepositState[]): Chosen | null {
  const owner = pickOwner(world)
  const fitting = states === undefined ? [] : owner.deposits.filter(({ state }) => states.includes(state))
  const deposits = fitting.length > 0 && world.random.chance(70) ? fitting : owner.deposits
  return deposits.length === 0 ? null : { owner, deposit: world.random.pick(deposits) }
}

function isCredited({ state }: ModelDeposit): boolean {
  return state === 'credited' || state === 'reversed'
}

type Receipt = { micros: bigint; feeMicros: bigint; suspended: Model['suspense'][number] | null }

function pickReceipt({ random, model }: World, { methodId, kind }: ModelDeposit): Receipt {
  const suspended = random.chance(40) ? (model.suspense.find((one) => one.kind === kind) ?? null) : null
  const cents = BigInt(random.between(100, random.pick([5_000, 50_000])))
  const micros = suspended?.micros ?? cents * 10_000n + (random.chance(20) ? BigInt(random.below(10_000)) : 0n)
  const method = model.methods.find(({ id }) => id === methodId)
  return { micros, feeMicros: method?.feesOnDeposits ? feeOf(micros, method.feeBasisPoints) : 0n, suspended }
}

function credit(model: Model, { owner, deposit }: Chosen, { micros, feeMicros, suspended }: Receipt): void {
  Object.assign(deposit, { state: 'credited', micros, feeMicros })
  owner.creditedDeposits += 1
  owner.availableMicros += micros - feeMicros
  owner.feeIncomeMicros += feeMicros
  model.custodyMicros[deposit.kind] += micros
  if (suspended === null) return
  model.custodyMicros[deposit.kind] -= micros
  model.suspense = model.suspense.filter((one) => one !== suspended)
}

async function performCredit(world: World, { owner, deposit }: Chosen, receipt: Receipt): Promise<string> {
  const { deps } = world
  const { micros: amountMicros, suspended } = receipt
  const method = await findMethod(deps.database.kysely, deposit.methodId)
  invariant(method !== null, 'The simulator removes no method')
  const further: TransferRequest[] =
    suspended === null
      ? []
      : [
          {
            ownerId: HOUSE_ID,
            code: 'suspense_resolved',
            amountMicros,
            custody: deposit.kind,
            idempotencyKey: `${suspended.key}:resolved`,
          },
        ]
  const credited = await deps.database.transaction(async (transaction) => {
    const done = await creditDeposit(transaction, {
      ownerId: owner.id,
      depositId: deposit.id,
      method,
      amountMicros,
      idempotencyKey: `deposit:${deposit.kind}:${deposit.receipt}`,
      description: 'A deposit',
      now: deps.clock.now(),
      further,
    })
    if (suspended === null || done.outcome === 'exists') return done
    await updateSuspended(transaction, { hash: suspended.key, ownerId: owner.id, depositId: deposit.id })
    return done
  })
  return credited.outcome
}

export function receive(world: World): Step | null {
  const chosen = pickDeposit(world, ['awaiting_payment', 'confirming', 'in_review', 'expired', 'cancelled'])
  if (chosen === null) return null
  const { owner, deposit } = chosen
  const receipt = pickReceipt(world, deposit)
  const { requestKey, state } = deposit
  const from = receipt.suspended === null ? '' : ' out of suspense'
  return {
    kind: 'receive',
    words: `${dollars(receipt.micros)} come${from} for ${requestKey} (${state}) of ${nameOf(world, owner.id)}`,
    ownerIds: [owner.id],
    predict: () =>
      isCredited(deposit) ? refuses('exists', 1) : accepts('credited', () => credit(world.model, chosen, receipt)),
    perform: async () => ({ outcome: await performCredit(world, chosen, receipt) }),
  }
}

export function receiveTwice(world: World): Step | null {
  const chosen = pickDeposit(world, ['awaiting_payment', 'confirming', 'in_review', 'expired', 'cancelled', 'failed'])
  if (chosen === null) return null
  const { owner, deposit } = chosen
  const receipt = pickReceipt(world, deposit)
  return {
    kind: 'receive twice at once',
    words: `${dollars(receipt.micros)} come twice at once for ${deposit.requestKey} of ${nameOf(world, owner.id)}`,
    ownerIds: [owner.id],
    mayCrash: false,
    predict: () =>
      isCredited(deposit)
        ? refuses('exists + exists')
        : accepts('credited + exists', () => credit(world.model, chosen, receipt)),
    perform: async () => {
      const both = [performCredit(world, chosen, receipt), performCredit(world, chosen, receipt)]
      return { outcome: together(await Promise.all(both)) }
    },
  }
}

const depositMoves: Readonly<Record<DepositState, readonly DepositState[]>> = {
  awaiting_payment: ['confirming', 'in_review', 'cancelled', 'expired', 'failed'],
  confirming: ['awaiting_payment', 'in_review', 'failed', 'cancelled', 'expired'],
  in_review: ['awaiting_payment', 'confirming', 'failed'],
  expired: ['confirming', 'in_review'],
  cancelled: ['confirming', 'in_review'],
  failed: ['confirming', 'in_review'],
  credited: [],
  reversed: [],
}

export function shiftDeposit(world: World): Step | null {
  const chosen = pickDeposit(world)
  if (chosen === null) return null
  const { owner, deposit } = chosen
  const targets = ['confirming', 'in_review', 'awaiting_payment', 'expired', 'failed'] as const
  const to = world.random.pick(targets)
  const { requestKey, state } = deposit
  return {
    kind: 'move deposit',
    words: `${requestKey} of ${nameOf(world, owner.id)} goes from ${state} to ${to}`,
    ownerIds: [owner.id],
    predict: () =>
      depositMoves[deposit.state].includes(to) ? accepts('moved', () => (deposit.state = to)) : refuses('unchanged', 1),
    perform: async () => {
      const { database, clock } = world.deps
      const move = { ownerId: owner.id, depositId: deposit.id, to, reason: null, now: clock.now() }
      return { outcome: (await database.transaction((transaction) => moveDeposit(transaction, move))).outcome }
    },
  }
}

export function takeBackAnnouncement(world: World): Step | null {
  const chosen = pickDeposit(world)
  if (chosen === null) return null
  const { owner, deposit } = chosen
  const by = world.random.chance(85) ? owner : pickOwner(world)
  const { requestKey, state } = deposit
  return {
    kind: 'cancel deposit',
    words: `${nameOf(world, by.id)} cancels ${requestKey} (${state}) of ${nameOf(world, owner.id)}`,
    ownerIds: [owner.id],
    predict: () => {
      if (by !== owner) return refuses('not_found')
      if (deposit.state === 'cancelled') return accepts('cancelled', nothing)
      if (deposit.state !== 'awaiting_payment') return refuses('state_changed')
      return accepts('cancelled', () => (deposit.state = 'cancelled'))
    },
    perform: async () => {
      await cancelDeposit(world.deps, by.id, deposit.id)
      return { outcome: 'cancelled' }
    },
  }
}

export function reverse(world: World): Step | null {
  const chosen = pickDeposit(world, ['credited'])
  if (chosen === null) return null
  const { owner, deposit } = chosen
  const { random, deps } = world
  const part = random.chance(40) && deposit.micros > 1n ? deposit.micros / BigInt(random.between(1, 4)) : null
  const { requestKey, micros } = deposit
  return {
    kind: 'reverse deposit',
    words: `${part === null ? 'all' : dollars(part)} of ${dollars(micros)} of ${requestKey} of ${nameOf(world, owner.id)} is taken back`,
    ownerIds: [owner.id],
    predict: () => predictReversal(world.model, chosen, part),
    perform: async () => {
      const amount = part === null ? {} : { amountMicros: part }
      const reversal = { ownerId: owner.id, depositId: deposit.id, reason: 'It went back', now: deps.clock.now() }
      const reversed = await deps.database.transaction((transaction) =>
        reverseDeposit(transaction, { ...reversal, ...amount }),
      )
      if (reversed.outcome === 'unchanged') return { outcome: 'unchanged' }
      return { outcome: 'reversed', detail: `${dollars(reversed.lostMicros)} lost` }
    },
  }
}

function predictReversal(model: Model, { owner, deposit }: Chosen, part: bigint | null): Prediction {
  if (deposit.state !== 'credited') return refuses('unchanged', 1)
  const micros = part ?? deposit.micros
  const feeMicros = micros === deposit.micros ? deposit.feeMicros : 0n
  const there = owner.availableMicros + feeMicros
  const lost = there < micros ? micros - there : 0n
  return accepts(
    'reversed',
    () => {
      deposit.state = 'reversed'
      owner.creditedDeposits -= 1
      owner.feeIncomeMicros -= feeMicros
      owner.availableMicros = there - (micros - lost)
      owner.deficitMicros += lost
      model.custodyMicros[deposit.kind] -= micros
    },
    `${dollars(lost)} lost`,
  )
}
