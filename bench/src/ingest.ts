// `npm run bench -- ingest`: the whole pipeline (SMPP in, commit, acknowledgement), with the sender and PostgreSQL on
// the same machine, beside the same rows inserted bare into the same table. Three parts, one run: full speed, half of
// that for the answer times, bare.
//   --messages N   messages at full speed (default 400,000)
//   --soak N       additional messages to watch memory with (default 0; 2,000,000 for a soak)
import { execFileSync, fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { insertBare } from './bare-insert.ts'
import { printTable } from './print-table.ts'
import { openStage, PASSWORD, SYSTEM_ID, type Stage } from './stage.ts'
import { countMessages, readStored } from './stage.queries.ts'

type Use = { cpuMicros: number; rss: number; peakRss: number; items: number; batches: number }
type SenderReport = {
  messages: number
  seconds: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  cpuMicrosPerMessage: number
}

const WARM_UP = 20_000
const SESSIONS = 8
const WINDOW_FULL = 500
const WINDOW_HALF = 100

export async function benchIngest(args: readonly string[]): Promise<void> {
  const options = { messages: { type: 'string', default: '400000' }, soak: { type: 'string', default: '0' } } as const
  const { values } = parseArgs({ args: [...args], options })
  const stage = await openStage({ owners: 50, ranges: 100 })
  const pipeline = fork(
    join(import.meta.dirname, '../../server/src/testing/pipeline-process.ts'),
    [stage.connectionString],
    {
      stdio: 'inherit',
    },
  )
  try {
    const [{ port }] = (await once(pipeline, 'message')) as [{ port: number }]
    await send(stage, port, { messages: WARM_UP, window: WINDOW_FULL })
    const full = await measure(stage, pipeline, () =>
      send(stage, port, { messages: Number(values.messages), window: WINDOW_FULL }),
    )
    const rate = Math.round(full.report.perSecond / 2)
    const half = await send(stage, port, { messages: rate * 8, window: WINDOW_HALF, ratePerSecond: rate })
    const soak = Number(values.soak)
    const soaked =
      soak > 0 ? await measure(stage, pipeline, () => send(stage, port, { messages: soak, window: WINDOW_FULL })) : null
    const stored = await countMessages(stage.owner)
    const sent = WARM_UP + full.report.messages + half.messages + soak
    const bare = await insertBare(
      stage.connectionString,
      await readStored(stage.owner, 100_000),
      Number(values.messages),
    )
    report({ full, half, soaked, stored, sent, barePerSecond: bare })
  } finally {
    pipeline.send('stop')
    await once(pipeline, 'exit')
    await stage.close()
  }
}

type Measured = {
  report: SenderReport
  nodeMicros: number
  postgresMicros: number
  rssBefore: number
  rssAfter: number
  peakRss: number
}

async function measure(stage: Stage, pipeline: ChildProcess, run: () => Promise<SenderReport>): Promise<Measured> {
  const before = await askUse(pipeline)
  const postgresBefore = postgresCpuMs(stage)
  const result = await run()
  const after = await askUse(pipeline)
  const perMessage = (micros: number) => micros / result.messages
  return {
    report: result,
    nodeMicros: perMessage(after.cpuMicros - before.cpuMicros),
    postgresMicros: perMessage((postgresCpuMs(stage) - postgresBefore) * 1_000),
    rssBefore: before.rss,
    rssAfter: after.rss,
    peakRss: after.peakRss,
  }
}

async function askUse(pipeline: ChildProcess): Promise<Use> {
  pipeline.send('use')
  const [use] = (await once(pipeline, 'message')) as [Use]
  return use
}

/** CPU time of the postmaster and all its children, living ones; their number does not change during a measurement. */
function postgresCpuMs(stage: Stage): number {
  const pid = String(stage.postgres.pid)
  const text = execFileSync('ps', ['-o', 'cputimes=,times=', '--ppid', pid, '-p', pid], { encoding: 'utf8' })
  return text
    .trim()
    .split('\n')
    .reduce((sum, line) => sum + Number(line.trim().split(/\s+/)[0]) * 1_000, 0)
}

type Sending = { messages: number; window: number; ratePerSecond?: number }

async function send(stage: Stage, port: number, sending: Sending): Promise<SenderReport> {
  const settings = {
    host: '127.0.0.1',
    port,
    systemId: SYSTEM_ID,
    password: PASSWORD,
    sessions: SESSIONS,
    numbers: stage.numbers,
    ...sending,
    window: Math.ceil(sending.window),
  }
  const sender = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../sim/src/fast-sender.ts'), JSON.stringify(settings)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let output = ''
  sender.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  const [code] = (await once(sender, 'close')) as [number]
  if (code !== 0) throw new Error(`the sender ended with ${code}: ${output}`)
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as SenderReport
}

function report(results: {
  full: Measured
  half: SenderReport
  soaked: Measured | null
  stored: number
  sent: number
  barePerSecond: number
}): void {
  const { full, half, soaked, stored, sent, barePerSecond } = results
  const rows = [
    ['pipeline, full speed', perSecond(full.report.perSecond)],
    ['bare multi-row insert of the same rows', perSecond(barePerSecond)],
    ['ratio', (full.report.perSecond / barePerSecond).toFixed(2)],
    ['acknowledgement p50 / p99, full speed', `${full.report.p50Ms.toFixed(1)} / ${full.report.p99Ms.toFixed(1)} ms`],
    [
      `acknowledgement p50 / p99, ${perSecond(half.perSecond)}`,
      `${half.p50Ms.toFixed(1)} / ${half.p99Ms.toFixed(1)} ms`,
    ],
    ['Node CPU, pipeline process', `${full.nodeMicros.toFixed(1)} µs/message`],
    ['PostgreSQL CPU', `${full.postgresMicros.toFixed(1)} µs/message`],
    ['sender CPU', `${full.report.cpuMicrosPerMessage.toFixed(1)} µs/message`],
    ['memory of the pipeline, peak', mebibytes(full.peakRss)],
    ['stored / sent', `${stored.toLocaleString('en')} / ${sent.toLocaleString('en')}`],
  ]
  if (soaked) {
    rows.push([
      `memory before / after ${soaked.report.messages.toLocaleString('en')} more`,
      `${mebibytes(soaked.rssBefore)} / ${mebibytes(soaked.rssAfter)}`,
    ])
    rows.push(['pipeline, soak', perSecond(soaked.report.perSecond)])
  }
  printTable(['ingest', 'figure'], rows)
  if (stored !== sent) process.exitCode = 1
}

function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString('en')}/s`
}

function mebibytes(octets: number): string {
  return `${Math.round(octets / 1_048_576)} MiB`
}
