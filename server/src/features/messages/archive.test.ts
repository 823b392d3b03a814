// Which chunks a search is given, against a look at each of them: the newest that fit, whatever part they are in, and
// those from before there were parts.
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'
import { selectChunks } from './archive.queries.ts'
import type { ChunkSearch } from './chunk-terms.rules.ts'
import { insertPerson, insertStoredChunks, type StoredChunk } from './messages-fixture.queries.ts'

const shared = useTestDatabase()
const SECOND = 1_000_000n
const BEGIN = 1_772_000_000n * SECOND
const UNLESS = 999
const NO_TERMS: ChunkSearch = { words: [], all: [], groups: [] }
/** In every chunk, in every tenth, in one of the oldest part alone. */
const [EVERYWHERE, OFTEN, ONCE] = [501, 502, 503]
const owners: { id: string; chunks: StoredChunk[] }[] = []

/** Eighty chunks, ten in a part but for the first twenty, which have none. */
function chunksOf(seed: number): StoredChunk[] {
  return Array.from({ length: 80 }, (_, n) => {
    const fromMicros = BEGIN + BigInt(n) * 10n * SECOND
    const some = Array.from({ length: 6 }, (_term, k) => 100 + ((n * 7 + k * k * 3 + seed) % 12))
    const terms = [EVERYWHERE, ...some]
    if (n % 10 === 3) terms.push(OFTEN)
    if (n === 25) terms.push(ONCE)
    if (n % 17 === 5) terms.push(UNLESS)
    return { fromMicros, untilMicros: fromMicros + 9n * SECOND, part: n < 20 ? null : Math.floor(n / 10) - 2, terms }
  })
}

beforeAll(async () => {
  for (const [seed, name] of ['ada', 'ben'].entries()) {
    const id = await insertPerson(shared.owner, name)
    owners.push({ id, chunks: chunksOf(seed) })
    await insertStoredChunks(shared.owner, id, chunksOf(seed))
  }
})

function fitting(chunks: readonly StoredChunk[], span: Span, search: ChunkSearch, limit: number) {
  const has = (terms: readonly number[], wanted: readonly number[]) => wanted.every((term) => terms.includes(term))
  const found = chunks
    .toReversed()
    .filter(({ fromMicros, untilMicros }) => untilMicros >= span.fromMicros && fromMicros < span.beforeMicros)
    .filter(({ terms }) => has(terms, search.all))
    .filter(({ terms }) => search.groups.every((group) => group.some((term) => terms.includes(term))))
    .flatMap((chunk) => {
      const isNamed = has(chunk.terms, search.words)
      const isInstead = search.words.length > 0 && chunk.terms.includes(UNLESS)
      return [...(isNamed ? [chunk] : []), ...(isInstead ? [chunk] : [])]
    })
  return {
    found: [...new Set(found.slice(0, limit))].map(({ untilMicros }) => untilMicros),
    areAll: found.length < limit,
  }
}
type Span = { fromMicros: bigint; beforeMicros: bigint }
const ALL: Span = { fromMicros: 0n, beforeMicros: BEGIN + 10_000n * SECOND }

async function given(ownerId: string, span: Span, search: ChunkSearch, limit: number) {
  const { chunks, areAll } = await selectChunks(
    shared.database.kysely,
    ownerId,
    span,
    { ...search, unlessTerm: UNLESS },
    limit,
  )
  return { found: chunks.map(({ untilMicros }) => untilMicros), areAll }
}

test.each([
  ['what is everywhere comes from the newest parts', { ...NO_TERMS, words: [EVERYWHERE] }, 10],
  ['what is everywhere, more of it than two parts have', { ...NO_TERMS, words: [EVERYWHERE] }, 50],
  ['what is in every part', { ...NO_TERMS, words: [OFTEN] }, 5],
  ['what is in an old part alone', { ...NO_TERMS, all: [ONCE] }, 10],
  ['what is nowhere', { ...NO_TERMS, all: [7_777] }, 10],
  ['a group that nothing is in', { ...NO_TERMS, groups: [[]] }, 10],
])('%s', async (_case, search, limit) => {
  for (const { id, chunks } of owners) {
    expect(await given(id, ALL, search, limit)).toEqual(fitting(chunks, ALL, search, limit))
  }
})

test('any search in any span gives the newest chunks that fit', async () => {
  const terms = fc.array(fc.constantFrom(OFTEN, EVERYWHERE, 101, 103, 107, 111), { maxLength: 3 })
  const second = fc.integer({ min: -10, max: 810 }).map((at) => BEGIN + BigInt(at) * SECOND)
  await fc.assert(
    fc.asyncProperty(
      fc.record({ words: terms, all: terms, groups: fc.array(terms, { maxLength: 2 }) }),
      fc.tuple(second, second),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 0, max: 1 }),
      async (search, [one, other], limit, who) => {
        const span = one < other ? { fromMicros: one, beforeMicros: other } : { fromMicros: other, beforeMicros: one }
        const owner = owners[who]!
        expect(await given(owner.id, span, search, limit)).toEqual(fitting(owner.chunks, span, search, limit))
      },
    ),
    { numRuns: 150 },
  )
})
