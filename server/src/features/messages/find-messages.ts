// Finds an owner's messages that match a filter, newest first. Guarantees a bounded amount of work whatever the filter
// and the size of the archive, and that nothing between two pages is missed: everything from `reachedMicros` up that
// matches has been given, and the next page goes on there. Looks back first, which answers what matches often and what
// has just landed; then asks the chunks of the archive, and reads those that may hold a match.
import { AppError } from '@inrange/contract/errors'
import type { Queryable } from '../../platform/database.ts'
import { selectChunks, type ChunkSpan } from './archive.queries.ts'
import { CHUNK_MESSAGES, CHUNK_MESSAGES_MAX, termsOfOwner } from './chunk-terms.rules.ts'
import { selectDigest, type DigestState } from './digests.queries.ts'
import { CHUNKS_MAX, isChunksTurn, LOOK_MAX, nextChunks, nextLook, type Progress } from './look-back.rules.ts'
import { planFilter, type FilterPlan, type FixedFilter } from './message-filter.rules.ts'
import {
  lookBack,
  lookInChunks,
  selectConnectionIds,
  selectInbox,
  type MessageRow,
  type Span,
} from './messages.queries.ts'
import { spansBack } from './messages.rules.ts'
import { resolveSearch, type ResolvedSearch } from './resolve-search.ts'

/** Texts that SQL cannot decide about and that are compared here; each costs some microseconds of this thread. */
const COMPARE_MAX = 4_000

export type Find = {
  ownerId: string
  filter: FixedFilter
  /** A place: only what landed before it. */
  before?: bigint | null | undefined
  limit: number
}
export type Found = {
  /** Newest first, at most `limit`. */
  rows: MessageRow[]
  /** The place down to which everything has been looked at, to go on before it; null when nothing older is left. */
  reachedMicros: bigint | null
}

/**
 * @throws AppError not_found for an owner who does not exist, invalid_request for a number that is none
 */
export async function findMessages(database: Queryable, find: Find): Promise<Found> {
  const { ownerId, filter, limit } = find
  const ofCarrier = filter.carrierId === undefined ? null : await selectConnectionIds(database, filter.carrierId)
  const plan = planFilter(filter, ofCarrier)
  const inbox = await selectInbox(database, ownerId)
  if (!inbox) throw new AppError('not_found')
  const newest = inbox.lastLandedMicros + 1n
  const asked = find.before ?? newest
  // One more than is shown tells whether anything is left.
  const task = { ownerId, filter, plan, limit: limit + 1, fromMicros: plan.fromMicros }
  const found = await findBefore(database, task, asked < newest ? asked : newest)
  const rows = found.rows.slice(0, limit)
  const last = rows.at(-1)
  return { rows, reachedMicros: found.rows.length > limit && last ? last.landedAtMicros : found.reachedMicros }
}

/** More than so many chunks with something late are one stretch. */
const LATE_STRETCHES_MAX = 2_000

/**
 * Where in a span of places everything lies that landed more than an hour after it was received: stretches, newest
 * first, none over another. The rest of the span holds nothing of that kind.
 */
export async function lateStretches(database: Queryable, ownerId: string, span: Span): Promise<Span[]> {
  // Read before the chunks: what the digest covers then, it covers still.
  const digest = await selectDigest(database, ownerId)
  const uncovered = (digest?.chunkedMicros ?? 0n) + 1n
  const stretches: Span[] = []
  if (uncovered < span.beforeMicros) {
    const fromMicros = uncovered > span.fromMicros ? uncovered : span.fromMicros
    stretches.push({ fromMicros, beforeMicros: span.beforeMicros })
  }
  const beforeMicros = uncovered < span.beforeMicros ? uncovered : span.beforeMicros
  if (beforeMicros <= span.fromMicros) return stretches
  const covered = { fromMicros: span.fromMicros, beforeMicros }
  const terms = termsOfOwner(ownerId)
  const search = { words: [], all: [terms.late], groups: [], unlessTerm: terms.manyWords }
  const { chunks, areAll } = await selectChunks(database, ownerId, covered, search, LATE_STRETCHES_MAX)
  for (const chunk of chunks) stretches.push(boundsOf(chunk, chunk, covered))
  const last = chunks.at(-1)
  if (!areAll && last && last.fromMicros > span.fromMicros) {
    stretches.push({ fromMicros: span.fromMicros, beforeMicros: last.fromMicros })
  }
  return stretches
}

type Task = {
  ownerId: string
  filter: FixedFilter
  plan: FilterPlan
  limit: number
  /** Places at or above it. */
  fromMicros: bigint
}

/** What was received before a time has landed before another, but for what was set aside and landed long after. */
async function findBefore(database: Queryable, task: Task, before: bigint): Promise<Found> {
  // The digest is read before the messages: what it covers then, it covers still.
  const digest = task.plan.isFiltered ? await selectDigest(database, task.ownerId) : null
  const usual = task.plan.beforeMicros
  if (usual === null || before <= usual) return findUsual(database, task, digest, before)
  const fromMicros = usual > task.fromMicros ? usual : task.fromMicros
  const late = await findLate(database, { ...task, fromMicros }, digest, before)
  if (late.reachedMicros !== null) return late
  const rest = { ...task, limit: task.limit - late.rows.length }
  const found = await findUsual(database, rest, digest, usual)
  return { rows: [...late.rows, ...found.rows], reachedMicros: found.reachedMicros }
}

async function findUsual(database: Queryable, task: Task, digest: DigestState | null, before: bigint): Promise<Found> {
  // Chunks can be asked only for what they cover: down to it, and over the newest anyway, is looked back.
  const until = { isEnough: isChunksTurn, downToMicros: digest?.chunkedMicros ?? 0n }
  const { ownerId, filter, plan } = task
  const near = await lookBackFrom(database, task, before, until)
  if (near.reachedMicros === null || near.rows.length >= task.limit || near.isSpent) return near
  const search =
    digest === null ? null : await resolveSearch(database, ownerId, filter, plan, digest, { lateOnly: false })
  const rest = { ...task, limit: task.limit - near.rows.length }
  const place = near.reachedMicros
  const far =
    search === null
      ? await lookBackFrom(database, rest, place, TO_THE_END, near.looked)
      : await searchChunks(database, rest, place, { search, messagesMax: LOOK_MAX - near.looked })
  return { rows: [...near.rows, ...far.rows], reachedMicros: far.reachedMicros }
}

/** Looks at all that no chunk covers, and then only at chunks that are known to hold something late. */
async function findLate(database: Queryable, task: Task, digest: DigestState | null, before: bigint): Promise<Found> {
  const chunked = digest?.chunkedMicros ?? 0n
  const uncovered = { ...task, fromMicros: chunked + 1n > task.fromMicros ? chunked + 1n : task.fromMicros }
  const near = await lookBackFrom(database, uncovered, before, TO_THE_END)
  if (near.reachedMicros !== null || digest === null) return near
  const { ownerId, filter, plan } = task
  const search = await resolveSearch(database, ownerId, filter, plan, digest, { lateOnly: true })
  if (search === null) return near
  const rest = { ...task, limit: task.limit - near.rows.length }
  const inChunks = before <= chunked ? before : chunked + 1n
  const far = await searchChunks(database, rest, inChunks, { search, messagesMax: LOOK_MAX - near.looked })
  return { rows: [...near.rows, ...far.rows], reachedMicros: far.reachedMicros }
}

type Until = { isEnough: (progress: Progress) => boolean; downToMicros: bigint }
const TO_THE_END: Until = { isEnough: () => false, downToMicros: 0n }

/**
 * Looks back over the messages themselves, until there are enough rows, or enough was looked at and the place
 * `downToMicros` is reached, or as much was looked at as one request may, with what it looked at before.
 */
async function lookBackFrom(
  database: Queryable,
  task: Task,
  from: bigint,
  until: Until,
  lookedBefore = 0,
): Promise<Found & { isSpent: boolean; looked: number }> {
  const { ownerId, plan, limit } = task
  const { check } = plan
  const rows: MessageRow[] = []
  let looked = lookedBefore
  let compared = 0
  for (const span of spansBack(from, task.fromMicros)) {
    let before = span.beforeMicros
    for (;;) {
      const lookAtMost = plan.isFiltered ? nextLook({ looked, found: rows.length, wanted: limit }) : limit
      const open = { fromMicros: span.fromMicros, beforeMicros: before }
      // What is checked afterwards may be fewer: all that could match in this stretch is read.
      const bounds = { lookAtMost, limit: check === null ? limit - rows.length : lookAtMost }
      const look = await lookBack(database, ownerId, open, plan.rows, bounds)
      rows.push(...(check === null ? look.rows : look.rows.filter(check)))
      looked += look.looked
      compared += check === null ? 0 : look.rows.length
      if (rows.length >= limit) {
        return { rows, reachedMicros: rows[limit - 1]?.landedAtMicros ?? null, isSpent: true, looked }
      }
      if (look.looked < lookAtMost || look.oldestMicros === null) break
      before = look.oldestMicros
      const isEnough =
        before <= until.downToMicros + 1n && until.isEnough({ looked, found: rows.length, wanted: limit })
      const isSpent = looked >= LOOK_MAX || compared >= COMPARE_MAX
      if (isSpent || isEnough) return { rows, reachedMicros: before, isSpent, looked }
    }
  }
  return { rows, reachedMicros: null, isSpent: false, looked }
}

/** Reads the chunks that may hold a match, newest first. Everything from the given place on lies in a chunk. */
async function searchChunks(
  database: Queryable,
  task: Task,
  before: bigint,
  { search, messagesMax }: { search: ResolvedSearch; messagesMax: number },
): Promise<Found> {
  const { ownerId, plan, limit } = task
  const chunksMax = Math.max(1, Math.min(CHUNKS_MAX, Math.floor(messagesMax / CHUNK_MESSAGES)))
  const span = { fromMicros: task.fromMicros, beforeMicros: before }
  const { chunks, areAll } = await selectChunks(database, ownerId, span, search, chunksMax)
  const rows: MessageRow[] = []
  let read = 0
  let compared = 0
  while (read < chunks.length) {
    const left = chunks.length - read
    const these = chunks.slice(read, read + nextChunks({ read, left, found: rows.length, wanted: limit }))
    const [newest, oldest] = [these[0], these.at(-1)]
    if (!newest || !oldest) break
    const bounds = boundsOf(newest, oldest, span)
    const rowsMax = plan.check === null ? limit - rows.length : these.length * CHUNK_MESSAGES_MAX
    const found = await lookInChunks(database, ownerId, these, bounds, plan.rows, rowsMax)
    rows.push(...(plan.check === null ? found : found.filter(plan.check)))
    if (rows.length >= limit) return { rows, reachedMicros: rows[limit - 1]?.landedAtMicros ?? null }
    read += these.length
    compared += plan.check === null ? 0 : found.length
    if (compared >= COMPARE_MAX && read < chunks.length) return { rows, reachedMicros: bounds.fromMicros }
  }
  const last = chunks.at(-1)
  if (areAll || !last) return { rows, reachedMicros: null }
  // Of a chunk that begins before the span only what lies in it was looked at.
  return { rows, reachedMicros: last.fromMicros > span.fromMicros ? last.fromMicros : span.fromMicros }
}

function boundsOf(newest: ChunkSpan, oldest: ChunkSpan, span: { fromMicros: bigint; beforeMicros: bigint }) {
  return {
    fromMicros: oldest.fromMicros > span.fromMicros ? oldest.fromMicros : span.fromMicros,
    beforeMicros: newest.untilMicros < span.beforeMicros ? newest.untilMicros + 1n : span.beforeMicros,
  }
}
