// The people and things that the policy matrix is tried on: one caller of each role with a range, a message and a
// settlement of their own, a user whose things are nobody's business, a super admin above the admins, a carrier. Made
// behind the HTTP layer, since the layer is what is tried.
import { randomUUIDv7 } from 'node:crypto'
import { fromApiId, fromMessageId, idPrefixes, toApiId, toMessageId } from '@inrange/contract/ids'
import type { Role } from '@inrange/contract/roles'
import { landMessages, makeRange } from '../features/ledger/ledger-fixture.queries.ts'
import { settleEarnings } from '../features/ledger/ledger.public.ts'
import { createCarrier } from '../features/carriers/create-carrier.ts'
import { createProvider } from '../features/identity/external/create-provider.ts'
import { createConnection } from '../features/carriers/create-connection.ts'
import { createView } from '../features/saved-views/keep-view.ts'
import { createSecrets } from '../platform/secrets.ts'
import {
  givePayments,
  makePaymentMethods,
  makeReview,
  type PaymentMethods,
  type PaymentThings,
} from './policy-payments.ts'
import { startTestPlatform, type TestPlatform } from './test-platform.ts'
import type { TestDatabase } from './test-database.ts'

/** `unready`: an admin who must choose a new password first. */
export const callers = ['anonymous', 'unready', 'user', 'admin', 'super_admin'] as const
export type CallerKind = (typeof callers)[number]

export type OwnedNoun =
  | 'user'
  | 'range'
  | 'message'
  | 'settlement'
  | 'session'
  | 'notification'
  | 'export'
  | 'schedule'
  | 'savedView'
  | keyof PaymentThings
/** What belongs to the platform, and so to nobody who calls. */
const platformNouns = [
  'carrier',
  'connection',
  'audit',
  'provider',
  'case',
  'alert',
  'paymentMethod',
  'review',
  'quarantine',
] as const
export type PlatformNoun = (typeof platformNouns)[number]
export type Noun = OwnedNoun | PlatformNoun
export function isPlatforms(noun: Noun): noun is PlatformNoun {
  return platformNouns.some((known) => known === noun)
}
/** Ids as callers see them. */
export type Things = Record<OwnedNoun, string>

export type PolicyWorld = {
  url: string
  /** The things of a caller that has some. */
  own: Record<Role, Things>
  /** The things of a user who never calls. */
  others: Things
  /** A super admin who never calls. */
  above: string
  carrier: string
  connection: string
  /** An entry of the audit log. */
  audit: string
  /** Of identities, by the word that names it. */
  provider: string
  /** An open case. */
  case: string
  /** One that every admin may see. */
  alert: string
  /** USDT, without a node. */
  paymentMethod: string
  /** What came by PayPal, and a person has to decide about. */
  review: string
  /** A message for a number of no range. */
  quarantine: string
  tokenOf(who: CallerKind): Promise<string | null>
  /** After the session of a caller was ended on purpose. */
  forgetToken(who: CallerKind): void
  stop(): Promise<void>
}

const HOUR_MS = 3_600_000

export async function openPolicyWorld(db: TestDatabase): Promise<PolicyWorld> {
  const test = await startTestPlatform(db)
  const { carrier, connection, connectionId } = await makeCarrier(test)
  const methods = await makePaymentMethods(db.database)
  const give = (username: string, role: Role) => giveThings(test, db, { username, role, connectionId, methods })
  const own = {
    user: await give('ayse', 'user'),
    admin: await give('oya', 'admin'),
    super_admin: await give('root', 'super_admin'),
  }
  const others = await give('bystander', 'user')
  const above = toApiId('user', await test.addUser('above', 'super_admin'))
  await test.addUser('unready', 'admin', { mustChangePassword: true })
  await settleEarnings(test.foundation, { maturityDays: 30 })
  for (const things of [...Object.values(own), others]) things.settlement = await settlementOf(db, things)
  const names = { unready: 'unready', user: 'ayse', admin: 'oya', super_admin: 'root' }
  const tokens = new Map<CallerKind, string>()
  return {
    url: test.url,
    own,
    others,
    above,
    carrier,
    connection,
    audit: await anyAuditEntry(db),
    provider: await makeProvider(test),
    case: await makeCase(db, others),
    alert: await makeAlert(db),
    paymentMethod: toApiId('paymentMethod', methods.usdtId),
    review: await makeReview(db.database, methods),
    quarantine: await makeQuarantined(db, connectionId),
    async tokenOf(who) {
      if (who === 'anonymous') return null
      const token = tokens.get(who) ?? (await test.signIn(names[who]))
      tokens.set(who, token)
      return token
    },
    forgetToken: (who) => void tokens.delete(who),
    stop: () => test.stop(),
  }
}

/** An id of the noun that names nothing. */
export function unknownId(noun: Noun): string {
  if (noun === 'message') return toMessageId({ ownerId: randomUUIDv7(), landedAtMicros: 1_700_000_000_000_000n })
  if (noun === 'provider') return 'unknown'
  return toApiId(noun, randomUUIDv7())
}

/** What begins like an id of the noun and is none. */
export function malformedId(noun: Noun): string {
  return noun === 'provider' ? 'No-Word' : `${idPrefixes[noun]}_nonsense`
}

async function makeCarrier({ foundation }: TestPlatform) {
  const { database, config } = foundation
  const actor = { userId: await anyone(foundation, 'maker'), address: '127.0.0.1', requestId: 'policy' }
  const carrierId = await createCarrier({ database }, { actor, name: 'Northwire', notes: '' })
  const { connectionId } = await createConnection(
    { database, secrets: createSecrets(config.keyRing) },
    { actor, carrierId, connection: { kind: 'http', name: 'Main', settings: {} } },
  )
  return {
    carrier: toApiId('carrier', carrierId),
    connection: toApiId('connection', connectionId),
    connectionId,
  }
}

/** A provider that nobody listens for, so that the matrix asks nobody outside. */
async function makeProvider({ foundation }: TestPlatform): Promise<string> {
  const { database, clock, config } = foundation
  const provider = { id: 'works', name: 'Works', issuer: 'http://127.0.0.1:9', clientId: 'inrange', scopes: 'openid' }
  const deps = { database, clock, secrets: createSecrets(config.keyRing), publicUrl: config.publicUrl }
  const actor = { userId: await anyone(foundation, 'connector'), address: '127.0.0.1', requestId: 'policy' }
  await createProvider(deps, { actor, provider: { ...provider, isEnabled: true } })
  return provider.id
}

/** An open case about a range of a user who never calls. */
async function makeCase(db: TestDatabase, { user }: Things): Promise<string> {
  const ownerId = fromApiId('user', user)
  const rangeId = await makeRange(db.database.kysely, ownerId ?? '')
  const { rows } = await db.owner.query<{ id: string }>(
    `insert into cases (owner_id, range_id, signal, from_hour, until_hour, summary)
     values ($1, $2, 'manual', date_trunc('hour', now(), 'UTC') - interval '1 hour', date_trunc('hour', now(), 'UTC'), 'Odd')
     returning id`,
    [ownerId, rangeId],
  )
  return toApiId('case', rows[0]?.id ?? '')
}

/** About a job that fails for as long as the test runs, so that no look at the facts resolves it. */
async function makeAlert(db: TestDatabase): Promise<string> {
  await db.owner.query(`select graphile_worker.add_job('nothing', run_at => now() + interval '1 year')`)
  await db.owner.query(
    `update graphile_worker._private_jobs set attempts = 3, last_error = 'It fails' where run_at > now() + interval '1 day'`,
  )
  const { rows } = await db.owner.query<{ id: string }>(
    `insert into alerts (kind, subject_id, subject_name, severity, since, opened_at)
     values ('job_failing', 'nothing', 'nothing', 'warning', now(), now()) returning id`,
  )
  return toApiId('alert', rows[0]?.id ?? '')
}

/** A number of the test range. */
export const TEST_NUMBER = '447700990001'

/** A test range, and a message for a number that lies in none. */
async function makeQuarantined(db: TestDatabase, connectionId: string): Promise<string> {
  await db.owner.query(`insert into ranges (name, prefix, start_number, end_number, is_test)
    values ('Tests', '4477009900', '00', '99', true)`)
  const { rows } = await db.owner.query<{ id: string }>(
    `insert into quarantine (received_at, connection_id, reason, sender, recipient, content, coding, segments, raw)
     values (now(), $1, 'no_range', 'Bank', '33600000000', 'Hello', 0, 1, '') returning id`,
    [connectionId],
  )
  return toApiId('quarantine', rows[0]?.id ?? '')
}

/** The audit log names an actor who exists. */
async function anyone({ database }: TestPlatform['foundation'], username: string): Promise<string> {
  const facts = { username, email: `${username}@example.com`, role: 'admin' }
  const { id } = await database.kysely.insertInto('users').values(facts).returning('id').executeTakeFirstOrThrow()
  return id
}

async function giveThings(
  test: TestPlatform,
  db: TestDatabase,
  given: { username: string; role: Role; connectionId: string; methods: PaymentMethods },
): Promise<Things> {
  const { username, role, connectionId, methods } = given
  const ownerId = await test.addUser(username, role)
  const rangeId = await makeRange(db.database.kysely, ownerId, `Range of ${username}`)
  const receivedAt = new Date(Date.now() - 2 * HOUR_MS)
  await landMessages(db.database, { ownerId, rangeId, connectionId, receivedAt, messages: 3 })
  const { rows } = await db.owner.query<{ micros: string }>(
    'select (extract(epoch from landed_at) * 1000000)::bigint::text as micros from messages where owner_id = $1',
    [ownerId],
  )
  const message = toMessageId({ ownerId, landedAtMicros: BigInt(rows[0]?.micros ?? '0') })
  // A session besides the one that a caller speaks from.
  const { rows: sessions } = await db.owner.query<{ id: string }>(
    `insert into sessions (user_id, expires_at) values ($1, now() + interval '1 day') returning id`,
    [ownerId],
  )
  const session = toApiId('session', sessions[0]?.id ?? '')
  const { rows: notifications } = await db.owner.query<{ id: string }>(
    `insert into notifications (user_id, kind, facts) values ($1, 'range_assigned', '{"range":"A","numbers":"1 - 2"}')
     returning id`,
    [ownerId],
  )
  const notification = toApiId('notification', notifications[0]?.id ?? '')
  const reports = await giveReports(db, ownerId)
  const payments = await givePayments(db.database, methods, ownerId)
  const [user, range] = [toApiId('user', ownerId), toApiId('range', rangeId)]
  const savedView = await giveView(test, ownerId)
  return { user, range, message, settlement: '', session, notification, savedView, ...reports, ...payments }
}

/** An export that is done, of which there is a file, and a schedule. */
async function giveReports(db: TestDatabase, ownerId: string): Promise<{ export: string; schedule: string }> {
  const asked = { kind: 'cdr', format: 'csv', period: 'yesterday', zone: 'UTC', groupBy: 'day' }
  const made = await db.owner.query<{ id: string }>(
    `insert into exports (owner_id, kind, format, request, reaches_others, file_name, state, as_of, rows, octets,
       stored_octets, chunks, started_at, finished_at, expires_at)
     values ($1, 'cdr', 'csv', $2, false, 'cdr.csv', 'done', now(), 1, 3, 3, 0, now(), now(), now() + interval '1 day')
     returning id`,
    [ownerId, JSON.stringify({ ...asked, asked })],
  )
  const planned = await db.owner.query<{ id: string }>(
    `insert into report_schedules (owner_id, name, request, every, weekday, month_day, hour, zone, next_at)
     values ($1, 'Each day', $2, 'day', 1, 1, 6, 'UTC', now() + interval '1 day') returning id`,
    [ownerId, JSON.stringify(asked)],
  )
  return {
    export: toApiId('export', made.rows[0]?.id ?? ''),
    schedule: toApiId('schedule', planned.rows[0]?.id ?? ''),
  }
}

async function giveView({ foundation }: TestPlatform, userId: string): Promise<string> {
  return (await createView(foundation, { userId, section: 'inbox', name: 'Mine', state: {} })).id
}

async function anyAuditEntry(db: TestDatabase): Promise<string> {
  const { rows } = await db.owner.query<{ id: string }>('select id from audit_log order by id limit 1')
  return toApiId('audit', rows[0]?.id ?? '')
}

async function settlementOf(db: TestDatabase, { message }: Things): Promise<string> {
  const { rows } = await db.owner.query<{ id: string }>('select id from ledger.settlements where owner_id = $1', [
    fromMessageId(message)?.ownerId,
  ])
  return toApiId('settlement', rows[0]?.id ?? '')
}
