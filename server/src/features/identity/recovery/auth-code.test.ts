// Codes: good once, for minutes, for the browser that asked.
import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeTestUser, post, withAuthServer } from '../identity.fixture.ts'
import { readSessionEnds, readStoredTexts, setActive } from '../identity-fixture.queries.ts'
import { issueAuthCode } from './auth-code.ts'
import { isCodeChallenge, verifierFits } from './pkce.rules.ts'

const fixture = withAuthServer()
const kysely = () => fixture.db.database.kysely

function newPair(): { verifier: string; codeChallenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, codeChallenge: createHash('sha256').update(verifier).digest('base64url') }
}

async function issued(method: 'recovery' | 'oauth' = 'recovery') {
  const user = await makeTestUser(fixture)
  const { verifier, codeChallenge } = newPair()
  const now = fixture.clock.now()
  const code = await fixture.db.database.transaction((transaction) =>
    issueAuthCode(transaction, { userId: user.id, codeChallenge, method, now }),
  )
  return { user, code, verifier }
}

async function exchange(code: string, verifier: string) {
  const response = await post(fixture, '/token?grant_type=pkce', { auth_code: code, code_verifier: verifier })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test.each(['recovery', 'oauth'] as const)('a code with its verifier opens a session by %s at aal1', async (method) => {
  const { user, code, verifier } = await issued(method)
  const { status, body } = await exchange(code, verifier)
  expect(status).toBe(200)
  expect(body['user']).toMatchObject({ id: user.id })
  const claims = JSON.parse(
    Buffer.from(String(body['access_token']).split('.')[1] ?? '', 'base64url').toString(),
  ) as Record<string, unknown>
  const timestamp = Math.floor(fixture.clock.nowMs() / 1000)
  expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method, timestamp }] })
})

test('without its verifier a code is refused, and stays good for who has it', async () => {
  const { user, code, verifier } = await issued()
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  for (const wrong of [newPair().verifier, challenge, 'short', verifier.slice(0, -1)]) {
    expect(await exchange(code, wrong)).toMatchObject({ status: 400, body: { code: 'bad_code_verifier' } })
  }
  expect((await exchange(code, '')).status).toBe(400)
  expect(await readSessionEnds(kysely(), user.id)).toEqual([])
  expect((await exchange(code, verifier)).status).toBe(200)
})

test('a second use is refused and ends the session of the first; without the verifier it ends nothing', async () => {
  const { user, code, verifier } = await issued()
  expect((await exchange(code, verifier)).status).toBe(200)
  expect((await exchange(code, newPair().verifier)).body['code']).toBe('bad_code_verifier')
  expect(await readSessionEnds(kysely(), user.id)).toEqual([null])
  expect(await exchange(code, verifier)).toMatchObject({ status: 404, body: { code: 'flow_state_not_found' } })
  expect(await readSessionEnds(kysely(), user.id)).toEqual(['code_reused'])
  expect((await exchange(code, verifier)).status).toBe(404)
})

test('of two exchanges at once at most one is answered with a session, and none is left', async () => {
  const { user, code, verifier } = await issued()
  const answers = await Promise.all([exchange(code, verifier), exchange(code, verifier)])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404])
  expect(await readSessionEnds(kysely(), user.id)).toEqual(['code_reused'])
})

test('a code lasts five minutes', async () => {
  const { code, verifier } = await issued()
  fixture.clock.advanceMs(5 * 60_000 - 1)
  expect((await exchange(code, verifier)).status).toBe(200)
  const late = await issued()
  fixture.clock.advanceMs(5 * 60_000)
  expect(await exchange(late.code, late.verifier)).toMatchObject({ status: 403, body: { code: 'flow_state_expired' } })
})

test('an account that was disabled meanwhile gets no session', async () => {
  const { user, code, verifier } = await issued()
  await setActive(kysely(), user.id, false)
  expect((await exchange(code, verifier)).body).toMatchObject({ code: 'user_banned', message: 'Account is disabled' })
  expect(await readSessionEnds(kysely(), user.id)).toEqual([])
})

test('a made-up code is refused, and a real one is stored nowhere', async () => {
  const { code } = await issued()
  expect((await exchange('A'.repeat(43), newPair().verifier)).status).toBe(404)
  expect((await exchange('short', newPair().verifier)).status).toBe(404)
  const stored = await readStoredTexts(kysely())
  expect(stored).toContain('code_challenge')
  expect(stored).not.toContain(code)
  expect(stored).not.toContain(Buffer.from(code, 'base64url').toString('hex'))
})

// The example of RFC 7636, appendix B.
test('the verifier of the standard fits its challenge, and nothing beside it does', () => {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
  expect(verifierFits(verifier, challenge)).toBe(true)
  expect(verifierFits(`${verifier}~`, challenge)).toBe(false)
  expect(verifierFits(verifier, `${challenge}=`)).toBe(false)
  expect(verifierFits(challenge, challenge)).toBe(false)
  expect(isCodeChallenge(challenge)).toBe(true)
  expect(isCodeChallenge(`${challenge}=`)).toBe(false)
  expect(isCodeChallenge(challenge.slice(1))).toBe(false)
})
