// Listens as an SMSC over TCP or TLS: one session per connection, a decision of the application per bind.
// Deliberately not: who may bind, how slowly a wrong password is answered, how often one system_id may be bound. All of
// that is in `onBind`, which may take its time; until it has decided, the peer can do nothing but wait.
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { TLSSocket, TlsOptions } from 'node:tls'
import { CONNECT_TIMEOUT_MS, SERVER_SESSIONS_MAX } from './limits.ts'
import type { BindFields, BindName, BindRequest } from './pdu/bind.ts'
import { Session } from './session.ts'
import type { SessionHandlers, SessionOptions } from './session.options.ts'
import { STATUS } from './status.ts'

export interface BindAttempt extends BindFields {
  readonly command: BindName
  readonly remoteAddress: string
  readonly remotePort: number
  /** The SHA-256 fingerprint of the peer's TLS certificate; null without TLS or without a certificate. */
  readonly peerFingerprint: string | null
}

export type BindDecision =
  | {
      readonly commandStatus: typeof STATUS.ESME_ROK
      /** Our own name, told to the peer. */
      readonly systemId: string
      /** Installed before the peer hears that it is bound. */
      readonly handlers?: SessionHandlers
    }
  | { readonly commandStatus: number; readonly systemId?: undefined }

export interface ListenOptions {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  readonly tls?: TlsOptions
  readonly sessionsMax?: number
  readonly session?: Omit<SessionOptions, 'side' | 'handlers'>
  /** For sessions that are not bound yet. */
  readonly handlers?: Omit<SessionHandlers, 'onBind'>
  /** Connections that are not allowed are dropped before they cost a handshake. */
  readonly isAllowed?: (remoteAddress: string) => boolean
  readonly onBind: (attempt: BindAttempt, session: Session) => Promise<BindDecision>
  /** A failed TLS handshake, or a rejected `onBind`: the peer of the latter gets ESME_RSYSERR. */
  readonly onError?: (error: Error, remoteAddress: string) => void
}

export interface SmppServer {
  readonly port: number
  readonly sessions: ReadonlySet<Session>
  /** Stops listening and unbinds every session; resolves when all are closed. */
  readonly close: () => Promise<void>
}

/** Begins to listen; rejects when the address cannot be listened on. */
export async function listen(options: ListenOptions): Promise<SmppServer> {
  const sessions = new Set<Session>()
  const accept = (socket: Socket) => acceptConnection(socket, options, sessions)
  const server = createServer(options, accept)
  server.maxConnections = options.sessionsMax ?? SERVER_SESSIONS_MAX
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
  // A failure to accept one connection (no file descriptor left) must not end the process.
  server.on('error', (error: Error) => options.onError?.(error, ''))
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    await Promise.all([...sessions].map((session) => session.unbind()))
    await closed
  }
  return { port: (server.address() as AddressInfo).port, sessions, close }
}

function createServer(options: ListenOptions, accept: (socket: Socket) => void): Server {
  const { isAllowed, onError, tls } = options
  const server =
    tls === undefined
      ? createTcpServer({ noDelay: true, keepAlive: true }, accept)
      : createTlsServer({ handshakeTimeout: CONNECT_TIMEOUT_MS, noDelay: true, keepAlive: true, ...tls }, accept)
  server.on('tlsClientError', (error: Error, socket: TLSSocket) => onError?.(error, addressOf(socket)))
  // Before anything else sees the connection, for TLS before the handshake.
  server.prependListener('connection', (socket: Socket) => {
    if (isAllowed?.(addressOf(socket)) === false) socket.destroy()
  })
  return server
}

function acceptConnection(socket: Socket, options: ListenOptions, sessions: Set<Session>): void {
  if (socket.destroyed) return
  const remoteAddress = addressOf(socket)
  const remotePort = socket.remotePort ?? 0
  const decide = async (bind: BindRequest, session: Session) => {
    const attempt = { ...bind, remoteAddress, remotePort, peerFingerprint: fingerprintOf(socket) }
    const decision = await options.onBind(attempt, session)
    if (decision.systemId === undefined) {
      session.refuseBind(bind, decision.commandStatus)
      return
    }
    if (decision.handlers !== undefined) session.handlers = decision.handlers
    session.acceptBind(bind, decision.systemId)
  }
  const onBind = (bind: BindRequest, session: Session) => {
    decide(bind, session).catch((error: unknown) => {
      session.refuseBind(bind, STATUS.ESME_RSYSERR)
      options.onError?.(error instanceof Error ? error : new Error(String(error)), remoteAddress)
    })
  }
  const handlers = { ...options.handlers, onBind }
  const session = new Session(socket, { ...options.session, side: 'smsc', handlers })
  sessions.add(session)
  void session.closed.then(() => sessions.delete(session))
}

/** The peer's address; an IPv4 address that came in over IPv6 is given as IPv4, as people write it in allow-lists. */
function addressOf(socket: Socket): string {
  return (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
}

function fingerprintOf(socket: Socket): string | null {
  if (!('getPeerCertificate' in socket)) return null
  return (socket as TLSSocket).getPeerCertificate().fingerprint256 ?? null
}
