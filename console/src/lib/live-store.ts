// The messages of a live list, outside of React: oldest first, so that an arrival is a push, and bounded, so that a
// day of traffic weighs no more than an hour. Arrivals wait in a buffer until the pace lets them in. A held list
// shows what it showed when the hold began, however much arrives or falls off meanwhile. It reads nothing and knows
// nothing of the server.
import { matcherOf, type LiveFilter, type LiveMatcher, type LiveMessage } from './live-filter.ts'

export type { LiveFilter, LiveMessage } from './live-filter.ts'
/** Why a list holds still. */
export type HoldReason = 'paused' | 'hovered' | 'scrolled' | 'open' | 'chosen'
export type LiveSnapshot = {
  /** Oldest first; only the first `length` belong to this snapshot, since the array grows in place. */
  rows: readonly LiveMessage[]
  length: number
  /** Arrived since the hold began, matching the filter. */
  waiting: number
}

function positionOf(message: LiveMessage): number {
  return Number(message.position)
}

/** The index of the first row that landed at `position` or later. */
function lowerBound(rows: readonly LiveMessage[], position: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const row = rows[middle]
    if (row !== undefined && positionOf(row) < position) low = middle + 1
    else high = middle
  }
  return low
}

function has(rows: readonly LiveMessage[], position: number): boolean {
  const found = rows[lowerBound(rows, position)]
  return found !== undefined && positionOf(found) === position
}

/** Both lists as one, oldest first, each position once; the row that was there stays. */
function mergeRows(rows: readonly LiveMessage[], added: readonly LiveMessage[]): LiveMessage[] {
  const fresh = added.filter((message) => !has(rows, positionOf(message)))
  const merged = rows.concat(fresh).sort((one, other) => positionOf(one) - positionOf(other))
  return merged.filter((message, index) => index === 0 || message.position !== merged[index - 1]?.position)
}

export class LiveStore {
  readonly #capacity: number
  readonly #requestFlush: () => void
  readonly #listeners = new Set<() => void>()
  readonly #reasons = new Set<HoldReason>()
  #all: LiveMessage[] = []
  /** The rows that the filter lets through; the very array of all when there is no filter. */
  #view: LiveMessage[] = this.#all
  #held: LiveMessage[] | null = null
  #waiting = 0
  #buffered: LiveMessage[] = []
  #matches: LiveMatcher | null = null
  #floor = Number.NEGATIVE_INFINITY
  #readHere: ReadonlySet<string> = new Set()
  /** Marked either way since the filter was set: they stay, though a filter by status would leave them out now. */
  readonly #markedHere = new Set<string>()
  #snapshot: LiveSnapshot = { rows: [], length: 0, waiting: 0 }

  /** `requestFlush` is told that something waits in the buffer; it calls `flush` when it sees fit. */
  constructor(capacity: number, requestFlush: () => void) {
    this.#capacity = capacity
    this.#requestFlush = requestFlush
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly snapshot = (): LiveSnapshot => this.#snapshot

  /** How many messages are kept, also those that the filter leaves out. */
  get size(): number {
    return this.#all.length
  }

  /** Marked as read since the filter was set, so that a list of the unread keeps them where they were. */
  get readHere(): ReadonlySet<string> {
    return this.#readHere
  }

  /** A message that is shown. */
  find(id: string): LiveMessage | null {
    const { rows, length } = this.#snapshot
    for (let index = length - 1; index >= 0; index--) if (rows[index]?.id === id) return rows[index] ?? null
    return null
  }

  /** The newest position that is known, also when it is still buffered; null while there is none. */
  newestPosition(): string | null {
    return this.#buffered.at(-1)?.position ?? this.#all.at(-1)?.position ?? null
  }

  /** Takes arrivals, oldest first. They show at the next flush. */
  receive(messages: readonly LiveMessage[]): void {
    if (messages.length === 0) return
    for (const message of messages) this.#buffered.push(message)
    // What would fall off at once is not worth waiting for; this bounds a page that is hidden for hours.
    if (this.#buffered.length > this.#capacity * 2) this.#buffered = this.#buffered.slice(-this.#capacity)
    this.#requestFlush()
  }

  /** Lets the buffered arrivals into the list. */
  flush(): void {
    if (this.#buffered.length === 0) return
    const arrived = this.#buffered
    this.#buffered = []
    for (const message of arrived) this.#append(message)
    this.#trim()
    this.#publish()
  }

  /** Adds a page that was read, in any order; what is there already stays as it is. */
  merge(messages: readonly LiveMessage[]): void {
    const known = this.#all
    this.#all = mergeRows(known, messages)
    if (this.#held !== null) this.#mergeHeld(this.#held, known, messages)
    this.#trim()
    this.#applyFilter()
    this.#publish()
  }

  /** Starts over after a gap that cannot be closed; a held list still shows what it showed. */
  replace(messages: readonly LiveMessage[]): void {
    this.#all = mergeRows([], messages)
    this.#buffered = []
    this.#applyFilter()
    if (this.#held !== null) {
      const newestHeld = this.#held.at(-1)
      this.#waiting = this.#view.length - (newestHeld ? lowerBound(this.#view, positionOf(newestHeld) + 1) : 0)
    }
    this.#publish()
  }

  /**
   * What is shown: what matches and landed at `floor` or after it. Below the floor there may be holes, left by a page
   * that was read under another filter.
   */
  setFilter(filter: LiveFilter, floor = Number.NEGATIVE_INFINITY): void {
    this.#matches = matcherOf(filter)
    this.#floor = floor
    this.#readHere = new Set()
    this.#markedHere.clear()
    this.#applyFilter()
    // Whoever changes the filter asks for what matches now, so a hold starts over from here.
    if (this.#held !== null) this.#freeze()
    this.#publish()
  }

  /** Shows what is older too, once it was read; before a merge, which draws it. */
  lowerFloor(floor: number): void {
    this.#floor = Math.min(this.#floor, floor)
  }

  hold(reason: HoldReason): void {
    this.#reasons.add(reason)
    if (this.#held !== null) return
    this.#freeze()
    this.#publish()
  }

  release(reason: HoldReason): void {
    if (!this.#reasons.delete(reason) || this.#reasons.size > 0) return
    this.#held = null
    this.#waiting = 0
    this.#publish()
  }

  /** Shows what arrived during a hold, without ending it. */
  showNewest(): void {
    this.flush()
    if (this.#held !== null) this.#freeze()
    this.#publish()
  }

  /** Shows messages as read (or not). A row that the filter would now leave out stays until the filter is set again. */
  markRead(messages: readonly LiveMessage[], isRead: boolean): void {
    for (const message of messages) {
      for (const rows of new Set([this.#all, this.#view, this.#held ?? this.#all])) {
        const index = lowerBound(rows, positionOf(message))
        const row = rows[index]
        if (row?.id === message.id) rows[index] = { ...row, isRead }
      }
    }
    const readHere = new Set(this.#readHere)
    for (const { id } of messages) {
      this.#markedHere.add(id)
      if (isRead) readHere.add(id)
      else readHere.delete(id)
    }
    this.#readHere = readHere
    this.#publish()
  }

  markAllRead(upTo: string): void {
    const last = Number(upTo)
    const asRead = (message: LiveMessage) =>
      message.isRead || positionOf(message) > last ? message : { ...message, isRead: true }
    this.#all = this.#all.map(asRead)
    this.#buffered = this.#buffered.map(asRead)
    this.#applyFilter()
    if (this.#held !== null) this.#held = this.#held.map(asRead)
    this.#publish()
  }

  #append(message: LiveMessage): void {
    const last = this.#all.at(-1)
    if (last !== undefined && positionOf(message) <= positionOf(last)) {
      // A replay after a reconnect, or an event that crossed a page on its way.
      if (has(this.#all, positionOf(message))) return
      this.#all = mergeRows(this.#all, [message])
      this.#applyFilter()
      return
    }
    this.#all.push(message)
    if (!this.#lets(message)) return
    if (this.#view !== this.#all) this.#view.push(message)
    if (this.#held !== null) this.#waiting += 1
  }

  #lets(message: LiveMessage): boolean {
    if (positionOf(message) < this.#floor) return false
    if (this.#matches === null || this.#matches(message)) return true
    return this.#markedHere.has(message.id) && this.#matches({ ...message, isRead: !message.isRead })
  }

  #applyFilter(): void {
    const oldest = this.#all[0]
    const isWhole = oldest === undefined || positionOf(oldest) >= this.#floor
    this.#view = this.#matches === null && isWhole ? this.#all : this.#all.filter((message) => this.#lets(message))
  }

  /** Older rows join below, also those that lay under the floor; newer ones wait. */
  #mergeHeld(held: LiveMessage[], known: readonly LiveMessage[], messages: readonly LiveMessage[]): void {
    const newest = held.at(-1)
    const isOlder = (message: LiveMessage) => newest === undefined || positionOf(message) < positionOf(newest)
    const matching = messages.filter((message) => this.#lets(message))
    this.#waiting += matching.filter((message) => !isOlder(message) && !has(known, positionOf(message))).length
    const older = matching.filter(isOlder)
    if (older.length > 0) this.#held = mergeRows(held, older)
  }

  #trim(): void {
    // A tenth of slack, so that the copy is paid once for many arrivals.
    if (this.#all.length <= this.#capacity * 1.1) return
    const isFiltered = this.#view !== this.#all
    this.#all = this.#all.slice(-this.#capacity)
    const oldest = this.#all[0]
    if (!isFiltered) this.#view = this.#all
    else if (oldest !== undefined) this.#view = this.#view.slice(lowerBound(this.#view, positionOf(oldest)))
  }

  #freeze(): void {
    this.#held = this.#view.slice()
    this.#waiting = 0
  }

  #publish(): void {
    const rows = this.#held ?? this.#view
    this.#snapshot = { rows, length: rows.length, waiting: this.#waiting }
    for (const listener of this.#listeners) listener()
  }
}
