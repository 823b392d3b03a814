// One SMPP session over any Duplex, as either side: what may be sent and received when, what is answered to what may
// not, windows in both directions, and the timers of SMPP 3.4, 7.2. It knows no connection: client.ts and server.ts
// make those.
//
// Guarantees: nothing a peer sends makes it throw; every queue in it is bounded; requests reach the application in the
// order received, synchronously, without a promise each; answers of one tick leave in one write; every request of ours
// is settled exactly once; `onClose` is called once. Deliberately not: no reconnecting, no answering, no retrying.
import type { Duplex } from 'node:stream'
import { COMMAND_ID, RESPONSE_BIT, isResponseId } from './command.ts'
import { Framer } from './framer.ts'
import type { FramingFault } from './framer.ts'
import { INTERFACE_VERSION, SEQUENCE_NUMBER_MAX } from './limits.ts'
import type { BindFields, BindName, BindRequest } from './pdu/bind.ts'
import type { MessageResponseName } from './pdu/message-response.ts'
import { LinkMonitor } from './link-monitor.ts'
import { decodePdu, encodePdu } from './pdu/pdu.ts'
import type { DecodeFault, KnownPdu, MessagePdu, ResponsePdu } from './pdu/pdu.ts'
import { ReadGate } from './read-gate.ts'
import { RequestWindow } from './request-window.ts'
import type { PendingRequest, RequestOutcome, Settle } from './request-window.ts'
import { optionsWithDefaults, requestPdu } from './session.options.ts'
import type { ProtocolError, RequestInput, SessionHandlers, SessionOptions, SessionTap } from './session.options.ts'
import { boundStateOf, isBound, mayIssue, peerOf } from './session.rules.ts'
import type { CloseReason, RequestName, SessionClose, SessionState, Side } from './session.rules.ts'
import { STATUS } from './status.ts'
import { TAG, integerTlv } from './tlv.ts'
import { WriteBatch } from './write-batch.ts'

const WINDOWED: readonly string[] = ['submit_sm', 'deliver_sm', 'data_sm']

export class Session {
  readonly side: Side
  /** May be replaced at any time, for example once a bind has told who the peer is. */
  handlers: SessionHandlers
  readonly #options: Required<Omit<SessionOptions, 'handlers' | 'tap'>>
  readonly #stream: Duplex
  readonly #framer: Framer
  readonly #gate: ReadGate
  readonly #out: WriteBatch
  readonly #window: RequestWindow
  readonly #monitor: LinkMonitor
  #state: SessionState = 'OPEN'
  #close: SessionClose | null = null
  readonly #closed = Promise.withResolvers<SessionClose>()
  #sequenceNumber = 0
  #bindInProgress = false
  /** The sequence number of the peer's unbind while its answer waits for the answers still owed. */
  #unbindByPeer: number | null = null
  #unbindByUs = false
  #draining = false
  #unanswered = 0
  #answersWritten = 0
  #answersProven = 0
  #initTimer: NodeJS.Timeout | undefined
  #graceTimer: NodeJS.Timeout | undefined

  /** Takes the stream over: nobody else may read, write or end it. */
  constructor(stream: Duplex, options: SessionOptions) {
    this.#options = optionsWithDefaults(options)
    this.side = options.side
    this.handlers = options.handlers ?? {}
    this.#stream = stream
    this.#framer = new Framer(this.#options.pduOctetsMax)
    this.#out = new WriteBatch(stream, () => this.#gate.checkBacklog(), options.tap)
    this.#gate = new ReadGate(stream, {
      writeBacklogOctetsMax: this.#options.writeBacklogOctetsMax,
      isFull: () => this.#unanswered >= this.#options.unansweredMax,
      drain: () => this.#drain(),
    })
    this.#window = new RequestWindow({ ...this.#options, write: (octets) => this.#out.writeEncoded(octets) })
    this.#monitor = new LinkMonitor({
      ...this.#options,
      isDeaf: () => this.#gate.deaf,
      enquire: () => this.enquireLink(),
      giveUp: (reason, detail) => this.#finish(reason, detail),
    })
    const initTimeoutMs = this.#options.sessionInitTimeoutMs
    if (initTimeoutMs > 0) {
      this.#initTimer = startTimer(initTimeoutMs, () =>
        this.#finish('session-init-timeout', 'no bind succeeded in time'),
      )
    }
    stream.on('data', (chunk: Buffer) => this.#onData(chunk))
    stream.on('end', () => this.#onEnd())
    stream.on('error', (error: Error) => this.#finish('socket-error', error.message))
    stream.on('close', () => this.#onStreamClosed())
  }

  /** Whoever looks at every PDU that passes; null: nobody, which costs one comparison a PDU. */
  set tap(tap: SessionTap | null) {
    this.#out.tap = tap
  }

  get state(): SessionState {
    return this.#state
  }

  /** Requests of the peer handed to the application and not answered yet. */
  get unanswered(): number {
    return this.#unanswered
  }

  /** Answers to messages written so far; compare with the `answers` of a proof. */
  get answersWritten(): number {
    return this.#answersWritten
  }

  /** Of those, how many the peer is known to have read. */
  get answersProven(): number {
    return this.#answersProven
  }

  /** Our requests that wait for a response, and those that wait for a place in the window. */
  get outstanding(): number {
    return this.#window.outstanding
  }

  /** Resolves, never rejects, once the stream is closed. */
  get closed(): Promise<SessionClose> {
    return this.#closed.promise
  }

  /**
   * Sends a request, or queues it until the window has room. `settle` is called exactly once, possibly before this
   * returns. Throws a RangeError when a field does not fit the standard.
   */
  send(input: RequestInput, settle: Settle): void {
    if (this.#close !== null) return settle({ ok: false, reason: 'closed' })
    const allowed = mayIssue(input.command, this.side, this.#state, this.#options.deliverFromEsme)
    if (!allowed || this.#unbindByUs || this.#unbindByPeer !== null) return settle({ ok: false, reason: 'wrong-state' })
    const request: PendingRequest = {
      sequenceNumber: this.#nextSequenceNumber(),
      commandId: COMMAND_ID[input.command],
      settle,
      windowed: WINDOWED.includes(input.command),
    }
    const pdu = requestPdu(input, request.sequenceNumber)
    if (request.windowed && !this.#window.hasRoom()) return this.#window.enqueue(request, encodePdu(pdu))
    this.#out.write(pdu)
    this.#window.add(request)
  }

  /** As `send`, with a promise; it never rejects because of the peer. */
  request(input: RequestInput): Promise<RequestOutcome> {
    return new Promise((resolve) => this.send(input, resolve))
  }

  /**
   * Binds (ESME only). The session is bound when the response's commandStatus is 0, before anything after it is read.
   */
  bind(command: BindName, fields: BindFields): Promise<RequestOutcome> {
    return new Promise((resolve) => {
      this.send({ command, ...fields }, (outcome) => {
        if (
          outcome.ok &&
          outcome.response.commandStatus === STATUS.ESME_ROK &&
          outcome.response.command === `${command}_resp`
        ) {
          this.#enterBound(command)
        }
        resolve(outcome)
      })
    })
  }

  /** Asks the ESME at the other end to bind (SMSC only, before any bind); false when it may not be sent. */
  outbind(systemId: string, password: string): boolean {
    if (!mayIssue('outbind', this.side, this.#state, false)) return false
    const sequenceNumber = this.#nextSequenceNumber()
    this.#out.write({ command: 'outbind', commandStatus: 0, sequenceNumber, systemId, password })
    this.#setState('OUTBOUND')
    return true
  }

  /** Asks whether the peer is alive now instead of at the next tick of the timer. An answer counts as a proof. */
  enquireLink(): void {
    const proof = { sentAtMs: Date.now(), answers: this.#answersWritten }
    this.send({ command: 'enquire_link' }, (outcome) => {
      if (outcome.ok) this.#prove(proof)
    })
  }

  /**
   * Ends the session as the standard wants it: unbind, its answer, close. Requests of the peer that are still to be
   * answered should be answered first. Resolves when the stream is closed, whatever happened.
   */
  unbind(): Promise<SessionClose> {
    if (!isBound(this.#state) || this.#unbindByPeer !== null) {
      if (this.#unbindByPeer === null) this.#finish('closed-by-us', null)
      return this.closed
    }
    if (this.#unbindByUs) return this.closed
    const answers = this.#answersWritten
    this.send({ command: 'unbind' }, (outcome) => {
      if (outcome.ok) this.#prove({ sentAtMs: Date.now(), answers })
      this.#setState('UNBOUND')
      this.#finish('unbound-by-us', outcome.ok ? null : `unbind was not answered: ${outcome.reason}`)
    })
    this.#unbindByUs = true
    return this.closed
  }

  /** Drops the connection at once, without unbind. */
  destroy(): void {
    this.#finish('closed-by-us', null)
    this.#stream.destroy()
  }

  /** Answers a deliver_sm: the cheap way. False when nothing is owed or the session is over. */
  respondDeliver(sequenceNumber: number, commandStatus: number): boolean {
    if (this.#close !== null || this.#unanswered === 0) return false
    this.#out.writeDeliverSmResp(sequenceNumber, commandStatus)
    this.#answered()
    return true
  }

  /** Answers any message. `messageId` is for submit_sm and data_sm, at most 64 characters. */
  respond(request: MessagePdu, commandStatus: number, messageId = ''): boolean {
    if (request.command === 'deliver_sm' && messageId === '') {
      return this.respondDeliver(request.sequenceNumber, commandStatus)
    }
    if (this.#close !== null || this.#unanswered === 0) return false
    const { sequenceNumber } = request
    const command: MessageResponseName = `${request.command}_resp`
    this.#out.write({ command, commandStatus, sequenceNumber, messageId, tlvs: [] })
    this.#answered()
    return true
  }

  /** Accepts a bind (SMSC only): the peer is bound when this returns true. */
  acceptBind(bind: BindRequest, systemId: string): boolean {
    this.#bindInProgress = false
    if (this.#close !== null || !mayIssue(bind.command, 'esme', this.#state, false)) return false
    // Optional parameters must not be sent to an ESME older than 3.4 (3.4, 3.4).
    const knowsTlvs = bind.interfaceVersion >= INTERFACE_VERSION
    const tlvs = knowsTlvs ? [integerTlv(TAG.sc_interface_version, 1, INTERFACE_VERSION)] : []
    const { sequenceNumber } = bind
    this.#out.write({ command: `${bind.command}_resp`, commandStatus: STATUS.ESME_ROK, sequenceNumber, systemId, tlvs })
    this.#enterBound(bind.command)
    return true
  }

  /** Refuses a bind (SMSC only). The session stays open, as the standard has it, until its init timer ends it. */
  refuseBind(bind: BindRequest, commandStatus: number): boolean {
    this.#bindInProgress = false
    if (this.#close !== null) return false
    this.#answer(COMMAND_ID[bind.command], bind.sequenceNumber, commandStatus)
    return true
  }

  /** Stops handing over requests at once, also those of the chunk being read, and stops reading. */
  pause(): void {
    this.#gate.setPaused(true)
  }

  /** Goes on where `pause` stopped, in a later tick. */
  resume(): void {
    this.#gate.setPaused(false)
  }

  #onData(chunk: Buffer): void {
    if (this.#close !== null) return
    this.#monitor.heard()
    this.#framer.push(chunk)
    this.#drain()
  }

  #drain(): void {
    if (this.#draining) return
    this.#draining = true
    try {
      while (!this.#gate.shut && this.#close === null) {
        const frame = this.#framer.next()
        if (frame === null) break
        if (frame instanceof Uint8Array) this.#receive(frame)
        else this.#refuseFraming(frame)
      }
    } finally {
      this.#draining = false
    }
  }

  #receive(frame: Buffer): void {
    this.#out.tap?.onReceived(frame)
    const decoded = decodePdu(frame)
    if (!decoded.ok) return this.#refuseMalformed(decoded, frame)
    const { pdu } = decoded
    switch (pdu.command) {
      case 'deliver_sm':
      case 'submit_sm':
      case 'data_sm':
        return this.#isAllowed(pdu, frame) ? this.#handOver(pdu) : undefined
      case 'enquire_link':
        if (this.#isAllowed(pdu, frame)) this.#answer(COMMAND_ID.enquire_link, pdu.sequenceNumber, STATUS.ESME_ROK)
        return
      case 'unbind':
        return this.#isAllowed(pdu, frame) ? this.#onUnbind(pdu.sequenceNumber) : undefined
      case 'bind_receiver':
      case 'bind_transmitter':
      case 'bind_transceiver':
        return this.#isAllowed(pdu, frame) ? this.#onBind(pdu) : undefined
      case 'outbind':
        if (!this.#isAllowed(pdu, frame)) return
        this.#setState('OUTBOUND')
        return this.handlers.onOutbind?.(pdu, this)
      case 'alert_notification':
        return this.#isAllowed(pdu, frame) ? this.handlers.onAlert?.(pdu, this) : undefined
      case 'unknown':
        return this.#refuseUnknown(pdu.commandId, pdu.sequenceNumber, frame)
      case 'bind_receiver_resp':
      case 'bind_transmitter_resp':
      case 'bind_transceiver_resp':
      case 'submit_sm_resp':
      case 'deliver_sm_resp':
      case 'data_sm_resp':
      case 'unbind_resp':
      case 'enquire_link_resp':
      case 'generic_nack':
        return this.#onResponse(pdu, frame)
    }
  }

  #isAllowed(pdu: Extract<KnownPdu, { command: RequestName }>, frame: Buffer): boolean {
    const { command, sequenceNumber } = pdu
    const unbinding = this.#unbindByPeer !== null
    if (!unbinding && mayIssue(command, peerOf(this.side), this.#state, this.#options.deliverFromEsme)) return true
    const commandId = COMMAND_ID[command]
    const isBind = command.startsWith('bind_') && isBound(this.#state) && this.side === 'smsc'
    const commandStatus = isBind ? STATUS.ESME_RALYBND : STATUS.ESME_RINVBNDSTS
    this.#answer(commandId, sequenceNumber, commandStatus)
    const reason = `${command} is not allowed in ${unbinding ? 'a session that the peer has unbound' : this.#state}`
    this.#report({ kind: 'wrong-state', commandId, commandStatus, sequenceNumber, reason, frame })
    return false
  }

  #handOver(pdu: MessagePdu): void {
    this.#unanswered += 1
    const { onRequest } = this.handlers
    if (onRequest === undefined) this.respond(pdu, STATUS.ESME_RX_P_APPN)
    else onRequest(pdu, this)
    this.#gate.update()
  }

  #onBind(pdu: BindRequest): void {
    if (this.#bindInProgress || this.handlers.onBind === undefined) {
      this.#answer(COMMAND_ID[pdu.command], pdu.sequenceNumber, STATUS.ESME_RBINDFAIL)
      return
    }
    this.#bindInProgress = true
    this.handlers.onBind(pdu, this)
  }

  #onUnbind(sequenceNumber: number): void {
    this.#unbindByPeer = sequenceNumber
    if (this.#unanswered === 0) return this.#completeUnbind()
    // The peer waits for its answers and would count them lost after our unbind_resp; but it does not wait for ever.
    this.#graceTimer = startTimer(this.#options.unbindGraceMs, () => this.#completeUnbind())
  }

  #completeUnbind(): void {
    if (this.#unbindByPeer === null || this.#close !== null) return
    this.#answer(COMMAND_ID.unbind, this.#unbindByPeer, STATUS.ESME_ROK)
    this.#setState('UNBOUND')
    const owed = this.#unanswered
    this.#finish('unbound-by-peer', owed === 0 ? null : `${owed} requests were still unanswered`)
  }

  #onResponse(pdu: ResponsePdu, frame: Buffer): void {
    const { sequenceNumber, commandStatus } = pdu
    const request = this.#window.find(sequenceNumber)
    const commandId = COMMAND_ID[pdu.command]
    const fits =
      request !== undefined && (pdu.command === 'generic_nack' || commandId === responseIdOf(request.commandId))
    if (!fits) {
      const kind = pdu.command === 'generic_nack' ? 'nacked' : 'unexpected-response'
      const reason = `${pdu.command} answers no request of ours`
      this.#report({ kind, commandId, commandStatus, sequenceNumber, reason, frame })
      return
    }
    this.#window.settle(request, { ok: true, response: pdu })
  }

  #refuseFraming(fault: FramingFault): void {
    const { commandStatus, reason } = fault
    this.#out.write({ command: 'generic_nack', commandStatus, sequenceNumber: 0 })
    this.#report({ kind: 'framing', commandId: 0, commandStatus, sequenceNumber: 0, reason, frame: null })
    this.#finish('protocol-error', reason)
  }

  #refuseMalformed(fault: DecodeFault, frame: Buffer): void {
    const { commandId, commandStatus, sequenceNumber, reason } = fault
    if (isResponseId(commandId)) {
      // A response is never answered; the request that it was meant for is settled, so that its caller does not wait.
      this.#report({ kind: 'malformed-response', commandId, commandStatus, sequenceNumber, reason, frame })
      const request = this.#window.find(sequenceNumber)
      if (request !== undefined && commandId === responseIdOf(request.commandId)) {
        this.#window.settle(request, { ok: false, reason: 'malformed-response' })
      }
      return
    }
    this.#answer(commandId, sequenceNumber, commandStatus)
    this.#report({ kind: 'malformed', commandId, commandStatus, sequenceNumber, reason, frame })
  }

  #refuseUnknown(commandId: number, sequenceNumber: number, frame: Buffer): void {
    const commandStatus = STATUS.ESME_RINVCMDID
    // Two sessions that nack each other's unknown responses would never stop.
    if (!isResponseId(commandId)) this.#out.write({ command: 'generic_nack', commandStatus, sequenceNumber })
    const reason = `command id 0x${commandId.toString(16).padStart(8, '0')} is unknown`
    this.#report({ kind: 'unknown-command', commandId, commandStatus, sequenceNumber, reason, frame })
  }

  // The response of the request's own kind, without a body but for the empty message_id that two of them must have.
  #answer(commandId: number, sequenceNumber: number, commandStatus: number): void {
    const { outbind, alert_notification, deliver_sm, data_sm } = COMMAND_ID
    if (commandId === outbind || commandId === alert_notification) return
    const body = Buffer.alloc(commandId === deliver_sm || commandId === data_sm ? 1 : 0)
    this.#out.write({ command: 'unknown', commandId: responseIdOf(commandId), commandStatus, sequenceNumber, body })
  }

  #report(error: ProtocolError): void {
    this.handlers.onProtocolError?.(error, this)
  }

  #nextSequenceNumber(): number {
    this.#sequenceNumber = this.#sequenceNumber >= SEQUENCE_NUMBER_MAX ? 1 : this.#sequenceNumber + 1
    return this.#sequenceNumber
  }

  #answered(): void {
    this.#unanswered -= 1
    this.#answersWritten += 1
    if (this.#gate.deaf) this.#gate.update()
    if (this.#unbindByPeer !== null && this.#unanswered === 0) this.#completeUnbind()
  }

  #prove(proof: { readonly sentAtMs: number; readonly answers: number }): void {
    this.#answersProven = Math.max(this.#answersProven, proof.answers)
    this.handlers.onProof?.(proof, this)
  }

  #setState(state: SessionState): void {
    if (this.#state === state || this.#state === 'CLOSED') return
    this.#state = state
    this.handlers.onStateChange?.(state, this)
  }

  #enterBound(bind: BindName): void {
    clearTimeout(this.#initTimer)
    this.#monitor.start()
    this.#setState(boundStateOf(bind))
  }

  #onEnd(): void {
    const left = this.#framer.bufferedOctets
    this.#finish('closed-by-peer', left === 0 ? null : `${left} octets of a PDU were cut off`)
  }

  // The point of no return: from here on nothing is read or answered; what was answered is flushed, then the stream
  // ends.
  #finish(reason: CloseReason, detail: string | null): void {
    if (this.#close !== null) {
      // Reset while our last words were on their way: the peer cannot be sure to have read them.
      if (reason === 'socket-error')
        this.#close = { ...this.#close, clean: false, detail: this.#close.detail ?? detail }
      return
    }
    const graceful = (reason === 'unbound-by-peer' || reason === 'unbound-by-us') && detail === null
    const proven = graceful || this.#answersProven === this.#answersWritten
    this.#close = { reason, clean: proven && this.#unanswered === 0, detail }
    clearTimeout(this.#initTimer)
    clearTimeout(this.#graceTimer)
    this.#monitor.stop()
    this.#out.flush()
    this.#stream.end()
    // Reading on, into nothing, lets the end of the stream be seen even when reading had been paused.
    this.#stream.resume()
    this.#graceTimer = startTimer(this.#options.unbindGraceMs, () => this.#stream.destroy())
    this.#window.close()
  }

  #onStreamClosed(): void {
    this.#finish('closed-by-peer', 'the connection was closed')
    clearTimeout(this.#graceTimer)
    const close = this.#close
    if (close === null || this.#state === 'CLOSED') return
    this.#setState('CLOSED')
    this.handlers.onClose?.(close, this)
    this.#closed.resolve(close)
  }
}

function responseIdOf(commandId: number): number {
  return (commandId | RESPONSE_BIT) >>> 0
}

// A session never keeps its process alive by a timer; its stream does that.
function startTimer(delayMs: number, callback: () => void): NodeJS.Timeout {
  return setTimeout(callback, delayMs).unref()
}
