// `npm run bench -- ingest`: the whole pipeline (SMPP in, commit, acknowledgement), with the sender and PostgreSQL on
// the same machine, beside the same rows inserted bare into the same table, and beside Kannel where it is installed.
// One after the other in one run: full speed, half of that for the answer times, bare, Kannel with as many sessions
// and as wide a window as ours at full speed.
//   --messages N   messages at full speed (default 400,000)
//   --soak N       additional messages to watch memory with (default 0; 2,000,000 for a soak)
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { insertBare } from './bare-insert.ts'
import { measureKannel, type KannelFigures } from './measure-kannel.ts'
import { printTable } from './print-table.ts'
import { readFamilyCpuMicros } from './read-cpu.ts'
import { runSender, type SenderReport } from './run-sender.ts'
import { openStage, PASSWORD, SYSTEM_ID, type Stage } from './stage.ts'
import { countMessages, readStored } from './stage.queries.ts'

type Use = { cpuMicros: number; rss: number; peakRss: number; items: number; batches: number }

const WARM_UP = 20_000
const SESSIONS = 8
const WINDOW_FULL = 500
const WINDOW_HALF = 100
/** It goes through Kannel in about ten seconds. */
const KANNEL_MESSAGES = 40_000

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
    const kannel = await measureKannel({
      sessions: SESSIONS,
      window: WINDOW_FULL,
      numbers: stage.numbers,
      messages: KANNEL_MESSAGES,
    })
    report({ full, half, soaked, stored, sent, barePerSecond: bare, kannel })
  } finally {
    pipeline.send('stop')
    await once(pipeline, 'exit')
    await stage.close()
  }
}

type Measured = {
  report: SenderReport
  nodeMicros: number
  /** Null where the system does not tell. */
  postgresMicros: number | null
  rssBefore: number
  rssAfter: number
  peakRss: number
}

async function measure(stage: Stage, pipeline: ChildProcess, run: () => Promise<SenderReport>): Promise<Measured> {
  const before = await askUse(pipeline)
  const postgresBefore = postgresCpuMicros(stage)
  const result = await run()
  const after = await askUse(pipeline)
  const postgresAfter = postgresCpuMicros(stage)
  const perMessage = (micros: number) => micros / result.messages
  return {
    report: result,
    nodeMicros: perMessage(after.cpuMicros - before.cpuMicros),
    postgresMicros:
      postgresBefore === null || postgresAfter === null ? null : perMessage(postgresAfter - postgresBefore),
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

function postgresCpuMicros(stage: Stage): number | null {
  return readFamilyCpuMicros(stage.postgres.pid ?? 0)
}

type Sending = { messages: number; window: number; ratePerSecond?: number }

function send(stage: Stage, port: number, sending: Sending): Promise<SenderReport> {
  const login = { host: '127.0.0.1', port, systemId: SYSTEM_ID, password: PASSWORD }
  return runSender({ ...login, sessions: SESSIONS, numbers: stage.numbers, ...sending })
}

function report(results: {
  full: Measured
  half: SenderReport
  soaked: Measured | null
  stored: number
  sent: number
  barePerSecond: number
  kannel: KannelFigures | null
}): void {
  const { full, half, soaked, stored, sent, barePerSecond, kannel } = results
  const rows = [
    [`pipeline, full speed (${SESSIONS} sessions, window ${WINDOW_FULL})`, perSecond(full.report.perSecond)],
    ['bare multi-row insert of the same rows', perSecond(barePerSecond)],
    ['ratio', (full.report.perSecond / barePerSecond).toFixed(2)],
    ['acknowledgement p50 / p99, full speed', `${full.report.p50Ms.toFixed(1)} / ${full.report.p99Ms.toFixed(1)} ms`],
    [
      `acknowledgement p50 / p99, ${perSecond(half.perSecond)}`,
      `${half.p50Ms.toFixed(1)} / ${half.p99Ms.toFixed(1)} ms`,
    ],
    ['Node CPU, pipeline process', cpu(full.nodeMicros)],
    ['PostgreSQL CPU', cpu(full.postgresMicros)],
    ['sender CPU', cpu(full.report.cpuMicrosPerMessage)],
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
  rows.push(...kannelRows(kannel))
  printTable(['ingest', 'figure'], rows)
  if (stored !== sent || (kannel && kannel.arrived.messages !== KANNEL_MESSAGES)) process.exitCode = 1
}

/** Kannel answers once a message is in its memory; what it does with them after that is the second rate. */
function kannelRows(kannel: KannelFigures | null): string[][] {
  if (!kannel) return [['Kannel', 'not installed']]
  const { version, report: sent, arrived, cpuMicrosPerMessage } = kannel
  return [
    [`Kannel ${version}, HTTP sink, no database (same sessions, same window)`, ''],
    ['  acknowledged, not yet forwarded', perSecond(sent.perSecond)],
    ['  forwarded to the sink', perSecond(arrived.messages / arrived.seconds)],
    ['  acknowledgement p50 / p99', `${sent.p50Ms.toFixed(1)} / ${sent.p99Ms.toFixed(1)} ms`],
    ['  CPU of bearerbox and smsbox', cpu(cpuMicrosPerMessage)],
    [
      '  arrived at the sink / sent',
      `${arrived.messages.toLocaleString('en')} / ${sent.messages.toLocaleString('en')}`,
    ],
  ]
}

function cpu(micros: number | null): string {
  return micros === null ? '-' : `${micros.toFixed(1)} µs/message`
}

function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString('en')}/s`
}

function mebibytes(octets: number): string {
  return `${Math.round(octets / 1_048_576)} MiB`
}
