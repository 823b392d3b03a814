// Our own requests: those that wait for a response, at most `windowMax` at once (SMPP 3.4, 2.9), and those that wait
// for a place. Every request is settled exactly once: by its response, by the response timer (7.2), or by the end.
import type { ResponsePdu } from './pdu/pdu.ts'

/** What became of a request. `ok` says that an answer came, not that it was a success: that is its commandStatus. */
export type RequestOutcome =
  | { readonly ok: true; readonly response: ResponsePdu }
  | {
      readonly ok: false
      readonly reason: 'timeout' | 'closed' | 'queue-full' | 'wrong-state' | 'malformed-response'
    }

export type Settle = (outcome: RequestOutcome) => void

export interface PendingRequest {
  readonly sequenceNumber: number
  readonly commandId: number
  readonly settle: Settle
  /** False for bind, unbind and enquire_link, which never wait for a place in the window. */
  readonly windowed: boolean
}

interface SentRequest {
  readonly request: PendingRequest
  readonly deadlineMs: number
}

interface QueuedRequest {
  readonly request: PendingRequest
  readonly octets: Buffer
}

export interface RequestWindowOptions {
  readonly windowMax: number
  readonly queueMax: number
  readonly responseTimeoutMs: number
  /** Sends a request that had been queued. */
  readonly write: (octets: Buffer) => void
}

export class RequestWindow {
  readonly #options: RequestWindowOptions
  /** In the order sent; all wait equally long, so the first is always the next to time out. */
  readonly #sent = new Map<number, SentRequest>()
  #queue: QueuedRequest[] = []
  #queueHead = 0
  #windowed = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: RequestWindowOptions) {
    this.#options = options
  }

  /** Requests not settled yet, sent or queued. */
  get outstanding(): number {
    return this.#sent.size + this.#queued
  }

  get #queued(): number {
    return this.#queue.length - this.#queueHead
  }

  /** Whether a windowed request may be sent now; if not, it is to be queued. */
  hasRoom(): boolean {
    return this.#windowed < this.#options.windowMax && this.#queued === 0
  }

  /** Keeps an encoded request until there is room; settles it at once when the queue is full. */
  enqueue(request: PendingRequest, octets: Buffer): void {
    if (this.#queued >= this.#options.queueMax) request.settle({ ok: false, reason: 'queue-full' })
    else this.#queue.push({ request, octets })
  }

  /** Begins to wait for the response to a request just sent. */
  add(request: PendingRequest): void {
    const deadlineMs = performance.now() + this.#options.responseTimeoutMs
    this.#sent.set(request.sequenceNumber, { request, deadlineMs })
    if (request.windowed) this.#windowed += 1
    if (this.#timer === undefined) this.#awaitOldest()
  }

  /** The request that a response with this sequence number could be for. */
  find(sequenceNumber: number): PendingRequest | undefined {
    return this.#sent.get(sequenceNumber)?.request
  }

  /** Settles a request that `find` has given and lets the next one go. */
  settle(request: PendingRequest, outcome: RequestOutcome): void {
    if (!this.#sent.delete(request.sequenceNumber)) return
    if (request.windowed) this.#windowed -= 1
    this.#sendQueued()
    request.settle(outcome)
  }

  /** Settles everything as closed; nothing may be added after. */
  close(): void {
    clearTimeout(this.#timer)
    const requests = [...this.#sent.values(), ...this.#queue.slice(this.#queueHead)].map(({ request }) => request)
    this.#sent.clear()
    this.#queue = []
    this.#queueHead = 0
    for (const request of requests) request.settle({ ok: false, reason: 'closed' })
  }

  #sendQueued(): void {
    while (this.#windowed < this.#options.windowMax && this.#queueHead < this.#queue.length) {
      const { request, octets } = this.#queue[this.#queueHead] as QueuedRequest
      this.#queueHead += 1
      this.#options.write(octets)
      this.add(request)
    }
    // Cutting off the front only now and then keeps taking from it constant in time.
    if (this.#queueHead * 2 <= this.#queue.length) return
    this.#queue = this.#queue.slice(this.#queueHead)
    this.#queueHead = 0
  }

  // One timer for all: it wakes for the oldest request and then looks again.
  #awaitOldest(): void {
    const oldest = this.#oldest()
    if (oldest === undefined) return
    const delayMs = Math.max(1, Math.ceil(oldest.deadlineMs - performance.now()))
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      const nowMs = performance.now()
      for (let late = this.#oldest(); late !== undefined && late.deadlineMs <= nowMs; late = this.#oldest()) {
        this.settle(late.request, { ok: false, reason: 'timeout' })
      }
      if (this.#timer === undefined) this.#awaitOldest()
    }, delayMs)
    this.#timer.unref()
  }

  #oldest(): SentRequest | undefined {
    for (const sent of this.#sent.values()) return sent
    return undefined
  }
}
