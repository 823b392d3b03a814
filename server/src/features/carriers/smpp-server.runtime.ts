// The listeners that carriers bind to. Guarantees that a bind succeeds only with the right password, from an allowed
// address, to an active connection, within its number of binds, and after the intake has recorded the session; and
// that whoever guesses learns nothing: an unknown system_id, a wrong password and an address that is not allowed get
// the same answer after the same growing wait.
import { randomUUIDv7 } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { listen, type BindAttempt, type BindDecision, type SmppServer } from '@inrange/smpp/server'
import type { Session } from '@inrange/smpp/session'
import { STATUS } from '@inrange/smpp/status'
import type { Log } from '../../platform/log.ts'
import { plainAddress } from './allow-list.rules.ts'
import { CarrierSession, endDeadSessions, type SessionDeps } from './carrier-session.runtime.ts'
import type { LiveConnection } from './connections.registry.ts'
import type { PasswordVerifier } from './password.verifier.ts'
import type { RefusalsMemory } from './refusals.memory.ts'
import type { Sleep } from './smpp-client.runtime.ts'
import type { TraceLine } from './trace-line.rules.ts'

export type SmppListenSettings = {
  host: string
  /** 0 for any free port. */
  port: number
  /** Null: no listener for TLS. Certificate chain and private key in PEM. */
  tls: { port: number; certificatePem: string; privateKeyPem: string } | null
}

export type ServerDeps = SessionDeps & {
  log: Log
  sleep: Sleep
  verifier: PasswordVerifier
  refusals: RefusalsMemory
  /** The SMPP server connection of this system_id, active or not. */
  findBySystemId(systemId: string): LiveConnection | null
  /** How long the sessions that are already bound may take to answer, in milliseconds. */
  probeWaitMs: number
}

export type CarrierServer = {
  port: number
  tlsPort: number | null
  /** Takes no further bind. */
  refuseBinds(): void
  /** Stops listening and drops what is left. */
  close(): Promise<void>
}

/** Our name in the answer to a bind. */
const OUR_SYSTEM_ID = 'inrange'
/** Longer than the longest wait of a refusal and the probing of other sessions together, in milliseconds. */
const SESSION_INIT_TIMEOUT_MS = 30_000
const RESPONSE_TIMEOUT_MS = 10_000

/** @throws when an address cannot be listened on */
export async function startCarrierServer(deps: ServerDeps, settings: SmppListenSettings): Promise<CarrierServer> {
  const stopping = new AbortController()
  const binder = new Binder(deps, stopping.signal)
  const base = {
    host: settings.host,
    session: {
      sessionInitTimeoutMs: SESSION_INIT_TIMEOUT_MS,
      responseTimeoutMs: RESPONSE_TIMEOUT_MS,
      // Each connection has timers of its own, known only after the bind: see CarrierSession.watch.
      enquireLinkIntervalMs: 0,
      deliverFromEsme: true,
    },
    onBind: (attempt: BindAttempt, session: Session) => binder.decide(attempt, session),
    onError: (error: Error, remoteAddress: string) =>
      deps.log.warn({ err: error, remoteAddress }, 'a carrier could not be served'),
  }
  const plain = await listen({ ...base, port: settings.port })
  const { tls } = settings
  let secure: SmppServer | null = null
  try {
    if (tls) {
      const options = { cert: tls.certificatePem, key: tls.privateKeyPem, minVersion: 'TLSv1.2' } as const
      secure = await listen({ ...base, port: tls.port, tls: options })
    }
  } catch (error) {
    await plain.close()
    throw error
  }
  return {
    port: plain.port,
    tlsPort: secure?.port ?? null,
    refuseBinds: () => stopping.abort(),
    close: async () => {
      stopping.abort()
      await Promise.all([plain.close(), secure?.close()])
    },
  }
}

const refused = (commandStatus: number): BindDecision => ({ commandStatus })

class Binder {
  readonly #deps: ServerDeps
  readonly #stopping: AbortSignal
  /** Binds of one connection are decided one after the other, so that its limit is exact. */
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(deps: ServerDeps, stopping: AbortSignal) {
    this.#deps = deps
    this.#stopping = stopping
  }

  async decide(attempt: BindAttempt, session: Session): Promise<BindDecision> {
    if (this.#stopping.aborted) return refused(STATUS.ESME_RBINDFAIL)
    const remoteAddress = plainAddress(attempt.remoteAddress)
    const live = this.#deps.findBySystemId(attempt.systemId)
    const passwordHash = live?.of.kind === 'smpp_server' ? live.of.passwordHash : null
    const verdict = await this.#deps.verifier.check(attempt.password, passwordHash)
    if (verdict === 'busy') return this.#refuse(live, 'too many binds at once', STATUS.ESME_RBINDFAIL, remoteAddress)
    const fault = this.#identityFault(live, verdict, remoteAddress)
    if (live === null || fault !== null) return this.#refuseSlowly(live, attempt, fault ?? '', remoteAddress)
    // Edited while the password was checked: what was proven is not what holds now.
    if (live.of.kind !== 'smpp_server' || live.of.passwordHash !== passwordHash) return refused(STATUS.ESME_RBINDFAIL)
    return this.#inTurn(live, () => this.#admit(live, attempt, session, remoteAddress))
  }

  #identityFault(live: LiveConnection | null, verdict: 'right' | 'wrong', remoteAddress: string): string | null {
    if (live === null) return 'unknown system_id'
    if (!live.allowList.allows(remoteAddress)) return 'the address is not in the allow-list'
    return verdict === 'right' ? null : 'wrong password'
  }

  async #refuseSlowly(
    live: LiveConnection | null,
    attempt: BindAttempt,
    fault: string,
    remoteAddress: string,
  ): Promise<BindDecision> {
    const delayMs = this.#deps.refusals.countFailure(remoteAddress, attempt.systemId)
    const decision = this.#refuse(live, fault, STATUS.ESME_RINVPASWD, remoteAddress)
    await this.#deps.sleep(delayMs, this.#stopping)
    return decision
  }

  #refuse(live: LiveConnection | null, detail: string, commandStatus: number, remoteAddress: string): BindDecision {
    // An unknown system_id has no log of its own, and is no matter of any connection.
    if (live === null) this.#deps.log.info({ remoteAddress, detail }, 'a bind was refused')
    else
      this.#deps.journal.record(live.connectionId, {
        kind: 'refused',
        detail: `bind refused: ${detail}`,
        remoteAddress,
      })
    return refused(commandStatus)
  }

  async #admit(
    live: LiveConnection,
    attempt: BindAttempt,
    session: Session,
    remoteAddress: string,
  ): Promise<BindDecision> {
    if (!live.isActive) {
      return this.#refuse(live, 'the connection is not active', STATUS.ESME_RBINDFAIL, remoteAddress)
    }
    // A session admitted a moment ago has its bind answered only after this turn: asked before that, it could not
    // hear us and would pass for dead.
    await nextTurn()
    await endDeadSessions(live, this.#deps.probeWaitMs)
    const { of, stored } = live
    if (of.kind !== 'smpp_server') return refused(STATUS.ESME_RBINDFAIL)
    if (live.sessions.size >= of.settings.bindsMax) {
      const detail = `all of its ${of.settings.bindsMax} binds are in use`
      return this.#refuse(live, detail, STATUS.ESME_RALYBND, remoteAddress)
    }
    const bindType = attempt.command.slice('bind_'.length) as 'receiver' | 'transmitter' | 'transceiver'
    const facts = { sessionId: randomUUIDv7(), session, owner: live, bindType, remoteAddress }
    const carrierSession = new CarrierSession(this.#deps, facts)
    await carrierSession.open()
    if (this.#stopping.aborted || live.stored !== stored) {
      carrierSession.abandon('the connection was edited or stopped while it was bound')
      return this.#refuse(live, 'the connection was edited or stopped', STATUS.ESME_RBINDFAIL, remoteAddress)
    }
    live.trace?.noteLine(bindLine(attempt, remoteAddress, this.#deps.clock.nowMs()))
    carrierSession.admit()
    const enquireLinkMs = of.settings.enquireLinkSeconds * 1_000
    carrierSession.watch({ enquireLinkMs, inactivityMs: of.settings.inactivitySeconds * 1_000 })
    return { commandStatus: STATUS.ESME_ROK, systemId: OUR_SYSTEM_ID, handlers: carrierSession.handlers }
  }

  #inTurn<Result>(live: LiveConnection, work: () => Promise<Result>): Promise<Result> {
    const key = live.connectionId
    const turn = (this.#turns.get(key) ?? Promise.resolve()).then(work, work)
    this.#turns.set(key, turn)
    const forget = (): void => {
      if (this.#turns.get(key) === turn) this.#turns.delete(key)
    }
    turn.then(forget, forget)
    return turn
  }
}

/** A bind comes before anybody knows whose it is, so a watch is told of it once it is accepted. */
function bindLine(attempt: BindAttempt, peer: string, atMs: number): TraceLine {
  const fields: TraceLine['fields'] = [['system_id', attempt.systemId]]
  const line = { sequence: null, status: null, statusText: null, octets: 0, tookMs: null }
  return { ...line, atMs, direction: 'in', command: attempt.command, peer, fields }
}
