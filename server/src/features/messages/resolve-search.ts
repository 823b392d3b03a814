// Turns a filter into what chunks are asked for: parts of senders and numbers become the values that they stand for.
// Guarantees bounded work; what stands for too many values is left out, which makes a search look at more, never find
// less.
import type { Queryable } from '../../platform/database.ts'
import { selectNumbers, selectSenders, selectSourceRanges, type NumberStretch } from './archive.queries.ts'
import { termsOfOwner, termsOfSearch, type ChunkSearch, type SearchFacts } from './chunk-terms.rules.ts'
import type { DigestState } from './digests.queries.ts'
import { foldText } from '@inrange/contract/message-text'
import { liesIn, type FilterPlan, type FixedFilter } from './message-filter.rules.ts'
import { recipientDigits } from './messages.rules.ts'
import { fitOfRange } from './numbers.rules.ts'

/** Values of one part of a filter that chunks are asked for at once; more are in nearly every chunk anyway. */
const VALUES_MAX = 200
/** Spellings of one sender in capitals and small letters. */
const SPELLINGS_MAX = 1_000
/** Measured: 200,000 numbers are compared with a pattern in 40 ms. */
const NUMBERS_LOOKED_AT_MAX = 200_000n
/** Each is looked for by itself, in microseconds; where it were more, a range is looked at as a whole. */
const STRETCHES_MAX = 1_000
const ENDING_DIGITS_MIN = 4

export type ResolvedSearch = ChunkSearch & { unlessTerm: number }

/** Null when chunks know nothing of what the filter asks for. */
export async function resolveSearch(
  database: Queryable,
  ownerId: string,
  filter: FixedFilter,
  plan: FilterPlan,
  digest: DigestState,
  options: { lateOnly: boolean },
): Promise<ResolvedSearch | null> {
  const terms = termsOfOwner(ownerId)
  const numbers = await resolveNumbers(database, ownerId, filter)
  const facts: SearchFacts = {
    text: plan.text,
    senders: await resolveSenders(database, ownerId, filter, plan, digest),
    numbers: numbers?.numbers ?? null,
    rangesOfNumbers: numbers?.rangeIds ?? [],
    ending: endingOf(filter),
    rangeId: plan.rows.rangeId,
    connectionIds: plan.rows.connectionIds,
    flagBit: plan.rows.flagBit,
    language: filter.language ?? null,
  }
  const search = termsOfSearch(terms, facts) ?? (options.lateOnly ? { words: [], all: [], groups: [] } : null)
  if (options.lateOnly) search?.all.push(terms.late)
  return search === null ? null : { ...search, unlessTerm: terms.manyWords }
}

async function resolveSenders(
  database: Queryable,
  ownerId: string,
  filter: FixedFilter,
  { rows, senderNeedle }: FilterPlan,
  digest: DigestState,
): Promise<string[] | null> {
  const mode = filter.senderMatch ?? 'contains'
  if (senderNeedle === null || rows.sender === null) return null
  if (mode === 'is') return [senderNeedle]
  if (!digest.sendersComplete) return null
  const found = await selectSenders(database, ownerId, rows.sender, SPELLINGS_MAX + 1)
  const senders = new Set(found.map(foldText).filter((sender) => liesIn(senderNeedle, sender, mode)))
  return found.length > SPELLINGS_MAX || senders.size > VALUES_MAX ? null : [...senders]
}

function endingOf(filter: FixedFilter): string | null {
  if (filter.recipient === undefined || filter.recipientMatch !== 'ends') return null
  const digits = recipientDigits(filter.recipient)
  return digits.length >= ENDING_DIGITS_MIN ? digits : null
}

async function resolveNumbers(
  database: Queryable,
  ownerId: string,
  filter: FixedFilter,
): Promise<{ numbers: bigint[]; rangeIds: string[] } | null> {
  if (filter.recipient === undefined || endingOf(filter) !== null) return null
  const digits = recipientDigits(filter.recipient)
  const mode = filter.recipientMatch ?? 'contains'
  if (mode === 'is') return { numbers: [BigInt(digits)], rangeIds: [] }
  const rangeIds: string[] = []
  const stretches: NumberStretch[] = []
  let lookedAt = 0n
  for (const range of await selectSourceRanges(database, ownerId)) {
    const fit = fitOfRange(range, digits, mode, STRETCHES_MAX - stretches.length)
    if (fit === 'none') continue
    if (fit === 'all') {
      rangeIds.push(range.id)
      continue
    }
    stretches.push(...fit.map((stretch) => ({ rangeId: range.id, ...stretch })))
    const width = fit.reduce((sum, { first, last }) => sum + last - first + 1n, 0n)
    lookedAt += width < range.usedNumbers ? width : range.usedNumbers
  }
  if (lookedAt > NUMBERS_LOOKED_AT_MAX || rangeIds.length > VALUES_MAX) return null
  const pattern = { contains: `%${digits}%`, starts: `${digits}%`, ends: `%${digits}` }[mode]
  const numbers = await selectNumbers(database, stretches, pattern, VALUES_MAX + 1)
  return numbers.length + rangeIds.length > VALUES_MAX ? null : { numbers, rangeIds }
}
