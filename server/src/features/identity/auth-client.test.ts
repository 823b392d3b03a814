// The unmodified auth client against a listening server: what the specification names is what is served.
import { expect, test } from 'vitest'
import { fromApiId } from '@inrange/contract/ids'
import { connectClient, makeTestUser, TEST_PASSWORD, withAuthServer } from './identity.fixture.ts'
import { readActivityTypes, readSessionEnds, readSignInFacts, readStoredTexts } from './identity-fixture.queries.ts'
import { REFRESH_GRACE_MS } from './refresh-token.rules.ts'

const fixture = withAuthServer()
const kysely = () => fixture.db.database.kysely

async function signedIn(user: { username: string }): Promise<ReturnType<typeof connectClient>> {
  const client = connectClient(fixture)
  const { error } = await client.signInWithPassword({ email: user.username, password: TEST_PASSWORD })
  expect(error).toBeNull()
  return client
}

test('a username and a password open a session that says who it is', async () => {
  const user = await makeTestUser(fixture, { role: 'admin' })
  const client = connectClient(fixture)
  const { data, error } = await client.signInWithPassword({ email: user.username, password: TEST_PASSWORD })
  expect(error).toBeNull()
  expect(data.user?.id).toBe(user.id)
  expect(data.user?.email).toBe(user.email)
  expect(data.user?.app_metadata).toMatchObject({ username: user.username, role: 'admin', must_change_password: false })
  expect(fromApiId('user', String(data.user?.app_metadata['user_id']))).toBe(user.id)
  expect(data.session?.expires_in).toBe(600)
  const read = await client.getUser()
  expect(read.data.user?.id).toBe(user.id)
})

test('an email address in any case of letters names the same account', async () => {
  const user = await makeTestUser(fixture)
  const client = connectClient(fixture)
  const { data } = await client.signInWithPassword({ email: user.email.toUpperCase(), password: TEST_PASSWORD })
  expect(data.user?.id).toBe(user.id)
})

test('a wrong password is refused with the public sentence and no session', async () => {
  const user = await makeTestUser(fixture)
  const client = connectClient(fixture)
  const { data, error } = await client.signInWithPassword({ email: user.username, password: 'wrong horse' })
  expect(error?.message).toBe('Invalid username or password')
  expect(error?.code).toBe('invalid_credentials')
  expect(data.session).toBeNull()
})

test('a signing-in is written with its fact: counters, activity, and later the sign-out', async () => {
  const user = await makeTestUser(fixture)
  const client = await signedIn(user)
  expect(await readSignInFacts(kysely(), user.id)).toEqual({
    totalLogins: 1,
    lastLogin: fixture.clock.now(),
    lastActivity: fixture.clock.now(),
  })
  await client.signOut({ scope: 'local' })
  expect(await readActivityTypes(kysely(), user.id)).toEqual(['user_login', 'user_logout'])
})

test('the access token verifies against the published key and carries the claims', async () => {
  const client = await signedIn(await makeTestUser(fixture))
  const { data, error } = await client.getClaims()
  expect(error).toBeNull()
  expect(data?.header.alg).toBe('ES256')
  expect(data?.claims).toMatchObject({ aud: 'authenticated', role: 'authenticated', aal: 'aal1', is_anonymous: false })
  const jwks = (await (await fetch(`${fixture.origin}/auth/v1/.well-known/jwks.json`)).json()) as { keys: object[] }
  expect(jwks.keys).toHaveLength(1)
  expect(jwks.keys[0]).not.toHaveProperty('d')
})

test('a refresh replaces the token, and the replaced one still stands for it within the grace', async () => {
  const client = await signedIn(await makeTestUser(fixture))
  const first = (await client.getSession()).data.session?.refresh_token ?? ''
  const refreshed = await client.refreshSession({ refresh_token: first })
  const second = refreshed.data.session?.refresh_token
  expect(refreshed.error).toBeNull()
  expect(second).not.toBe(first)
  fixture.clock.advanceMs(REFRESH_GRACE_MS)
  const raced = await connectClient(fixture).refreshSession({ refresh_token: first })
  expect(raced.data.session?.refresh_token).toBe(second)
})

test('a race that ran two steps ahead is answered with the newest token', async () => {
  const client = await signedIn(await makeTestUser(fixture))
  const first = (await client.getSession()).data.session?.refresh_token ?? ''
  await client.refreshSession()
  await client.refreshSession()
  const newest = (await client.getSession()).data.session?.refresh_token
  const raced = await connectClient(fixture).refreshSession({ refresh_token: first })
  expect(raced.data.session?.refresh_token).toBe(newest)
})

test('parallel refreshes of one token all get the one successor', async () => {
  const client = await signedIn(await makeTestUser(fixture))
  const first = (await client.getSession()).data.session?.refresh_token ?? ''
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => connectClient(fixture).refreshSession({ refresh_token: first })),
  )
  expect(answers.map(({ error }) => error)).toEqual(Array(6).fill(null))
  expect(new Set(answers.map(({ data }) => data.session?.refresh_token)).size).toBe(1)
})

test('a token used again after the grace ends the session for whoever holds it', async () => {
  const user = await makeTestUser(fixture)
  const client = await signedIn(user)
  const first = (await client.getSession()).data.session?.refresh_token ?? ''
  const second = (await client.refreshSession()).data.session?.refresh_token ?? ''
  fixture.clock.advanceMs(REFRESH_GRACE_MS + 1)
  const stolen = await connectClient(fixture).refreshSession({ refresh_token: first })
  expect(stolen.error?.code).toBe('refresh_token_already_used')
  expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError')
  const rightful = await connectClient(fixture).refreshSession({ refresh_token: second })
  expect(rightful.error?.code).toBe('session_expired')
  expect(await readSessionEnds(kysely(), user.id)).toEqual(['refresh_token_reused'])
})

test('a made-up refresh token is refused and ends nothing', async () => {
  const user = await makeTestUser(fixture)
  await signedIn(user)
  for (const token of ['A'.repeat(43), 'short', 'cookie!']) {
    const { error } = await connectClient(fixture).refreshSession({ refresh_token: token })
    expect(error?.code).toBe('refresh_token_not_found')
  }
  expect(await readSessionEnds(kysely(), user.id)).toEqual([null])
})

const scopes = [
  { scope: 'local', here: 'over', elsewhere: 'live', activities: ['user_login', 'user_login', 'user_logout'] },
  { scope: 'others', here: 'live', elsewhere: 'over', activities: ['user_login', 'user_login'] },
  { scope: 'global', here: 'over', elsewhere: 'over', activities: ['user_login', 'user_login', 'user_logout'] },
] as const

test.each(scopes)(
  'sign-out $scope: here $here, elsewhere $elsewhere',
  async ({ scope, here, elsewhere, activities }) => {
    const user = await makeTestUser(fixture)
    const [one, other] = [await signedIn(user), await signedIn(user)]
    const tokenHere = (await one.getSession()).data.session?.access_token ?? ''
    const tokenElsewhere = (await other.getSession()).data.session?.access_token ?? ''
    // Both are remembered as live before the sign-out, so that the test shows the memory being dropped.
    expect(await fixture.identity.authenticate(tokenHere, { address: '' })).not.toBeNull()
    expect(await fixture.identity.authenticate(tokenElsewhere, { address: '' })).not.toBeNull()
    expect((await one.signOut({ scope })).error).toBeNull()
    const stateOf = async (token: string) =>
      (await fixture.identity.authenticate(token, { address: '' })) === null ? 'over' : 'live'
    expect([await stateOf(tokenHere), await stateOf(tokenElsewhere)]).toEqual([here, elsewhere])
    expect(await readActivityTypes(kysely(), user.id)).toEqual(activities)
  },
)

test('signing out of a session that is over is no error and no second activity', async () => {
  const user = await makeTestUser(fixture)
  const client = await signedIn(user)
  const bearer = `Bearer ${(await client.getSession()).data.session?.access_token}`
  const signOut = () =>
    fetch(`${fixture.origin}/auth/v1/logout?scope=global`, { method: 'POST', headers: { authorization: bearer } })
  expect((await signOut()).status).toBe(204)
  expect((await signOut()).status).toBe(204)
  expect(await readActivityTypes(kysely(), user.id)).toEqual(['user_login', 'user_logout'])
})

test('nothing that opens a session is stored as it is', async () => {
  const client = await signedIn(await makeTestUser(fixture))
  const session = (await client.getSession()).data.session
  const stored = await readStoredTexts(kysely())
  expect(stored).toContain('token_hash')
  const refreshHex = Buffer.from(session?.refresh_token ?? '', 'base64url').toString('hex')
  for (const secret of [TEST_PASSWORD, session?.refresh_token, refreshHex, session?.access_token, '"d":']) {
    expect(stored).not.toContain(secret)
  }
})
