// `npm run bench -- insight [--messages N] [--data FOLDER] [--calls N] [--only PART]`: what every tile, chart, filter
// and search costs the server, over HTTP as the console asks it, with an archive of a hundred thousand messages and of
// ten million (or N). Both lie in PostgreSQL's memory; each is answered by a platform of its own, by turns. It fails
// when one answer of twenty takes longer than the bound, or more than twice what it took with the small archive.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeScratchFolder } from '@inrange/server/testing/scratch-folder'
import { insightAsks, type Ask } from './insight.asks.ts'
import type { Ready } from './insight.server.ts'
import { openArchiveStage } from './archive.stage.ts'
import { printTable } from './print-table.ts'

const SMALL = 100_000
const LARGE = 10_000_000
const WARM_UP_CALLS = 5
const P95_MS_MAX = 100
const GROWTH_MAX = 2
/** Below this an answer is noise: twice nothing is nothing. */
const GROWTH_COUNTS_FROM_MS = 20

type Times = { medianMs: number; p95Ms: number }

export async function benchInsight(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      messages: { type: 'string', default: String(LARGE) },
      calls: { type: 'string', default: '100' },
      data: { type: 'string' },
      only: { type: 'string', default: '' },
    },
  })
  const [large, calls] = [Number(values.messages), Number(values.calls)]
  if (!Number.isSafeInteger(large) || large <= SMALL) {
    console.error(`--messages takes a whole number above ${SMALL}.`)
    process.exit(2)
  }
  const asks = insightAsks.filter(({ name }) => name.includes(values.only))
  const times = await onArchive({ messages: SMALL, dataDir: undefined }, (small) =>
    onArchive({ messages: large, dataDir: values.data }, (grown) => measure([small, grown], asks, calls)),
  )
  const faults: string[] = []
  printTable(
    [
      'answer',
      `${SMALL.toLocaleString('en')}: median, p95`,
      `${large.toLocaleString('en')}: median, p95`,
      'ratio of p95',
    ],
    times.map(({ name, before, after }) => {
      const ratio = after.p95Ms / before.p95Ms
      if (after.p95Ms > P95_MS_MAX) faults.push(`${name}: p95 ${after.p95Ms.toFixed(0)} ms`)
      if (ratio > GROWTH_MAX && after.p95Ms > GROWTH_COUNTS_FROM_MS) faults.push(`${name}: ${ratio.toFixed(1)} times`)
      return [name, cell(before), cell(after), ratio.toFixed(2)]
    }),
  )
  if (faults.length === 0) return
  console.error(`Beyond ${P95_MS_MAX} ms or ${GROWTH_MAX} times:\n  ${faults.join('\n  ')}`)
  process.exitCode = 1
}

/** Fills the archive if the folder has none, and starts the platform over it in a process of its own. */
async function onArchive<Result>(
  options: { messages: number; dataDir: string | undefined },
  work: (server: Ready) => Promise<Result>,
): Promise<Result> {
  const dataDir = options.dataDir ?? makeScratchFolder('insight')
  try {
    const stage = await openArchiveStage({ messages: options.messages, dataDir })
    await stage.close()
    const server = fork(join(import.meta.dirname, 'insight.server.ts'), [String(options.messages), dataDir])
    const ended = once(server, 'exit')
    try {
      const [ready] = (await Promise.race([once(server, 'message'), ended])) as [Ready | number]
      if (typeof ready !== 'object') throw new Error('The platform over the archive ended before it was asked')
      return await work(ready)
    } finally {
      if (server.connected) server.send('stop')
      await ended
    }
  } finally {
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
  }
}

type Measured = { name: string; before: Times; after: Times }

/** Asks the two by turns, so that whatever else the machine does falls upon both. */
async function measure(
  [small, grown]: readonly [Ready, Ready],
  asks: readonly Ask[],
  calls: number,
): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const ask of asks) {
    const times: Record<'before' | 'after', number[]> = { before: [], after: [] }
    for (let call = -WARM_UP_CALLS; call < calls; call++) {
      const [before, after] = [await timeOf(small, ask, call), await timeOf(grown, ask, call)]
      if (call < 0) continue
      times.before.push(before)
      times.after.push(after)
    }
    measured.push({ name: ask.name, before: spreadOf(times.before), after: spreadOf(times.after) })
  }
  return measured
}

async function timeOf(server: Ready, ask: Ask, call: number): Promise<number> {
  const startedAt = performance.now()
  await answerOf(server, ask, call)
  return performance.now() - startedAt
}

function spreadOf(timesMs: readonly number[]): Times {
  const sorted = timesMs.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { medianMs: at(0.5), p95Ms: at(0.95) }
}

async function answerOf({ url, ownerId, tokens }: Ready, ask: Ask, call: number): Promise<void> {
  const response = await fetch(`${url}/api/v1${ask.path({ ownerId, call: Math.max(0, call) })}`, {
    headers: { authorization: `Bearer ${tokens[ask.as]}`, 'content-type': 'application/json' },
    ...(ask.body === undefined ? {} : { method: 'POST', body: JSON.stringify(ask.body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${ask.name}: ${response.status} ${text}`)
}

function cell({ medianMs, p95Ms }: Times): string {
  return `${medianMs.toFixed(1)} ms, ${p95Ms.toFixed(1)} ms`
}
