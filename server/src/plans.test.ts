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
import { invariant } from './platform/invariant.ts'
import { insertArchiveQuarantine } from './testing/archive/archive.queries.ts'
import { catchUp, fillArchive, makeHttpConnection } from './testing/archive/archive.world.ts'
import { readRowsOf, recordStatements, type Statement, type StatementRecorder } from './testing/archive/statements.ts'
import { useTestDatabase } from './testing/test-database.ts'
import { startTestPlatform, type TestPlatform } from './testing/test-platform.ts'

/** Tables that grow with what is received or earned. */
const TRAFFIC =
  /^(messages_\d|traffic_|message_chunks|owner_senders|range_numbers|quarantine|transfers|settlement_lines|matured_lines|maturing_)/
/** A table with so few rows is read as a whole by any sensible planner. */
const ROWS_IN_ORDER_MAX = 4_000
/** The most that a filtered page looks back over, and what it verifies. */
const MESSAGES_MAX = 45_000

const archives = [
  { username: 'ayse', role: 'user', messages: 60_000, block: 0 },
  { username: 'oya', role: 'admin', messages: 40_000, block: 100 },
  { username: 'root', role: 'super_admin', messages: 40_000, block: 200 },
] as const
/** Nobody calls as these; without them each caller would have most of every table, which then is best read whole. */
const bystanders = ['bruno', 'chiara', 'deniz'] as const
const DAYS = 40

type Asked = { query?: Record<string, string>; body?: object }
const queries = (...all: Record<string, string>[]): Asked[] => all.map((query) => ({ query }))
const bodies = (...all: object[]): Asked[] => all.map((body) => ({ body }))
const tenYears = { from: '2016-12-01', to: '2026-11-30' }

/** What an operation is asked besides its bare address; one that needs a query or a body has to stand here. */
const asked: Partial<Record<OperationId, readonly Asked[]>> = {
  'messages.list': queries(
    {},
    { text: 'verification code' },
    { text: 'nowhere to be found' },
    { text: 'parcel whatsapp' },
    { text: '"never share it"' },
    { sender: 'WhatsApp 3' },
    { sender: '777', senderMatch: 'ends' },
    { recipient: '447000' },
    { recipient: '123', recipientMatch: 'ends' },
    { recipient: '4470000001', recipientMatch: 'starts' },
    { language: 'ar' },
    { during: 'last_month', timeZone: 'Europe/Madrid' },
    { flag: 'partial' },
    { read: 'unread' },
  ),
  'analytics.read': queries({}, { days: '7', zone: 'Europe/Madrid' }, { days: '365', compare: 'year' }, tenYears),
  'dashboard.read': queries({}, { days: '90' }),
  'earnings.read': queries({}, { days: '7', zone: 'Europe/Madrid' }, tenYears),
  'reports.cdr': bodies(
    { period: 'last_30_days', groupBy: 'day', zone: 'Europe/Madrid' },
    { period: 'last_7_days', groupBy: 'range' },
    { period: 'last_30_days', groupBy: 'user', sender: 'WhatsApp' },
    { period: 'last_12_months', groupBy: 'country' },
    { period: 'custom', ...tenYears, groupBy: 'day' },
  ),
  'search.everything': queries({ q: 'parcel' }, { q: '4321' }, { q: '+4470' }, { q: 'ayse' }, { q: '483920' }),
  'quarantine.list': queries({}, { recipient: '4321' }, { sender: 'Sender 7' }, { reason: 'no_owner' }),
  'quarantine.preview-route': bodies({ filter: { reason: 'no_range' }, as: 'now', withEarnings: true }),
  'quarantine.test-route': bodies({ number: '+447000000123' }, { number: '+999' }),
  'ranges.list': queries({}, { search: 'Mobile' }),
  'ranges.preview': bodies({ prefix: '4478', startNumber: '00', endNumber: '99' }),
  'system.history': queries({}, { hours: '720' }),
  'users.list': queries({}, { search: 'ay' }),
  'withdrawals.prepare': bodies({
    methodId: unknownId('paymentMethodId'),
    destinationId: unknownId('destinationId'),
    amount: '10',
  }),
}
/** Asked by reading tools and by nobody's screen, or only of a machine that tells nothing. */
const notAsked: ReadonlySet<OperationId> = new Set(['system.report-client-error'])

const db = useTestDatabase()
let platform: TestPlatform
let recorder: StatementRecorder
const ownerIds = new Map<Role, string>()
const things = new Map<string, string>()

beforeAll(async () => {
  platform = await startTestPlatform(db)
  const newestAt = new Date(Date.now() - 60_000)
  for (const { username, role } of archives) ownerIds.set(role, await platform.addUser(username, role))
  const actor = { userId: ownerOf('super_admin'), address: '127.0.0.1', requestId: 'plans' }
  const { carrierId, connectionId } = await makeHttpConnection(platform, actor, 'Northwire')
  for (const { role, messages, block } of archives) {
    const size = { messages, days: DAYS, ranges: 12, numbers: 2_000, block, newestAt }
    const ranges = await fillArchive(db.owner, { ownerId: ownerOf(role), connectionIds: [connectionId], ...size })
    if (role === 'user') things.set('rangeId', toApiId('range', ranges[0] ?? ''))
  }
  for (const [index, username] of bystanders.entries()) {
    const size = { messages: 40_000, days: DAYS, ranges: 12, numbers: 2_000, block: 300 + 100 * index, newestAt }
    const ownerId = await platform.addUser(username, 'user')
    await fillArchive(db.owner, { ownerId, connectionIds: [connectionId], ...size })
  }
  await insertArchiveQuarantine(db.owner, { connectionId, messages: 5_000, days: DAYS, newestAt })
  await catchUp(platform, db.owner, { isHourly: false })
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
  const { method, isReading }: OperationSpec = operations[id]
  return (method === 'GET' || isReading) && !notAsked.has(id)
})

async function call(id: OperationId, role: Role, { query = {}, body }: Asked): Promise<number> {
  const spec: OperationSpec = operations[id]
  const path = spec.path.replace(/\{(\w+)\}/g, (_, name: string) => things.get(name) ?? unknownId(name))
  const url = new URL(`${platform.url}/api/v1${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const usernames = { user: 'ayse', admin: 'oya', super_admin: 'root' }
  const authorization = `Bearer ${await tokenOf(usernames[role])}`
  const response = await fetch(url, {
    method: spec.method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
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
      for (const question of asked[id] ?? [{}]) {
        const said = `${id} as ${role} ${JSON.stringify(question)}`
        recorder.take()
        const status = await call(id, role, question)
        // An admin may not search what is masked: refused, and no reason to look.
        expect([400, 500], `${said}: give it an example in \`asked\``).not.toContain(status)
        expect(await faultsOf(recorder.take()), said).toEqual([])
      }
    }
  })
})

test('a statement that does read the traffic is found', async () => {
  expect(await faultsOf([{ text: 'select count(*) from messages', values: [] }])).not.toEqual([])
  expect(await faultsOf([{ text: 'select max(segments) from traffic_hourly', values: [] }])).not.toEqual([])
})
