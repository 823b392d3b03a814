// What a run of the simulator says at its end: how fast it was, how often each kind of step happened and was refused,
// and why. Pure.
import { stepKinds, type StepKind } from './money.step.ts'
import type { SimulationReport } from './run-simulation.ts'

export function renderSimulation(report: SimulationReport): string {
  const { seed, steps, seconds, owners, transfers, crashes } = report
  const kinds = Object.keys(stepKinds) as StepKind[]
  const width = Math.max(...kinds.map((kind) => kind.length))
  const row = (name: string, figures: readonly (string | number)[]) =>
    `  ${name.padEnd(width)}${figures.map((figure) => String(figure).padStart(10)).join('')}`
  const reasons = [...report.refusals].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [
    `Seed ${seed}: ${steps} steps in ${seconds.toFixed(1)} s, ${Math.round(steps / seconds)} a second.`,
    `${owners} owners, ${transfers} transfers, ${crashes} crashes. The model agrees, and the books balance.`,
    '',
    row('step', ['accepted', 'refused', 'crashed']),
    ...kinds.map((kind) => {
      const tally = report.tallies.get(kind) ?? { accepted: 0, refused: 0, crashed: 0 }
      return row(kind, [tally.accepted, tally.refused, tally.crashed])
    }),
    '',
    'Refused, or nothing to do:',
    ...reasons.map(([reason, times]) => `  ${String(times).padStart(8)}  ${reason}`),
  ].join('\n')
}

/** Kinds of steps that were never accepted, or, where they can be, never refused. */
export function unseenIn(reports: readonly SimulationReport[]): string[] {
  const total = (kind: StepKind, how: 'accepted' | 'refused') =>
    reports.reduce((sum, { tallies }) => sum + (tallies.get(kind)?.[how] ?? 0), 0)
  return (Object.keys(stepKinds) as StepKind[]).flatMap((kind) => [
    ...(total(kind, 'accepted') === 0 ? [`${kind} was never accepted`] : []),
    ...(stepKinds[kind] && total(kind, 'refused') === 0 ? [`${kind} was never refused`] : []),
  ])
}
