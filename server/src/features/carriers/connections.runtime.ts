// Everything that lives because of connections: sessions to carriers, the listeners that carriers bind to, counters,
// logs. It reads the rows of connections at start, after every edit in this process, and whenever another process
// changed one, and makes what is up agree with what is stored. Guarantees that an edit leaves untouched what it does
// not concern.
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { invariant } from '../../platform/invariant.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { BackPressure } from './back-pressure.runtime.ts'
import { ConnectionTrace, TRACES_MAX, type TraceTaken } from './connection-trace.runtime.ts'
import { ConnectionsJournal } from './connections.journal.ts'
import { startConnectionsListener } from './connections.listener.ts'
import { selectStoredConnections, type StoredConnection } from './connections.queries.ts'
import { LiveConnection } from './connections.registry.ts'
import { ConnectionNewsWatch } from './connection-news.watch.ts'
import type { HttpConnection } from './http-ingress.ts'
import type { ConnectionFacts, Intake } from './intake.ts'
import { createPasswordVerifier } from './password.verifier.ts'
import type { LiveStatus } from './present-carrier.ts'
import { RefusalsMemory } from './refusals.memory.ts'
import { ClientLinks, tryClientOnce, type Sleep } from './smpp-client.runtime.ts'
import { startCarrierServer, type CarrierServer, type SmppListenSettings } from './smpp-server.runtime.ts'

export type ConnectionsRuntimeDeps = {
  database: Database
  /** For the subscription to changes that other processes make; null to do without. */
  connectionString: string | null
  intake: Intake
  log: Log
  clock: Clock
  secrets: Secrets
  /** Null for a process that takes no binds. */
  smpp: SmppListenSettings | null
  sleep?: Sleep
  random?: () => number
  probeWaitMs?: number
}

/** What somebody sees of a connection until they end it, once. */
export type Watch = { take(): TraceTaken; end(): void }

export type ConnectionsRuntime = {
  statusOf(connectionId: string): LiveStatus
  /** What the pipeline must know of a connection; null when there is none of that id. */
  factsOf(connectionId: string): ConnectionFacts | null
  findHttpConnection(connectionId: string): HttpConnection | null
  /**
   * Resolves once what is stored now is what holds; sessions that have to be bound anew are ended in the background.
   */
  refresh(): Promise<void>
  /** Tries a connection of SMPP now; null for another kind or an unknown one. */
  test(connectionId: string): Promise<{ ok: boolean; detail: string } | null>
  /** Begins to watch a connection; null when it is not known here, or as many are watched as may be. */
  watch(connectionId: string): Watch | null
  /** For the HTTP way in, whose refusals belong to the same log. */
  readonly journal: ConnectionsJournal
  /** Null when this process takes no binds. */
  readonly smppPort: number | null
  readonly smppTlsPort: number | null
  /** Ends orderly: no bind and no reading any more, then the answers that are owed (at most 10 s), then unbind. */
  stop(): Promise<void>
}

const FLUSH_EVERY_MS = 2_000
const STOP_WAIT_MS = 10_000
/** How long a session has to answer our enquire_link before it counts as dead, in milliseconds. */
const PROBE_WAIT_MS = 3_000

/**
 * Starts everything that is stored as active.
 * @throws when an address cannot be listened on, or the database is away
 */
export async function startConnections(deps: ConnectionsRuntimeDeps): Promise<ConnectionsRuntime> {
  const runtime = new Runtime(deps)
  await runtime.start()
  return runtime
}

class Runtime implements ConnectionsRuntime {
  readonly journal: ConnectionsJournal
  readonly #deps: ConnectionsRuntimeDeps
  readonly #live = new Map<string, LiveConnection>()
  readonly #bySystemId = new Map<string, LiveConnection>()
  readonly #links = new Map<string, ClientLinks>()
  readonly #backPressure: BackPressure
  /** Sessions being ended after an edit. */
  readonly #endings = new Set<Promise<void>>()
  readonly #news: ConnectionNewsWatch
  #server: CarrierServer | null = null
  #listener: { stop(): Promise<void> } | null = null
  #flushTimer: NodeJS.Timeout | undefined
  #refreshing: Promise<void> | null = null
  #next: Promise<void> | null = null
  #isStopped = false
  #watches = 0

  constructor(deps: ConnectionsRuntimeDeps) {
    this.#deps = deps
    this.journal = new ConnectionsJournal(deps)
    this.#news = new ConnectionNewsWatch(deps)
    this.#backPressure = new BackPressure(deps.intake)
  }

  async start(): Promise<void> {
    await this.refresh()
    const { smpp, connectionString, log } = this.#deps
    if (smpp) this.#server = await startCarrierServer(this.#serverDeps(), smpp)
    if (connectionString !== null) {
      this.#listener = startConnectionsListener({ connectionString, log, onChange: () => this.#refreshLater() })
    }
    this.#flushTimer = setInterval(() => {
      void this.journal.flush()
      void this.#news.look(this.#live.values())
    }, FLUSH_EVERY_MS)
    this.#flushTimer.unref()
  }

  get smppPort(): number | null {
    return this.#server?.port ?? null
  }

  get smppTlsPort(): number | null {
    return this.#server?.tlsPort ?? null
  }

  statusOf(connectionId: string): LiveStatus {
    const live = this.#live.get(connectionId)
    if (!live)
      return { boundSessions: 0, wantedSessions: 0, isConnecting: false, lastMessageAtMs: null, unboundSinceMs: null }
    return {
      boundSessions: live.sessions.size,
      wantedSessions: live.of.kind === 'smpp_client' ? live.of.settings.binds : 0,
      isConnecting: live.connecting > 0,
      lastMessageAtMs: live.tally.lastMessageAtMs,
      unboundSinceMs: live.unboundSinceMs,
    }
  }

  factsOf(connectionId: string): ConnectionFacts | null {
    return this.#live.get(connectionId)?.facts ?? null
  }

  findHttpConnection(connectionId: string): HttpConnection | null {
    const live = this.#live.get(connectionId)
    if (!live?.isActive || live.of.kind !== 'http' || live.of.secret === null) return null
    const { settings, secret } = live.of
    const { facts, allowList, tally, trace } = live
    return { facts, settings, secret, allowList, tally, trace }
  }

  watch(connectionId: string): Watch | null {
    const live = this.#live.get(connectionId)
    if (!live || this.#watches >= TRACES_MAX) return null
    const trace = live.trace ?? new ConnectionTrace(this.#deps.clock)
    const { take, close } = trace.open()
    if (live.trace === null) watchAll(live, trace)
    this.#watches += 1
    let isOver = false
    const end = (): void => {
      if (isOver) return
      isOver = true
      close()
      this.#watches -= 1
      if (!trace.isWatched) watchAll(live, null)
    }
    return { take, end }
  }

  async test(connectionId: string): Promise<{ ok: boolean; detail: string } | null> {
    const live = this.#live.get(connectionId)
    if (live?.of.kind === 'smpp_client') return tryClientOnce(live)
    return live?.of.kind === 'smpp_server' ? this.#askSessions(live) : null
  }

  async #askSessions(live: LiveConnection): Promise<{ ok: boolean; detail: string }> {
    const sessions = [...live.sessions]
    if (sessions.length === 0)
      return { ok: false, detail: 'No session is bound: the carrier binds to us when it wants to.' }
    const answers = await Promise.all(sessions.map((session) => session.probe(this.#probeWaitMs)))
    const alive = answers.filter(Boolean).length
    const detail = `${alive} of ${sessions.length} bound sessions answered our enquire_link.`
    return { ok: alive === sessions.length, detail }
  }

  // ---- What is stored, and what is up -----------------------------------------------------------------------------

  // A read that began before the edit may have missed it, so a caller that comes during one waits for the next.
  refresh(): Promise<void> {
    if (this.#refreshing === null) return this.#beginRefresh()
    this.#next ??= this.#refreshing
      .catch(() => undefined)
      .then(() => {
        this.#next = null
        return this.#beginRefresh()
      })
    return this.#next
  }

  #beginRefresh(): Promise<void> {
    this.#refreshing = this.#readAndApply().finally(() => {
      this.#refreshing = null
    })
    return this.#refreshing
  }

  #refreshLater(): void {
    this.refresh().catch((error: unknown) => {
      this.#deps.log.warn({ err: error }, 'changes of connections could not be read; they are read at the next change')
    })
  }

  async #readAndApply(): Promise<void> {
    const rows = await selectStoredConnections(this.#deps.database.kysely)
    if (this.#isStopped) return
    for (const row of rows) this.#applySafely(row)
    this.#bySystemId.clear()
    for (const live of this.#live.values()) {
      if (live.of.kind === 'smpp_server') this.#bySystemId.set(live.stored.systemId ?? '', live)
    }
  }

  // One row that cannot be understood must not keep the others from being served.
  #applySafely(row: StoredConnection): void {
    try {
      this.#apply(row)
    } catch (error) {
      this.#deps.log.error({ err: error, connectionId: row.id }, 'a stored connection cannot be served')
    }
  }

  #apply(row: StoredConnection): void {
    const known = this.#live.get(row.id)
    if (!known) {
      const made = new LiveConnection(row, { ...this.#deps, journal: this.journal })
      this.#live.set(row.id, made)
      this.#startLinks(made)
      return
    }
    if (isDeepStrictEqual(known.stored, row)) return
    if (!known.replace(row, this.#deps)) return
    this.#track(this.#endSessions(known, row.isActive ? 'the connection was edited' : 'the connection was deactivated'))
  }

  // The old ones are gone before the new ones begin: a carrier may allow only so many.
  async #endSessions(live: LiveConnection, reason: string): Promise<void> {
    const links = this.#links.get(live.connectionId)
    this.#links.delete(live.connectionId)
    if (links) await links.stop(STOP_WAIT_MS, reason)
    else await Promise.all([...live.sessions].map((session) => session.stop(STOP_WAIT_MS, reason)))
    this.#startLinks(live)
  }

  #startLinks(live: LiveConnection): void {
    if (live.of.kind !== 'smpp_client' || !live.isActive || this.#isStopped) return
    // Two edits in a row end the same sessions; only the first of them starts new ones.
    if (this.#links.has(live.connectionId)) return
    const links = new ClientLinks(this.#clientDeps(), live)
    this.#links.set(live.connectionId, links)
    links.start()
  }

  #track(ending: Promise<void>): void {
    const tracked = ending
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'sessions could not be ended in order'))
      .finally(() => this.#endings.delete(tracked))
    this.#endings.add(tracked)
  }

  // ---- The end ----------------------------------------------------------------------------------------------------

  async stop(): Promise<void> {
    if (this.#isStopped) return
    this.#isStopped = true
    this.#server?.refuseBinds()
    await this.#listener?.stop()
    const reason = 'our side is stopping'
    const ends = [...this.#links.values()].map((links) => links.stop(STOP_WAIT_MS, reason))
    for (const live of this.#live.values()) {
      if (live.of.kind === 'smpp_server') ends.push(...[...live.sessions].map((one) => one.stop(STOP_WAIT_MS, reason)))
    }
    await Promise.all([...ends, ...this.#endings])
    await this.#server?.close()
    clearInterval(this.#flushTimer)
    // Twice: a flush that was under way had begun before the last events.
    await this.journal.flush()
    await this.journal.flush()
  }

  #sessionDeps() {
    return {
      intake: this.#deps.intake,
      clock: this.#deps.clock,
      log: this.#deps.log,
      sleep: this.#deps.sleep ?? sleepInTime,
      probeWaitMs: this.#probeWaitMs,
      backPressure: this.#backPressure,
      journal: this.journal,
    }
  }

  get #probeWaitMs(): number {
    return this.#deps.probeWaitMs ?? PROBE_WAIT_MS
  }

  #clientDeps() {
    return { ...this.#sessionDeps(), random: this.#deps.random ?? Math.random }
  }

  #serverDeps() {
    invariant(this.#server === null, 'The listeners are started once')
    return {
      ...this.#sessionDeps(),
      verifier: createPasswordVerifier(),
      refusals: new RefusalsMemory(this.#deps.clock),
      findBySystemId: (systemId: string) => this.#bySystemId.get(systemId) ?? null,
    }
  }
}

function watchAll(live: LiveConnection, trace: ConnectionTrace | null): void {
  live.trace = trace
  for (const session of live.sessions) session.watchBy(trace)
}

async function sleepInTime(durationMs: number, signal: AbortSignal): Promise<void> {
  // An aborted wait is over, which is all that a waiter wants to know.
  await delay(durationMs, undefined, { signal, ref: false }).catch(() => undefined)
}
