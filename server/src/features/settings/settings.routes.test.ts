// The operations on settings as the super admin meets them: what is answered, what is refused, and what a test of a way
// out really sends. Over a real mail server and a real HTTP server on loopback.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { settingsByName, type Settings } from '@inrange/contract/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { createSecrets, parseKeyRing } from '../../platform/secrets.ts'
import { startMailServer, type MailServer } from '../../testing/mail-server.fixture.ts'
import { serveSlice, type Answer, type SliceClient } from '../../testing/serve-slice.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { findMailServer, findSmsGatewayAccess, writeTestMail } from '../notices/notices.public.ts'
import { settingsRoutes } from './settings.public.ts'
import { SMS_TRIALS_PER_HOUR_MAX } from './try-way-out.ts'

const db = useTestDatabase()
const clock = createManualClock('2026-01-01T00:00:00Z')
const newSecrets = () => createSecrets(parseKeyRing(randomBytes(32).toString('base64')))
const secrets = newSecrets()
let client: SliceClient
let mailServer: MailServer
let gateway: Server
let gatewayUrl = ''
let asked: { headers: IncomingMessage['headers']; body: string }[] = []
let gatewayStatus = 200

function routesWith(ring: typeof secrets) {
  const deps = { database: db.database, secrets: ring }
  return settingsRoutes({
    ...deps,
    clock,
    isHttps: true,
    findMailServer: () => findMailServer(deps),
    findSmsGateway: () => findSmsGatewayAccess(deps),
    writeTestMail,
  })
}

beforeAll(async () => {
  mailServer = await startMailServer()
  gateway = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      asked.push({ headers: request.headers, body })
      response.writeHead(gatewayStatus).end('{"id":"m1"}')
    })
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`
  const { rows } = await db.owner.query<{ id: string }>(
    `insert into users (username, email, role) values ('root', 'root@example.com', 'super_admin') returning id`,
  )
  client = serveSlice(routesWith(secrets), callersOf(rows[0]!.id))
})

afterAll(async () => {
  await mailServer.stop()
  await new Promise((resolve) => gateway.close(resolve))
})

function callersOf(userId: string) {
  return new Map([
    ['root', { userId, role: 'super_admin' }],
    ['oya', { userId, role: 'admin' }],
  ] as const)
}

type Given = { changes?: Partial<Settings>; secrets?: Record<string, string | null> }

async function update(given: Given, version?: string): Promise<Answer> {
  const present: Answer = await client.call('root', 'GET', '/settings')
  return client.call('root', 'PATCH', '/settings', { version: version ?? present.body.version, ...given })
}

const mailOf = (mail: Partial<Settings['mail']>): Settings['mail'] => ({
  ...settingsByName.mail.default,
  host: '127.0.0.1',
  port: mailServer.port,
  security: 'none',
  fromAddress: 'sms@inrange.example',
  ...mail,
})
const gatewayOf = (fields: Partial<Settings['smsGateway']>): Settings['smsGateway'] => ({
  ...settingsByName.smsGateway.default,
  url: gatewayUrl,
  ...fields,
})

test('a change is answered with all settings, and never with a secret', async () => {
  const answer = await update({
    changes: { smsGateway: gatewayOf({}) },
    secrets: { smsGatewayCredential: 'Bearer s3cret' },
  })
  expect(answer).toMatchObject({
    status: 200,
    body: { secretsSet: { smsGatewayCredential: true, mailPassword: false } },
  })
  const read = await client.call('root', 'GET', '/settings')
  expect(read.body).toEqual(answer.body)
  expect(JSON.stringify([answer, read])).not.toContain('s3cret')
  expect((await db.owner.query(`select 1 from audit_log where concat(before, after) like '%s3cret%'`)).rowCount).toBe(0)
})

test.each([
  [{}, '_'],
  [{ changes: { colour: 'red' } }, 'changes.colour'],
  [{ changes: { sessionIdleDays: 0 } }, 'changes.sessionIdleDays'],
  [{ secrets: { mailPassword: '' } }, 'secrets.mailPassword'],
  [{ secrets: { smsGatewayCredential: 'Bearer x\r\nHost: elsewhere' } }, 'secrets.smsGatewayCredential'],
  [{ changes: { captcha: { provider: 'turnstile', siteKey: 'x' } } }, 'secrets.captchaSecret'],
])('%o is refused at its field, and nothing is stored', async (given, field) => {
  const { version } = (await client.call('root', 'GET', '/settings')).body
  const answer = await update(given as Given)
  expect(answer).toMatchObject({ status: 422, body: { error: { fields: { [field]: expect.any(String) } } } })
  expect((await client.call('root', 'GET', '/settings')).body.version).toBe(version)
})

test('of two editors the second is told, and can look at what is there', async () => {
  const { version } = (await client.call('root', 'GET', '/settings')).body
  expect(await update({ changes: { invitationDays: 3 } }, version)).toMatchObject({ status: 200 })
  const second = await update({ changes: { invitationDays: 4 } }, version)
  expect(second).toMatchObject({ status: 409, body: { error: { code: 'settings_changed' } } })
  expect((await client.call('root', 'GET', '/settings')).body.values.invitationDays).toBe(3)
})

test('nobody but the super admin reads or tries anything', async () => {
  expect((await client.call('oya', 'GET', '/settings')).status).toBe(403)
  expect((await client.call('oya', 'POST', '/settings/test-mail')).status).toBe(403)
  expect((await client.call(null, 'GET', '/settings')).status).toBe(401)
  expect((await client.call(null, 'GET', '/settings/public')).body).toEqual({
    passwordLengthMin: 6,
    mailIsSent: false,
    phoneFactors: true,
    captcha: null,
  })
})

test('a test mail goes to whoever asks, and the answer of the server comes back', async () => {
  expect((await client.call('root', 'POST', '/settings/test-mail')).body).toMatchObject({ outcome: 'not_configured' })
  await update({ changes: { mail: mailOf({}) } })
  const sent = await client.call('root', 'POST', '/settings/test-mail')
  expect(sent.body).toMatchObject({ outcome: 'sent', detail: expect.stringMatching(/^250/) })
  expect(mailServer.mailsTo('root@example.com')).toHaveLength(1)
  await update({ changes: { mail: mailOf({ security: 'starttls' }) } })
  const refused = await client.call('root', 'POST', '/settings/test-mail')
  expect(refused.body).toMatchObject({ outcome: 'unreachable', detail: expect.stringContaining('STARTTLS') })
  expect(await trials('mail_tested')).toEqual(['done sent', 'failed unreachable'])
})

test('a test SMS goes to the number that is given', async () => {
  asked = []
  const sent = await client.call('root', 'POST', '/settings/test-sms', { number: '+447700900123' })
  expect(sent.body).toMatchObject({ outcome: 'sent', detail: expect.stringContaining('200') })
  expect(asked).toMatchObject([
    { headers: { authorization: 'Bearer s3cret' }, body: expect.stringContaining('+447700900123') },
  ])
  gatewayStatus = 403
  const refused = await client.call('root', 'POST', '/settings/test-sms', { number: '447700900123' })
  expect(refused.body).toMatchObject({ outcome: 'refused' })
  gatewayStatus = 200
  expect((await client.call('root', 'POST', '/settings/test-sms', { number: '07700' })).status).toBe(422)
  expect(await trials('sms_tested')).toEqual(['done sent', 'failed refused'])
})

test('tests have a limit by the hour', async () => {
  const call = () => client.call('root', 'POST', '/settings/test-sms', { number: '+447700900123' })
  clock.advanceMs(3_600_000)
  for (let count = 0; count < SMS_TRIALS_PER_HOUR_MAX; count += 1) expect((await call()).status).toBe(200)
  expect((await call()).status).toBe(429)
  clock.advanceMs(3_600_000)
  expect((await call()).status).toBe(200)
})

test('a secret that no key opens any more is said to be so', async () => {
  await update({ changes: { mail: mailOf({ username: 'ann' }) }, secrets: { mailPassword: 'x' } })
  const { rows } = await db.owner.query<{ id: string }>(`select id from users where username = 'root'`)
  const other = serveSlice(routesWith(newSecrets()), callersOf(rows[0]!.id))
  const answer = await other.call('root', 'POST', '/settings/test-mail')
  expect(answer.body).toMatchObject({ outcome: 'not_configured', detail: expect.stringContaining('cannot be opened') })
})

async function trials(action: string): Promise<string[]> {
  const { rows } = await db.owner.query<{ told: string }>(
    `select concat(outcome, ' ', after ->> 'outcome') as told from audit_log where action = $1 order by id`,
    [action],
  )
  return rows.map(({ told }) => told)
}
