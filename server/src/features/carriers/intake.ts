// The door between connections and the pipeline, stated here because connections come first in the order of imports:
// a connection hands over what it received, and the pipeline answers exactly once, never before the commit. One item
// is one PDU or one HTTP request, not one message.
import type { DedupePolicy } from '@inrange/contract/carriers'

/** What the pipeline must know of a connection. A new object replaces it when an admin edits the connection. */
export type ConnectionFacts = {
  connectionId: string
  carrierId: string
  dedupePolicy: DedupePolicy
  dedupeWindowMs: number
  defaultAlphabet: 'gsm7' | 'gsm7-packed' | 'latin1' | 'ucs2' | 'ascii'
  reassemblyTimeoutMs: number
}

/**
 * What became of an item, in the order of the pipeline. accepted: the message landed. held: a part of a long message
 * is stored and waits for its siblings. quarantined: kept, belongs to no active range. duplicate: it had landed
 * before, nothing was written. receipt: a delivery receipt or other non-message, counted only. refused: it can never
 * be accepted (the reason says why). throttled: not taken, send it again later. unavailable: not taken, our side
 * cannot write.
 */
export type Outcome =
  | 'accepted'
  | 'held'
  | 'quarantined'
  | 'duplicate'
  | 'receipt'
  | 'refused'
  | 'throttled'
  | 'unavailable'

/** The content of one received item, in the terms of SMPP; an HTTP request is brought to the same form. */
export type ReceivedContent = {
  sender: string
  /** As received; normalized to E.164 by the pipeline. */
  recipient: string
  esmClass: number
  dataCoding: number
  /**
   * The user data octets: short_message, or message_payload when that TLV is used. For HTTP: UTF-16BE text with
   * dataCoding 8.
   */
  userData: Buffer
  sar: { reference: number; total: number; sequence: number } | null
  /** receipted_message_id or the id that an HTTP carrier gave. */
  providerId: string | null
  /** True for delivery receipts and anything else that is no message of a person. */
  isReceipt: boolean
  /** What is kept as evidence: the PDU body, or the HTTP body. */
  raw: Buffer
}

export type IntakeItem = {
  port: IntakePort
  /** SMPP sequence_number; 0 for HTTP. */
  sequenceNumber: number
  /** SMPP command_id of the request; 0 for HTTP. */
  commandId: number
  receivedAtMs: number
  content: ReceivedContent
}

/**
 * One bound session, or one HTTP request in flight. Shared by all items of a session so that an item costs no
 * closure.
 */
export type IntakePort = {
  readonly connection: ConnectionFacts
  /** Row of smpp_sessions; null for HTTP. */
  readonly sessionId: string | null
  /**
   * False once the session has ended: what is still queued will be sent again by the carrier and is dropped
   * unwritten.
   */
  isOpen(): boolean
  /** Called exactly once per item, after the commit for every outcome that wrote. */
  answer(item: IntakeItem, outcome: Outcome): void
}

export type SessionEnd = {
  /** True when the peer has certainly read every acknowledgement (an orderly unbind). */
  clean: boolean
  /**
   * Everything written to the peer before this moment has been read by it (its last enquire_link_resp to our
   * enquire_link).
   */
  provenUntilMs: number | null
  reason: string
}

export type Intake = {
  /** Takes an item. Never throws, never blocks; when the queue is over its bound the item is answered `throttled`. */
  submit(item: IntakeItem): void
  /** True at the high-water mark: the connection stops reading its socket until `drained` resolves. */
  isFull(): boolean
  drained(): Promise<void>
  /**
   * To be awaited before a bind is answered: waits for what earlier sessions of the connection still have in flight,
   * records the session (smpp_sessions), and learns which PDUs an unclean end may make the carrier send again.
   */
  openSession(session: {
    sessionId: string
    connectionId: string
    remoteAddress: string
    bindType: 'receiver' | 'transmitter' | 'transceiver'
  }): Promise<void>
  /** Records how the session ended. Never throws; retried until the database takes it. */
  closeSession(sessionId: string, end: SessionEnd): void
}
