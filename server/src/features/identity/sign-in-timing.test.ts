// The time of a refused sign-in says nothing about who has an account. Here the work of a few tries of each kind is
// compared, in CPU of this process, which other programs on the machine do not disturb; `npm run bench -- timing`
// compares the time of 200. The same operation in both, at the full cost of a hash.
import { expect, test } from 'vitest'
import { makeTestUser, withAuthServer } from './identity.fixture.ts'
import { openSession } from './open-session.ts'

const fixture = withAuthServer()
const TRIES = 12
const TRIES_PER_ACCOUNT = 4
const USERS = TRIES / TRIES_PER_ACCOUNT
// Clearing memory away disturbs a round now and then; a real difference, such as a hash that is not checked, shows in
// every one.
const ROUNDS_MAX = 3
const DIFFERENCE_MAX = 0.1

let asked = 0
async function attemptCpu(login: string): Promise<number> {
  asked += 1
  const origin = { address: `10.0.${asked >> 8}.${asked & 255}`, userAgent: '', requestId: 'r' }
  const before = process.cpuUsage()
  const outcome = await openSession(fixture.deps, { login, password: 'wrong horse', origin })
  const { user, system } = process.cpuUsage(before)
  expect(outcome).toEqual({ kind: 'refused' })
  return user + system
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

test('unknown user, wrong password and no password take the same work within a tenth', async () => {
  const differences: number[] = []
  while (differences.length < ROUNDS_MAX && !differences.some((difference) => difference < DIFFERENCE_MAX)) {
    const known = await Promise.all(Array.from({ length: USERS }, () => makeTestUser(fixture)))
    const without = await Promise.all(Array.from({ length: USERS }, () => makeTestUser(fixture, { password: null })))
    await attemptCpu(`warm-up ${asked}`)
    const kinds = [
      { loginOf: (n: number) => `nobody ${differences.length} ${n}`, cpuMicros: [] as number[] },
      { loginOf: (n: number) => known[n % USERS]?.username ?? '', cpuMicros: [] as number[] },
      { loginOf: (n: number) => without[n % USERS]?.username ?? '', cpuMicros: [] as number[] },
    ]
    for (let n = 0; n < TRIES; n += 1) {
      for (const kind of [...kinds.slice(n % 3), ...kinds.slice(0, n % 3)]) {
        kind.cpuMicros.push(await attemptCpu(kind.loginOf(n)))
      }
    }
    const medians = kinds.map(({ cpuMicros }) => median(cpuMicros))
    differences.push(Math.max(...medians) / Math.min(...medians) - 1)
  }
  expect(Math.min(...differences)).toBeLessThan(DIFFERENCE_MAX)
}, 90_000)
