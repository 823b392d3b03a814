// Keeps the sessions of one SMPP client connection up: as many as its settings ask for, each bound anew after it is
// lost, with waits that grow while the carrier is away. Guarantees that nothing a carrier does ends the loop, and
// that after `stop` nothing is left of it.
import { randomUUIDv7 } from 'node:crypto'
import type { BindName } from '@inrange/smpp/pdu/bind'
import type { MessagePdu } from '@inrange/smpp/pdu/pdu'
import { connect, type ConnectOptions, type ConnectOutcome } from '@inrange/smpp/client'
import { STATUS } from '@inrange/smpp/status'
import type { Log } from '../../platform/log.ts'
import { reconnectDelayMs, STABLE_SESSION_MS } from './back-off.rules.ts'
import { CarrierSession, endDeadSessions, type SessionDeps } from './carrier-session.runtime.ts'
import type { LiveConnection } from './connections.registry.ts'

/** Waits, or returns early when the signal is aborted. Never rejects. */
export type Sleep = (durationMs: number, signal: AbortSignal) => Promise<void>

export type ClientDeps = SessionDeps & {
  log: Log
  sleep: Sleep
  /** From 0 to 1. */
  random: () => number
  /** How long the sessions that are already bound may take to answer, in milliseconds. */
  probeWaitMs: number
}

/** How long one attempt of a test may take, in milliseconds. */
export const TEST_WAIT_MS = 10_000

export class ClientLinks {
  readonly #deps: ClientDeps
  readonly #live: LiveConnection
  readonly #stopping = new AbortController()
  readonly #loops: Promise<void>[] = []

  constructor(deps: ClientDeps, live: LiveConnection) {
    this.#deps = deps
    this.#live = live
  }

  start(): void {
    const { of } = this.#live
    if (of.kind !== 'smpp_client') return
    for (let slot = 0; slot < of.settings.binds; slot += 1) {
      const loop = this.#keepBound().catch((error: unknown) => {
        this.#deps.log.error({ err: error, connectionId: this.#live.connectionId }, 'a bind of a connection gave up')
      })
      this.#loops.push(loop)
    }
  }

  /** @param waitMs for what was taken but is not answered yet */
  async stop(waitMs: number, reason: string): Promise<void> {
    this.#stopping.abort()
    await Promise.all([...this.#live.sessions].map((session) => session.stop(waitMs, reason)))
    await Promise.all(this.#loops)
  }

  // The wait grows with every failure, and with every session that was lost before it had lasted.
  async #keepBound(): Promise<void> {
    const { signal } = this.#stopping
    const { clock, sleep, random } = this.#deps
    for (let failures = 0; !signal.aborted;) {
      const session = await this.#bind()
      const boundAtMs = clock.nowMs()
      await session?.ended
      const isStable = session !== null && clock.nowMs() - boundAtMs >= STABLE_SESSION_MS
      failures = isStable ? 1 : failures + 1
      if (!signal.aborted) await sleep(reconnectDelayMs(failures, random()), signal)
    }
  }

  async #bind(): Promise<CarrierSession | null> {
    this.#live.connecting += 1
    try {
      return await this.#tryBind()
    } finally {
      this.#live.connecting -= 1
    }
  }

  async #tryBind(): Promise<CarrierSession | null> {
    const live = this.#live
    const early: MessagePdu[] = []
    const options = connectOptions(live, (pdu, pause) => {
      // A carrier may send right behind its answer to our bind, before we have recorded the session.
      early.push(pdu)
      pause()
    })
    if (options === null) return this.#failed('the stored password does not open; set it again')
    const outcome = await connectUntil(this.#stopping.signal, options)
    if (outcome === null) return null
    if (!outcome.ok) return this.#failed(outcome.detail)
    const session = new CarrierSession(this.#deps, {
      sessionId: randomUUIDv7(),
      session: outcome.session,
      owner: live,
      bindType: options.bind.command === 'bind_receiver' ? 'receiver' : 'transceiver',
      remoteAddress: addressOf(options),
    })
    outcome.session.handlers = session.handlers
    session.hold()
    session.addEarly(early)
    return this.#admit(session)
  }

  async #admit(session: CarrierSession): Promise<CarrierSession | null> {
    try {
      await endDeadSessions(this.#live, this.#deps.probeWaitMs)
      // It waits for the database, however long that is away; a stop does not.
      await unlessAborted(this.#stopping.signal, session.open())
    } catch (error) {
      session.destroy('our side could not record the session')
      this.#deps.log.warn(
        { err: error, connectionId: this.#live.connectionId },
        'a bound session could not be recorded',
      )
      return this.#failed('our side could not record the session')
    }
    if (this.#stopping.signal.aborted) {
      session.destroy('the connection was stopped while it was bound')
      return null
    }
    session.admit()
    return session
  }

  #failed(detail: string): null {
    const { of, connectionId } = this.#live
    const remoteAddress = of.kind === 'smpp_client' ? `${of.settings.host}:${of.settings.port}` : null
    this.#deps.journal.record(connectionId, { kind: 'connect_failed', detail, remoteAddress })
    return null
  }
}

type OnEarly = (pdu: MessagePdu, pause: () => void) => void

/** Null when the stored password does not open. */
function connectOptions(
  live: LiveConnection,
  onEarly: OnEarly,
): (ConnectOptions & { bind: { command: BindName } }) | null {
  const { of, stored } = live
  if (of.kind !== 'smpp_client' || of.secret === null || stored.systemId === null) return null
  const { settings } = of
  const tls = { minVersion: 'TLSv1.2', ...(settings.tlsCa === '' ? {} : { ca: settings.tlsCa }) } as const
  return {
    host: settings.host,
    port: settings.port,
    ...(settings.tls ? { tls } : {}),
    bind: {
      command: settings.bindType === 'receiver' ? 'bind_receiver' : 'bind_transceiver',
      systemId: stored.systemId,
      password: of.secret,
      systemType: settings.systemType,
    },
    session: {
      enquireLinkIntervalMs: settings.enquireLinkSeconds * 1_000,
      responseTimeoutMs: settings.responseTimeoutSeconds * 1_000,
      sessionInitTimeoutMs: settings.responseTimeoutSeconds * 1_000 + 1_000,
      handlers: { onRequest: (pdu, session) => onEarly(pdu, () => session.pause()) },
      tap: live.trace === null ? null : live.trace.tapOf(`${settings.host}:${settings.port}`),
    },
  }
}

function addressOf(options: ConnectOptions): string {
  return `${options.host}:${options.port}`
}

// An attempt that is given up may still succeed; whoever gave it up is gone then, so its session is ended here.
async function connectUntil(signal: AbortSignal, options: ConnectOptions): Promise<ConnectOutcome | null> {
  const attempt = connect(options)
  const outcome = await unlessAborted(signal, attempt)
  if (outcome === null) {
    void attempt.then((late) => {
      if (late.ok) late.session.destroy()
    })
  }
  return outcome
}

/** What the work resolves to, or null as soon as the signal is aborted; the work goes on unwatched then. */
async function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result | null> {
  const aborted = Promise.withResolvers<null>()
  const abort = (): void => aborted.resolve(null)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/**
 * Connects and binds once, beside the sessions that are up, and unbinds. What arrives meanwhile is sent back to be
 * sent again.
 */
export async function tryClientOnce(live: LiveConnection): Promise<{ ok: boolean; detail: string }> {
  const options = connectOptions(live, () => undefined)
  if (options === null) return { ok: false, detail: 'The stored password does not open; set it again.' }
  const giveUp = new AbortController()
  const timer = setTimeout(() => giveUp.abort(), TEST_WAIT_MS)
  const handlers = {
    onRequest: (pdu: MessagePdu, session: { respond(pdu: MessagePdu, status: number): boolean }) => {
      session.respond(pdu, STATUS.ESME_RTHROTTLED)
    },
  }
  const session = { ...options.session, handlers, responseTimeoutMs: TEST_WAIT_MS }
  const outcome = await connectUntil(giveUp.signal, { ...options, connectTimeoutMs: TEST_WAIT_MS, session })
  clearTimeout(timer)
  const place = addressOf(options)
  if (outcome === null) return { ok: false, detail: `${place} did not answer within ${TEST_WAIT_MS / 1_000} s.` }
  if (!outcome.ok) return { ok: false, detail: `${place}: ${outcome.detail}.` }
  const end = await outcome.session.unbind()
  const unbound =
    end.reason === 'unbound-by-us' && end.detail === null ? 'and unbound' : 'but our unbind was not answered'
  return {
    ok: true,
    detail: `Connected to ${place}, bound to ${outcome.systemId || 'an SMSC without a name'} ${unbound}.`,
  }
}
