// Connects to an SMSC over TCP or TLS and binds. One attempt, one outcome: trying again is the caller's business.
import { connect as connectTcp } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { ConnectionOptions } from 'node:tls'
import { CONNECT_TIMEOUT_MS, INTERFACE_VERSION } from './limits.ts'
import type { BindFields, BindName } from './pdu/bind.ts'
import { Session } from './session.ts'
import type { SessionOptions } from './session.options.ts'
import { STATUS, statusName } from './status.ts'
import { scInterfaceVersion } from './tlv.ts'

export interface ConnectOptions {
  readonly host: string
  readonly port: number
  /** Absent for plain TCP. The certificate is verified against `host` unless these options say otherwise. */
  readonly tls?: ConnectionOptions
  /** For TCP and the TLS handshake together, in ms. */
  readonly connectTimeoutMs?: number
  readonly bind: {
    readonly command: BindName
    readonly systemId: string
    readonly password: string
  } & Partial<BindFields>
  readonly session?: Omit<SessionOptions, 'side'>
}

export type ConnectOutcome =
  | {
      readonly ok: true
      readonly session: Session
      /** The name that the SMSC gives itself. */
      readonly systemId: string
      /** What the SMSC supports, for example 0x34; null when it does not say, as before 3.4. */
      readonly interfaceVersion: number | null
    }
  | {
      readonly ok: false
      readonly stage: 'connect' | 'bind'
      /** The SMSC's refusal; null when none was heard. */
      readonly commandStatus: number | null
      readonly detail: string
    }

/** Connects and binds as an ESME. Never rejects because of the network or the peer. */
export async function connect(options: ConnectOptions): Promise<ConnectOutcome> {
  const socket = await openSocket(options)
  if (socket instanceof Error) return { ok: false, stage: 'connect', commandStatus: null, detail: socket.message }
  const session = new Session(socket, { ...options.session, side: 'esme' })
  return bindSession(session, options.bind)
}

/** Binds a session whose stream is connected already, for example one that an outbind came in on. */
export async function bindSession(session: Session, bind: ConnectOptions['bind']): Promise<ConnectOutcome> {
  const { command, ...given } = bind
  const defaults = { systemType: '', interfaceVersion: INTERFACE_VERSION, addrTon: 0, addrNpi: 0, addressRange: '' }
  const outcome = await session.bind(command, { ...defaults, ...given }).catch((error: Error) => error)
  if (outcome instanceof Error) {
    // A field that the standard has no room for: nothing was sent.
    session.destroy()
    return { ok: false, stage: 'bind', commandStatus: null, detail: outcome.message }
  }
  if (!outcome.ok) {
    session.destroy()
    return { ok: false, stage: 'bind', commandStatus: null, detail: `the bind got no answer: ${outcome.reason}` }
  }
  const { response } = outcome
  if (response.commandStatus !== STATUS.ESME_ROK || !('systemId' in response)) {
    session.destroy()
    const detail = `the bind was refused with ${statusName(response.commandStatus)}`
    return { ok: false, stage: 'bind', commandStatus: response.commandStatus, detail }
  }
  const interfaceVersion = scInterfaceVersion(response.tlvs) ?? null
  return { ok: true, session, systemId: response.systemId, interfaceVersion }
}

function openSocket(options: ConnectOptions): Promise<Socket | Error> {
  const { host, port, tls } = options
  return new Promise((resolve) => {
    const socket =
      tls === undefined
        ? connectTcp({ host, port })
        : connectTls({ servername: serverNameOf(host), ...tls, host, port })
    // Nagle's algorithm would hold back answers that are collected into one write already.
    socket.setNoDelay(true)
    socket.setKeepAlive(true)
    const timer = setTimeout(() => socket.destroy(new Error('the connection was not made in time')), timeoutOf(options))
    const fail = (error: Error) => {
      clearTimeout(timer)
      resolve(error)
    }
    socket.once('error', fail)
    socket.once(tls === undefined ? 'connect' : 'secureConnect', () => {
      clearTimeout(timer)
      socket.removeListener('error', fail)
      resolve(socket)
    })
  })
}

function timeoutOf(options: ConnectOptions): number {
  return options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS
}

// RFC 6066 allows no literal address as a server name.
function serverNameOf(host: string): string {
  return /^[\d.]+$|:/.test(host) ? '' : host
}
