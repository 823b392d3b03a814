// `npm run bench -- inbox [--messages N]`: the first page and filtered pages of one owner's inbox, as the product reads
// them, at a hundred thousand messages and at ten million (or N). What a page costs must not grow with the inbox.
import { parseArgs } from 'node:util'
import { listMessages } from '@inrange/server/features/messages/messages.public'
import { openDatabase, type Database } from '@inrange/server/platform/database'
import { createSilentLog } from '@inrange/server/platform/log'
import { printTable } from './print-table.ts'
import { openStage } from './stage.ts'
import { analyzeMessages, fillInbox } from './stage.queries.ts'

const SMALL = 100_000
const LARGE = 10_000_000
const FILL_STEP = 1_000_000
const WARM_UP_CALLS = 10
const CALLS = 50

const pages = [
  { name: 'first page', filter: {} },
  { name: 'one sender of 500', filter: { sender: 'Sender77' } },
  { name: 'a text in 1 of 100', filter: { text: '77 says' } },
  { name: 'a text that is nowhere', filter: { text: 'no such text' } },
]

export async function benchInbox(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { messages: { type: 'string', default: String(LARGE) } } })
  const large = Number(values.messages)
  if (!Number.isSafeInteger(large) || large <= SMALL) {
    console.error(`--messages takes a whole number above ${SMALL}.`)
    process.exit(2)
  }
  const stage = await openStage({ owners: 1, ranges: 1 })
  const { connectionString, owner } = stage
  const database = await openDatabase({ connectionString, log: createSilentLog() })
  const [ownerId = ''] = stage.ownerIds
  const newestAt = new Date()
  const fill = (from: number, messages: number) => fillInbox(owner, { ownerId, from, messages, newestAt })
  try {
    await fill(1, SMALL)
    await analyzeMessages(owner)
    const small = await measurePages(database, ownerId)
    for (let filled = SMALL; filled < large; filled += FILL_STEP) {
      await fill(filled + 1, Math.min(FILL_STEP, large - filled))
    }
    await analyzeMessages(owner)
    const grown = await measurePages(database, ownerId)
    printTable(
      [
        'page of 50: median (fastest)',
        `${SMALL.toLocaleString('en')} messages`,
        `${large.toLocaleString('en')} messages`,
        'ratio of the fastest',
      ],
      pages.map(({ name }, index) => {
        const [before, after] = [small[index], grown[index]]
        if (!before || !after) throw new RangeError('every page was measured twice')
        return [name, cell(before), cell(after), (after.fastestMs / before.fastestMs).toFixed(2)]
      }),
    )
  } finally {
    await database.close()
    await stage.close()
  }
}

/** The fastest is what a page costs; the median also what else the machine did meanwhile. */
type PageTimes = { medianMs: number; fastestMs: number }

function cell({ medianMs, fastestMs }: PageTimes): string {
  return `${medianMs.toFixed(2)} ms (${fastestMs.toFixed(2)})`
}

async function measurePages(database: Database, ownerId: string): Promise<PageTimes[]> {
  const times: PageTimes[] = []
  for (const { filter } of pages) {
    const read = () => listMessages(database.kysely, { viewerId: ownerId, ownerId, limit: 50, ...filter })
    for (let call = 0; call < WARM_UP_CALLS; call++) await read()
    const timesMs: number[] = []
    for (let call = 0; call < CALLS; call++) {
      const startedAt = performance.now()
      await read()
      timesMs.push(performance.now() - startedAt)
    }
    const sorted = timesMs.toSorted((a, b) => a - b)
    times.push({ medianMs: sorted[CALLS / 2] ?? 0, fastestMs: sorted[0] ?? 0 })
  }
  return times
}
