// The program behind `npm run simulate -- --steps 100000 --seed 7`: money simulated against a model, on a PostgreSQL of
// its own. Ends with 0 when both agree to the end and the books balance, else with 1 and what differs.
import { parseArgs } from 'node:util'
import { runSimulation, SimulationFault } from './testing/money/run-simulation.ts'
import { startMoneyServer } from './testing/money/money.server.ts'
import { renderSimulation } from './testing/money/simulation.presenter.ts'

const { values } = parseArgs({
  options: { steps: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
})
const [steps, seed] = [Number(values.steps), Number(values.seed)]
if (!Number.isSafeInteger(steps) || steps < 1 || !Number.isSafeInteger(seed)) {
  process.stderr.write('Usage: npm run simulate -- [--steps 10000] [--seed 1]\n')
  process.exit(2)
}
const server = await startMoneyServer()
const startedMs = performance.now()
try {
  const onProgress = (step: number) => {
    const perSecond = Math.round((step / (performance.now() - startedMs)) * 1_000)
    process.stderr.write(`${step} of ${steps} steps, ${perSecond} a second\n`)
  }
  process.stdout.write(`${renderSimulation(await runSimulation(server.database, { seed, steps, onProgress }))}\n`)
} catch (error) {
  if (!(error instanceof SimulationFault)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  await server.close()
}
