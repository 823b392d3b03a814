// Recognises what a carrier sends again because it never read our answer. SMPP gives deliver_sm no id to rely on, so
// the evidence is the session: when one ended without proof that its acknowledgements were read, what it had
// committed since the last proof is "doubtful", and an identical PDU that comes on the same connection is that one
// again, once for each. On a healthy session two equal messages are two messages.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Intake, SessionEnd } from '../features/carriers/carriers.public.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { unpackDigests } from './5-commit.ts'
import {
  CLOSE_SESSION,
  DOUBTFUL_SESSIONS,
  HOLD_PROCESS_LOCK,
  OPEN_SESSION,
  PROCESS_IS_DEAD,
  SESSION_DIGESTS,
} from './ingest.queries.ts'

/** How long before an end without proof an acknowledgement may have been written and not read. */
export const DOUBT_MS = 60_000
/** How long after a new bind a redelivery is expected; carriers send again within seconds. */
const SUSPICION_MS = 10 * 60_000
/** Sessions that ended longer ago are not asked about: their commits are pruned. */
export const MEMORY_MS = 15 * 60_000
const SUSPECTS_MAX = 200_000
/** Longer than a commit takes from its start to its last answer, but in an outage. */
const COMMIT_MS_MAX = 2_000
const CLOSE_RETRY_MS = 1_000

type Session = Parameters<Intake['openSession']>[0]
type Suspects = { counts: Map<number, number>; size: number; loaded: Set<string>; untilMs: number }

export type Redelivery = {
  /** True when this digest is one that the connection may be sending again; it is then used up. */
  isRedelivery: (connectionId: string, digest: number) => boolean
  /** Says that the peer may send this again although its session lives on. */
  expect: (connectionId: string, digest: number) => void
  open: (session: Session) => Promise<void>
  close: (sessionId: string, end: SessionEnd) => void
  /** Holds the sign of life by which other processes know that this one's sessions are not doubtful. */
  start: () => Promise<void>
  stop: () => Promise<void>
}

export function createRedelivery(deps: { hot: pg.Pool; connectionString: string; clock: Clock; log: Log }): Redelivery {
  const { hot, clock, log } = deps
  const processId = randomUUID()
  const suspects = new Map<string, Suspects>()
  /** Sessions that are bound now, and whose they are. */
  const openSessions = new Map<string, string>()
  const closing = new Map<string, Promise<void>>()
  let life: pg.Client | undefined
  let stopped = false

  async function holdLock(): Promise<void> {
    const client = new pg.Client({ connectionString: deps.connectionString, application_name: 'inrange process' })
    client.on('error', () => undefined)
    client.on('end', () => {
      if (!stopped) setTimeout(() => void holdLock().catch(() => undefined), CLOSE_RETRY_MS)
    })
    await client.connect()
    await client.query(HOLD_PROCESS_LOCK, [processId])
    life = client
  }

  async function recordEnd(sessionId: string, end: SessionEnd): Promise<void> {
    const endedAt = clock.now()
    const provenUntil = end.provenUntilMs === null ? null : new Date(end.provenUntilMs)
    for (;;) {
      try {
        await hot.query(CLOSE_SESSION, [sessionId, endedAt, end.reason, end.clean, provenUntil])
        return
      } catch (error) {
        if (stopped) return
        log.debug({ err: error }, 'the end of a session is recorded once the database answers')
        await new Promise((resolve) => setTimeout(resolve, CLOSE_RETRY_MS))
      }
    }
  }

  function suspectsOf(connectionId: string): Suspects {
    const nowMs = clock.nowMs()
    const known = suspects.get(connectionId)
    const mine =
      known && known.untilMs > nowMs ? known : { counts: new Map(), size: 0, loaded: new Set<string>(), untilMs: 0 }
    mine.untilMs = nowMs + SUSPICION_MS
    suspects.set(connectionId, mine)
    return mine
  }

  function suspect(mine: Suspects, digest: number): void {
    if (mine.size >= SUSPECTS_MAX) return
    mine.counts.set(digest, (mine.counts.get(digest) ?? 0) + 1)
    mine.size += 1
  }

  async function learn(connectionId: string): Promise<void> {
    const nowMs = clock.nowMs()
    const mine = suspectsOf(connectionId)
    const values = [connectionId, clock.now(), new Date(nowMs - MEMORY_MS), [...openSessions.keys()]]
    const doubtful = await hot.query<{
      id: string
      process_id: string
      ended_at: Date | null
      proven_until: Date | null
    }>(DOUBTFUL_SESSIONS, values)
    for (const row of doubtful.rows) {
      if (mine.loaded.has(row.id) || mine.size >= SUSPECTS_MAX) continue
      if (row.ended_at === null && !(await isDead(row.process_id))) continue
      mine.loaded.add(row.id)
      await learnSession(mine, row.id, row.ended_at, row.proven_until)
      if (row.ended_at === null)
        await recordEnd(row.id, { clean: false, provenUntilMs: null, reason: 'the process died' })
    }
  }

  async function isDead(otherId: string): Promise<boolean> {
    if (otherId === processId) return false
    const result = await hot.query<{ dead: boolean }>(PROCESS_IS_DEAD, [otherId])
    return result.rows[0]?.dead === true
  }

  async function learnSession(
    mine: Suspects,
    id: string,
    endedAt: Date | null,
    provenUntil: Date | null,
  ): Promise<void> {
    const oldestMs = (endedAt ?? clock.now()).getTime() - (endedAt ? DOUBT_MS : MEMORY_MS)
    // A commit is dated by its start; its answers were written a little later, and the proof is about answers.
    const sinceMs = Math.max(oldestMs, (provenUntil?.getTime() ?? 0) - COMMIT_MS_MAX)
    const commits = await hot.query<{ committed_at: Date; digests: Buffer }>(SESSION_DIGESTS, [id, new Date(sinceMs)])
    const newestMs = commits.rows[0]?.committed_at.getTime() ?? 0
    for (const commit of commits.rows) {
      // Of a process that died nobody recorded when: its last commit stands for it.
      if (commit.committed_at.getTime() < newestMs - DOUBT_MS) break
      for (const digest of unpackDigests(commit.digests)) suspect(mine, digest)
    }
  }

  return {
    isRedelivery(connectionId, digest) {
      const mine = suspects.get(connectionId)
      if (!mine || mine.size === 0) return false
      if (mine.untilMs <= clock.nowMs()) {
        suspects.delete(connectionId)
        return false
      }
      const count = mine.counts.get(digest)
      if (count === undefined) return false
      if (count === 1) mine.counts.delete(digest)
      else mine.counts.set(digest, count - 1)
      mine.size -= 1
      return true
    },
    expect(connectionId, digest) {
      suspect(suspectsOf(connectionId), digest)
    },
    async open(session) {
      await Promise.all(closing.values())
      await learn(session.connectionId)
      await hot.query(OPEN_SESSION, [
        session.sessionId,
        session.connectionId,
        processId,
        session.remoteAddress,
        session.bindType,
        clock.now(),
      ])
      openSessions.set(session.sessionId, session.connectionId)
    },
    close(sessionId, end) {
      const connectionId = openSessions.get(sessionId)
      openSessions.delete(sessionId)
      // Where the connection has other sessions, the carrier may send again on one of those at once.
      const isShared = !end.clean && [...openSessions.values()].some((other) => other === connectionId)
      const recorded = recordEnd(sessionId, end)
        .then(() => (isShared && connectionId !== undefined ? learn(connectionId) : undefined))
        .catch((error: unknown) =>
          log.warn({ err: error }, 'what an ended session may send again is learned at its next bind'),
        )
        .finally(() => closing.delete(sessionId))
      closing.set(sessionId, recorded)
    },
    start: holdLock,
    async stop() {
      await Promise.all(closing.values())
      stopped = true
      await life?.end()
    },
  }
}
