// `npm run bench -- timing`: whether the time of a refused sign-in tells who has an account. An unknown user, a wrong
// password and a user without a password, 200 tries each, in turns; the medians must differ by less than a tenth. The
// whole of a request is timed but its way through a socket, which is the same for all three.
import { openDatabase } from '@inrange/server/platform/database'
import { systemClock } from '@inrange/server/platform/clock'
import { createLog } from '@inrange/server/platform/log'
import { createSecrets, generateKeyText, parseKeyRing } from '@inrange/server/platform/secrets'
import { createIdentity, hashPassword } from '@inrange/server/features/identity/identity.public'
import { createNotices } from '@inrange/server/features/notices/notices.public'
import { createWebApp } from '@inrange/server/platform/web'
import { printTable } from './print-table.ts'
import { openStage } from './stage.ts'
import { upsertPasswordOfOwner } from './stage.queries.ts'

const TRIES = 200
const WARM_UP_TRIES = 5
// Few enough tries of one account, or from one address, that none of them is made to wait.
const TRIES_PER_ACCOUNT = 4
const USERS = Math.ceil((TRIES + WARM_UP_TRIES) / TRIES_PER_ACCOUNT)
const DIFFERENCE_MAX = 0.1

export async function benchTiming(): Promise<void> {
  const stage = await openStage({ owners: 2 * USERS, ranges: 1 })
  const log = createLog({ level: 'error' })
  const database = await openDatabase({ connectionString: stage.connectionString, log })
  const secrets = createSecrets(parseKeyRing(generateKeyText()))
  const notices = createNotices({ clock: systemClock, secrets })
  const deps = { database, clock: systemClock, log, secrets, notices, publicUrl: 'http://console.example' }
  const identity = createIdentity(deps)
  // Without a socket the peer is this address, which may say for whom it speaks: each attempt for another.
  const web = { consoleDir: import.meta.dirname, trustedProxies: ['127.0.0.1'], log, isHttps: false }
  const app = createWebApp(web, (root) => void root.route('/auth/v1', identity.routes))
  const hash = await hashPassword('a bench of oak')
  for (const userId of stage.ownerIds.slice(0, USERS)) await upsertPasswordOfOwner(stage.owner, { userId, hash })
  let asked = 0

  /** Milliseconds until the attempt is refused. */
  async function attempt(login: string): Promise<number> {
    asked += 1
    const address = `10.0.${asked >> 8}.${asked & 255}`
    const startedMs = performance.now()
    const response = await app.request('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { 'x-forwarded-for': address },
      body: JSON.stringify({ email: login, password: 'wrong' }),
    })
    const tookMs = performance.now() - startedMs
    if (response.status !== 400) throw new Error(`The attempt was answered with ${response.status}`)
    return tookMs
  }
  const kinds = [
    { name: 'unknown user', loginOf: (n: number) => `nobody${n}`, tookMs: [] as number[] },
    { name: 'wrong password', loginOf: (n: number) => `owner${n % USERS}`, tookMs: [] as number[] },
    { name: 'user without a password', loginOf: (n: number) => `owner${USERS + (n % USERS)}`, tookMs: [] as number[] },
  ]
  try {
    for (let n = 0; n < WARM_UP_TRIES + TRIES; n += 1) {
      // Each round begins with another kind, so that none always follows the same one.
      for (const kind of [...kinds.slice(n % 3), ...kinds.slice(0, n % 3)]) {
        const tookMs = await attempt(kind.loginOf(n))
        if (n >= WARM_UP_TRIES) kind.tookMs.push(tookMs)
      }
    }
  } finally {
    await identity.close()
    await database.close()
    await stage.close()
  }
  report(kinds)
}

function report(kinds: readonly { name: string; tookMs: readonly number[] }[]): void {
  const medians = kinds.map(({ tookMs }) => median(tookMs))
  const difference = Math.max(...medians) / Math.min(...medians) - 1
  printTable(
    ['refused sign-in', 'median'],
    [
      ...kinds.map(({ name }, index) => [name, `${(medians[index] ?? 0).toFixed(2)} ms`]),
      ['largest difference', `${(difference * 100).toFixed(1)} %`],
    ],
  )
  if (difference < DIFFERENCE_MAX) return
  console.error('The time of a refused sign-in tells who has an account.')
  process.exitCode = 1
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
