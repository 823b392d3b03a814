// Feeds the live list: arrivals from the stream, and pages of the inbox that are read as they are wanted. Guarantees
// that what is shown has no holes: the list ends where it was last read to, and it is read again whenever something
// may have been missed (a stream that was not open yet, a reconnect, a sleeping tab). Merging is by position, so
// nothing shows twice. A filter applies to the whole inbox, not to what happens to be loaded. Unread first means two
// readings, one after the other: what is unread, then everything.
import { ApiError, type CallInput, type CallOutput } from '../../lib/api.ts'
import type { LiveFilter, LiveStore } from '../../lib/live-store.ts'

export type FeedQuery = { filter: LiveFilter; unreadFirst: boolean }
export type FeedPage = CallOutput<'messages.list'>
export type ReadPage = (query: NonNullable<CallInput<'messages.list'>['query']>) => Promise<FeedPage>
export type FeedState = {
  isLoading: boolean
  isLoadingOlder: boolean
  failure: ApiError | null
  /**
   * Whether older messages can be read: 'more' as one scrolls, 'ask' after a page that found few and looked far,
   * 'full' when the list is as long as it may be.
   */
  older: 'more' | 'ask' | 'full' | 'none'
  /** How far a search that found few has looked. */
  searchedBackTo: string | null
  /** Unread first: down to which position the unread are all known; everything, for a list in plain order. */
  unreadFloor: number
  /** Unread first: down to which position all else is known too; nothing of it yet while infinite. */
  restFloor: number
}

const pageSize = 200
const nothing = Number.NEGATIVE_INFINITY

/** The position down to which a page has told everything. */
export function floorOf({ items, nextCursor, searchedBackTo }: FeedPage): number {
  if (nextCursor === null) return nothing
  const last = items.length < pageSize ? null : items.at(-1)
  if (last) return Number(last.position)
  // Positions are microseconds and the time is milliseconds: the moment after it is surely told.
  return searchedBackTo === null ? nothing : (Date.parse(searchedBackTo) + 1) * 1_000
}

/** True when the page reaches back to what the list has, so that nothing between them is missing. */
function reaches(store: LiveStore, page: FeedPage): boolean {
  const newest = store.newestPosition()
  return newest === null || floorOf(page) <= Number(newest)
}

function failureOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError({ code: 'internal', status: 0, message: error instanceof Error ? error.message : String(error) })
}

function queryOf({ text, sender, number, rangeId, read }: LiveFilter): Parameters<ReadPage>[0] {
  const digits = number.replace(/\D/g, '')
  return {
    limit: pageSize,
    ...(text === '' ? {} : { text }),
    ...(sender === '' ? {} : { sender }),
    ...(digits === '' ? {} : { recipient: digits }),
    ...(rangeId === null ? {} : { rangeId }),
    ...(read === null ? {} : { read }),
  }
}

const initial: FeedState = {
  isLoading: true,
  isLoadingOlder: false,
  failure: null,
  older: 'none',
  searchedBackTo: null,
  unreadFloor: nothing,
  restFloor: nothing,
}

export class InboxFeed {
  readonly store: LiveStore
  readonly #readPage: ReadPage
  readonly #capacity: number
  readonly #listeners = new Set<() => void>()
  #query: FeedQuery | null = null
  #state = initial
  #cursor: string | null = null
  /** Unread first: whether the unread have come to their end. */
  #isRest = true
  /** Everything at or above it is in the store, whatever the filter; null while that is not known. */
  #wholeFrom: number | null = null
  /** Something was missed and could not be read yet. */
  #hasGap = false
  /** Raised by whatever makes answers that are still under way useless. */
  #generation = 0

  constructor(store: LiveStore, readPage: ReadPage, capacity: number) {
    this.store = store
    this.#readPage = readPage
    this.#capacity = capacity
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly state = (): FeedState => this.#state

  /** Shows another view: at once what is loaded of it, then what the server has. */
  async show(query: FeedQuery): Promise<void> {
    this.#query = query
    if (this.#wholeFrom === null) this.store.replace([])
    const floor = this.#wholeFrom ?? nothing
    // What is unread lies anywhere, so its order is kept by the floors of the state instead.
    this.store.setFilter(query.filter, query.unreadFirst ? nothing : floor)
    await this.#start(floor)
  }

  /** After a gap. */
  async refresh(): Promise<void> {
    const query = this.#query
    if (query === null) return
    this.#hasGap = true
    if (this.store.newestPosition() === null || this.#state.isLoading) return this.#start(this.#wholeFrom ?? nothing)
    const generation = this.#generation
    try {
      const page = await this.#readPage(queryOf(query.filter))
      if (generation !== this.#generation) return
      this.#hasGap = false
      if (reaches(this.store, page)) {
        this.store.merge(page.items)
        this.#set({ failure: null })
      } else {
        this.store.replace([])
        this.#wholeFrom = null
        await this.show(query)
      }
    } catch (error) {
      if (generation === this.#generation) this.#set({ failure: failureOf(error) })
    }
  }

  /** By hand after a failure: what was missed comes before what is older. */
  async retry(): Promise<void> {
    if (this.#hasGap || this.#state.isLoading || this.#state.older === 'none') await this.refresh()
    else await this.loadOlder()
  }

  /** Reads the next older page. */
  readonly loadOlder = async (): Promise<void> => {
    if (this.#state.isLoadingOlder || this.#state.isLoading || this.#state.older === 'none') return
    await this.#read({ isLoadingOlder: true })
  }

  async #start(floor: number): Promise<void> {
    this.#generation += 1
    this.#cursor = null
    const unreadFirst = this.#query?.unreadFirst === true
    this.#isRest = !unreadFirst
    this.#set(unreadFirst ? { ...initial, unreadFloor: floor, restFloor: Infinity } : initial)
    await this.#read({})
  }

  async #read(under: Partial<FeedState>): Promise<void> {
    const query = this.#query
    if (query === null) return
    const generation = this.#generation
    const isRest = this.#isRest
    this.#set({ ...under, failure: null })
    const asked = queryOf(query.filter)
    try {
      const page = await this.#readPage({
        ...asked,
        ...(isRest ? {} : { read: 'unread' as const }),
        ...(this.#cursor === null ? {} : { cursor: this.#cursor }),
      })
      if (generation !== this.#generation) return
      // The first page of everything is the newest, so nothing before it was missed.
      if (isRest && this.#cursor === null) this.#hasGap = false
      await this.#take(query, page, isRest)
    } catch (error) {
      if (generation === this.#generation)
        this.#set({ isLoading: false, isLoadingOlder: false, failure: failureOf(error) })
    }
  }

  async #take(query: FeedQuery, page: FeedPage, isRest: boolean): Promise<void> {
    const floor = floorOf(page)
    const isPlain = Object.keys(queryOf(query.filter)).length === 1
    if (isRest && isPlain) this.#wholeFrom = Math.min(this.#wholeFrom ?? Infinity, floor)
    this.#cursor = page.nextCursor
    if (!query.unreadFirst) this.store.lowerFloor(floor)
    this.store.merge(page.items)
    const isDone = page.nextCursor === null
    const isFew = !isDone && page.items.length < pageSize
    const isFull = this.store.size >= this.#capacity
    if (!isRest && (isDone || isFew)) {
      // The unread come to their end, so everything follows.
      this.#cursor = null
      this.#isRest = true
      this.#set({ unreadFloor: floor })
      return this.#read({})
    }
    this.#set({
      isLoading: false,
      isLoadingOlder: false,
      ...(isRest ? { restFloor: floor } : { unreadFloor: floor }),
      older: isDone ? 'none' : isFull ? 'full' : isFew ? 'ask' : 'more',
      searchedBackTo: isFew ? page.searchedBackTo : null,
    })
  }

  #set(change: Partial<FeedState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
