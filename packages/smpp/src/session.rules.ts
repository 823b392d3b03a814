// Which side may issue which request in which state (SMPP 3.4, 2.2 and table 2-1), and nothing else. OUTBOUND and
// UNBOUND are the names that version 5.0 gave to what 3.4 describes without a name: after an outbind, and after an
// unbind.
import type { BindName } from './pdu/bind.ts'

export type Side = 'esme' | 'smsc'
export type SessionState = 'OPEN' | 'OUTBOUND' | 'BOUND_TX' | 'BOUND_RX' | 'BOUND_TRX' | 'UNBOUND' | 'CLOSED'
export type RequestName =
  | BindName
  | 'outbind'
  | 'unbind'
  | 'submit_sm'
  | 'deliver_sm'
  | 'data_sm'
  | 'enquire_link'
  | 'alert_notification'

const BOUND: readonly SessionState[] = ['BOUND_TX', 'BOUND_RX', 'BOUND_TRX']
const TO_SMSC: readonly SessionState[] = ['BOUND_TX', 'BOUND_TRX']
const TO_ESME: readonly SessionState[] = ['BOUND_RX', 'BOUND_TRX']
const UNBOUND_YET: readonly SessionState[] = ['OPEN', 'OUTBOUND']
const NEVER: readonly SessionState[] = []

const ISSUABLE: Readonly<Record<RequestName, Readonly<Record<Side, readonly SessionState[]>>>> = {
  bind_receiver: { esme: UNBOUND_YET, smsc: NEVER },
  bind_transmitter: { esme: ['OPEN'], smsc: NEVER },
  bind_transceiver: { esme: UNBOUND_YET, smsc: NEVER },
  outbind: { esme: NEVER, smsc: ['OPEN'] },
  unbind: { esme: BOUND, smsc: BOUND },
  submit_sm: { esme: TO_SMSC, smsc: NEVER },
  deliver_sm: { esme: NEVER, smsc: TO_ESME },
  data_sm: { esme: TO_SMSC, smsc: TO_ESME },
  enquire_link: { esme: BOUND, smsc: BOUND },
  alert_notification: { esme: NEVER, smsc: TO_ESME },
}

/**
 * Whether `issuer` may send this request in this state. `deliverFromEsme` is the one departure from the standard, taken
 * only where a session asks for it: carriers that bind to us as an ESME and push deliver_sm as if they were the SMSC.
 */
export function mayIssue(command: RequestName, issuer: Side, state: SessionState, deliverFromEsme: boolean): boolean {
  if (ISSUABLE[command][issuer].includes(state)) return true
  return deliverFromEsme && command === 'deliver_sm' && issuer === 'esme' && TO_SMSC.includes(state)
}

const BOUND_STATE = {
  bind_receiver: 'BOUND_RX',
  bind_transmitter: 'BOUND_TX',
  bind_transceiver: 'BOUND_TRX',
} as const satisfies Record<BindName, SessionState>

/** The state that a successful bind leads to. */
export function boundStateOf(bind: BindName): 'BOUND_RX' | 'BOUND_TX' | 'BOUND_TRX' {
  return BOUND_STATE[bind]
}

export function isBound(state: SessionState): boolean {
  return BOUND.includes(state)
}

/** The other side. */
export function peerOf(side: Side): Side {
  return side === 'esme' ? 'smsc' : 'esme'
}

/** Why a session ended. */
export type CloseReason =
  | 'unbound-by-peer'
  | 'unbound-by-us'
  | 'closed-by-peer'
  | 'closed-by-us'
  | 'socket-error'
  | 'enquire-link-timeout'
  | 'protocol-error'
  | 'inactivity'
  | 'session-init-timeout'

export interface SessionClose {
  readonly reason: CloseReason
  /**
   * True when every request of the peer was answered and every answer is known to have been read by the peer. After an
   * end that is not clean, the peer may send again what we have already taken.
   */
  readonly clean: boolean
  /** A sentence for the log, where there is more to say than the reason. */
  readonly detail: string | null
}
