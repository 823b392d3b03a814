// The simulator as a program, for the demo and for trying things by hand: one JSON configuration as its argument or
// as the first line of standard input. It ends in order, with an unbind, on SIGTERM, on SIGINT, and when standard
// input ends: that is how it notices that whoever started it is gone. Standard input that is no pipe, such as a
// terminal, is not watched.
import { fstatSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Carrier } from './carrier.ts'
import { startEsme } from './esme.ts'
import { parseSimulation } from './parse-simulation.ts'
import type { Simulation } from './parse-simulation.ts'
import { startSmsc } from './smsc.ts'

const REPORT_MS = 10_000
/** Longer than the unbinds may take. */
const STOP_WAIT_MS = 4_500

interface Running {
  readonly name: string
  readonly carrier: Carrier
  readonly stop: () => Promise<void>
}

const stopping = Promise.withResolvers<void>()
process.once('SIGTERM', () => stopping.resolve())
process.once('SIGINT', () => stopping.resolve())
// The reader of our lines may go before we do.
process.stdout.on('error', () => undefined)

try {
  const json = process.argv[2] ?? (await readFirstLine())
  if (process.argv[2] !== undefined && isPipe(0)) {
    process.stdin.once('end', () => stopping.resolve())
    process.stdin.resume()
  }
  const running = await start(parseSimulation(json))
  const reporter = setInterval(() => running.forEach(report), REPORT_MS)
  await stopping.promise
  clearInterval(reporter)
  setTimeout(() => process.exit(1), STOP_WAIT_MS).unref()
  await Promise.all(running.map(({ stop }) => stop()))
  running.forEach(report)
  process.exit(0)
} catch (error) {
  console.error(`The simulator cannot run: ${error instanceof Error ? error.message : String(error)}.`)
  process.exit(1)
}

async function start(simulation: Simulation): Promise<Running[]> {
  const { seed, dayCurve, numbers, faults, smsc, esme } = simulation
  const carriers = (smsc === null ? 0 : 1) + (esme === null ? 0 : 1)
  const common = { dayCurve, numbers, faults, ratePerSecond: simulation.ratePerSecond / carriers }
  const running: Running[] = []
  if (smsc !== null) {
    const { carrier, port, stop } = await startSmsc({ ...common, ...smsc, seed })
    console.log(`smsc: listens on ${smsc.host}:${port}`)
    running.push({ name: 'smsc', carrier, stop })
  }
  if (esme !== null) {
    const onFailure = (detail: string) => console.log(`esme: no bind: ${detail}`)
    // Another seed, so that the two do not deliver the same messages.
    const { carrier, stop } = startEsme({ ...common, ...esme, seed: seed + 1, onFailure })
    console.log(`esme: binds to ${esme.host}:${esme.port}`)
    running.push({ name: 'esme', carrier, stop })
  }
  return running
}

function report({ name, carrier }: Running): void {
  const { messages, sent, acknowledged, redelivered, throttled, refused } = carrier.counts
  console.log(
    `${name}: ${carrier.sessions} sessions, ${messages} messages, ${sent} PDUs sent, ${acknowledged} acknowledged, ` +
      `${redelivered} redelivered, ${throttled} throttled, ${refused} refused, ${carrier.owed} owed`,
  )
}

function isPipe(descriptor: number): boolean {
  const stat = fstatSync(descriptor)
  return stat.isFIFO() || stat.isSocket()
}

// Keeps reading after the line, because the end of the input is a message too.
function readFirstLine(): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: process.stdin })
    lines.once('line', resolve)
    lines.once('close', () => {
      reject(new Error('there is no configuration'))
      stopping.resolve()
    })
  })
}
