// One bound session, whoever bound to whom: what it receives goes to the intake, what becomes of it goes back as an
// answer. Guarantees that a request is answered exactly once and never before its outcome, that nothing is handed
// over before the intake has recorded the session, and that the end of the session is reported once, with what the
// peer is known to have read. A message costs it no closure and no promise.
import type { MessagePdu } from '@inrange/smpp/pdu/pdu'
import { COMMAND_ID } from '@inrange/smpp/command'
import type { Session } from '@inrange/smpp/session'
import type { ProtocolError, SessionHandlers } from '@inrange/smpp/session.options'
import type { SessionClose } from '@inrange/smpp/session.rules'
import { STATUS } from '@inrange/smpp/status'
import type { Clock } from '../../platform/clock.ts'
import type { BackPressure } from './back-pressure.runtime.ts'
import type { ConnectionTrace } from './connection-trace.runtime.ts'
import type { ConnectionEventKind, ConnectionsJournal, Tally } from './connections.journal.ts'
import type { ConnectionFacts, Intake, IntakeItem, IntakePort, Outcome } from './intake.ts'
import { commandStatusOf } from './outcome-status.ts'
import { contentOfPdu } from './received-content.rules.ts'

/** The connection that sessions belong to. Its facts are replaced when an admin edits it. */
export type SessionOwner = {
  readonly connectionId: string
  facts: ConnectionFacts
  readonly tally: Tally
  readonly sessions: Set<CarrierSession>
  /** Since when none of them is bound, while that lasts. */
  unboundSinceMs: number
  /** Whoever watches what passes; nearly always null. */
  readonly trace: ConnectionTrace | null
}

export type SessionDeps = {
  intake: Intake
  backPressure: BackPressure
  journal: ConnectionsJournal
  clock: Clock
}

export type CarrierSessionFacts = {
  sessionId: string
  session: Session
  owner: SessionOwner
  bindType: 'receiver' | 'transmitter' | 'transceiver'
  remoteAddress: string
}

/** How long an orderly end may take before the connection is dropped, in milliseconds. */
const UNBIND_WAIT_MS = 5_000
/** Our enquire_link that stay unanswered, with nothing else heard, before a session that bound to us counts as dead. */
const SILENT_ENQUIRIES_MAX = 3

export class CarrierSession implements IntakePort {
  readonly sessionId: string
  readonly facts: CarrierSessionFacts
  readonly #deps: SessionDeps
  readonly #session: Session
  readonly #owner: SessionOwner
  #isAdmitted = false
  #isDraining = false
  #isStopping = false
  #hasEnded = false
  #isUnderPressure = false
  #isOpenRecorded = false
  #outstanding = 0
  #early: MessagePdu[] = []
  #provenUntilMs: number | null = null
  #heardAtMs: number
  #hasHeard = false
  #silentEnquiries = 0
  #endReason: string | null = null
  #aliveTimer: NodeJS.Timeout | undefined
  readonly #idle: (() => void)[] = []
  readonly #probes = new Set<(isAlive: boolean) => void>()
  #close: SessionClose | null = null
  readonly #ended = Promise.withResolvers<void>()

  constructor(deps: SessionDeps, facts: CarrierSessionFacts) {
    this.#deps = deps
    this.facts = facts
    this.sessionId = facts.sessionId
    this.#session = facts.session
    this.#owner = facts.owner
    this.#heardAtMs = deps.clock.nowMs()
  }

  get connection(): ConnectionFacts {
    return this.#owner.facts
  }

  isOpen(): boolean {
    return !this.#hasEnded
  }

  /** Resolves once the session is over, however it ended. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  /** To be installed before the peer may send messages. */
  readonly handlers: SessionHandlers = {
    onRequest: (pdu) => this.#receive(pdu),
    onAlert: () => {
      this.#heard()
      this.#owner.tally.receipts += 1
      this.#owner.tally.isChanged = true
    },
    onProof: ({ sentAtMs }) => {
      this.#heard()
      this.#provenUntilMs = Math.max(this.#provenUntilMs ?? 0, sentAtMs)
      for (const settle of this.#probes) settle(true)
    },
    onProtocolError: (error) => {
      this.#heard()
      this.#owner.tally.countMalformed()
      this.#record('protocol_error', describeProtocolError(error))
    },
    onClose: (close) => this.#end(close),
  }

  // ---- The beginning ----------------------------------------------------------------------------------------------

  /**
   * Records the session and counts it among its connection's. Must have resolved before a bind that we accept is
   * answered; for one that we asked for, what has arrived meanwhile is handed over by `admit`.
   */
  async open(): Promise<void> {
    const { sessionId, remoteAddress, bindType } = this.facts
    await this.#deps.intake.openSession({ sessionId, connectionId: this.#owner.connectionId, remoteAddress, bindType })
    this.#isOpenRecorded = true
    // The peer may have gone while we waited; then nobody else will ever report the end.
    if (this.#hasEnded) this.#reportEnd()
    else if (this.#session.state === 'CLOSED') this.#end({ reason: 'closed-by-peer', clean: false, detail: null })
  }

  /** Lets messages in; those that came early first, in their order. */
  admit(): void {
    if (this.#hasEnded) return
    this.#isAdmitted = true
    this.#owner.sessions.add(this)
    this.watchBy(this.#owner.trace)
    this.#deps.backPressure.add(this)
    this.#record('bound', `bound as ${this.facts.bindType}`)
    const early = this.#early
    this.#early = []
    for (const pdu of early) this.#receive(pdu)
    this.#updateReading()
  }

  /** Lets somebody see every PDU from now on; null: nobody any more. */
  watchBy(trace: ConnectionTrace | null): void {
    this.#session.tap = trace === null ? null : trace.tapOf(this.facts.remoteAddress)
  }

  /** Holds back what arrives until `admit`. */
  hold(): void {
    this.#session.pause()
  }

  /** A message that was handed over before this session was made. */
  addEarly(pdus: readonly MessagePdu[]): void {
    this.#early.push(...pdus)
  }

  // ---- Messages: the hot path -------------------------------------------------------------------------------------

  #receive(pdu: MessagePdu): void {
    this.#heard()
    if (!this.#isAdmitted) {
      this.#early.push(pdu)
      this.#session.pause()
      return
    }
    // Not taken, so that the carrier sends it again, to our next session.
    if (this.#isStopping) {
      this.#session.respond(pdu, STATUS.ESME_RTHROTTLED)
      return
    }
    this.#owner.tally.countReceived()
    this.#outstanding += 1
    this.#deps.intake.submit({
      port: this,
      sequenceNumber: pdu.sequenceNumber,
      commandId: COMMAND_ID[pdu.command],
      receivedAtMs: this.#heardAtMs,
      content: contentOfPdu(pdu),
    })
    this.#deps.backPressure.check()
  }

  answer(item: IntakeItem, outcome: Outcome): void {
    this.#outstanding -= 1
    this.#owner.tally.countOutcome(outcome, item.receivedAtMs)
    if (!this.#hasEnded) this.#respond(item, outcome)
    if (this.#outstanding > 0) return
    for (const resolve of this.#idle.splice(0)) resolve()
  }

  #respond(item: IntakeItem, outcome: Outcome): void {
    const { commandId, sequenceNumber } = item
    const isLater = outcome === 'throttled' || outcome === 'unavailable'
    const status = commandStatusOf(outcome, commandId, isLater && this.#deps.intake.isFull())
    if (isLater) this.#record('throttled', `a message was not taken (${outcome})`)
    if (commandId === COMMAND_ID.deliver_sm) {
      this.#session.respondDeliver(sequenceNumber, status)
      return
    }
    // submit_sm_resp and data_sm_resp name the message (SMPP 3.4, 4.4.2 and 4.7.2). An answer is made from these two
    // fields alone.
    const command = commandId === COMMAND_ID.submit_sm ? 'submit_sm' : 'data_sm'
    const messageId = status === STATUS.ESME_ROK ? this.#messageId(sequenceNumber) : ''
    this.#session.respond({ command, sequenceNumber } as MessagePdu, status, messageId)
  }

  /** Names the request by its session and number: unique for as long as a carrier could ask. */
  #messageId(sequenceNumber: number): string {
    return `${this.sessionId.replaceAll('-', '')}${sequenceNumber.toString(16).padStart(8, '0')}`
  }

  // ---- Reading ----------------------------------------------------------------------------------------------------

  setBackPressure(isOn: boolean): void {
    this.#isUnderPressure = isOn
    this.#updateReading()
  }

  #updateReading(): void {
    if (this.#isUnderPressure || this.#isDraining || !this.#isAdmitted) this.#session.pause()
    else this.#session.resume()
  }

  // ---- Is the peer there? -----------------------------------------------------------------------------------------

  /**
   * Keeps asking a peer that bound to us, whose timers belong to its connection and not to the listener. Ends the
   * session when it says nothing for too long.
   */
  watch(timers: { enquireLinkMs: number; inactivityMs: number }): void {
    this.#aliveTimer = setInterval(() => this.#ask(timers), timers.enquireLinkMs)
    this.#aliveTimer.unref()
  }

  #ask(timers: { enquireLinkMs: number; inactivityMs: number }): void {
    // While we do not read, nothing can be heard, and nothing follows from hearing nothing.
    if (this.#isUnderPressure) return
    const silentMs = this.#deps.clock.nowMs() - this.#heardAtMs
    // Asked of a flag and not of the time: an answer may come within the millisecond of its question.
    if (this.#hasHeard) this.#silentEnquiries = 0
    this.#hasHeard = false
    if (silentMs >= timers.inactivityMs || this.#silentEnquiries >= SILENT_ENQUIRIES_MAX) {
      this.destroy(`the peer said nothing for ${Math.round(silentMs / 1_000)} s`)
      return
    }
    this.#silentEnquiries += 1
    this.#session.enquireLink()
  }

  /**
   * Whether the peer answers an enquire_link in time; true without asking while back-pressure keeps us from hearing
   * it.
   */
  probe(waitMs: number): Promise<boolean> {
    if (this.#hasEnded) return Promise.resolve(false)
    if (this.#isUnderPressure) return Promise.resolve(true)
    return new Promise((resolve) => {
      const settle = (isAlive: boolean): void => {
        clearTimeout(timer)
        this.#probes.delete(settle)
        resolve(isAlive)
      }
      const timer = setTimeout(() => settle(false), waitMs)
      this.#probes.add(settle)
      this.#session.enquireLink()
    })
  }

  #heard(): void {
    this.#heardAtMs = this.#deps.clock.nowMs()
    this.#hasHeard = true
  }

  // ---- The end ----------------------------------------------------------------------------------------------------

  /**
   * Reads no more, waits until what was taken is answered, unbinds. Never rejects, and is over within the wait and 5
   * s.
   */
  async stop(waitMs: number, reason: string): Promise<void> {
    if (this.#hasEnded) return
    this.#endReason = reason
    this.#isDraining = true
    this.#updateReading()
    if (this.#outstanding > 0) await within(waitMs, (resolve) => void this.#idle.push(resolve))
    this.#isStopping = true
    // The answer to our unbind has to be read; messages before it are sent back.
    this.#isDraining = false
    this.#deps.backPressure.remove(this)
    this.#isUnderPressure = false
    this.#updateReading()
    await within(UNBIND_WAIT_MS, (resolve) => void this.#session.unbind().then(resolve, resolve))
    this.destroy(reason)
  }

  /** Drops the connection at once: an end that is not clean, unless everything is proven to have been read. */
  destroy(reason: string): void {
    if (this.#hasEnded) return
    this.#endReason = reason
    this.#session.destroy()
  }

  /**
   * Ends a session whose peer has gone without a word; when this returns the end is reported, as one that is not
   * clean.
   */
  abandon(reason: string): void {
    this.destroy(reason)
    this.#end({ reason: 'closed-by-us', clean: false, detail: null })
  }

  #end(close: SessionClose): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#close = close
    clearInterval(this.#aliveTimer)
    this.#owner.sessions.delete(this)
    if (this.#owner.sessions.size === 0) this.#owner.unboundSinceMs = this.#deps.clock.nowMs()
    this.#deps.backPressure.remove(this)
    for (const settle of this.#probes) settle(false)
    for (const resolve of this.#idle.splice(0)) resolve()
    if (this.#isOpenRecorded) this.#reportEnd()
    this.#ended.resolve()
  }

  #reportEnd(): void {
    const close = this.#close
    if (close === null) return
    const reason = [this.#endReason ?? close.reason, close.detail].filter((text) => text !== null).join(': ')
    const { clean } = close
    this.#deps.intake.closeSession(this.sessionId, { clean, provenUntilMs: this.#provenUntilMs, reason })
    this.#record('closed', reason)
  }

  #record(kind: ConnectionEventKind, detail: string): void {
    const { remoteAddress } = this.facts
    this.#deps.journal.record(this.#owner.connectionId, { kind, detail, remoteAddress })
  }
}

function describeProtocolError(error: ProtocolError): string {
  const start = error.frame === null ? '' : `; PDU ${error.frame.subarray(0, 64).toString('hex')}`
  return `${error.kind}: ${error.reason} (sequence_number ${error.sequenceNumber})${start}`
}

/** Waits for a callback, but not longer than this. */
function within(waitMs: number, begin: (resolve: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, waitMs)
    begin(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/**
 * Asks the other sessions of a connection whether they are alive, and ends those that are not. To be awaited before a
 * further session is opened: a carrier that lost one half of a session sends its messages again on the next, and only
 * the end of the first tells us so.
 */
export async function endDeadSessions(owner: SessionOwner, waitMs: number): Promise<void> {
  const probes = [...owner.sessions].map(async (session) => {
    if (!(await session.probe(waitMs))) session.abandon('no answer to enquire_link when another session was bound')
  })
  await Promise.all(probes)
}
