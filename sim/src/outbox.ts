// What a carrier owes the platform, and what became of it. Guarantees the two rules of a carrier: what was not
// acknowledged with ESME_ROK is sent again, the same octets but for the sequence number, and what was acknowledged
// never is. A refusal that more tries cannot change ends it too, as everywhere in the field; it is counted apart.
// Deliberately not: sessions, times, chance.
import type { RequestInput } from '@inrange/smpp/session.options'
import { STATUS, statusName } from '@inrange/smpp/status'

export type MessageInput = Extract<RequestInput, { command: 'deliver_sm' | 'submit_sm' | 'data_sm' }>

/** What became of one message. It is acknowledged when every part of it is, extra copies of parts aside. */
export interface Fate {
  readonly messageId: number
  /** Unique where the carrier is traceable, but for a duplicate; null for binary. */
  readonly text: string | null
  readonly sender: string
  readonly recipient: string
  readonly parts: number
  /** The message of which this is a true second one, equal in content; null for all others. */
  readonly duplicateOf: number | null
  partsPending: number
  state: 'pending' | 'acknowledged' | 'refused'
  /** How often parts of it were sent again because no answer had been read. */
  redeliveries: number
}

/** One PDU to be delivered until it is acknowledged. */
export interface Delivery {
  readonly input: MessageInput
  /** Null for what is no message: a receipt, or an extra copy of a part. */
  readonly fate: Fate | null
  /** Sent, and the answer never read: the next sending is a redelivery. */
  unheard: boolean
  /**
   * A redelivery waits for a session bound after the one that was lost: sessions are numbered in the order of
   * binds.
   */
  fromSession: number
}

/** A delivery that was never sent. */
export function newDelivery(input: MessageInput, fate: Fate | null): Delivery {
  return { input, fate, unheard: false, fromSession: 0 }
}

export interface Counts {
  messages: number
  messagesAcknowledged: number
  sent: number
  acknowledged: number
  redelivered: number
  throttled: number
  refused: number
  receipts: number
  malformed: number
  malformedAnswered: number
  /** Answers by the name of their command_status. */
  readonly byStatus: Record<string, number>
}

const TRY_AGAIN: readonly number[] = [
  STATUS.ESME_RTHROTTLED,
  STATUS.ESME_RMSGQFUL,
  STATUS.ESME_RSYSERR,
  STATUS.ESME_RX_T_APPN,
]

export class Outbox {
  readonly counts: Counts = {
    messages: 0,
    messagesAcknowledged: 0,
    sent: 0,
    acknowledged: 0,
    redelivered: 0,
    throttled: 0,
    refused: 0,
    receipts: 0,
    malformed: 0,
    malformedAnswered: 0,
    byStatus: {},
  }
  /** What has to be sent again, before anything new. */
  readonly #again: Delivery[] = []
  readonly #fresh: Delivery[] = []
  #inFlight = 0
  #sessions = 0
  #waitingForIdle: (() => void)[] = []

  /** PDUs not acknowledged yet, those under way included. */
  get owed(): number {
    return this.#again.length + this.#fresh.length + this.#inFlight
  }

  add(deliveries: readonly Delivery[]): void {
    this.#fresh.push(...deliveries)
  }

  /** The number of a session just bound. */
  nextSession(): number {
    this.#sessions += 1
    return this.#sessions
  }

  /** The next to send over that session, or null. Whoever takes one gives it to `answer` or `giveBack`. */
  take(sessionNumber: number): Delivery | null {
    const at = this.#again.findIndex((delivery) => delivery.fromSession <= sessionNumber)
    const delivery = at === -1 ? this.#fresh.shift() : this.#again.splice(at, 1)[0]
    if (delivery === undefined) return null
    this.#inFlight += 1
    this.counts.sent += 1
    if (delivery.unheard) {
      this.counts.redelivered += 1
      if (delivery.fate !== null) delivery.fate.redeliveries += 1
      delivery.unheard = false
    }
    return delivery
  }

  /** An answer was read. `throttled` asks the caller to wait before it takes anything else. */
  answer(delivery: Delivery, commandStatus: number): 'done' | 'throttled' {
    this.#inFlight -= 1
    const name = statusName(commandStatus)
    this.counts.byStatus[name] = (this.counts.byStatus[name] ?? 0) + 1
    if (TRY_AGAIN.includes(commandStatus)) {
      this.counts.throttled += 1
      this.#again.push(delivery)
      return 'throttled'
    }
    if (commandStatus === STATUS.ESME_ROK) this.#acknowledge(delivery.fate)
    else this.#refuse(delivery.fate)
    this.#checkIdle()
    return 'done'
  }

  /** The session ended, or fell silent, before an answer was read. */
  giveBack(delivery: Delivery): void {
    this.#inFlight -= 1
    delivery.unheard = true
    delivery.fromSession = this.#sessions + 1
    this.#again.push(delivery)
  }

  /** Resolves when nothing is owed. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#waitingForIdle.push(resolve)
      this.#checkIdle()
    })
  }

  #acknowledge(fate: Fate | null): void {
    this.counts.acknowledged += 1
    if (fate === null) return
    fate.partsPending -= 1
    if (fate.partsPending > 0 || fate.state === 'refused') return
    fate.state = 'acknowledged'
    this.counts.messagesAcknowledged += 1
  }

  #refuse(fate: Fate | null): void {
    this.counts.refused += 1
    if (fate === null) return
    fate.partsPending -= 1
    fate.state = 'refused'
  }

  #checkIdle(): void {
    if (this.owed > 0) return
    const waiting = this.#waitingForIdle
    this.#waitingForIdle = []
    for (const resolve of waiting) resolve()
  }
}
