// What a session is given: its options, its handlers and the requests to send. Shapes only, with their defaults.
// oxlint-disable typescript/consistent-return -- every switch here is exhaustive, which the compiler proves.
import {
  ENQUIRE_LINK_FAILURES_MAX,
  ENQUIRE_LINK_INTERVAL_MS,
  INACTIVITY_TIMEOUT_MS,
  PDU_OCTETS_MAX,
  QUEUE_MAX,
  RESPONSE_TIMEOUT_MS,
  SESSION_INIT_TIMEOUT_MS,
  UNANSWERED_MAX,
  UNBIND_GRACE_MS,
  WINDOW_MAX,
  WRITE_BACKLOG_OCTETS_MAX,
} from './limits.ts'
import type { AlertNotification } from './pdu/alert-notification.ts'
import type { BindFields, BindName, BindRequest } from './pdu/bind.ts'
import { EMPTY_DATA_SM } from './pdu/data-sm.ts'
import type { DataSmFields } from './pdu/data-sm.ts'
import type { Outbind } from './pdu/outbind.ts'
import type { EncodablePdu, MessagePdu } from './pdu/pdu.ts'
import { EMPTY_SHORT_MESSAGE } from './pdu/short-message.ts'
import type { ShortMessageInput } from './pdu/short-message.ts'
import type { SessionClose, SessionState, Side } from './session.rules.ts'
import type { Session } from './session.ts'

/** Something that a peer did against the standard. The session goes on unless the kind is `framing`. */
export interface ProtocolError {
  readonly kind:
    | 'malformed'
    | 'malformed-response'
    | 'unknown-command'
    | 'wrong-state'
    | 'unexpected-response'
    | 'nacked'
    | 'framing'
  readonly commandId: number
  /** What we answered, or, in a `nacked` or `unexpected-response`, what the peer said. */
  readonly commandStatus: number
  readonly sequenceNumber: number
  /** A sentence for the log. */
  readonly reason: string
  /** The PDU as received, a view that keeps its chunk alive: copy what is to be kept. Null when there is none. */
  readonly frame: Buffer | null
}

/** All are called synchronously and must not throw: what they throw is a fault of the application, not of the peer. */
export interface SessionHandlers {
  /**
   * A deliver_sm, submit_sm or data_sm to be answered with `respond` or `respondDeliver`, now or later, in any order.
   */
  readonly onRequest?: (pdu: MessagePdu, session: Session) => void
  /** A bind to be answered with `acceptBind` or `refuseBind`. */
  readonly onBind?: (pdu: BindRequest, session: Session) => void
  readonly onOutbind?: (pdu: Outbind, session: Session) => void
  readonly onAlert?: (pdu: AlertNotification, session: Session) => void
  /**
   * The peer answered an enquire_link that we sent at `sentAtMs` (Date.now): it has read everything that we had written
   * before, the first `answers` answers to messages among it.
   */
  readonly onProof?: (proof: { readonly sentAtMs: number; readonly answers: number }, session: Session) => void
  readonly onProtocolError?: (error: ProtocolError, session: Session) => void
  readonly onStateChange?: (state: SessionState, session: Session) => void
  /** Once, after the stream is closed. */
  readonly onClose?: (close: SessionClose, session: Session) => void
}

/**
 * Sees every PDU of a session as it is received and as it is sent, one call each, in its order. The frames are views of
 * buffers that are used again: copy what is to be kept. Called synchronously; must not throw.
 */
export interface SessionTap {
  readonly onReceived: (frame: Buffer) => void
  readonly onSent: (frame: Buffer) => void
}

/** Defaults and reasons are in limits.ts. A time of 0 turns its timer off. */
export interface SessionOptions {
  readonly side: Side
  readonly handlers?: SessionHandlers
  /** As `Session.tap`, from the first PDU on. */
  readonly tap?: SessionTap | null
  readonly pduOctetsMax?: number
  readonly windowMax?: number
  readonly queueMax?: number
  readonly unansweredMax?: number
  readonly writeBacklogOctetsMax?: number
  readonly responseTimeoutMs?: number
  readonly sessionInitTimeoutMs?: number
  readonly enquireLinkIntervalMs?: number
  readonly enquireLinkFailuresMax?: number
  readonly inactivityTimeoutMs?: number
  readonly unbindGraceMs?: number
  /** Allows deliver_sm from the ESME to the SMSC, as carriers do that bind to us and deliver (see session.rules.ts). */
  readonly deliverFromEsme?: boolean
}

export function optionsWithDefaults(options: SessionOptions): Required<Omit<SessionOptions, 'handlers' | 'tap'>> {
  return {
    side: options.side,
    pduOctetsMax: options.pduOctetsMax ?? PDU_OCTETS_MAX,
    windowMax: options.windowMax ?? WINDOW_MAX,
    queueMax: options.queueMax ?? QUEUE_MAX,
    unansweredMax: options.unansweredMax ?? UNANSWERED_MAX,
    writeBacklogOctetsMax: options.writeBacklogOctetsMax ?? WRITE_BACKLOG_OCTETS_MAX,
    responseTimeoutMs: options.responseTimeoutMs ?? RESPONSE_TIMEOUT_MS,
    sessionInitTimeoutMs: options.sessionInitTimeoutMs ?? SESSION_INIT_TIMEOUT_MS,
    enquireLinkIntervalMs: options.enquireLinkIntervalMs ?? ENQUIRE_LINK_INTERVAL_MS,
    enquireLinkFailuresMax: options.enquireLinkFailuresMax ?? ENQUIRE_LINK_FAILURES_MAX,
    inactivityTimeoutMs: options.inactivityTimeoutMs ?? INACTIVITY_TIMEOUT_MS,
    unbindGraceMs: options.unbindGraceMs ?? UNBIND_GRACE_MS,
    deliverFromEsme: options.deliverFromEsme ?? false,
  }
}

/** A request to send; the session numbers it. Fields of messages that are not given are empty or 0. */
export type RequestInput =
  | ({ readonly command: 'deliver_sm' | 'submit_sm' } & ShortMessageInput)
  | ({ readonly command: 'data_sm' } & Partial<DataSmFields>)
  | { readonly command: 'enquire_link' | 'unbind' }
  | ({ readonly command: BindName } & BindFields)

/** The PDU of a request. */
export function requestPdu(input: RequestInput, sequenceNumber: number): EncodablePdu {
  switch (input.command) {
    case 'deliver_sm':
    case 'submit_sm':
      return { ...EMPTY_SHORT_MESSAGE, ...input, commandStatus: 0, sequenceNumber }
    case 'data_sm':
      return { ...EMPTY_DATA_SM, ...input, commandStatus: 0, sequenceNumber }
    case 'enquire_link':
    case 'unbind':
    case 'bind_receiver':
    case 'bind_transmitter':
    case 'bind_transceiver':
      return { ...input, commandStatus: 0, sequenceNumber }
  }
}
