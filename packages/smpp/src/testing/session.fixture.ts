// Sessions over a connection in memory, bound or not, with a raw peer at the other end.
import { Session } from '../session.ts'
import type { ProtocolError, SessionHandlers, SessionOptions } from '../session.options.ts'
import { duplexPair } from './duplex-pair.ts'
import type { DuplexEnd } from './duplex-pair.ts'
import { RawPeer, bindPdu } from './raw-peer.ts'

export interface SessionUnderTest {
  readonly session: Session
  readonly peer: RawPeer
  /** The session's own end of the connection. */
  readonly end: DuplexEnd
  /** Everything that the session reported about its peer. */
  readonly errors: ProtocolError[]
}

export function openSession(options: SessionOptions): SessionUnderTest {
  const [end, other] = duplexPair()
  const errors: ProtocolError[] = []
  const onProtocolError = (error: ProtocolError) => errors.push(error)
  const handlers: SessionHandlers = { onProtocolError, ...options.handlers }
  const session = new Session(end, { ...options, handlers })
  return { session, peer: new RawPeer(other), end, errors }
}

/** An ESME bound as a transceiver to the raw peer. */
export async function boundEsme(options: Omit<SessionOptions, 'side'> = {}): Promise<SessionUnderTest> {
  const opened = openSession({ ...options, side: 'esme' })
  const fields = { systemId: 'esme', password: 'pw', systemType: '', interfaceVersion: 0x34, addressRange: '' }
  const bound = opened.session.bind('bind_transceiver', { ...fields, addrTon: 0, addrNpi: 0 })
  const { sequenceNumber } = await opened.peer.next()
  opened.peer.send({ command: 'bind_transceiver_resp', commandStatus: 0, sequenceNumber, systemId: 'smsc', tlvs: [] })
  await bound
  return opened
}

/** An SMSC to which the raw peer is bound. */
export async function boundSmsc(
  options: Omit<SessionOptions, 'side'> = {},
  command: 'bind_receiver' | 'bind_transmitter' | 'bind_transceiver' = 'bind_transceiver',
): Promise<SessionUnderTest> {
  const onBind: SessionHandlers['onBind'] = (bind, session) => session.acceptBind(bind, 'smsc')
  const opened = openSession({ ...options, handlers: { onBind, ...options.handlers }, side: 'smsc' })
  opened.peer.send(bindPdu(command))
  await opened.peer.next()
  return opened
}
