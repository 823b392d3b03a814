// Steps of time, people and earnings: messages land, early and late, and what they earn is settled, matures, pays what
// is owed, and is sealed.
import { landMessages } from '../../features/ledger/ledger-fixture.queries.ts'
import { matureEarnings, recoverDeficits, settleEarnings } from '../../features/ledger/ledger.public.ts'
import { sealBlocks } from '../../features/ledger/seal-blocks.ts'
import {
  dueLines,
  HOUR_MS,
  hourOf,
  matureOwner,
  recoverable,
  settleOwner,
  sum,
  unsettledClosed,
  type ModelOwner,
} from './money.model.ts'
import { accepts, nothing, refuses, type Step } from './money.step.ts'
import { addOwner, dollars, nameOf, pickOwner, type World } from './money.world.ts'
import { updateIsActive } from './money.queries.ts'

const MINUTE_MS = 60_000
const RATES_MICROS = [0n, 4_300n, 1_234_567n, 9_000_000n, 60_000_000n, 60_000_000n]

export function wait({ random, model, deps }: World): Step {
  const spans = [
    random.between(1, 90) * MINUTE_MS,
    random.between(1, 12) * HOUR_MS,
    random.between(1, 5) * 24 * HOUR_MS,
  ]
  const spanMs = spans[random.pick([0, 0, 0, 0, 0, 0, 1, 1, 1, 2])] ?? 0
  return {
    kind: 'wait',
    words: `${spanMs / MINUTE_MS} minutes go by`,
    ownerIds: [],
    mayCrash: false,
    mayRepeat: false,
    predict: () => accepts('waited', () => (model.nowMs += spanMs)),
    perform: () => {
      deps.clock.advanceMs(spanMs)
      return Promise.resolve({ outcome: 'waited' })
    },
  }
}

export function join(world: World): Step {
  return {
    kind: 'join',
    words: `owner ${world.model.owners.length + 1} joins`,
    ownerIds: [],
    mayCrash: false,
    mayRepeat: false,
    predict: () => accepts('joined', nothing),
    perform: async () => {
      await addOwner(world)
      return { outcome: 'joined' }
    },
  }
}

export function switchUser(world: World): Step {
  // Mostly somebody is let in again, so that few are out at a time.
  const out = world.model.owners.filter((one) => !one.isActive)
  const owner = out.length > 0 && world.random.chance(80) ? world.random.pick(out) : pickOwner(world)
  const isActive = !owner.isActive
  return {
    kind: 'switch user',
    words: `${nameOf(world, owner.id)} is ${isActive ? 'active again' : 'deactivated'}`,
    ownerIds: [owner.id],
    mayCrash: false,
    predict: () => accepts('switched', () => (owner.isActive = isActive)),
    perform: async () => {
      await updateIsActive(world.deps.database.kysely, owner.id, isActive)
      return { outcome: 'switched' }
    },
  }
}

export function land(world: World): Step {
  const { random, model, deps, connectionId } = world
  const owner = pickOwner(world)
  const rangeId = random.pick(owner.rangeIds)
  const receivedAtMs = model.nowMs - random.pick([0, 0, 1, 3, 30, 100]) * HOUR_MS
  const messages = random.between(1, 4)
  const rateMicros = random.pick(RATES_MICROS)
  const isTest = random.chance(5)
  const micros = isTest ? 0n : rateMicros * BigInt(messages)
  const hourMs = hourOf(receivedAtMs)
  return {
    kind: 'land',
    words: `${messages} messages at ${rateMicros} land for ${nameOf(world, owner.id)}, of ${new Date(receivedAtMs).toISOString()}`,
    ownerIds: [owner.id],
    // What makes a message land once is the pipeline's business.
    mayRepeat: false,
    predict: () =>
      accepts('landed', () => {
        const key = `${rangeId} ${hourMs}`
        const known = owner.unsettled.get(key)?.micros ?? 0n
        owner.unsettled.set(key, { rangeId, hourMs, micros: known + micros })
      }),
    perform: async () => {
      const receivedAt = new Date(receivedAtMs)
      const landing = { ownerId: owner.id, rangeId, connectionId, receivedAt, messages, rateMicros, isTest }
      await landMessages(deps.database, landing)
      return { outcome: 'landed' }
    },
  }
}

export function seal({ deps }: World): Step {
  return {
    kind: 'seal',
    words: 'the journal is sealed',
    ownerIds: [],
    mayCrash: false,
    // What may be sealed waits for transactions of the whole server, also those of other databases.
    predict: () => ({ outcome: null, isAccepted: true, commits: [nothing] }),
    perform: async () => {
      const { blocks } = await sealBlocks(deps, { transfersMax: 500 })
      return { outcome: blocks > 0 ? 'sealed' : 'nothing' }
    },
  }
}

/** Owners as a run takes them, so many at once. */
function chunksOf(owners: readonly ModelOwner[], atOnce: number): ModelOwner[][] {
  const ordered = owners.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return Array.from({ length: Math.ceil(ordered.length / atOnce) }, (_, index) =>
    ordered.slice(index * atOnce, (index + 1) * atOnce),
  )
}

export function settle(world: World): Step {
  const { random, model, deps } = world
  const maturityDays = random.pick([0, 0, 1, 3, 10])
  const only = random.chance(40) ? pickOwner(world) : null
  const atOnce = random.pick([1, 2, 1_000])
  return {
    kind: 'settle',
    words: `${only === null ? 'everybody' : nameOf(world, only.id)} is settled, ${maturityDays} days to maturity`,
    ownerIds: (only === null ? model.owners.slice(-2) : [only]).map(({ id }) => id),
    predict: () => {
      const candidates = only === null ? model.owners : [only]
      const owners = candidates.filter((owner) => unsettledClosed(owner, model.nowMs).length > 0)
      const hours = owners.flatMap((owner) => unsettledClosed(owner, model.nowMs))
      if (hours.length === 0) return refuses('nothing', only === null ? 0 : 1)
      const settleThem = (chunk: ModelOwner[]) => () => {
        for (const owner of chunk) settleOwner(owner, model.nowMs, maturityDays)
      }
      const commits = chunksOf(owners, atOnce).map(settleThem)
      const detail = `${hours.length} hours, ${sum(hours.map((hour) => hour.micros))}`
      return { outcome: 'settled', isAccepted: true, detail, commits }
    },
    perform: async () => {
      const bounds = only === null ? {} : { ownerIds: [only.id] }
      const settled = await settleEarnings(deps, { maturityDays, ownersAtOnceMax: atOnce, ...bounds })
      if (settled.lines === 0) return { outcome: 'nothing' }
      return { outcome: 'settled', detail: `${settled.lines} hours, ${settled.amountMicros}` }
    },
  }
}

export function mature(world: World): Step {
  const { random, model, deps } = world
  const atOnce = random.pick([1, 3, 1_000])
  return {
    kind: 'mature',
    words: 'what is due matures',
    ownerIds: model.owners.slice(-2).map(({ id }) => id),
    predict: () => {
      const owners = model.owners.filter((owner) => dueLines(owner, model.nowMs).length > 0)
      const lines = owners.flatMap((owner) => dueLines(owner, model.nowMs))
      if (lines.length === 0) return refuses('nothing')
      const matureThem = (chunk: ModelOwner[]) => () => {
        for (const owner of chunk) matureOwner(owner, model.nowMs)
      }
      const detail = `${lines.length} lines, ${sum(lines.map((line) => line.micros))}`
      return { outcome: 'matured', isAccepted: true, detail, commits: chunksOf(owners, atOnce).map(matureThem) }
    },
    perform: async () => {
      const matured = await matureEarnings(deps, { ownersAtOnceMax: atOnce })
      if (matured.lines === 0) return { outcome: 'nothing' }
      return { outcome: 'matured', detail: `${matured.lines} lines, ${matured.amountMicros}` }
    },
  }
}

export function recover(world: World): Step {
  const { model, deps } = world
  const inDebt = model.owners.filter((owner) => recoverable(owner) > 0n)
  return {
    kind: 'recover',
    words: 'deficits are recovered',
    ownerIds: inDebt.map(({ id }) => id),
    predict: () => {
      const owners = model.owners.filter((owner) => recoverable(owner) > 0n)
      if (owners.length === 0) return refuses('nothing')
      const commits = chunksOf(owners, 1).map(([owner]) => () => {
        if (!owner) return
        const micros = recoverable(owner)
        owner.availableMicros -= micros
        owner.deficitMicros -= micros
      })
      const detail = dollars(sum(owners.map(recoverable)))
      return { outcome: 'recovered', isAccepted: true, detail, commits }
    },
    perform: async () => {
      const { transfers, amountMicros } = await recoverDeficits(deps)
      return transfers === 0 ? { outcome: 'nothing' } : { outcome: 'recovered', detail: dollars(amountMicros) }
    },
  }
}
