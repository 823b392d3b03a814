// Guarantees that `npm test` runs everything that CI runs, fast before slow, stops at the first fault, and says how to
// run that step alone. With CI=true a test that is left out is a fault too. It deliberately knows no check itself: see
// test.steps.ts.
//
//   npm test                      all steps
//   npm test -- --fast            those that need neither a database nor a browser
//   npm test -- --only unit       one step; give it several times for several
//   npm test -- --list            their names
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { conditionalTests } from './tidy.rules.ts'
import { provideChromium } from './test.chromium.ts'
import { describeReport, findFault } from './test.reports.ts'
import { steps, type Command, type Step } from './test.steps.ts'

type Ended = { step: string; outcome: 'passed' | 'failed' | 'left out'; seconds: number; note?: string }

const rootDir = join(import.meta.dirname, '..')
const isCi = ['true', '1'].includes(process.env['CI'] ?? '')
const running = new Set<ChildProcess>()

process.chdir(rootDir)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal)
    process.exit(130)
  })
}
process.exitCode = await main()

async function main(): Promise<number> {
  const chosen = chooseSteps()
  if (chosen === undefined) return 2
  const ended: Ended[] = []
  for (const step of chosen) {
    console.log(`\n▶ ${step.name}: ${step.proves}`)
    const result = await runStep(step)
    ended.push(result)
    const mark = { passed: '✓', failed: '✗', 'left out': '!' }[result.outcome]
    console.log(`${mark} ${step.name} ${result.outcome} after ${result.seconds.toFixed(1)} s`)
    if (result.note !== undefined) console.log(result.note)
    if (result.outcome === 'failed') {
      console.log(`Run it alone: npm test -- --only ${step.name}`)
      break
    }
  }
  return summarise(ended, chosen.length)
}

function chooseSteps(): Step[] | undefined {
  const { values } = parseArgs({
    options: { only: { type: 'string', multiple: true }, fast: { type: 'boolean' }, list: { type: 'boolean' } },
  })
  const names = steps.map(({ name }) => name)
  const unknown = (values.only ?? []).filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    console.error(`There is no step ${unknown.join(', ')}. The steps are: ${names.join(', ')}.`)
    return undefined
  }
  if (values.list === true) {
    for (const { name, proves, isFast } of steps)
      console.log(`${name.padEnd(10)} ${isFast ? 'fast' : '    '}  ${proves}`)
    return []
  }
  if (values.only) return steps.filter(({ name }) => values.only?.includes(name))
  return steps.filter(({ isFast }) => isFast || values.fast !== true)
}

async function runStep(step: Step): Promise<Ended> {
  const startedAt = performance.now()
  const end = (outcome: Ended['outcome'], note?: string): Ended => ({
    step: step.name,
    outcome,
    seconds: (performance.now() - startedAt) / 1000,
    ...(note === undefined ? {} : { note }),
  })
  let env: Record<string, string> = {}
  if (step.name === 'e2e') {
    const chromium = await provideChromium(process.env)
    if (typeof chromium === 'object' && 'missing' in chromium)
      return end(isCi ? 'failed' : 'left out', chromium.missing)
    if (chromium !== 'bundled') env = { CHROMIUM_PATH: chromium.path }
  }
  const codes = await Promise.all(step.commands.map((command) => run(command, env, step.timeoutMs)))
  const code = codes.find((one) => one !== 0)
  if (code !== undefined) return end('failed', `Exit code ${code}.`)
  const report = step.report?.()
  const fault = step.inspect?.() ?? (step.report ? findFault(report, conditionalTests, isCi) : undefined)
  if (fault !== undefined) return end('failed', fault)
  return end('passed', report && describeReport(report, conditionalTests))
}

/** The exit code; 124 when it took too long, 127 when it could not be started. */
function run({ args, env: own = {} }: Command, env: Record<string, string>, timeoutMs: number): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...args], { stdio: 'inherit', env: { ...process.env, ...env, ...own } })
    running.add(child)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      console.error(`Not done after ${timeoutMs / 1000} s: ${args.join(' ')}`)
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), 10_000).unref()
    }, timeoutMs)
    const finish = (code: number): void => {
      clearTimeout(timer)
      running.delete(child)
      resolve(isLate ? 124 : code)
    }
    child.once('error', (error) => {
      console.error(error.message)
      finish(127)
    })
    child.once('exit', (code) => finish(code ?? 1))
  })
}

function summarise(ended: readonly Ended[], wanted: number): number {
  if (wanted === 0) return 0
  const count = (outcome: Ended['outcome']): number => ended.filter((one) => one.outcome === outcome).length
  const seconds = ended.reduce((sum, one) => sum + one.seconds, 0)
  console.log(
    `\n${ended.map((one) => `${one.step} ${one.seconds.toFixed(1)} s`).join(' · ')} · all ${seconds.toFixed(0)} s`,
  )
  if (count('left out') > 0) console.log(`${count('left out')} LEFT OUT: this machine cannot run them.`)
  if (ended.length < wanted) console.log(`${wanted - ended.length} not run after the failure.`)
  console.log(`${count('passed')} passed, ${count('failed')} failed`)
  return count('failed') > 0 ? 1 : 0
}
