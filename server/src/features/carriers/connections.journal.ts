// What is written down about a connection: counters, its last error, and a log of events. All of it is gathered in
// memory and written every few seconds, so that a message costs an addition; a crash loses the last seconds of
// counting, never a message. Guarantees that a storm of equal faults makes a bounded number of lines, with the rest
// counted, and that an outage of the database loses no increment.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import {
  addToCounters,
  addToHours,
  insertEvents,
  pruneEvents,
  type CounterIncrement,
  type NewEvent,
} from './connections.queries.ts'
import { isStored } from './outcome-status.ts'
import type { Outcome } from './intake.ts'

export type ConnectionEventKind =
  | 'bound'
  | 'refused'
  | 'closed'
  | 'protocol_error'
  | 'connect_failed'
  | 'bad_signature'
  | 'throttled'

/** Lines of one kind per connection and minute; what is more is counted. */
export const EVENTS_PER_MINUTE_MAX = 20
/** Newest lines kept per connection. */
export const EVENTS_KEPT_MAX = 1_000
/** Lines that may wait for the database, over all connections; what is more is counted. */
const EVENTS_PENDING_MAX = 5_000
/** New lines of a connection after which its old ones are removed; one by one would scan the index for each. */
const PRUNE_EVERY_EVENTS = 50
const DETAIL_CHARS_MAX = 500
const WINDOW_MS = 60_000
const HOUR_MS = 3_600_000
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/g

/** These kinds say that something is wrong and show as the connection's last error. */
const ERROR_KINDS: ReadonlySet<ConnectionEventKind> = new Set([
  'refused',
  'protocol_error',
  'connect_failed',
  'bad_signature',
])

/** Increments of one connection since they were last written. Sessions add to it directly: it is on the hot path. */
export class Tally {
  received = 0
  acknowledged = 0
  duplicates = 0
  quarantined = 0
  receipts = 0
  refused = 0
  malformed = 0
  throttled = 0
  /** Never reset: the state of an HTTP connection follows from it. */
  lastMessageAtMs: number | null = null
  lastError: string | null = null
  lastErrorAtMs: number | null = null
  isChanged = false

  countReceived(): void {
    this.received += 1
    this.isChanged = true
  }

  countMalformed(): void {
    this.malformed += 1
    this.isChanged = true
  }

  countOutcome(outcome: Outcome, receivedAtMs: number): void {
    this.isChanged = true
    if (isStored(outcome)) this.acknowledged += 1
    if (outcome === 'duplicate') this.duplicates += 1
    else if (outcome === 'quarantined') this.quarantined += 1
    else if (outcome === 'receipt') this.receipts += 1
    else if (outcome === 'refused') this.refused += 1
    else if (outcome === 'throttled' || outcome === 'unavailable') this.throttled += 1
    if (outcome === 'accepted' || outcome === 'held' || outcome === 'quarantined') this.lastMessageAtMs = receivedAtMs
  }
}

type Window = { startedMs: number; written: number; suppressed: number; remoteAddress: string | null }

export type ConnectionEvent = { kind: ConnectionEventKind; detail: string; remoteAddress: string | null }

export class ConnectionsJournal {
  readonly #deps: { database: Database; clock: Clock; log: Log }
  readonly #tallies = new Map<string, Tally>()
  readonly #windows = new Map<string, Window>()
  readonly #eventsSincePrune = new Map<string, number>()
  #pending: NewEvent[] = []
  #flushing: Promise<void> | null = null

  constructor(deps: { database: Database; clock: Clock; log: Log }) {
    this.#deps = deps
  }

  /** The one tally of a connection, for as long as the process lives. */
  tallyOf(connectionId: string): Tally {
    let tally = this.#tallies.get(connectionId)
    if (!tally) {
      tally = new Tally()
      this.#tallies.set(connectionId, tally)
    }
    return tally
  }

  /** Adds a line to the connection's log, or to the count of those that were too many. */
  record(connectionId: string, event: ConnectionEvent): void {
    const nowMs = this.#deps.clock.nowMs()
    const detail = cleanText(event.detail)
    if (ERROR_KINDS.has(event.kind)) {
      const tally = this.tallyOf(connectionId)
      tally.lastError = detail
      tally.lastErrorAtMs = nowMs
      tally.isChanged = true
    }
    const window = this.#windowOf(connectionId, event.kind, nowMs)
    if (window.written >= EVENTS_PER_MINUTE_MAX || this.#pending.length >= EVENTS_PENDING_MAX) {
      window.suppressed += 1
      window.remoteAddress = event.remoteAddress
      return
    }
    window.written += 1
    this.#push(connectionId, { ...event, detail }, nowMs)
  }

  /** Writes what has gathered. Never throws: what could not be written waits for the next time. */
  flush(): Promise<void> {
    this.#flushing ??= this.#write().finally(() => {
      this.#flushing = null
    })
    return this.#flushing
  }

  async #write(): Promise<void> {
    this.#closeWindows(this.#deps.clock.nowMs())
    try {
      await this.#writeCounters()
      await this.#writeEvents()
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'counters and events of connections wait for the database')
    }
  }

  async #writeCounters(): Promise<void> {
    const increments: CounterIncrement[] = []
    for (const [connectionId, tally] of this.#tallies) {
      if (tally.isChanged) increments.push(takeIncrement(connectionId, tally))
    }
    if (increments.length === 0) return
    try {
      const hour = new Date(Math.floor(this.#deps.clock.nowMs() / HOUR_MS) * HOUR_MS)
      await this.#deps.database.transaction(async (transaction) => {
        await addToCounters(transaction, increments)
        await addToHours(transaction, increments, hour)
      })
    } catch (error) {
      for (const increment of increments) giveBack(this.tallyOf(increment.connectionId), increment)
      throw error
    }
  }

  async #writeEvents(): Promise<void> {
    const events = this.#pending
    if (events.length === 0) return
    this.#pending = []
    try {
      await insertEvents(this.#deps.database.kysely, events)
    } catch (error) {
      this.#pending = [...events, ...this.#pending]
      throw error
    }
    for (const { connectionId } of events) {
      this.#eventsSincePrune.set(connectionId, (this.#eventsSincePrune.get(connectionId) ?? PRUNE_EVERY_EVENTS) + 1)
    }
    for (const [connectionId, events] of this.#eventsSincePrune) {
      if (events < PRUNE_EVERY_EVENTS) continue
      await pruneEvents(this.#deps.database.kysely, connectionId, EVENTS_KEPT_MAX)
      this.#eventsSincePrune.set(connectionId, 0)
    }
  }

  #windowOf(connectionId: string, kind: ConnectionEventKind, nowMs: number): Window {
    const key = `${connectionId}/${kind}`
    const open = this.#windows.get(key)
    if (open && nowMs - open.startedMs < WINDOW_MS) return open
    if (open) this.#closeWindow(key, open, nowMs)
    const window = { startedMs: nowMs, written: 0, suppressed: 0, remoteAddress: null }
    this.#windows.set(key, window)
    return window
  }

  #closeWindows(nowMs: number): void {
    for (const [key, window] of this.#windows) {
      if (nowMs - window.startedMs >= WINDOW_MS) this.#closeWindow(key, window, nowMs)
    }
  }

  #closeWindow(key: string, window: Window, nowMs: number): void {
    this.#windows.delete(key)
    if (window.suppressed === 0) return
    const [connectionId = '', kind] = key.split('/')
    const detail = `and ${window.suppressed} more of this kind within a minute`
    const { remoteAddress } = window
    this.#push(connectionId, { kind: kind as ConnectionEventKind, detail, remoteAddress }, nowMs)
  }

  #push(connectionId: string, event: ConnectionEvent, nowMs: number): void {
    this.#pending.push({ connectionId, at: new Date(nowMs), ...event })
  }
}

function takeIncrement(connectionId: string, tally: Tally): CounterIncrement {
  const { received, acknowledged, duplicates, quarantined, receipts, refused, malformed, throttled } = tally
  const counts = { received, acknowledged, duplicates, quarantined, receipts, refused, malformed, throttled }
  const increment: CounterIncrement = {
    connectionId,
    ...counts,
    lastMessageAt: tally.lastMessageAtMs === null ? null : new Date(tally.lastMessageAtMs),
    lastError: tally.lastError,
    lastErrorAt: tally.lastErrorAtMs === null ? null : new Date(tally.lastErrorAtMs),
  }
  for (const name of Object.keys(counts) as (keyof typeof counts)[]) tally[name] = 0
  tally.lastError = null
  tally.lastErrorAtMs = null
  tally.isChanged = false
  return increment
}

function giveBack(tally: Tally, increment: CounterIncrement): void {
  tally.received += increment.received
  tally.acknowledged += increment.acknowledged
  tally.duplicates += increment.duplicates
  tally.quarantined += increment.quarantined
  tally.receipts += increment.receipts
  tally.refused += increment.refused
  tally.malformed += increment.malformed
  tally.throttled += increment.throttled
  tally.lastError ??= increment.lastError
  tally.lastErrorAtMs ??= increment.lastErrorAt?.getTime() ?? null
  tally.isChanged = true
}

// Peers put any octet into a system_id or an error text; the database takes well-formed text without control
// characters.
function cleanText(text: string): string {
  return text.toWellFormed().replaceAll(CONTROL_CHARACTER, ' ').slice(0, DETAIL_CHARS_MAX).toWellFormed()
}
