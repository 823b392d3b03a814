// Guarantees a slice served as in production, policy and response schemas included, with callers that a test makes
// up: the bearer token is the username. It deliberately knows no session: whether a token is genuine is the business
// of the identity slice and its tests.
import { Hono } from 'hono'
import type { Role } from '@inrange/contract/roles'
import { createSilentLog } from '../platform/log.ts'
import { answerError, serveOperations, type Caller, type Env, type Handlers } from '../platform/http.ts'

export type SliceCaller = { userId: string; role: Role }
export type Answer = { status: number; body: Json }
// What a test looks into: every other type for "any JSON" needs a cast at each step of a test.
// oxlint-disable-next-line typescript/no-explicit-any -- as said above
export type Json = any

export type SliceClient = {
  readonly app: Hono<Env>
  /** Calls an operation as a user, or as nobody (null); `path` is what follows /api/v1. */
  call(username: string | null, method: string, path: string, body?: unknown): Promise<Answer>
}

/**
 * Serves the given handlers under the paths of the contract.
 * @param callers by username
 */
export function serveSlice(handlers: Partial<Handlers>, callers: ReadonlyMap<string, SliceCaller>): SliceClient {
  const log = createSilentLog()
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    c.set('requestId', 'req_test')
    c.set('address', '192.0.2.1')
    await next()
  })
  app.onError((error, c) => {
    const answer = answerError(c, error, log)
    // A defect shows its stack in the test instead of a bare 500.
    if (answer.status >= 500) throw error
    return answer
  })
  app.route(
    '/',
    serveOperations(handlers as Handlers, { log, authenticate: (bearer) => Promise.resolve(find(bearer)) }),
  )

  function find(username: string): Caller | null {
    const caller = callers.get(username)
    return caller ? { ...caller, username, sessionId: username, duty: null, actor: null } : null
  }
  return {
    app,
    call: async (username, method, path, body) => {
      const headers = {
        ...(username === null ? {} : { authorization: `Bearer ${username}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      }
      const response = await app.request(path, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, body: text === '' ? null : JSON.parse(text) }
    },
  }
}
