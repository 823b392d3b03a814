// What both kinds of simulated carrier are beneath their way of connecting: traffic at a rate goes into an outbox,
// and the sessions that are bound empty it. Deliberately not: how sessions come to be, which smsc.ts and esme.ts do.
import type { Socket } from 'node:net'
import type { Session } from '@inrange/smpp/session'
import { Composer } from './compose-deliveries.ts'
import type { MessageCommand } from './compose-deliveries.ts'
import { DeliverySession } from './delivery-session.ts'
import { FaultPlan } from './faults.ts'
import type { FaultRates } from './faults.ts'
import { Outbox } from './outbox.ts'
import type { Counts, Fate } from './outbox.ts'
import { createRandom } from './seeded-random.ts'
import { TrafficSource } from './traffic-source.ts'
import { generateMessage } from './traffic.ts'
import type { GeneratedMessage, RangeOfNumbers } from './traffic.ts'

export interface CarrierOptions {
  readonly seed: number
  readonly numbers: readonly RangeOfNumbers[]
  /** Messages a second; 0 for none but those given to `submit`. */
  readonly ratePerSecond: number
  /** Whether the rate follows the hours of the day. */
  readonly dayCurve?: boolean
  /** Stops generating after so many messages. */
  readonly messagesMax?: number
  readonly faults?: FaultRates
  /** Makes every text unique and keeps the fate of every message; costs memory for each. */
  readonly traceable?: boolean
  /** PDUs that may wait for an answer at once, on each session. */
  readonly windowMax?: number
  /** PDUs owed, above which nothing new is generated. */
  readonly owedMax?: number
  readonly responseTimeoutMs?: number
  /** How long the carrier holds back after it was throttled, in ms. */
  readonly throttleWaitMs?: number
  readonly lateReadMs?: number
  readonly halfOpenMs?: number
}

const DEFAULTS = {
  windowMax: 10,
  owedMax: 10_000,
  responseTimeoutMs: 10_000,
  throttleWaitMs: 500,
  lateReadMs: 300,
  halfOpenMs: 120_000,
} as const

// Streams of their own, so that a fault more or less leaves the texts as they are.
const FAULT_STREAM = 0x5eed_fa17
const TIME_STREAM = 0x5eed_71e5

export class Carrier {
  readonly windowMax: number
  readonly responseTimeoutMs: number
  readonly #outbox = new Outbox()
  readonly #fates: Fate[] = []
  readonly #options: CarrierOptions & Required<Pick<CarrierOptions, keyof typeof DEFAULTS>>
  readonly #plan: FaultPlan
  readonly #composer: Composer
  readonly #source: TrafficSource
  readonly #sessions = new Set<DeliverySession>()
  /** Half-open ones, not ended by anybody yet. */
  readonly #forgotten = new Set<DeliverySession>()
  #throttleTimer: NodeJS.Timeout | undefined
  #turn = 0

  constructor(options: CarrierOptions, command: MessageCommand) {
    this.#options = { ...DEFAULTS, ...options }
    this.windowMax = this.#options.windowMax
    this.responseTimeoutMs = this.#options.responseTimeoutMs
    const random = createRandom(options.seed)
    this.#plan = new FaultPlan(options.faults ?? {}, options.seed ^ FAULT_STREAM)
    this.#composer = new Composer({ random, plan: this.#plan, command })
    const tag = options.seed.toString(36)
    let generated = 0
    this.#source = new TrafficSource({
      random: createRandom(options.seed ^ TIME_STREAM),
      ratePerSecond: options.ratePerSecond,
      dayCurve: options.dayCurve ?? false,
      messagesMax: options.messagesMax ?? null,
      isFull: () => this.#outbox.owed >= this.#options.owedMax,
      emit: (atMs) => {
        generated += 1
        const mark = options.traceable === true ? { mark: ` (${tag}-${generated})` } : {}
        this.submit(generateMessage(random, { numbers: options.numbers, atMs, ...mark }))
      },
    })
  }

  get counts(): Readonly<Counts> {
    return this.#outbox.counts
  }

  /** Every message so far, in order, with what became of it; empty unless the carrier is traceable. */
  get fates(): readonly Readonly<Fate>[] {
    return this.#fates
  }

  /** Sessions that deliver. */
  get sessions(): number {
    return this.#sessions.size
  }

  /** PDUs not acknowledged yet. */
  get owed(): number {
    return this.#outbox.owed
  }

  /** Sends this message, with whatever the faults make of it. Returns its fate, and that of its true duplicate. */
  submit(message: GeneratedMessage): readonly Readonly<Fate>[] {
    const { deliveries, fates, receipts } = this.#composer.compose(message)
    this.#outbox.counts.messages += fates.length
    this.#outbox.counts.receipts += receipts
    if (this.#options.traceable === true) this.#fates.push(...fates)
    this.#outbox.add(deliveries)
    this.#pump()
    return fates
  }

  /** Begins to deliver over a session that is bound. */
  attach(session: Session, socket: Socket): DeliverySession {
    const { windowMax, lateReadMs, halfOpenMs } = this.#options
    const delivering = new DeliverySession({
      session,
      socket,
      windowMax,
      lateReadMs,
      halfOpenMs,
      outbox: this.#outbox,
      plan: this.#plan,
      onThrottled: () => this.#holdBack(),
      isWaiting: () => this.#throttleTimer !== undefined,
    })
    this.#sessions.add(delivering)
    void delivering.over.then(() => {
      this.#sessions.delete(delivering)
      if (session.state === 'CLOSED') return
      this.#forgotten.add(delivering)
      void session.closed.then(() => this.#forgotten.delete(delivering))
    })
    this.#pump()
    return delivering
  }

  /** Resolves when every message has been generated and everything is acknowledged or refused. */
  async drained(): Promise<void> {
    await this.#source.finished
    await this.#outbox.idle()
  }

  /** Resets all connections now, as a cut cable would. */
  resetSessions(): void {
    for (const session of this.#sessions) session.reset()
  }

  /** Forgets all sessions now without telling the peer, as a carrier does that lost its power. */
  forgetSessions(): void {
    for (const session of this.#sessions) session.forget()
  }

  /** Unbinds all sessions now; new ones go on. */
  async unbindSessions(): Promise<void> {
    await Promise.all([...this.#sessions].map((session) => session.unbind()))
  }

  /** Ends generating and every session, in order. What is still owed stays owed. */
  async stop(): Promise<void> {
    this.#source.stop()
    clearTimeout(this.#throttleTimer)
    await Promise.all([...this.#sessions, ...this.#forgotten].map((session) => session.unbind()))
  }

  // Each time another session is first, so that all carry something.
  #pump(): void {
    if (this.#throttleTimer !== undefined) return
    const sessions = [...this.#sessions]
    this.#turn += 1
    for (let i = 0; i < sessions.length; i += 1) sessions[(this.#turn + i) % sessions.length]?.pump()
  }

  #holdBack(): void {
    this.#throttleTimer ??= setTimeout(() => {
      this.#throttleTimer = undefined
      this.#pump()
    }, this.#options.throttleWaitMs)
  }
}
