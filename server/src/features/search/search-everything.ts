// Everything that matches, in groups that are asked side by side, each in its own time. The order of the groups is the
// order in which a person reads them; a group without a hit is left out unless it was too slow.
import { roleCovers, type Role } from '@inrange/contract/roles'
import type { Scope } from '@inrange/contract/policy'
import { SEARCH_HITS_MAX, type SearchHit, type searchGroups } from '@inrange/contract/search'
import { readSearch } from '@inrange/contract/search-words'
import type { Database, Queryable } from '../../platform/database.ts'
import { searchMessages } from '../messages/messages.public.ts'
import { findThing, type Searcher } from './find-thing.ts'
import { selectPaymentsByHash } from './payments-search.queries.ts'
import { carrierHit, firstWords, numberHit, paymentHit, rangeHit, userHit } from './search.presenter.ts'
import {
  selectCarriersLike,
  selectHeldNumber,
  selectRangesLike,
  selectUsedNumbers,
  selectUsersLike,
  walkOwnNumbers,
  type NumberRow,
} from './search.queries.ts'
import { beginningWith, containing, digitsOf, hashPrefixOf, looksLikeId } from './search.rules.ts'
import { searchTimes, type Turns } from './search.turns.ts'

export type SearchInput = {
  typed: string
  patience: keyof typeof searchTimes
  userId: string
  role: Role
  scope: Scope
  signal: AbortSignal
}
type Group = (typeof searchGroups)[number]
type Found = { group: Group; hits: SearchHit[]; state: 'whole' | 'cut' | 'too_slow' }
/** One more than is shown tells whether there is more. */
type Ask = (database: Queryable) => Promise<SearchHit[]>

const LOOKED_FOR = SEARCH_HITS_MAX + 1
const WORDS_MIN = 2

export async function searchEverything(
  deps: { database: Database; turns: Turns },
  input: SearchInput,
): Promise<{ groups: Found[] }> {
  const { text, only } = readSearch(input.typed)
  if (text.length < WORDS_MIN) return { groups: [] }
  const searcher = { userId: input.userId, role: input.role, isAny: input.scope === 'any' }
  const asks: [Group, Ask][] = looksLikeId(text)
    ? [['things', (database) => findThing(database, searcher, text, LOOKED_FOR)]]
    : asksFor(text, searcher).filter(([group]) => only === null || group === only)
  const found = await Promise.all(
    asks.map(async ([group, ask]): Promise<Found> => {
      const hits = await deps.turns.take(deps.database, input.signal, searchTimes[input.patience], ask)
      if (hits === 'too_slow') return { group, hits: [], state: 'too_slow' }
      return { group, hits: hits.slice(0, SEARCH_HITS_MAX), state: hits.length > SEARCH_HITS_MAX ? 'cut' : 'whole' }
    }),
  )
  return { groups: found.filter(({ hits, state }) => hits.length > 0 || state === 'too_slow') }
}

function asksFor(text: string, searcher: Searcher): [Group, Ask][] {
  const digits = digitsOf(text)
  const hashPrefix = hashPrefixOf(text)
  const isAdmin = roleCovers(searcher.role, 'admin') && searcher.isAny
  const asks: [Group, Ask][] = []
  if (digits !== null) asks.push(['numbers', (database) => numbers(database, searcher, digits)])
  asks.push(['ranges', (database) => ranges(database, searcher, text, digits)])
  if (isAdmin) {
    asks.push(['users', (database) => users(database, text)], ['carriers', (database) => carriers(database, text)])
  }
  if (hashPrefix !== null) asks.push(['payments', (database) => payments(database, searcher, hashPrefix)])
  asks.push(['messages', (database) => messages(database, searcher, text)])
  return asks
}

async function numbers(database: Queryable, searcher: Searcher, digits: string): Promise<SearchHit[]> {
  const viewerId = searcher.isAny ? null : searcher.userId
  const held = await selectHeldNumber(database, { viewerId, number: BigInt(digits) })
  const used = await usedNumbers(database, viewerId, containing(digits))
  const isOther = (row: NumberRow) => held.every(({ number }) => number !== row.number)
  const rows = [...held, ...used.filter(isOther).sort((a, b) => Number(a.number - b.number))]
  return rows.map((row) => numberHit(row, searcher))
}

async function usedNumbers(database: Queryable, viewerId: string | null, pattern: string): Promise<NumberRow[]> {
  const { rows, areAll } = await selectUsedNumbers(database, { viewerId, pattern, limit: LOOKED_FOR })
  if (areAll || rows.length >= LOOKED_FOR || viewerId === null) return rows
  return await walkOwnNumbers(database, { viewerId, pattern, limit: LOOKED_FOR })
}

async function ranges(
  database: Queryable,
  searcher: Searcher,
  text: string,
  digits: string | null,
): Promise<SearchHit[]> {
  const viewerId = searcher.isAny ? null : searcher.userId
  const asked = { pattern: containing(text), beginning: beginningWith(text), digits, viewerId, limit: LOOKED_FOR }
  return (await selectRangesLike(database, asked)).map((row) => rangeHit(row, searcher))
}

async function users(database: Queryable, text: string): Promise<SearchHit[]> {
  const asked = { pattern: containing(text), beginning: beginningWith(text), limit: LOOKED_FOR }
  return (await selectUsersLike(database, asked)).map(userHit)
}

async function carriers(database: Queryable, text: string): Promise<SearchHit[]> {
  return (await selectCarriersLike(database, { pattern: containing(text), limit: LOOKED_FOR })).map(carrierHit)
}

/** Withdrawals of everybody by administrators; deposits of others have no page but the super admin's. */
async function payments(database: Queryable, searcher: Searcher, prefix: string): Promise<SearchHit[]> {
  const ownerId = searcher.isAny ? null : searcher.userId
  const rows = await selectPaymentsByHash(database, { prefix, ownerId, limit: LOOKED_FOR })
  const isOpen = (row: (typeof rows)[number]) =>
    row.noun !== 'deposit' || row.ownerId === searcher.userId || searcher.role === 'super_admin'
  return rows.filter(isOpen).map((row) => paymentHit(row, searcher))
}

/** The searcher's own alone, whoever they are. */
async function messages(database: Queryable, searcher: Searcher, text: string): Promise<SearchHit[]> {
  const { userId } = searcher
  const found = await searchMessages(database, { viewerId: userId, ownerId: userId, text, limit: LOOKED_FOR })
  return found.map(({ id, from, to, content, time }) => {
    return { type: 'message', id, from, to, content: firstWords(content), at: time, owner: null }
  })
}
