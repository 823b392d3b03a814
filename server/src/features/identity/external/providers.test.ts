// Identity providers as the super admin keeps them: what is stored, what is shown, and what is refused.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { serveSlice, type SliceClient } from '../../../testing/serve-slice.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { insertTestUser } from '../identity-fixture.queries.ts'
import { newTestSecrets } from '../identity.fixture.ts'
import { createProviderDirectory, clientSecretPlace } from './provider.discovery.ts'
import { selectProvider } from './providers.queries.ts'
import { identityProvidersRoutes } from './providers.routes.ts'
import { startRogueProvider, type RogueProvider } from './rogue-provider.fixture.ts'

const db = useTestDatabase()
const secrets = newTestSecrets()
let slice: SliceClient
let provider: RogueProvider
let userId: string

beforeAll(async () => {
  provider = await startRogueProvider()
  const facts = { username: 'root', role: 'super_admin', hash: null, mustChange: false, isActive: true }
  userId = await insertTestUser(db.database.kysely, facts)
  const deps = { database: db.database, clock: systemClock, secrets, publicUrl: 'https://sms.example' }
  slice = serveSlice(identityProvidersRoutes(deps), new Map([['root', { userId, role: 'super_admin' }]]))
})
afterAll(() => provider.stop())

function create(change: object) {
  const body = { name: 'Works', issuer: provider.issuer, clientId: 'inrange', clientSecret: 'hush hush', ...change }
  return slice.call('root', 'POST', '/identity-providers', body)
}

async function lastAudit() {
  const { rows } = await db.owner.query<Record<string, unknown>>(
    'select action, subject_id, actor_id, before, after from audit_log order by id desc limit 1',
  )
  return rows[0]
}

test('a provider is stored with its secret sealed, shown without it, and offered only once it is enabled', async () => {
  const made = await create({ id: 'works' })
  expect(made).toMatchObject({
    status: 201,
    body: { id: 'works', clientSecretSet: true, isEnabled: false, identities: 0, scopes: 'openid email profile' },
  })
  expect(made.body.callbackUrl).toBe('https://sms.example/auth/v1/callback')
  const row = await selectProvider(db.database.kysely, 'works')
  expect(secrets.open(row?.clientSecretSealed ?? '', clientSecretPlace('works'))).toBe('hush hush')
  const { rows } = await db.owner.query<{ text: string }>('select to_jsonb(a)::text as text from audit_log a')
  expect(JSON.stringify([row, made.body, rows])).not.toContain('hush hush')
  expect(await lastAudit()).toMatchObject({
    action: 'identity_provider_created',
    subject_id: 'works',
    actor_id: userId,
  })

  const offered = async () => (await slice.call(null, 'GET', '/identity-providers/enabled')).body.items
  expect(await offered()).toEqual([])
  await slice.call('root', 'PATCH', '/identity-providers/works', { isEnabled: true })
  expect(await offered()).toEqual([{ id: 'works', name: 'Works' }])
  expect((await lastAudit())?.['before']).toMatchObject({ isEnabled: false })
  expect((await lastAudit())?.['after']).toMatchObject({ isEnabled: true, clientSecretSet: true })
})

test('what is not mentioned in a change stays; null takes the secret away', async () => {
  await create({ id: 'edited', clientId: 'edited' })
  const { body } = await slice.call('root', 'PATCH', '/identity-providers/edited', { name: 'Other' })
  expect(body).toMatchObject({ name: 'Other', clientId: 'edited', clientSecretSet: true })
  const cleared = await slice.call('root', 'PATCH', '/identity-providers/edited', { clientSecret: null })
  expect(cleared.body.clientSecretSet).toBe(false)
})

test('an id, and an issuer with its client, are taken once', async () => {
  await create({ id: 'taken', clientId: 'taken' })
  const sameId = await create({ id: 'taken', clientId: 'free' })
  const sameClient = await create({ id: 'free', clientId: 'taken' })
  const answers = [sameId, sameClient].map(({ status, body }) => [status, Object.keys(body.error.fields)])
  expect(answers).toEqual([
    [409, ['id']],
    [409, ['issuer']],
  ])
})

test('while users are linked, the issuer stays and the provider is not removed', async () => {
  await create({ id: 'linked', clientId: 'linked' })
  const link = `insert into identities (user_id, provider_id, subject) values ($1, 'linked', 'subject')`
  await db.owner.query(link, [userId])
  const moved = await slice.call('root', 'PATCH', '/identity-providers/linked', { issuer: 'https://other.example' })
  const removed = await slice.call('root', 'DELETE', '/identity-providers/linked')
  expect([moved.body.error.code, removed.body.error.code]).toEqual(Array(2).fill('identity_provider_in_use'))
  await db.owner.query('delete from identities')
  expect((await slice.call('root', 'DELETE', '/identity-providers/linked')).status).toBe(204)
  expect((await slice.call('root', 'DELETE', '/identity-providers/linked')).status).toBe(404)
  expect(await lastAudit()).toMatchObject({ action: 'identity_provider_deleted', subject_id: 'linked' })
})

test.each([
  ['id', { id: 'Works!' }],
  ['issuer', { id: 'plain', issuer: 'http://accounts.example' }],
  ['scopes', { id: 'scopeless', scopes: 'email' }],
  ['isDefault', { id: 'unknown', isDefault: true }],
])('a wrong %s is refused by name', async (field, change) => {
  const { status, body } = await create(change)
  expect([status, Object.keys(body.error.fields)]).toEqual([422, [field]])
})

const testOf = async (id: string) => (await slice.call('root', 'POST', `/identity-providers/${id}/test`)).body

test('a test says what it found, or what is wrong', async () => {
  await create({ id: 'tested', clientId: 'tested' })
  const answers: string[] = []
  const metadata = [
    {},
    { scopes_supported: ['openid'] },
    { issuer: `${provider.issuer}/` },
    { token_endpoint: 'http://evil.example/token' },
    { jwks_uri: undefined },
    { issuer: 'https://evil.example' },
  ]
  for (const change of metadata) {
    provider.setMetadata(change)
    const { ok, detail } = await testOf('tested')
    answers.push(
      `${ok} ${detail.replaceAll(provider.issuer, 'ISSUER').replaceAll(new URL(provider.issuer).host, 'HOST')}`,
    )
  }
  provider.setMetadata({})
  expect(answers).toEqual([
    'true Found ISSUER; people sign in at ISSUER.',
    'true Found ISSUER; people sign in at ISSUER. It does not list the scopes email, profile.',
    'false It calls itself ISSUER/: enter the issuer exactly so.',
    'false Its token_endpoint is missing or is no https address.',
    'false Its jwks_uri is missing or is no https address.',
    'false HOST did not answer as an OpenID provider: discovered metadata issuer does not match the expected issuer.',
  ])
  await create({ id: 'silent', issuer: 'http://127.0.0.1:9', clientId: 'silent' })
  expect(await testOf('silent')).toMatchObject({ ok: false })
})

test('what a provider offers is asked once, and again when its row changed or it failed', async () => {
  await create({ id: 'remembered', clientId: 'remembered' })
  const directory = createProviderDirectory({ secrets, clock: systemClock })
  const row = async () => (await selectProvider(db.database.kysely, 'remembered'))!
  provider.setMetadata({ issuer: 'https://evil.example' })
  await expect(directory.find(await row())).rejects.toThrow('did not answer as an OpenID provider')
  provider.setMetadata({})
  const found = await directory.find(await row())
  expect(await directory.find(await row())).toBe(found)
  await slice.call('root', 'PATCH', '/identity-providers/remembered', { clientId: 'another' })
  expect((await directory.find(await row())).clientMetadata().client_id).toBe('another')
})
