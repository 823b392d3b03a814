// Steps of cases: opened on settled, matured and spent hours, grown, proposed and decided by the right and the wrong
// person, and ended while earnings are settled and mature.
import { matureEarnings, settleEarnings } from '../../features/ledger/ledger.public.ts'
import { decideEnd, proposeEnd } from '../../features/integrity/decide-case.ts'
import { openCaseByHand } from '../../features/integrity/open-case-by-hand.ts'
import {
  HOUR_MS,
  hourOf,
  isEnded,
  matureOwner,
  settleOwner,
  sum,
  type ModelCase,
  type ModelOwner,
} from './money.model.ts'
import { accepts, refuses, type Facts, type Prediction, type Step } from './money.step.ts'
import { makeId, nameOf, pickAdmin, pickOwner, requester, type World } from './money.world.ts'

const NOBODYS_ID = '01900000-0000-7000-8000-000000000000'

type Span = { fromMs: number; untilMs: number }

function maturedIn(owner: ModelOwner, rangeId: string, { fromMs, untilMs }: Span): bigint {
  const hours = [...(owner.matured.get(rangeId) ?? [])]
  return sum(hours.filter(([hourMs]) => hourMs >= fromMs && hourMs < untilMs).map(([, micros]) => micros))
}

/** What matured of these hours was taken by cases that are over: nobody pays for it twice. */
function takenBefore(owner: ModelOwner, rangeId: string, { fromMs, untilMs }: Span): bigint {
  const over = owner.cases.filter((one) => one.rangeId === rangeId && one.state === 'forfeited')
  return sum(
    over.map((one) => {
      const common = { fromMs: Math.max(fromMs, one.fromMs), untilMs: Math.min(untilMs, one.untilMs) }
      const micros = maturedIn(owner, rangeId, common)
      return one.heldMicros < micros ? one.heldMicros : micros
    }),
  )
}

function openOrGrow(owner: ModelOwner, rangeId: string, span: Span, id: string): void {
  const known = owner.cases.find((one) => one.rangeId === rangeId && !isEnded(one))
  const opened: ModelCase = known ?? {
    id,
    ownerId: owner.id,
    rangeId,
    ...span,
    state: 'open',
    proposedBy: null,
    heldMicros: 0n,
  }
  if (known) {
    known.fromMs = Math.min(known.fromMs, span.fromMs)
    known.untilMs = Math.max(known.untilMs, span.untilMs)
    // What was proposed was proposed for less.
    Object.assign(known, { state: 'open', proposedBy: null })
  } else owner.cases.push(opened)
  const wanted = maturedIn(owner, rangeId, opened) - opened.heldMicros - takenBefore(owner, rangeId, opened)
  const micros = wanted < owner.availableMicros ? wanted : owner.availableMicros
  if (micros <= 0n) return
  opened.heldMicros += micros
  owner.availableMicros -= micros
}

export function openCase(world: World): Step {
  const { random, model, deps } = world
  const owner = pickOwner(world)
  const isThere = random.chance(97)
  const rangeId = isThere ? random.pick(owner.rangeIds) : makeId(random)
  const fromMs = model.nowMs - random.pick([1, 5, 48, 400, 400, 400, -3]) * HOUR_MS
  const untilMs = fromMs + random.pick([1, 24, 500, 500, 500, 0]) * HOUR_MS
  const by = random.chance(95) ? pickAdmin(world) : owner.id
  const hours: Span = { fromMs: hourOf(fromMs), untilMs: hourOf(untilMs - 1) + HOUR_MS }
  const span = `${new Date(fromMs).toISOString()} to ${new Date(untilMs).toISOString()}`
  return {
    kind: 'open case',
    words: `${nameOf(world, by)} opens a case on range ${owner.rangeIds.indexOf(rangeId)} of ${nameOf(world, owner.id)}, ${span}`,
    ownerIds: [owner.id],
    predict: () => {
      if (hours.untilMs <= hours.fromMs) return refuses('invalid_request')
      if (hours.fromMs > model.nowMs) return refuses('invalid_request')
      if (!isThere) return refuses('not_found')
      if (by === owner.id) return refuses('other_person_needed')
      return {
        ...accepts('opened', ({ id = '' }) => openOrGrow(owner, rangeId, hours, id)),
        // A second signal joins the case whose first answer was lost.
        learn: ({ id = '' }) => {
          const open = owner.cases.find((one) => one.rangeId === rangeId && !isEnded(one))
          if (open) open.id = id
        },
      }
    },
    perform: async () => {
      const facts = { rangeId, from: new Date(fromMs), until: new Date(untilMs), reason: 'Looks odd' }
      return { outcome: 'opened', facts: { id: await openCaseByHand(deps, { ...facts, by: requester(by) }) } }
    },
  }
}

type ChosenCase = { owner: ModelOwner; one: ModelCase }

function pickCase({ random, model }: World, states: readonly ModelCase['state'][]): ChosenCase | null {
  const all = model.owners.slice(-8).flatMap((owner) => owner.cases.slice(-4).map((one) => ({ owner, one })))
  const fitting = all.filter(({ one }) => states.includes(one.state))
  const cases = fitting.length > 0 && random.chance(80) ? fitting : all
  return cases.length === 0 ? null : random.pick(cases)
}

function inWords(world: World, { owner, one }: ChosenCase): string {
  const range = owner.rangeIds.indexOf(one.rangeId)
  return `the case on range ${range} of ${nameOf(world, owner.id)} (${one.state}, ${one.heldMicros} held)`
}

export function propose(world: World): Step | null {
  const chosen = pickCase(world, ['open'])
  if (chosen === null) return null
  const { owner, one } = chosen
  const { random, deps } = world
  const outcome = random.pick(['release', 'forfeit'] as const)
  const by = random.chance(92) ? pickAdmin(world) : owner.id
  const isThere = random.chance(98)
  return {
    kind: 'propose',
    words: `${nameOf(world, by)} proposes to ${outcome} ${isThere ? inWords(world, chosen) : 'what is not there'}`,
    ownerIds: [owner.id],
    predict: () => {
      if (!isThere) return refuses('not_found')
      if (by === owner.id) return refuses('other_person_needed')
      if (one.state !== 'open') return refuses('state_changed')
      return accepts('proposed', () => Object.assign(one, { state: `${outcome}_proposed`, proposedBy: by }))
    },
    perform: async () => {
      const caseId = isThere ? one.id : NOBODYS_ID
      await proposeEnd(deps, { caseId, by: requester(by), reason: 'Looked at it', outcome })
      return { outcome: 'proposed' }
    },
  }
}

/** Whether hours of the case have earned what is not settled, closed or not. */
function hasUnsettled(owner: ModelOwner, one: ModelCase): boolean {
  const hours = [...owner.unsettled.values()]
  return hours.some(
    (hour) =>
      hour.rangeId === one.rangeId && hour.micros > 0n && hour.hourMs >= one.fromMs && hour.hourMs < one.untilMs,
  )
}

function predictDeciding({ owner, one }: ChosenCase, by: string, says: 'confirm' | 'refuse'): Prediction {
  if (by === owner.id) return refuses('other_person_needed')
  if (one.state !== 'release_proposed' && one.state !== 'forfeit_proposed') return refuses('state_changed')
  if (says === 'refuse') return accepts('decided', () => Object.assign(one, { state: 'open', proposedBy: null }))
  if (one.proposedBy === by) return refuses('other_person_needed')
  if (one.state === 'release_proposed') {
    return accepts('decided', () => {
      one.state = 'released'
      owner.availableMicros += one.heldMicros
    })
  }
  if (hasUnsettled(owner, one)) return refuses('conflict')
  return accepts('decided', () => {
    one.state = 'forfeited'
    const isTaken = ({ rangeId, hourMs }: { rangeId: string; hourMs: number }) =>
      rangeId === one.rangeId && hourMs >= one.fromMs && hourMs < one.untilMs
    owner.earnedMicros -= one.heldMicros + sum(owner.waiting.filter(isTaken).map((line) => line.micros))
    owner.waiting = owner.waiting.filter((line) => !isTaken(line))
  })
}

export function decide(world: World): Step | null {
  const chosen = pickCase(world, ['release_proposed', 'forfeit_proposed'])
  if (chosen === null) return null
  const { owner, one } = chosen
  const { random, deps } = world
  const says = random.chance(85) ? 'confirm' : 'refuse'
  const by = random.chance(92) ? pickAdmin(world) : owner.id
  return {
    kind: 'decide',
    words: `${nameOf(world, by)} says ${says} to the end of ${inWords(world, chosen)}`,
    ownerIds: [owner.id],
    predict: () => predictDeciding(chosen, by, says),
    perform: async () => {
      await decideEnd(deps, { caseId: one.id, by: requester(by), reason: 'Looked too', decision: says })
      return { outcome: 'decided' }
    },
  }
}

/** A case ends while everything is settled and matures; whatever comes first, the same is there after the next run. */
export function decideWhileSettling(world: World): Step | null {
  const chosen = pickCase(world, ['release_proposed', 'forfeit_proposed'])
  // A forfeit that would have to wait for the settlement depends on which comes first.
  if (chosen === null || (chosen.one.state === 'forfeit_proposed' && hasUnsettled(chosen.owner, chosen.one)))
    return null
  const { owner, one } = chosen
  const { random, model, deps } = world
  const by = pickAdmin(world)
  const maturityDays = random.pick([0, 2])
  return {
    kind: 'decide while settling',
    words: `${nameOf(world, by)} confirms the end of ${inWords(world, chosen)} while everybody is settled`,
    ownerIds: [...new Set([owner.id, ...model.owners.slice(-3).map(({ id }) => id)])],
    mayCrash: false,
    predict: () => {
      const predicted = predictDeciding(chosen, by, 'confirm')
      const apply = (facts: Facts) => {
        for (const commit of predicted.commits) commit(facts)
        for (const each of model.owners) settleOwner(each, model.nowMs, maturityDays)
        for (const each of model.owners) matureOwner(each, model.nowMs)
      }
      return { outcome: predicted.outcome, isAccepted: predicted.isAccepted, commits: [apply] }
    },
    perform: async () => {
      const decided = decideEnd(deps, { caseId: one.id, by: requester(by), reason: 'Looked too', decision: 'confirm' })
      const [ended] = await Promise.allSettled([decided, settleEarnings(deps, { maturityDays }), matureEarnings(deps)])
      await settleEarnings(deps, { maturityDays })
      await matureEarnings(deps)
      if (ended.status === 'rejected') throw ended.reason
      return { outcome: 'decided' }
    },
  }
}
