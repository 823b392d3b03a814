// Sends what the outbox holds over one bound session, never more at once than the window allows, and makes the
// session suffer what the plan says: resets, half-open ends, orderly ends, answers read late, unreadable PDUs beside
// the good ones. Guarantees that every delivery it took is answered or given back, once. Deliberately not:
// reconnecting.
import type { Socket } from 'node:net'
import type { RequestOutcome } from '@inrange/smpp/request-window'
import type { Session } from '@inrange/smpp/session'
import type { ProtocolError } from '@inrange/smpp/session.options'
import type { FaultPlan } from './faults.ts'
import { malformedPdu } from './malformed-pdus.ts'
import type { Delivery, Outbox } from './outbox.ts'

export interface DeliverySessionDeps {
  readonly session: Session
  /** The session's own: written to beside it only between PDUs, and reset. */
  readonly socket: Socket
  readonly outbox: Outbox
  readonly plan: FaultPlan
  readonly windowMax: number
  /** How long answers stay unread in a late read, in ms. */
  readonly lateReadMs: number
  /** How long a half-open connection stays open, in ms, unless the peer ends it. */
  readonly halfOpenMs: number
  /** The platform asked for less. */
  readonly onThrottled: () => void
  /** Whether the carrier waits for now. */
  readonly isWaiting: () => boolean
}

/** Sequence numbers of unreadable PDUs lie above all that a session reaches by itself. */
const MALFORMED_SEQUENCE_MIN = 0x7000_0000
const UNBIND_WAIT_MS = 3_000

export class DeliverySession {
  readonly #deps: DeliverySessionDeps
  readonly #number: number
  readonly #inFlight = new Set<Delivery>()
  readonly #over = Promise.withResolvers<void>()
  #isEnding = false
  #isForgotten = false
  #malformed = 0
  #lateTimer: NodeJS.Timeout | undefined
  #resetTimer: NodeJS.Timeout | undefined

  constructor(deps: DeliverySessionDeps) {
    this.#deps = deps
    this.#number = deps.outbox.nextSession()
    const { session } = deps
    session.handlers = { ...session.handlers, onProtocolError: (error) => this.#onProtocolError(error) }
    void session.closed.then(() => {
      this.#isEnding = true
      clearTimeout(this.#lateTimer)
      clearTimeout(this.#resetTimer)
      this.#over.resolve()
    })
  }

  /** Resolves when the session is closed, or forgotten: from then on another may take its place. */
  get over(): Promise<void> {
    return this.#over.promise
  }

  get inFlight(): number {
    return this.#inFlight.size
  }

  /** Sends as much as the window has room for. */
  pump(): void {
    const { outbox, windowMax, isWaiting } = this.#deps
    while (!this.#isEnding && this.#inFlight.size < windowMax && !isWaiting()) {
      const delivery = outbox.take(this.#number)
      if (delivery === null) return
      this.#inFlight.add(delivery)
      this.#deps.session.send(delivery.input, (outcome) => this.#settle(delivery, outcome))
      this.#sufferAfterSend()
    }
  }

  /** Resets the connection: the peer sees an error, and neither side knows what the other has read. */
  reset(): void {
    this.#isEnding = true
    this.#deps.socket.resetAndDestroy()
  }

  /** Forgets the session without a word: nothing is read or written any more, and the peer is not told. */
  forget(): void {
    if (this.#isForgotten || this.#isEnding) return
    this.#isEnding = true
    this.#isForgotten = true
    clearTimeout(this.#lateTimer)
    this.#deps.session.pause()
    for (const delivery of this.#inFlight) this.#deps.outbox.giveBack(delivery)
    this.#inFlight.clear()
    this.#resetTimer = setTimeout(() => this.#deps.socket.resetAndDestroy(), this.#deps.halfOpenMs).unref()
    this.#over.resolve()
  }

  /** Ends the session in order: unbind, its answer, close. Resets it when that takes too long. */
  async unbind(): Promise<void> {
    if (this.#isForgotten) return this.#deps.session.destroy()
    this.#isEnding = true
    const { session, socket } = this.#deps
    this.#resume()
    const timer = setTimeout(() => socket.resetAndDestroy(), UNBIND_WAIT_MS)
    await session.unbind()
    clearTimeout(timer)
  }

  /** Leaves answers unread for a while. */
  readLate(): void {
    if (this.#lateTimer !== undefined || this.#isEnding) return
    this.#deps.session.pause()
    this.#lateTimer = setTimeout(() => this.#resume(), this.#deps.lateReadMs)
  }

  #resume(): void {
    if (this.#lateTimer === undefined) return
    clearTimeout(this.#lateTimer)
    this.#lateTimer = undefined
    this.#deps.session.resume()
  }

  #settle(delivery: Delivery, outcome: RequestOutcome): void {
    if (!this.#inFlight.delete(delivery)) return
    const { outbox, onThrottled } = this.#deps
    if (!outcome.ok) {
      outbox.giveBack(delivery)
      // What was not answered in time may have been taken: only a new session makes it a redelivery.
      if (outcome.reason === 'timeout' || outcome.reason === 'malformed-response') this.reset()
      this.#isEnding = true
      return
    }
    if (outbox.answer(delivery, outcome.response.commandStatus) === 'throttled') onThrottled()
    this.pump()
  }

  // In a later turn, so that the PDU has left before the connection is gone.
  #sufferAfterSend(): void {
    const { plan } = this.#deps
    if (plan.strikes('malformed')) this.#sendMalformed()
    if (plan.strikes('lateReads')) this.readLate()
    if (plan.strikes('drops')) setImmediate(() => this.reset())
    else if (plan.strikes('halfOpens')) setImmediate(() => this.forget())
    else if (plan.strikes('reconnects')) setImmediate(() => void this.unbind())
  }

  #sendMalformed(): void {
    const { socket, plan, outbox } = this.#deps
    if (!socket.writable) return
    this.#malformed += 1
    outbox.counts.malformed += 1
    socket.write(malformedPdu(plan.random, MALFORMED_SEQUENCE_MIN + this.#malformed))
  }

  #onProtocolError(error: ProtocolError): void {
    if (error.sequenceNumber > MALFORMED_SEQUENCE_MIN && error.commandStatus !== 0) {
      this.#deps.outbox.counts.malformedAnswered += 1
    }
  }
}
