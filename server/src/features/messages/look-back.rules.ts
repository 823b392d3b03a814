// How far a search looks back over the messages themselves before it asks the chunks of the archive, and how much of
// either it reads at a time. Pure. Chunks are asked for all that have a term, which in a large archive costs as much as
// reading some thousand messages: what matches often enough is found sooner by looking on.

/**
 * Messages that one request looks at, in chunks or not: 20,000 of 100 octets take SQL 30 ms; more would let one request
 * take a connection for long.
 */
export const LOOK_MAX = 20_000
/** So far is looked back in any case: it answers what is frequent and what has just landed. */
const LOOK_FIRST = 2_000
/** So many more are looked at where they are expected to hold the rest: less work than asking for chunks. */
const LOOK_ON = 6_000
/** So far is looked back at most, however near the rest seems: what is left of a request is for chunks. */
const LOOK_ON_UNTIL = 12_000
/** A filter that matches often is answered after the first look; one that matches rarely takes few. */
const STEPS = [400, LOOK_FIRST, LOOK_FIRST + LOOK_ON, LOOK_ON_UNTIL, LOOK_MAX]
/** Matches do not lie evenly: a look a little too long is cheaper than one more. */
const RESERVE = 1.5
const STEP_MIN = 200

/** Chunks that one request reads at most. */
export const CHUNKS_MAX = 100
/** So few are read together: whatever each holds, one statement costs less than two. */
const CHUNKS_TOGETHER = 24
const FIRST_CHUNKS = 8
/** Read at once where none has held a match yet. */
const EMPTY_CHUNKS = 32
/** Read at once where many are expected to be needed. */
const CHUNKS_AT_ONCE_MAX = 64
const CHUNKS_RESERVE = 1.3

/** How many of the messages looked at match, and how many are wanted. */
export type Progress = { looked: number; found: number; wanted: number }

/** How many messages to read next; 0 when as much was looked at as one request may. */
export function nextLook(progress: Progress): number {
  const step = (STEPS.find((until) => until > progress.looked) ?? LOOK_MAX) - progress.looked
  return Math.min(step, Math.max(STEP_MIN, Math.ceil(expectedLook(progress) * RESERVE)))
}

/** Whether chunks are worth asking for: enough was looked at, and the rest lies further back than looking on goes. */
export function isChunksTurn(progress: Progress): boolean {
  const { looked } = progress
  return looked >= LOOK_ON_UNTIL || (looked >= LOOK_FIRST && expectedLook(progress) > LOOK_ON)
}

/** If what matches goes on as it did. */
function expectedLook({ looked, found, wanted }: Progress): number {
  return found === 0 ? Infinity : (looked / found) * (wanted - found)
}

/** How many chunks to read next, of those `left`, once `read` of them held what was `found`. */
export function nextChunks({ read, left, found, wanted }: Omit<Progress, 'looked'> & { read: number; left: number }) {
  if (left <= CHUNKS_TOGETHER) return left
  if (read === 0) return FIRST_CHUNKS
  if (found === 0) return Math.min(left, EMPTY_CHUNKS)
  const expected = Math.ceil((read / found) * (wanted - found) * CHUNKS_RESERVE)
  return Math.min(left, CHUNKS_AT_ONCE_MAX, Math.max(FIRST_CHUNKS, expected))
}
