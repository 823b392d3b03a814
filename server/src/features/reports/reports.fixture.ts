// The world of the tests of reports: two owners with messages, an admin, the slice served as in production, and its
// jobs run by hand. Imported by tests only.
import { Hono } from 'hono'
import { toApiId } from '@inrange/contract/ids'
import type { Role } from '@inrange/contract/roles'
import { createManualClock } from '../../platform/clock.ts'
import { answerError, type Env } from '../../platform/http.ts'
import { prepareJobs } from '../../platform/jobs.ts'
import { createSilentLog } from '../../platform/log.ts'
import { serveSlice, type Json, type SliceCaller } from '../../testing/serve-slice.ts'
import type { TestDatabase } from '../../testing/test-database.ts'
import {
  insertConnection,
  insertPerson,
  insertRange,
  landMessages,
  type LandedMessage,
} from '../messages/messages-fixture.queries.ts'
import type { Notice } from '../notices/notices.public.ts'
import { filesRoutes } from './download-export.ts'
import { clearExports } from './reports.jobs.ts'
import { reportsRoutes } from './reports.routes.ts'
import { runSchedules } from './run-schedules.ts'
import { workExports, type WorkPace } from './work-exports.ts'

export const NOON = '2026-03-10T12:00:00.000Z'
export type World = Awaited<ReturnType<typeof openWorld>>

export async function openWorld(test: TestDatabase) {
  const { owner: client, database } = test
  const log = createSilentLog()
  await prepareJobs({ connectionString: test.connectionString, log })
  const clock = createManualClock(NOON)
  const { callers, connectionId, ranges, uuidOf } = await givePeople(client)
  const mails: Notice[] = []
  const state = { isMailConfigured: true }
  const notices = {
    isConfigured: () => Promise.resolve(state.isMailConfigured),
    notify: (_transaction: unknown, notice: Notice) => {
      if (!state.isMailConfigured) return Promise.resolve('not_configured' as const)
      mails.push(notice)
      return Promise.resolve('queued' as const)
    },
  }
  const deps = { database, clock, log, notices, publicUrl: 'https://inrange.example' }
  const api = serveSlice(reportsRoutes(deps), callers)
  const files = new Hono<Env>()
  files.onError((error, c) => answerError(c, error, log))
  files.route('/', filesRoutes(deps))
  return {
    api,
    clock,
    callers,
    state,
    mails,
    connectionId,
    ranges,
    uuidOf,
    idOf: (username: string) => toApiId('user', uuidOf(username)),
    rangeIdOf: (name: 'ada' | 'ben') => toApiId('range', ranges[name]),
    land: (name: 'ada' | 'ben', messages: readonly LandedMessage[], at = NOON) =>
      landMessages(client, { ownerId: uuidOf(name), rangeId: ranges[name], connectionId, at }, messages),
    work: (pace?: Partial<WorkPace>, signal?: AbortSignal) =>
      workExports(deps, signal, {
        pieceOctets: 1_000_000,
        pieceMs: 1e9,
        turnMs: 1e9,
        runMs: 1e9,
        atOnceMax: 2,
        ...pace,
      }),
    clear: () => clearExports(deps),
    runSchedules: (looksMax?: number) => runSchedules(deps, undefined, looksMax),
    async create(username: string, body: unknown): Promise<Json> {
      const { status, body: made } = await api.call(username, 'POST', '/exports', body)
      if (status !== 201) throw new Error(`${status}: ${JSON.stringify(made)}`)
      return made
    },
    async read(username: string, id: string): Promise<Json> {
      return (await api.call(username, 'GET', `/exports/${id}`)).body
    },
    async open(address: string, method: 'GET' | 'HEAD' = 'GET'): Promise<Response> {
      return files.request(address, { method })
    },
    /** The file as a browser saves it. */
    async download(username: string, id: string): Promise<Buffer> {
      const { status, body } = await api.call(username, 'POST', `/exports/${id}/download`)
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
      const response = await files.request(body.address)
      const file = Buffer.from(await response.arrayBuffer())
      if (file.length !== Number(response.headers.get('content-length'))) throw new Error('The length was another.')
      return file
    },
  }
}

/** Two owners, each with a range of their own in a country of its own, an admin, and a connection. */
async function givePeople(client: TestDatabase['owner']) {
  const callers = new Map<string, SliceCaller>()
  const people: [string, Role][] = [
    ['ada', 'user'],
    ['ben', 'user'],
    ['oya', 'admin'],
  ]
  for (const [username, role] of people) {
    callers.set(username, { userId: await insertPerson(client, username, role), role })
  }
  const connectionId = await insertConnection(client)
  const ranges = {
    ada: await insertRange(client, 'UK Mobile 01', '447700000'),
    ben: await insertRange(client, 'ES 02', '346000000'),
  }
  const uuidOf = (username: string) => callers.get(username)?.userId ?? ''
  for (const name of ['ada', 'ben'] as const) {
    await client.query(`insert into range_owners (range_id, owner_id, during) values ($1, $2, '[2020-01-01,)')`, [
      ranges[name],
      uuidOf(name),
    ])
  }
  await client.query(`update ranges set country = case when prefix like '44%' then 'GB' else 'ES' end`)
  return { callers, connectionId, ranges, uuidOf }
}
