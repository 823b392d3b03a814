// A platform with the outside of its payments on loopback, for the tests that move money: started once for a file, in a
// process of its own, and ended with it. Everybody in it has the same password.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { attachLocalChain } from '@inrange/server/testing/chain/local-chain'
import { expectSection, fillSignIn, test, type Page } from './console.fixture.ts'
import { PAYMENTS_PASSWORD, type PaymentsFacts } from './payments.facts.ts'

const START_PATIENCE_MS = 90_000
const STOP_PATIENCE_MS = 30_000

export type PaymentsPlatform = {
  facts: PaymentsFacts
  chain: ReturnType<typeof attachLocalChain>
  /** The API as somebody; throws on every refusal. */
  apiAs(username: string): Promise<PaymentsApi>
  signIn(page: Page, username: string): Promise<void>
  /** To an address of this platform. */
  open(page: Page, path: string): Promise<void>
  stop(): Promise<void>
}
// oxlint-disable-next-line typescript/no-explicit-any -- answers are looked into by the tests, each at its own place.
export type PaymentsApi = (method: string, path: string, body?: unknown) => Promise<Record<string, any>>

/**
 * For a file that is one story, told in order beside a platform of its own. What is wrong in a form, and what a chain does
 * not have yet, is refused on purpose.
 *
 * @param begin takes the platform, before the first test
 */
export function besidePayments(begin: (started: PaymentsPlatform) => unknown): void {
  let payments: PaymentsPlatform | undefined
  test.describe.configure({ mode: 'serial' })
  test.use({ refusals: 'expected' })
  test.beforeAll(async () => {
    payments = await startPayments()
    await begin(payments)
  })
  test.afterAll(async () => {
    await payments?.stop()
  })
}

export async function startPayments(): Promise<PaymentsPlatform> {
  const program = spawn(process.execPath, [join(import.meta.dirname, 'payments.program.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const facts = await readFacts(program)
    const apis = new Map<string, Promise<PaymentsApi>>()
    return {
      facts,
      chain: attachLocalChain(facts.chain),
      // Signed in once: sign-ins are counted.
      apiAs: (username) => {
        const api = apis.get(username) ?? apiAs(facts.url, username)
        apis.set(username, api)
        return api
      },
      signIn: async (page, username) => {
        await page.goto(facts.url)
        await fillSignIn(page, username, PAYMENTS_PASSWORD)
        await expectSection(page, 'dashboard')
      },
      open: async (page, path) => void (await page.goto(`${facts.url}${path}`)),
      stop: () => stop(program),
    }
  } catch (error) {
    await stop(program)
    throw error
  }
}

/** The one line of JSON that it prints once all of it is up. */
function readFacts(program: ChildProcess): Promise<PaymentsFacts> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The payments did not start in time')), START_PATIENCE_MS)
    program.once('exit', (code) => reject(new Error(`The payments ended with ${code}`)))
    if (program.stdout === null) throw new Error('It was started with a pipe')
    createInterface(program.stdout).once('line', (line) => {
      clearTimeout(timer)
      resolve(JSON.parse(line) as PaymentsFacts)
    })
  })
}

async function stop(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return
  const gone = once(program, 'exit')
  const timer = setTimeout(() => program.kill('SIGKILL'), STOP_PATIENCE_MS)
  program.kill('SIGTERM')
  await gone
  clearTimeout(timer)
}

async function apiAs(url: string, username: string): Promise<PaymentsApi> {
  const credentials = { email: username, password: PAYMENTS_PASSWORD }
  const session = await request(`${url}/auth/v1/token?grant_type=password`, 'POST', credentials)
  const token = String(session['access_token'])
  return (method, path, body) => request(`${url}/api/v1${path}`, method, body, token)
}

async function request(url: string, method: string, body?: unknown, token?: string): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`)
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}
