// No screen reads its way through the traffic. Every reading operation of the contract is called on the whole platform,
// over HTTP, by every role that may, on an archive that is large enough for the planner to have a choice; every
// statement that this sent to PostgreSQL is then run again by itself, and what it read is counted. A statement that
// reads a traffic table from end to end fails, and so does one that fetches more messages than a page may cost.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromMessageId, idPrefixes, toApiId, toMessageId, type IdNoun } from '@inrange/contract/ids'
import type { OperationSpec } from '@inrange/contract/operation'
import { operations, type OperationId } from '@inrange/contract/operations'
import { scopeOf } from '@inrange/contract/policy'
import type { Role } from '@inrange/contract/roles'
import { settleEarnings } from './features/ledger/ledger.public.ts'
import { invariant } from './platform/invariant.ts'
import { analyzeArchive, insertArchiveQuarantine } from './testing/archive/archive.queries.ts'
import { fillArchive, makeHttpConnection } from './testing/archive/archive.world.ts'
import { readRowsOf, recordStatements, type Statement, type StatementRecorder } from './testing/archive/statements.ts'
import { useTestDatabase } from './testing/test-database.ts'
import { startTestPlatform, type TestPlatform } from './testing/test-platform.ts'

/** Tables that grow with what is received or earned. */
const TRAFFIC =
  /^(messages_\d|traffic_|message_chunks|owner_senders|range_numbers|quarantine|transfers|settlement_lines|matured_lines|maturing_lines)/
/** A table with so few rows is read as a whole by any sensible planner. */
const ROWS_IN_ORDER_MAX = 1_500
/** The most that a filtered page looks back over, and what it verifies. */
const MESSAGES_MAX = 45_000

const archives = [
  { username: 'ayse', role: 'user', messages: 150_000, block: 0 },
  { username: 'oya', role: 'admin', messages: 20_000, block: 100 },
  { username: 'root', role: 'super_admin', messages: 20_000, block: 200 },
] as const
const DAYS = 40

/** What an operation is asked besides its bare address; an operation that needs a query has to stand here. */
const asked: Partial<Record<OperationId, readonly Record<string, string>[]>> = {
  'messages.list': [
    {},
    { text: 'verification code' },
    { text: 'nowhere to be found' },
    { sender: 'WhatsApp 3' },
    { recipient: '447000' },
    { read: 'unread' },
  ],
  'users.list': [{}, { search: 'ay' }],
  'ranges.list': [{}, { search: 'Mobile' }],
  'search.everything': [{ q: 'verification code' }, { q: '447' }, { q: '4470010' }, { q: '99999' }, { q: 'ay' }],
}

const db = useTestDatabase()
let platform: TestPlatform
let recorder: StatementRecorder
const ownerIds = new Map<Role, string>()
const things = new Map<string, string>()

beforeAll(async () => {
  platform = await startTestPlatform(db)
  const { foundation } = platform
  const newestAt = new Date(Date.now() - 60_000)
  for (const { username, role } of archives) ownerIds.set(role, await platform.addUser(username, role))
  const actor = { userId: ownerOf('super_admin'), address: '127.0.0.1', requestId: 'plans' }
  const { carrierId, connectionId } = await makeHttpConnection(platform, actor, 'Northwire')
  for (const { role, messages, block } of archives) {
    const size = { messages, days: DAYS, ranges: 12, numbers: 2_000, block, newestAt }
    const ranges = await fillArchive(db.owner, { ownerId: ownerOf(role), connectionIds: [connectionId], ...size })
    if (role === 'user') things.set('rangeId', toApiId('range', ranges[0] ?? ''))
  }
  await insertArchiveQuarantine(db.owner, { connectionId, messages: 5_000, days: DAYS, newestAt })
  await settleEarnings(foundation, { maturityDays: 30 })
  await analyzeArchive(db.owner)
  things.set('carrierId', toApiId('carrier', carrierId))
  things.set('connectionId', toApiId('connection', connectionId))
  things.set('userId', toApiId('user', ownerOf('user')))
  things.set('month', newestAt.toISOString().slice(0, 7))
  const { rows } = await db.owner.query<{ micros: string; settlement: string }>(
    `select (extract(epoch from last_landed_at) * 1000000)::bigint::text as micros,
       (select id from ledger.settlements where owner_id = $1 order by id limit 1) as settlement
     from inboxes where owner_id = $1`,
    [ownerOf('user')],
  )
  const messageId = toMessageId({ ownerId: ownerOf('user'), landedAtMicros: BigInt(rows[0]?.micros ?? 0) })
  invariant(fromMessageId(messageId) !== null, 'The newest message has an id')
  things.set('messageId', messageId)
  things.set('settlementId', toApiId('settlement', rows[0]?.settlement ?? ''))
  recorder = recordStatements()
}, 240_000)
afterAll(async () => {
  recorder.stop()
  await platform.stop()
})

function ownerOf(role: Role): string {
  const id = ownerIds.get(role)
  invariant(id !== undefined, `The ${role} was made`)
  return id
}

const reading = (Object.keys(operations) as OperationId[]).filter((id) => {
  const { method }: OperationSpec = operations[id]
  return method === 'GET'
})

async function call(id: OperationId, role: Role, query: Record<string, string>): Promise<number> {
  const spec: OperationSpec = operations[id]
  const path = spec.path.replace(/\{(\w+)\}/g, (_, name: string) => things.get(name) ?? unknownId(name))
  const url = new URL(`${platform.url}/api/v1${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const usernames = { user: 'ayse', admin: 'oya', super_admin: 'root' }
  const authorization = `Bearer ${await tokenOf(usernames[role])}`
  const response = await fetch(url, { headers: { authorization } })
  if (spec.response === 'event-stream') await response.body?.cancel()
  else await response.arrayBuffer()
  return response.status
}

/** An id that names nothing: a row that is asked for by its key costs as much as one that is there. */
function unknownId(parameter: string): string {
  const noun = parameter.replace(/Id$/, '')
  const isNoun = (name: string): name is IdNoun => Object.hasOwn(idPrefixes, name) && name !== 'message'
  return isNoun(noun) ? toApiId(noun, '01900000-0000-7000-8000-000000000000') : 'unknown'
}

const tokens = new Map<string, string>()
async function tokenOf(username: string): Promise<string> {
  const token = tokens.get(username) ?? (await platform.signIn(username))
  tokens.set(username, token)
  return token
}

async function faultsOf(statements: readonly Statement[]): Promise<string[]> {
  const faults: string[] = []
  for (const statement of statements) {
    const read = (await readRowsOf(db.owner, statement)).filter(({ table }) => TRAFFIC.test(table))
    const inOrder = read.filter((row) => row.inOrder > ROWS_IN_ORDER_MAX)
    for (const { table, inOrder: rows } of inOrder) faults.push(`${rows} rows of ${table} in order: ${statement.text}`)
    const messages = read.filter(({ table }) => /^messages_\d/.test(table)).reduce((sum, row) => sum + row.byIndex, 0)
    if (messages > MESSAGES_MAX) faults.push(`${messages} messages by index: ${statement.text}`)
  }
  return faults
}

describe.each(reading)('%s', (id) => {
  test('reads no traffic table from end to end', { timeout: 60_000 }, async () => {
    for (const { role } of archives) {
      if (scopeOf(id, role) === null) continue
      for (const query of asked[id] ?? [{}]) {
        recorder.take()
        const status = await call(id, role, query)
        expect(status, `${id} as ${role} ${JSON.stringify(query)}: give it an example in \`asked\``).not.toBe(422)
        expect(await faultsOf(recorder.take()), `${id} as ${role} ${JSON.stringify(query)}`).toEqual([])
      }
    }
  })
})

test('a statement that does read the traffic is found', async () => {
  expect(await faultsOf([{ text: 'select count(*) from messages', values: [] }])).not.toEqual([])
  expect(await faultsOf([{ text: 'select max(segments) from traffic_hourly', values: [] }])).not.toEqual([])
})
