// Keys that sign access tokens: replaced without a moment at which a good token is refused, and gone when none is left.
import { expect, test } from 'vitest'
import { ACCESS_TOKEN_SECONDS } from './access-token.codec.ts'
import {
  connectClient,
  makeTestUser,
  mountAuth,
  newTestSecrets,
  TEST_PASSWORD,
  withAuthServer,
} from './identity.fixture.ts'
import { createIdentity, type Identity } from './identity.public.ts'
import { readAuditOf } from './recovery/recovery-fixture.queries.ts'
import { rotateOldSigningKeys, rotateSigningKeys } from './rotate-signing-keys.ts'
import { createSigningKeyRing } from './signing-key.ring.ts'

const fixture = withAuthServer()
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const seen = { address: '127.0.0.1' }

type Jwks = { keys: { kid: string }[] }

async function published(identity: Identity): Promise<string[]> {
  const response = await mountAuth(identity).request('/auth/v1/.well-known/jwks.json')
  return ((await response.json()) as Jwks).keys.map(({ kid }) => kid)
}

async function tokenOf(identity: Identity): Promise<{ token: string; kid: string }> {
  const user = await makeTestUser(fixture)
  const response = await mountAuth(identity).request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify({ email: user.username, password: TEST_PASSWORD }),
  })
  const { access_token: token } = (await response.json()) as { access_token: string }
  const { kid } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }
  return { token, kid }
}

/** As the HTTP layer calls it, which has asked the policy before. */
async function rotateAs(identity: Identity, user: { id: string; username: string }): Promise<{ kid: string }> {
  const caller = { userId: user.id, username: user.username, role: 'super_admin', sessionId: user.id } as const
  const context = { requestId: 'r', address: '192.0.2.1', signal: new AbortController().signal, scope: 'any' } as const
  return identity.operations['identity.rotate-keys'](
    { params: undefined, query: undefined, body: undefined },
    { ...context, caller: { ...caller, duty: null, actor: null }, authenticateAgain: () => Promise.resolve(null) },
  )
}

/** What a process that starts now knows, and closes again. */
async function inFreshProcess<Result>(ask: (identity: Identity) => Promise<Result>): Promise<Result> {
  const identity = createIdentity(fixture.deps)
  try {
    return await ask(identity)
  } finally {
    await identity.close()
  }
}

test('a new key is published before it signs, and the former one verifies until its last token is over', async () => {
  const first = await inFreshProcess(tokenOf)
  const rotation = await rotateSigningKeys(fixture.deps, null)
  expect(rotation.retiring).toEqual([first.kid])
  expect(await inFreshProcess(published)).toEqual([rotation.kid, first.kid])
  fixture.clock.advanceMs(15 * MINUTE_MS - 1)
  const last = await inFreshProcess(tokenOf)
  expect(last.kid).toBe(first.kid)
  fixture.clock.advanceMs(1)
  const next = await inFreshProcess(tokenOf)
  expect(next.kid).toBe(rotation.kid)
  fixture.clock.advanceMs(ACCESS_TOKEN_SECONDS * 1_000 - 1_001)
  await inFreshProcess(async (identity) => {
    expect(await identity.authenticate(last.token, seen)).not.toBeNull()
    expect(await identity.authenticate(next.token, seen)).not.toBeNull()
  })
  fixture.clock.advanceMs(5 * MINUTE_MS + 1_001)
  expect(rotation.formerRetiresAt.getTime()).toBe(fixture.clock.nowMs())
  expect(await inFreshProcess(published)).toEqual([rotation.kid])
})

test('a key that is retired verifies nothing, also for a process that remembers it', async () => {
  const { kid } = await inFreshProcess(tokenOf)
  const { formerRetiresAt } = await rotateSigningKeys(fixture.deps, null)
  const ring = createSigningKeyRing(fixture.deps)
  expect(await ring.publicKey(kid)).not.toBeNull()
  fixture.clock.advanceMs(formerRetiresAt.getTime() - fixture.clock.nowMs() - 1)
  expect(await ring.publicKey(kid)).not.toBeNull()
  fixture.clock.advanceMs(1)
  expect(await ring.publicKey(kid)).toBeNull()
})

test('the process that rotated publishes the new key at once, and signs with it when its time comes', async () => {
  fixture.clock.advanceMs(DAY_MS)
  const identity = createIdentity(fixture.deps)
  const { kid: former } = await tokenOf(identity)
  const { kid } = await rotateAs(identity, await makeTestUser(fixture))
  expect(await published(identity)).toEqual([kid, former])
  expect((await tokenOf(identity)).kid).toBe(former)
  fixture.clock.advanceMs(15 * MINUTE_MS)
  expect((await tokenOf(identity)).kid).toBe(kid)
  await identity.close()
})

test('while a new key is on its way, a second rotation is refused', async () => {
  fixture.clock.advanceMs(DAY_MS)
  const { kid } = await rotateSigningKeys(fixture.deps, null)
  await expect(rotateSigningKeys(fixture.deps, null)).rejects.toMatchObject({ code: 'conflict' })
  fixture.clock.advanceMs(15 * MINUTE_MS)
  const actor = { userId: (await makeTestUser(fixture)).id, address: '192.0.2.1', requestId: 'r' }
  const { kid: next, formerRetiresAt } = await rotateSigningKeys(fixture.deps, actor)
  expect(next).not.toBe(kid)
  expect(await readAuditOf(fixture.db.database.kysely, next, 'signing_key_rotated')).toEqual([
    expect.objectContaining({ retiring: [kid], formerRetiresAt: formerRetiresAt.toISOString() }),
  ])
})

test('by itself a key is replaced after 90 days, and not before', async () => {
  fixture.clock.advanceMs(DAY_MS)
  await rotateSigningKeys(fixture.deps, null)
  fixture.clock.advanceMs(90 * DAY_MS - 1)
  expect(await rotateOldSigningKeys(fixture.deps)).toBe(false)
  fixture.clock.advanceMs(1)
  const both = await Promise.all([rotateOldSigningKeys(fixture.deps), rotateOldSigningKeys(fixture.deps)])
  expect(both.toSorted()).toEqual([false, true])
  expect(await rotateOldSigningKeys(fixture.deps)).toBe(false)
})

test('with another secret key the former keys retire once their tokens are over', async () => {
  fixture.clock.advanceMs(DAY_MS)
  const { kid: former } = await inFreshProcess(tokenOf)
  const other = createIdentity({ ...fixture.deps, secrets: newTestSecrets() })
  const { kid } = await tokenOf(other)
  expect(kid).not.toBe(former)
  expect(await published(other)).toEqual(expect.arrayContaining([kid, former]))
  fixture.clock.advanceMs(15 * MINUTE_MS)
  expect(await inFreshProcess(published)).toEqual([kid])
  await other.close()
})

test('the unmodified client says Invalid JWT signature for a tampered token', async () => {
  const user = await makeTestUser(fixture)
  const client = connectClient(fixture)
  const { data } = await client.signInWithPassword({ email: user.username, password: TEST_PASSWORD })
  const token = data.session?.access_token ?? ''
  const [header = '', payload = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
  const forged = Buffer.from(JSON.stringify({ ...claims, aal: 'aal2' })).toString('base64url')
  // The client reads the machine's clock, which the test does not move.
  const allowExpired = { allowExpired: true }
  expect((await client.getClaims(token, allowExpired)).error).toBeNull()
  const tampered = `${header}.${forged}.${signature}`
  expect((await client.getClaims(tampered, allowExpired)).error?.message).toBe('Invalid JWT signature')
  expect(await fixture.identity.authenticate(tampered, seen)).toBeNull()
  expect(await fixture.identity.authenticate(token, seen)).not.toBeNull()
})
