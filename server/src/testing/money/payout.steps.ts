// Steps of what was approved: sent, unclaimed, in doubt, settled, failed, come back; in order, out of order and twice,
// with proofs that were used before and with none.
import type { WithdrawalState } from '@inrange/contract/withdrawals'
import { postTransfers } from '../../features/ledger/ledger.public.ts'
import {
  moveWithdrawal,
  releaseWithdrawal,
  returnWithdrawal,
  settleWithdrawal,
} from '../../features/payments/withdrawals/withdrawal.moves.ts'
import { inWords, pickWithdrawal, type ChosenWithdrawal } from './decision.steps.ts'
import { isOver, moveFault, releaseHold, type ModelWithdrawal } from './money.model.ts'
import { accepts, refuses, type Prediction, type Step } from './money.step.ts'
import { dollars, type World } from './money.world.ts'

/** Where whoever moves it saw it: mostly where it is, at times somewhere else. Nobody moves what they saw to be over. */
function pickSeen({ random }: World, { one }: ChosenWithdrawal): WithdrawalState {
  if (isOver(one.state)) return 'sent'
  const others = ['requested', 'approved', 'sending', 'sent', 'unclaimed', 'needs_attention'] as const
  return random.chance(85) ? one.state : random.pick(others)
}

type Proof = { txHash: string | null; batchId: string | null }

function pickProof(world: World, { kind }: ModelWithdrawal): Proof {
  const { random, model } = world
  if (random.chance(4)) return { txHash: null, batchId: null }
  if (kind === 'paypal') return { txHash: null, batchId: world.name('batch') }
  const used = [...model.txHashes.keys()].slice(-20).filter((key) => key.startsWith(`${kind} `))
  const isUsed = used.length > 0 && random.chance(8)
  const txHash = isUsed ? random.pick(used).slice(kind.length + 1) : `0x${random.hex(16)}`
  return { txHash, batchId: null }
}

function fieldsOf({ txHash, batchId }: Proof) {
  return { ...(txHash === null ? {} : { txHash }), ...(batchId === null ? {} : { paypalBatchId: batchId }) }
}

function prove({ model }: World, one: ModelWithdrawal, { txHash, batchId }: Proof): void {
  one.batchId = batchId ?? one.batchId
  if (txHash === null) return
  one.txHash = txHash
  model.txHashes.set(`${one.kind} ${txHash}`, one)
}

export function movePayout(world: World): Step | null {
  const chosen = pickWithdrawal(world, ['approved', 'sending', 'sent', 'unclaimed', 'needs_attention'])
  if (chosen === null) return null
  const { owner, one } = chosen
  const { random, model, deps } = world
  const to = random.pick([
    'sending',
    'sent',
    'sent',
    'sent',
    'unclaimed',
    'needs_attention',
    'approved',
    'in_review',
  ] as const)
  const from = pickSeen(world, chosen)
  const proof =
    to === 'sent' || (to === 'sending' && random.chance(50)) ? pickProof(world, one) : { txHash: null, batchId: null }
  return {
    kind: 'move payout',
    words: `${inWords(world, chosen)}, seen ${from}, moves to ${to} with ${proof.txHash ?? proof.batchId ?? 'no proof'}`,
    ownerIds: [owner.id],
    predict: () => {
      if (one.state !== from) return refuses('unchanged', 1)
      const fault = moveFault(one, to, { ...proof, nowMs: model.nowMs, model })
      if (fault !== null) return refuses(fault)
      return accepts('moved', () => {
        one.state = to
        prove(world, one, proof)
      })
    },
    perform: async () => {
      const move = { ownerId: owner.id, id: one.id, from, to, fields: fieldsOf(proof) }
      const moved = await deps.database.transaction((transaction) => moveWithdrawal(deps, transaction, move))
      return { outcome: moved === null ? 'unchanged' : 'moved' }
    },
  }
}

export function settlePayout(world: World): Step | null {
  const chosen = pickWithdrawal(world, ['sent', 'sent', 'sending', 'unclaimed', 'needs_attention'])
  if (chosen === null) return null
  const { owner, one } = chosen
  const { random, model, deps } = world
  const from = pickSeen(world, chosen)
  const proof = random.chance(30) ? pickProof(world, one) : { txHash: null, batchId: null }
  return {
    kind: 'settle payout',
    words: `${inWords(world, chosen)}, seen ${from}, has left`,
    ownerIds: [owner.id],
    predict: () => {
      if (one.state !== from) return refuses('unchanged', 1)
      const fault = moveFault(one, 'completed', { ...proof, nowMs: model.nowMs, model })
      if (fault !== null) return refuses(fault)
      return accepts('settled', () => {
        one.state = 'completed'
        prove(world, one, proof)
        owner.openHoldMicros -= one.grossMicros
        owner.feeIncomeMicros += one.feeMicros
        model.custodyMicros[one.kind] -= one.grossMicros - one.feeMicros
      })
    },
    perform: async () => {
      const move = { ownerId: owner.id, id: one.id, from, fields: fieldsOf(proof) }
      const settled = await deps.database.transaction((transaction) => settleWithdrawal(deps, transaction, move))
      return { outcome: settled === null ? 'unchanged' : 'settled' }
    },
  }
}

export function releasePayout(world: World): Step | null {
  const chosen = pickWithdrawal(world, ['sending', 'sent', 'unclaimed', 'needs_attention'])
  if (chosen === null) return null
  const { owner, one } = chosen
  const { random, model, deps } = world
  const from = pickSeen(world, chosen)
  const to = random.pick(['failed', 'returned'] as const)
  return {
    kind: 'release payout',
    words: `${inWords(world, chosen)}, seen ${from}, has ${to}`,
    ownerIds: [owner.id],
    predict: () => {
      if (one.state !== from) return refuses('unchanged', 1)
      const fault = moveFault(one, to, { txHash: null, batchId: null, nowMs: model.nowMs, model })
      if (fault !== null) return refuses(fault)
      return accepts('released', () => {
        one.state = to
        releaseHold(owner, one)
      })
    },
    perform: async () => {
      const move = { ownerId: owner.id, id: one.id, from, to, reason: 'It did not arrive' }
      const released = await deps.database.transaction((transaction) => releaseWithdrawal(deps, transaction, move))
      return { outcome: released === null ? 'unchanged' : 'released' }
    },
  }
}

export function returnPayout(world: World): Step | null {
  const chosen = pickWithdrawal(world, ['completed'])
  if (chosen === null) return null
  const { owner, one } = chosen
  const { model, deps } = world
  return {
    kind: 'return payout',
    words: `${inWords(world, chosen)} comes back`,
    ownerIds: [owner.id],
    predict: (): Prediction => {
      if (one.state !== 'completed') return refuses('unchanged', 1)
      return accepts('returned', () => {
        one.state = 'returned'
        const netMicros = one.grossMicros - one.feeMicros
        owner.availableMicros += netMicros
        model.custodyMicros[one.kind] += netMicros
      })
    },
    perform: async () => {
      const move = { ownerId: owner.id, id: one.id, from: 'completed' as const, reason: 'It came back' }
      const returned = await deps.database.transaction((transaction) => returnWithdrawal(deps, transaction, move))
      return { outcome: returned === null ? 'unchanged' : 'returned' }
    },
  }
}

/** What PayPal charges for a payout, told once or twice, at times as another figure. */
export function chargePayout(world: World): Step | null {
  const chosen = pickWithdrawal(world, ['completed'])
  if (chosen === null) return null
  const { owner, one } = chosen
  const { random, model, deps } = world
  const micros =
    one.chargedMicros !== null && random.chance(70) ? one.chargedMicros : BigInt(random.between(1, 900_000))
  return {
    kind: 'provider fee',
    words: `${dollars(micros)} are charged for ${inWords(world, chosen)}`,
    ownerIds: [owner.id],
    predict: () => {
      if (one.chargedMicros !== null) return refuses(one.chargedMicros === micros ? 'exists' : 'key_conflict', 1)
      return accepts('posted', () => {
        one.chargedMicros = micros
        model.providerFeesMicros += micros
        model.custodyMicros.paypal -= micros
      })
    },
    perform: async () => {
      const idempotencyKey = `withdrawal:${one.id}:provider_fee`
      const fee = { ownerId: owner.id, code: 'provider_fee', custody: 'paypal', amountMicros: micros } as const
      const [posted] = await deps.database.transaction((transaction) =>
        postTransfers(transaction, [{ ...fee, idempotencyKey }]),
      )
      return { outcome: posted?.outcome ?? 'nothing' }
    },
  }
}
