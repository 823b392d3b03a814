// The time of a refused sign-in says nothing about who has an account. A few tries of each kind here, 200 in
// `npm run bench -- timing`; the same operation in both, at the full cost of a hash.
import { expect, test } from 'vitest'
import { makeTestUser, withAuthServer } from './identity.fixture.ts'
import { openSession } from './open-session.ts'

const fixture = withAuthServer()
const TRIES = 12
const TRIES_PER_ACCOUNT = 4
const USERS = TRIES / TRIES_PER_ACCOUNT
// A machine that runs other tests beside this one disturbs some rounds; a real difference, such as a hash that is not
// checked, shows in every one.
const ROUNDS_MAX = 4
const DIFFERENCE_MAX = 0.1

let asked = 0
async function attemptMs(login: string): Promise<number> {
  asked += 1
  const origin = { address: `10.0.${asked >> 8}.${asked & 255}`, userAgent: '', requestId: 'r' }
  const startedMs = performance.now()
  const outcome = await openSession(fixture.deps, { login, password: 'wrong horse', origin })
  const tookMs = performance.now() - startedMs
  expect(outcome).toEqual({ kind: 'refused' })
  return tookMs
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

test('unknown user, wrong password and no password take the same time within a tenth', async () => {
  const differences: number[] = []
  while (differences.length < ROUNDS_MAX && !differences.some((difference) => difference < DIFFERENCE_MAX)) {
    const known = await Promise.all(Array.from({ length: USERS }, () => makeTestUser(fixture)))
    const without = await Promise.all(Array.from({ length: USERS }, () => makeTestUser(fixture, { password: null })))
    await attemptMs(`warm-up ${asked}`)
    const kinds = [
      { loginOf: (n: number) => `nobody ${differences.length} ${n}`, tookMs: [] as number[] },
      { loginOf: (n: number) => known[n % USERS]?.username ?? '', tookMs: [] as number[] },
      { loginOf: (n: number) => without[n % USERS]?.username ?? '', tookMs: [] as number[] },
    ]
    for (let n = 0; n < TRIES; n += 1) {
      for (const kind of [...kinds.slice(n % 3), ...kinds.slice(0, n % 3)]) {
        kind.tookMs.push(await attemptMs(kind.loginOf(n)))
      }
    }
    const medians = kinds.map(({ tookMs }) => median(tookMs))
    differences.push(Math.max(...medians) / Math.min(...medians) - 1)
  }
  expect(Math.min(...differences)).toBeLessThan(DIFFERENCE_MAX)
})
