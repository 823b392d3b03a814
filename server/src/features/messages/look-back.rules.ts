// How far a search looks back over the messages themselves before it asks the chunks of the archive, and how much of
// either it reads at a time. Pure. Chunks are asked for all that have a term, which in a large archive costs as much as reading
// some thousand messages: what matches often enough is found sooner by looking on.

/**
 * Messages that one request looks at, in chunks or not: 20,000 of 100 octets take SQL 30 ms; more would let one request
 * take a connection for long.
 */
export const LOOK_MAX = 20_000
/** So far is looked back in any case: it answers what is frequent and what has just landed. */
const LOOK_FIRST = 2_000
/** So far is looked back where the rest is expected to be found on the way. */
const LOOK_ON_MAX = 8_000
/** A filter that matches often is answered after the first look; one that matches rarely takes few. */
const STEPS = [400, LOOK_FIRST, LOOK_ON_MAX, 14_000, LOOK_MAX]
/** Matches do not lie evenly: a look a little too long is cheaper than one more. */
const RESERVE = 1.5
const STEP_MIN = 200

/** Chunks that are read at once: few while each holds matches, many when most hold none. */
const CHUNKS_AT_ONCE = [8, 24, 32, 36]
/** The most that one request reads. */
export const CHUNKS_MAX = CHUNKS_AT_ONCE.reduce((sum, chunks) => sum + chunks, 0)
/** So few are read together: whatever each holds, one statement costs less than two. */
const CHUNKS_TOGETHER = 24

/** How many of the messages looked at match, and how many are wanted. */
export type Progress = { looked: number; found: number; wanted: number }

/** How many messages to read next; 0 when as much was looked at as one request may. */
export function nextLook(progress: Progress): number {
  const step = (STEPS.find((until) => until > progress.looked) ?? LOOK_MAX) - progress.looked
  return Math.min(step, Math.max(STEP_MIN, Math.ceil(expectedLook(progress) * RESERVE)))
}

/** Whether chunks are worth asking for: enough was looked at, and the rest lies further back than looking on goes. */
export function isChunksTurn(progress: Progress): boolean {
  return progress.looked >= LOOK_FIRST && progress.looked + expectedLook(progress) > LOOK_ON_MAX
}

/** If what matches goes on as it did. */
function expectedLook({ looked, found, wanted }: Progress): number {
  return found === 0 ? Infinity : (looked / found) * (wanted - found)
}

/** The chunks that were found, as they are read: a few at first, and more the longer it takes. At most CHUNKS_MAX. */
export function chunksInTurns<Chunk>(chunks: readonly Chunk[]): Chunk[][] {
  if (chunks.length <= CHUNKS_TOGETHER) return chunks.length === 0 ? [] : [[...chunks]]
  const turns: Chunk[][] = []
  let start = 0
  for (const atOnce of CHUNKS_AT_ONCE) {
    if (start < chunks.length) turns.push(chunks.slice(start, start + atOnce))
    start += atOnce
  }
  return turns
}
