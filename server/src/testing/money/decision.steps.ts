// Steps of the people who decide about withdrawals, and of owners who cancel: the right person and the wrong one, in
// time and too late, once and again.
import { giveBackWithdrawal } from '../../features/payments/withdrawals/give-back-withdrawal.ts'
import {
  approveWithdrawal,
  cancelWithdrawal,
  holdWithdrawal,
  rejectWithdrawal,
} from '../../features/payments/withdrawals/decide-withdrawal.ts'
import {
  HOUR_MS,
  isHeldNow,
  isOver,
  moveFault,
  releaseHold,
  uncount,
  type ModelOwner,
  type ModelWithdrawal,
} from './money.model.ts'
import { accepts, refuses, type Prediction, type Step, type StepKind } from './money.step.ts'
import { dollars, nameOf, pickAdmin, pickOwner, requester, type World } from './money.world.ts'

const NOBODYS_ID = '01900000-0000-7000-8000-000000000000'

export type ChosenWithdrawal = { owner: ModelOwner; one: ModelWithdrawal }

/** One of the last of somebody: mostly one that is in these states, else one that is not over. */
export function pickWithdrawal(
  world: World,
  states: readonly ModelWithdrawal['state'][] = [],
): ChosenWithdrawal | null {
  const { random, model } = world
  // Where few are in a state, the lively owners are searched for one.
  const lively = model.owners
    .slice(-6)
    .filter(({ withdrawals }) => withdrawals.some(({ state }) => states.includes(state)))
  const owner = lively.length > 0 && random.chance(70) ? random.pick(lively) : pickOwner(world)
  const fitting = owner.withdrawals.filter(({ state }) => states.includes(state))
  const open = owner.withdrawals.filter(({ state }) => !isOver(state))
  const best = [fitting, open].find((list) => list.length > 0 && random.chance(80)) ?? owner.withdrawals
  return best.length === 0 ? null : { owner, one: random.pick(best) }
}

export function inWords(world: World, { owner, one }: ChosenWithdrawal): string {
  const held = one.held === null ? '' : ', held'
  const whose = `of ${nameOf(world, owner.id)}`
  return `${one.requestKey} ${whose} (${dollars(one.grossMicros)} by ${one.kind}, ${one.state}${held})`
}

type Decision = {
  kind: StepKind
  verb: string
  predict(chosen: ChosenWithdrawal): Prediction
  perform(id: string): Promise<unknown>
  outcome: string
}

function decision(world: World, chosen: ChosenWithdrawal | null, how: Decision): Step | null {
  // At times somebody decides about what is not there.
  const isThere = chosen !== null && world.random.chance(98)
  if (chosen === null && world.random.chance(95)) return null
  return {
    kind: how.kind,
    words: isThere ? `${how.verb} ${inWords(world, chosen)}` : `${how.verb} what is not there`,
    ownerIds: chosen === null ? [] : [chosen.owner.id],
    predict: () => (isThere ? how.predict(chosen) : refuses('not_found')),
    perform: async () => {
      await how.perform(isThere ? chosen.one.id : NOBODYS_ID)
      return { outcome: how.outcome }
    },
  }
}

/** Mostly somebody of those who run the platform, at times the owner of the money. */
function pickPerson(world: World, chosen: ChosenWithdrawal | null): string {
  if (chosen !== null && world.random.chance(8)) return chosen.owner.id
  return world.random.chance(95) ? pickAdmin(world) : pickOwner(world).id
}

export function approve(world: World): Step | null {
  const chosen = pickWithdrawal(world, ['requested', 'in_review'])
  const by = pickPerson(world, chosen)
  const { model, deps } = world
  return decision(world, chosen, {
    kind: 'approve',
    verb: `${nameOf(world, by)} approves`,
    outcome: 'approved',
    predict: ({ one }) => {
      if (by === one.ownerId || one.approverIds.includes(by)) return refuses('other_person_needed')
      if (one.state !== 'requested' && one.state !== 'in_review') return refuses('state_changed')
      if (model.limits.isPaused) return refuses('withdrawals_paused')
      if (isHeldNow(one, model.nowMs)) return refuses('state_changed')
      return accepts('approved', () => {
        one.approverIds.push(by)
        one.state = one.approverIds.length >= one.approvalsNeeded ? 'approved' : 'in_review'
      })
    },
    perform: (id) => approveWithdrawal(deps, { id, by: requester(by), note: '' }),
  })
}

export function reject(world: World): Step | null {
  const chosen = pickWithdrawal(world, ['requested', 'in_review'])
  const by = pickPerson(world, chosen)
  const { model, deps } = world
  return decision(world, chosen, {
    kind: 'reject',
    verb: `${nameOf(world, by)} rejects`,
    outcome: 'rejected',
    predict: ({ owner, one }) => {
      if (by === one.ownerId) return refuses('other_person_needed')
      if (one.state !== 'requested' && one.state !== 'in_review') return refuses('state_changed')
      return accepts('rejected', () => {
        one.state = 'rejected'
        uncount(model, owner, one)
        releaseHold(owner, one)
      })
    },
    perform: (id) => rejectWithdrawal(deps, { id, by: requester(by), reason: 'Not this one' }),
  })
}

export function cancel(world: World): Step | null {
  const chosen = pickWithdrawal(world, ['requested', 'in_review'])
  const by = chosen !== null && world.random.chance(90) ? chosen.owner.id : pickOwner(world).id
  const { model, deps } = world
  return decision(world, chosen, {
    kind: 'cancel',
    verb: `${nameOf(world, by)} cancels`,
    outcome: 'cancelled',
    predict: ({ owner, one }) => {
      if (by !== one.ownerId) return refuses('not_found')
      if (one.state !== 'requested' && one.state !== 'in_review') return refuses('state_changed')
      return accepts('cancelled', () => {
        one.state = 'cancelled'
        uncount(model, owner, one)
        releaseHold(owner, one)
      })
    },
    perform: (id) => cancelWithdrawal(deps, { id, by: requester(by) }),
  })
}

export function hold(world: World): Step | null {
  const { random, model, deps } = world
  const chosen = pickWithdrawal(world, ['requested', 'in_review', 'approved'])
  const by = pickPerson(world, chosen)
  const untilMs = random.pick([null, model.nowMs + random.between(1, 48) * HOUR_MS, model.nowMs - HOUR_MS])
  return decision(world, chosen, {
    kind: 'hold',
    verb: `${nameOf(world, by)} holds, until ${untilMs === null ? 'further notice' : new Date(untilMs).toISOString()},`,
    outcome: 'held',
    predict: ({ one }) => {
      const refusal = holdRefusal(one, by)
      if (refusal !== null) return refuses(refusal)
      if (untilMs !== null && untilMs <= model.nowMs) return refuses('invalid_request')
      return accepts('held', () => (one.held = { untilMs }))
    },
    perform: (id) => {
      const until = untilMs === null ? null : new Date(untilMs)
      return holdWithdrawal(deps, { id, by: requester(by), reason: 'Looked at first', until })
    },
  })
}

function holdRefusal(one: ModelWithdrawal, by: string): string | null {
  if (by === one.ownerId) return 'other_person_needed'
  return one.state === 'requested' || one.state === 'in_review' || one.state === 'approved' ? null : 'state_changed'
}

export function letGo(world: World): Step | null {
  const held = world.model.owners
    .slice(-6)
    .flatMap((owner) =>
      owner.withdrawals.filter((one) => one.held !== null && !isOver(one.state)).map((one) => ({ owner, one })),
    )
  const isHeld = held.length > 0 && world.random.chance(80)
  const chosen = isHeld ? world.random.pick(held) : pickWithdrawal(world, ['requested', 'in_review', 'approved'])
  const by = pickPerson(world, chosen)
  return decision(world, chosen, {
    kind: 'let go',
    verb: `${nameOf(world, by)} lets go`,
    outcome: 'let go',
    predict: ({ one }) => {
      const refusal = holdRefusal(one, by)
      return refusal === null ? accepts('let go', () => (one.held = null)) : refuses(refusal)
    },
    perform: (id) => holdWithdrawal(world.deps, { id, by: requester(by), reason: null, until: null }),
  })
}

/** Two people state that nothing was sent. Never with a recorded transaction: then a chain would be asked. */
export function giveBack(world: World): Step | null {
  const picked = pickWithdrawal(world, ['approved', 'needs_attention'])
  const chosen = picked?.one.txHash === null ? picked : null
  const by = pickPerson(world, chosen)
  const { deps } = world
  return decision(world, chosen, {
    kind: 'give back',
    verb: `${nameOf(world, by)} states that nothing was sent of`,
    outcome: 'stated',
    predict: (which) => predictGivingBack(world, which, by),
    perform: (id) => giveBackWithdrawal(deps, { id, by: requester(by), statement: 'Nothing was sent' }),
  })
}

function predictGivingBack({ model }: World, { owner, one }: ChosenWithdrawal, by: string): Prediction {
  if (one.state !== 'approved' && one.state !== 'needs_attention') return refuses('state_changed')
  if (one.batchId !== null) return refuses('state_changed')
  if (by === one.ownerId || one.giverIds.includes(by)) return refuses('other_person_needed')
  if (one.giverIds.length === 0) {
    return accepts('stated', () => {
      one.giverIds.push(by)
      if (one.state === 'approved') one.held = { untilMs: null }
    })
  }
  const to = one.state === 'approved' ? 'cancelled' : 'failed'
  const after = { ...one, giverIds: [...one.giverIds, by] }
  const fault = moveFault(after, to, { txHash: null, batchId: null, nowMs: model.nowMs, model })
  if (fault !== null) return refuses(fault)
  return accepts('stated', () => {
    one.giverIds.push(by)
    one.state = to
    if (to === 'cancelled') uncount(model, owner, one)
    releaseHold(owner, one)
  })
}
