// Money simulated: random users, deposits, earnings, withdrawals, approvals, cases and crashes, beside a model of a few
// numbers. Seeds that once failed are kept here; `npm run simulate` runs any others, as long as one likes.
import { describe, expect, test } from 'vitest'
import { useTestDatabase } from './testing/test-database.ts'
import { runSimulation, type SimulationReport } from './testing/money/run-simulation.ts'
import { stepKinds, type StepKind } from './testing/money/money.step.ts'

/** Seeds that found something, and what. */
const keptSeeds: readonly { seed: number; steps: number; why: string }[] = []
const fixedSeeds = [{ seed: 1, steps: 1_500 }]

describe.each([...keptSeeds, ...fixedSeeds])('seed $seed', ({ seed, steps }) => {
  const db = useTestDatabase()

  test(`${steps} steps leave the platform where the model is, and the books balanced`, async () => {
    const report = await runSimulation(db.database, { seed, steps })
    expect(report.crashes).toBeGreaterThan(0)
    console.log(steps / report.seconds, unseen([report]))
  }, 120_000)
})

/** Kinds of steps that were never accepted, or, where they can be, never refused. */
function unseen(reports: readonly SimulationReport[]): string[] {
  const total = (kind: StepKind, how: 'accepted' | 'refused') =>
    reports.reduce((sum, { tallies }) => sum + (tallies.get(kind)?.[how] ?? 0), 0)
  return (Object.keys(stepKinds) as StepKind[]).flatMap((kind) => [
    ...(total(kind, 'accepted') === 0 ? [`${kind} was never accepted`] : []),
    ...(stepKinds[kind] && total(kind, 'refused') === 0 ? [`${kind} was never refused`] : []),
  ])
}
