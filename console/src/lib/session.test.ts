import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Answer = { status: number; session?: unknown } | 'offline'
let answers: Answer[] = []
let asked = 0

function sessionOf(token: string, secondsLeft = 3_600) {
  const expiresAt = Math.floor(Date.now() / 1000) + secondsLeft
  return { access_token: token, refresh_token: 'cookie', expires_at: expiresAt, user: { id: 'a', app_metadata: {} } }
}

function answer(): Promise<Response> {
  asked += 1
  const next = answers.shift()
  if (next === undefined || next === 'offline') return Promise.reject(new TypeError('Failed to fetch'))
  return Promise.resolve(Response.json(next.session ?? { code: 'refused' }, { status: next.status }))
}

beforeEach(() => {
  answers = []
  asked = 0
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: () => undefined })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function follow() {
  const session = await import('./session.ts')
  const told: (string | null)[] = []
  session.followSession((opened) => told.push(opened?.access_token ?? null))
  return { session, told }
}

test('a renewed session is held and told once, however many ask', async () => {
  answers = [{ status: 200, session: sessionOf('one') }]
  const { session, told } = await follow()
  expect(await Promise.all([session.renewSession(), session.renewSession()])).toEqual(['renewed', 'renewed'])
  expect([asked, told, session.freshToken()]).toEqual([1, ['one'], 'one'])
  session.tellSession(session.heldSession())
  expect(told).toEqual(['one'])
})

test('a refusal ends the session; a server that does not answer ends nothing, and is asked again before that is said', async () => {
  const { session, told } = await follow()
  session.holdSession(sessionOf('one') as never)
  answers = ['offline', { status: 503 }, 'offline']
  const unreachable = session.renewSession()
  await vi.advanceTimersByTimeAsync(2_000)
  expect([await unreachable, asked, told, session.freshToken()]).toEqual(['unreachable', 3, [], 'one'])
  answers = [{ status: 429 }]
  expect([await session.renewSession(), told]).toEqual(['unreachable', []])
  answers = ['offline', { status: 400 }]
  const over = session.renewSession()
  await vi.advanceTimersByTimeAsync(2_000)
  expect([await over, told, session.heldSession()]).toEqual(['no-session', [null], null])
})

test('what was asked before the bundle ran is the first answer, and only that', async () => {
  const { session, told } = await follow()
  globalThis.inrangeRenewal = Promise.resolve(Response.json(sessionOf('early')))
  expect([await session.renewSession(), asked, told]).toEqual(['renewed', 0, ['early']])
  answers = [{ status: 200, session: sessionOf('late') }]
  expect([await session.renewSession(), asked, told]).toEqual(['renewed', 1, ['early', 'late']])
})

test('an early question that failed is asked again', async () => {
  const { session } = await follow()
  globalThis.inrangeRenewal = Promise.reject(new TypeError('Failed to fetch'))
  answers = [{ status: 200, session: sessionOf('one') }]
  const renewed = session.renewSession()
  await vi.advanceTimersByTimeAsync(2_000)
  expect([await renewed, asked]).toEqual(['renewed', 1])
})

test('who waited for another tab takes its session instead of asking again', async () => {
  const { session } = await follow()
  session.holdSession(sessionOf('old', 5) as never)
  vi.stubGlobal('navigator', {
    locks: {
      request: (_name: string, then: () => Promise<Response>) => {
        session.tellSession(sessionOf('of the other tab') as never)
        return then()
      },
    },
  })
  expect(await session.renewSession()).toBe('renewed')
  expect([asked, session.freshToken()]).toEqual([0, 'of the other tab'])
})

test('a session is renewed shortly before its end while its page is seen, and not before', async () => {
  const { session, told } = await follow()
  answers = [{ status: 200, session: sessionOf('next', 7_200) }]
  session.holdSession(sessionOf('first', 600) as never)
  await vi.advanceTimersByTimeAsync(500_000)
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual(['next'])
})

test('a session of few seconds is not renewed over and over', async () => {
  const { session } = await follow()
  answers = Array.from({ length: 50 }, () => ({ status: 200, session: sessionOf('short', 40) }))
  session.holdSession(sessionOf('short', 40) as never)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThan(4)
})

test('a token that is about to end is not used', async () => {
  const { session } = await follow()
  session.holdSession(sessionOf('ending', 10) as never)
  expect(session.freshToken()).toBeNull()
  session.holdSession(sessionOf('good', 30) as never)
  expect(session.freshToken()).toBe('good')
})
