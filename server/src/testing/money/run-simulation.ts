// Runs a seed: chooses steps by chance, lets the model predict and the platform do each, lets the process die now and
// then around a commit and delivers the step again, and compares. Guarantees that a difference ends the run with the
// seed, the number of the step, the last steps in words and what differs.
import { checkLedger } from '../../features/ledger/ledger.public.ts'
import { paymentChecks } from '../../features/payments/payments.public.ts'
import type { Database } from '../../platform/database.ts'
import * as cases from './case.steps.ts'
import { compareAll, compareOwner } from './compare-money.ts'
import type { CrashPlan } from './crashing.database.ts'
import * as decisions from './decision.steps.ts'
import * as deposits from './deposit.steps.ts'
import * as earnings from './earning.steps.ts'
import * as house from './house.steps.ts'
import { outcomeOf, type Prediction, type Result, type Step, type StepKind } from './money.step.ts'
import { createWorld, type World } from './money.world.ts'
import * as payouts from './payout.steps.ts'
import * as requests from './request.steps.ts'
import { createRandom } from './seeded.random.ts'

export type SimulationOptions = {
  seed: number
  steps: number
  /** Told now and then how far it is. */
  onProgress?: (step: number) => void
}

export type Tally = { accepted: number; refused: number; crashed: number }
export type SimulationReport = {
  seed: number
  steps: number
  seconds: number
  tallies: Map<StepKind, Tally>
  /** `kind: reason` → how often. */
  refusals: Map<string, number>
  owners: number
  transfers: bigint
  crashes: number
}

const STEPS_TOLD = 20
const COMPARE_ALL_EVERY = 500
const CHECK_LEDGER_EVERY = 5_000
const CRASH_PERCENT = 6
const OWNERS_MAX = 120

/** How often each is chosen, and what makes it; null where there is nothing to do it to. */
const choices: readonly [weight: number, make: (world: World) => Step | null][] = [
  [7, earnings.wait],
  [12, earnings.land],
  [5, earnings.settle],
  [5, earnings.mature],
  [3, earnings.recover],
  [1, earnings.seal],
  [1, earnings.switchUser],
  [6, deposits.announce],
  [7, deposits.receive],
  [2, deposits.receiveTwice],
  [4, deposits.shiftDeposit],
  [2, deposits.takeBackAnnouncement],
  [3, deposits.reverse],
  [12, requests.request],
  [2, requests.requestTwice],
  [10, decisions.approve],
  [2, decisions.reject],
  [2, decisions.cancel],
  [2, decisions.hold],
  [2, decisions.letGo],
  [3, decisions.giveBack],
  [9, payouts.movePayout],
  [5, payouts.settlePayout],
  [3, payouts.releasePayout],
  [1, payouts.returnPayout],
  [1, payouts.chargePayout],
  [3, cases.openCase],
  [3, cases.propose],
  [3, cases.decide],
  [2, cases.decideWhileSettling],
  [2, house.changeLimits],
  [1, house.changeMethod],
  [2, house.moveHouseMoney],
]
const WEIGHTS = choices.flatMap(([weight, make]) => Array.from({ length: weight }, () => make))

/** @throws SimulationFault when model and platform differ, or a check of the ledger finds anything */
export async function runSimulation(database: Database, options: SimulationOptions): Promise<SimulationReport> {
  const startedMs = performance.now()
  const { seed, steps } = options
  const world = await createWorld(database, createRandom(seed))
  const run: Run = { world, seed, step: 0, told: [], tallies: new Map(), refusals: new Map(), crashes: 0 }
  try {
    for (run.step = 1; run.step <= steps; run.step += 1) {
      await take(run, choose(world, run.step))
      if (run.step % COMPARE_ALL_EVERY === 0) requireSame(run, await compareAll(database, world.model))
      if (run.step % CHECK_LEDGER_EVERY === 0) {
        await requireSound(run, false)
        options.onProgress?.(run.step)
      }
    }
    requireSame(run, await compareAll(database, world.model))
    const { transfers } = await requireSound(run, true)
    const { tallies, refusals, crashes } = run
    const seconds = (performance.now() - startedMs) / 1_000
    return { seed, steps, seconds, tallies, refusals, owners: world.model.owners.length, transfers, crashes }
  } catch (error) {
    if (error instanceof SimulationFault) throw error
    throw new SimulationFault(run, [`The platform failed: ${error instanceof Error ? error.stack : String(error)}`])
  }
}

type Run = {
  world: World
  seed: number
  step: number
  told: string[]
  tallies: Map<StepKind, Tally>
  refusals: Map<string, number>
  crashes: number
}

/** What a failed run says: enough to run it again, and to see what went before. */
export class SimulationFault extends Error {
  constructor({ seed, step, told }: Pick<Run, 'seed' | 'step' | 'told'>, differences: readonly string[]) {
    const again = `npm run simulate -- --seed ${seed} --steps ${step}`
    super([`Seed ${seed}, step ${step} (${again}):`, ...told, 'What differs:', ...differences].join('\n  '))
    this.name = 'SimulationFault'
  }
}

function choose(world: World, step: number): Step {
  const { random, model } = world
  if (step % 300 === 0 && model.owners.length < OWNERS_MAX) return earnings.join(world)
  for (;;) {
    const made = random.pick(WEIGHTS)(world)
    if (made !== null) return made
  }
}

async function take(run: Run, step: Step): Promise<void> {
  const { random } = run.world
  const mayCrash = step.mayCrash !== false && random.chance(CRASH_PERCENT)
  const moments = ['before commit', 'after commit'] as const
  const plan: CrashPlan | null = mayCrash ? { at: random.pick([0, 0, 0, 1]), moment: random.pick(moments) } : null
  const hasDied = await deliver(run, step, plan)
  await compareTouched(run, step)
  // Whoever did not hear an answer asks again; so does, at times, who did.
  const isRepeated = step.mayRepeat !== false && (hasDied || (step.mayCrash !== false && random.chance(3)))
  if (!isRepeated) return
  await deliver(run, step, null)
  await compareTouched(run, step)
}

/** @returns whether the process died over it */
async function deliver(run: Run, step: Step, plan: CrashPlan | null): Promise<boolean> {
  const { crashing } = run.world
  const predicted = step.predict()
  if (plan !== null) crashing.arm(plan)
  let result: Result | null = null
  let thrown: unknown
  try {
    result = await outcomeOf(() => step.perform())
  } catch (error) {
    thrown = error
  }
  const hasDied = crashing.restart()
  const outcome = hasDied ? `died ${plan?.moment}` : (result?.outcome ?? 'threw')
  tell(run, `${run.step}: ${step.words}: ${outcome}${result?.detail === undefined ? '' : `, ${result.detail}`}`)
  if (!hasDied && thrown !== undefined) throw thrown
  const shouldDie = plan !== null && plan.at < predicted.commits.length
  if (hasDied !== shouldDie)
    throw new SimulationFault(run, [`The model says ${shouldDie ? 'it dies' : predicted.outcome}`])
  if (hasDied && plan !== null) {
    const committed = plan.moment === 'after commit' ? plan.at + 1 : plan.at
    for (const commit of predicted.commits.slice(0, committed)) commit({})
  } else conclude(run, predicted, result ?? { outcome: 'threw' })
  count(run, step, predicted, hasDied)
  return hasDied
}

function conclude(run: Run, predicted: Prediction, result: Result): void {
  if (predicted.outcome !== null && predicted.outcome !== result.outcome) {
    throw new SimulationFault(run, [`The outcome is ${result.outcome}, the model says ${predicted.outcome}`])
  }
  if (predicted.detail !== undefined && predicted.detail !== result.detail) {
    throw new SimulationFault(run, [`It says ${result.detail}, the model says ${predicted.detail}`])
  }
  for (const commit of predicted.commits) commit(result.facts ?? {})
  predicted.learn?.(result.facts ?? {})
}

function count(run: Run, step: Step, predicted: Prediction, hasDied: boolean): void {
  const tally = run.tallies.get(step.kind) ?? { accepted: 0, refused: 0, crashed: 0 }
  run.tallies.set(step.kind, tally)
  if (hasDied) {
    tally.crashed += 1
    run.crashes += 1
  } else if (predicted.isAccepted) tally.accepted += 1
  else {
    tally.refused += 1
    const reason = `${step.kind}: ${predicted.outcome}`
    run.refusals.set(reason, (run.refusals.get(reason) ?? 0) + 1)
  }
}

function tell(run: Run, words: string): void {
  run.told.push(words)
  if (run.told.length > STEPS_TOLD) run.told.shift()
}

async function compareTouched(run: Run, step: Step): Promise<void> {
  const { model, deps } = run.world
  const touched = model.owners.filter(({ id }) => step.ownerIds.includes(id))
  const differences = await Promise.all(touched.map((owner) => compareOwner(deps.database, owner)))
  requireSame(run, differences.flat())
}

function requireSame(run: Run, differences: readonly string[]): void {
  if (differences.length > 0) throw new SimulationFault(run, differences)
}

async function requireSound(run: Run, readsMessages: boolean): Promise<{ transfers: bigint }> {
  const { database } = run.world.deps
  const report = await checkLedger({ database, extraChecks: paymentChecks, readsMessages })
  const found = report.checks.flatMap(({ promise, findings }) =>
    findings.map(
      ({ ownerId, subject, expected, found: is }) =>
        `${promise}: ${ownerId} ${subject}: should be ${expected}, is ${is}`,
    ),
  )
  requireSame(run, found)
  return report.counted
}
