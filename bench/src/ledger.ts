// `npm run bench -- ledger [--owners N] [--ranges N] [--messages N] [--seconds N]`: how many single transfers a second
// the ledger posts, each judged and committed by itself, on one account and on many; and how long it takes to settle
// and to mature an hour of everybody, beside the bare insert of the same rows.
import { parseArgs } from 'node:util'
import pg from 'pg'
import {
  checkLedger,
  HOUSE_ID,
  matureEarnings,
  postTransfers,
  settleEarnings,
} from '@inrange/server/features/ledger/ledger.public'
import type { TransferRequest } from '@inrange/server/features/ledger/ledger.public'
import { createManualClock } from '@inrange/server/platform/clock'
import { openDatabase, type Database } from '@inrange/server/platform/database'
import { createSilentLog } from '@inrange/server/platform/log'
import {
  analyzeLedger,
  BARE_TRANSFER,
  copyBare,
  insertHour,
  insertOwners,
  makeBareTables,
  readSettled,
} from './ledger.queries.ts'
import { printTable } from './print-table.ts'
import { readFamilyCpuMicros } from './read-cpu.ts'
import { openStage, type Stage } from './stage.ts'

const CONNECTIONS = 8
const OWNERS_AT_ONCE = 500
const WARM_UP_MS = 1_000
const HOUR = new Date('2026-03-01T12:00:00Z')

export async function benchLedger(args: readonly string[]): Promise<void> {
  const number = (fallback: number) => ({ type: 'string', default: String(fallback) }) as const
  const { values } = parseArgs({
    args: [...args],
    options: { owners: number(10_000), ranges: number(1), messages: number(3_000_000), seconds: number(5) },
  })
  const [owners, ranges, messages] = [Number(values.owners), Number(values.ranges), Number(values.messages)]
  const messagesPerRange = Math.round(messages / owners / ranges)
  const stage = await openStage({ owners: 0, ranges: 0 })
  const { connectionString } = stage
  const database = await openDatabase({ connectionString, log: createSilentLog(), poolSizeMax: CONNECTIONS })
  try {
    const ownerIds = await insertOwners(stage.owner, owners)
    await fund(database, ownerIds)
    await makeBareTables(stage.owner)
    const single = await measureSingle(stage, database, ownerIds, Number(values.seconds) * 1_000)
    await insertHour(stage.owner, { ownerIds, rangesPerOwner: ranges, messagesPerRange, startsAt: HOUR })
    const settled = await measureSettlement(stage, database, ownerIds)
    await requireSound(database)
    const title = `${(owners * ranges * messagesPerRange).toLocaleString('en')} messages`
    printTable(
      ['ledger', 'figure'],
      [...single, [`settled: ${title}, ${owners.toLocaleString('en')} owners`, ''], ...settled],
    )
  } finally {
    await database.close()
    await stage.close()
  }
}

/** Everybody has something to hold. */
async function fund(database: Database, ownerIds: readonly string[]): Promise<void> {
  for (let start = 0; start < ownerIds.length; start += OWNERS_AT_ONCE) {
    const deposits = ownerIds.slice(start, start + OWNERS_AT_ONCE).map((ownerId) => ({
      ownerId,
      code: 'deposit' as const,
      amountMicros: 1_000_000_000n,
      idempotencyKey: 'fund',
      custody: 'usdt_trc20' as const,
    }))
    await database.transaction((transaction) => postTransfers(transaction, deposits))
  }
}

async function measureSingle(
  stage: Stage,
  database: Database,
  ownerIds: readonly string[],
  forMs: number,
): Promise<string[][]> {
  await analyzeLedger(stage.owner)
  const [hot = ''] = ownerIds
  const random = () => ownerIds[Math.floor(Math.random() * ownerIds.length)] ?? ''
  const post = async (ownerId: string, key: string): Promise<void> => {
    const request: TransferRequest = { ownerId, code: 'hold', amountMicros: 1n, idempotencyKey: key }
    const [outcome] = await database.transaction((transaction) => postTransfers(transaction, [request]))
    if (outcome?.outcome !== 'posted') throw new Error(`A transfer was refused: ${outcome?.outcome}`)
  }
  const pool = new pg.Pool({ connectionString: stage.connectionString, max: CONNECTIONS })
  const bare = async (ownerId: string, key: string): Promise<void> => {
    await pool.query({ name: 'bare_transfer', text: BARE_TRANSFER, values: [ownerId, ownerId, HOUSE_ID, key] })
  }
  const run = (connections: number, ownerOf: () => string, work: typeof post) =>
    measureRate({ stage, connections, forMs, ownerOf, work })
  await run(CONNECTIONS, random, post)
  const oneHot = await run(1, () => hot, post)
  const allHot = await run(CONNECTIONS, () => hot, post)
  const many = await run(CONNECTIONS, random, post)
  const bareRate = await run(CONNECTIONS, random, bare)
  await pool.end()
  const rate = ({ perSecond }: Rate) => `${Math.round(perSecond).toLocaleString('en')}/s`
  const ofAccounts = `${ownerIds.length.toLocaleString('en')} owners`
  return [
    ['single transfers, one owner, 1 connection', rate(oneHot)],
    [`single transfers, one owner, ${CONNECTIONS} connections`, rate(allHot)],
    [`single transfers, ${ofAccounts}, ${CONNECTIONS} connections`, rate(many)],
    ['bare insert of single rows, as many connections', rate(bareRate)],
    ['ratio', (many.perSecond / bareRate.perSecond).toFixed(2)],
    ['CPU of one of them: Node / PostgreSQL', cpu(many)],
    ['CPU of one bare row: Node / PostgreSQL', cpu(bareRate)],
  ]
}

/** How often something was done a second, and what CPU each took. */
type Rate = { perSecond: number; nodeMicros: number; postgresMicros: number | null }

/** Says most on a machine that is shared: CPU taken by others slows a rate down, and leaves this as it is. */
function cpu({ nodeMicros, postgresMicros }: Rate): string {
  return `${Math.round(nodeMicros)} / ${postgresMicros === null ? '?' : Math.round(postgresMicros)} µs`
}

let keys = 0
/** Does `work` again and again, after a warm-up. */
async function measureRate(run: {
  stage: Stage
  connections: number
  forMs: number
  ownerOf: () => string
  work: (ownerId: string, key: string) => Promise<void>
}): Promise<Rate> {
  const postgresCpu = () => readFamilyCpuMicros(run.stage.postgres.pid ?? 0)
  const repeat = async (forMs: number): Promise<Rate> => {
    const [nodeBefore, postgresBefore] = [process.cpuUsage(), postgresCpu()]
    const startedMs = performance.now()
    let done = 0
    const one = async (): Promise<void> => {
      for (; performance.now() - startedMs < forMs; done += 1) await run.work(run.ownerOf(), `bench ${(keys += 1)}`)
    }
    await Promise.all(Array.from({ length: run.connections }, one))
    const perSecond = (done * 1_000) / (performance.now() - startedMs)
    const [node, postgres] = [process.cpuUsage(nodeBefore), postgresCpu()]
    const postgresMicros = postgres === null || postgresBefore === null ? null : (postgres - postgresBefore) / done
    return { perSecond, nodeMicros: (node.user + node.system) / done, postgresMicros }
  }
  await repeat(WARM_UP_MS)
  return await repeat(run.forMs)
}

async function measureSettlement(stage: Stage, database: Database, ownerIds: readonly string[]): Promise<string[][]> {
  const clock = createManualClock(new Date(HOUR.getTime() + 2 * 3_600_000))
  const settling = await timeMs(() => settleEarnings({ database, clock }, { maturityDays: 0 }))
  const settled = await readSettled(stage.owner)
  const bareMs = (await timeMs(() => copyBare(stage.owner, ownerIds, OWNERS_AT_ONCE))).ms
  await analyzeLedger(stage.owner)
  const maturing = await timeMs(() => matureEarnings({ database, clock }))
  if (maturing.result.lines !== settled.lines) throw new Error('Not every line has matured')
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`
  return [
    ['settlements / lines', `${settled.settlements.toLocaleString('en')} / ${settled.lines.toLocaleString('en')}`],
    ['settling them (bound: 2 s)', seconds(settling.ms)],
    ['bare insert of the same rows', seconds(bareMs)],
    ['ratio', (settling.ms / bareMs).toFixed(2)],
    ['maturing them', seconds(maturing.ms)],
  ]
}

async function timeMs<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const startedMs = performance.now()
  const result = await work()
  return { ms: performance.now() - startedMs, result }
}

/** The hours of the stage have no messages behind them; everything about the money is proved. */
async function requireSound(database: Database): Promise<void> {
  const report = await checkLedger({ database, readsMessages: false })
  const broken = report.checks.filter((check) => check.findings.length > 0 && check.name !== 'ranges')
  if (broken.length > 0) throw new Error(`The books do not balance: ${broken.map((check) => check.promise).join('; ')}`)
}
