// `npm run bench -- session`: what it costs the server to know who calls, and how soon a session that was ended is
// refused in another process. Two server processes on one database; the figures are CPU of the first, by request, for
// the same answer with and without sign-in, in alternating rounds.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { hashPassword } from '@inrange/server/features/identity/identity.public'
import { generateKeyText } from '@inrange/server/platform/secrets'
import { printTable } from './print-table.ts'
import { openStage, type Stage } from './stage.ts'
import { upsertPasswordOfOwner } from './stage.queries.ts'

const USERS = 50
const SESSIONS_PER_USER = 20
const ROUNDS = 6
const REQUESTS_PER_ROUND = 5_000
const IN_FLIGHT = 16
const REVOCATIONS = 40
const REVOCATION_WAIT_MS_MAX = 5_000
const PASSWORD = 'a bench of oak'
const PUBLIC_URL = 'http://console.example'

type Server = { child: ChildProcess; port: number }
type Session = { accessToken: string }

export async function benchSession(): Promise<void> {
  const stage = await openStage({ owners: USERS, ranges: 1 })
  const servers: Server[] = []
  try {
    const key = generateKeyText()
    servers.push(await startServer(stage, key), await startServer(stage, key))
    const [first, second] = servers as [Server, Server]
    const sessions = await openSessions(stage, first)
    const cold = await cpuPerRequest(first, '/closed', sessions, sessions.length)
    await cpuPerRequest(first, '/open', [], REQUESTS_PER_ROUND)
    const open: number[] = []
    const closed: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      open.push(await cpuPerRequest(first, '/open', [], REQUESTS_PER_ROUND))
      closed.push(await cpuPerRequest(first, '/closed', sessions, REQUESTS_PER_ROUND))
    }
    const revocations = await measureRevocations(first, second)
    const micros = (value: number) => `${value.toFixed(1)} µs`
    const millis = (value: number) => `${value.toFixed(1)} ms`
    printTable(
      ['what', 'figure'],
      [
        ['CPU of a request without sign-in, median of rounds', micros(median(open))],
        ['CPU of the same with sign-in', micros(median(closed))],
        ['the difference', micros(median(closed) - median(open))],
        ['CPU of the first request of a session', micros(cold)],
        ['an ended session is refused in another process, median', millis(median(revocations))],
        ['the slowest', millis(Math.max(...revocations))],
      ],
    )
  } finally {
    for (const { child } of servers) child.send('stop')
    await Promise.all(servers.map(async ({ child }) => (child.exitCode === null ? once(child, 'exit') : [])))
    await stage.close()
  }
}

async function startServer(stage: Stage, key: string): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'session.server.ts'), [stage.connectionString, key, PUBLIC_URL])
  const [message] = (await once(child, 'message')) as [{ port: number }]
  return { child, port: message.port }
}

async function openSessions(stage: Stage, server: Server): Promise<Session[]> {
  const hash = await hashPassword(PASSWORD)
  for (const userId of stage.ownerIds) await upsertPasswordOfOwner(stage.owner, { userId, hash })
  const sessions: Session[] = []
  for (let index = 0; index < USERS * SESSIONS_PER_USER; index++) {
    sessions.push(await signIn(server, `owner${index % USERS}`))
  }
  return sessions
}

async function signIn(server: Server, login: string): Promise<Session> {
  const response = await fetch(`http://127.0.0.1:${server.port}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    body: JSON.stringify({ email: login, password: PASSWORD }),
  })
  const answer = (await response.json()) as { access_token?: string; message?: string }
  if (answer.access_token === undefined) throw new Error(`A sign-in was refused: ${answer.message ?? response.status}`)
  return { accessToken: answer.access_token }
}

/** @returns µs of the server's CPU for one request */
async function cpuPerRequest(
  server: Server,
  path: string,
  sessions: readonly Session[],
  requests: number,
): Promise<number> {
  const before = await cpuMicros(server)
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT })
  let next = 0
  const work = async () => {
    while (next < requests) {
      const session = sessions[next++ % Math.max(1, sessions.length)]
      const status = await get(server, path, session?.accessToken, agent)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, work))
  agent.destroy()
  return ((await cpuMicros(server)) - before) / requests
}

async function cpuMicros({ child }: Server): Promise<number> {
  child.send('use')
  const [message] = (await once(child, 'message')) as [{ cpuMicros: number }]
  return message.cpuMicros
}

function get(server: Server, path: string, accessToken: string | undefined, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }
    request({ host: '127.0.0.1', port: server.port, path, agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', reject)
      .end()
  })
}

/** From the answer to a sign-out at the one process until the other refuses the token: ms, for each of several. */
async function measureRevocations(first: Server, second: Server): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const waits: number[] = []
  for (let index = 0; index < REVOCATIONS; index++) {
    const { accessToken } = await signIn(first, `owner${index}`)
    // The other process knows the session now, and would remember it for seconds.
    if ((await get(second, '/closed', accessToken, agent)) !== 200) throw new Error('A new session was refused')
    const headers = { authorization: `Bearer ${accessToken}` }
    const url = `http://127.0.0.1:${first.port}/auth/v1/logout?scope=local`
    const { status } = await fetch(url, { method: 'POST', headers })
    if (status !== 204) throw new Error(`The sign-out answered ${status}`)
    const endedAt = performance.now()
    while ((await get(second, '/closed', accessToken, agent)) === 200) {
      if (performance.now() - endedAt > REVOCATION_WAIT_MS_MAX) throw new Error('An ended session is still accepted')
      await delay(1)
    }
    waits.push(performance.now() - endedAt)
  }
  agent.destroy()
  return waits
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
