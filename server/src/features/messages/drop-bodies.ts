// Drops the texts and octets of messages that are older than they are kept for. Guarantees that figures, money, places
// and evidence of what was rated stay as they were; that nothing younger goes, whatever the program believes, because
// the database compares with the setting once more; that a text which is gone is found by no search either; and that
// it goes on where it stopped.
import type { Clock } from '../../platform/clock.ts'
import type { Database, DatabaseTransaction } from '../../platform/database.ts'
import {
  dropBodiesOf,
  dropQuarantineBodies,
  selectChunksOver,
  selectOwnersToDrop,
  selectStretch,
  storeDropped,
} from './bodies.queries.ts'
import { termsOfChunk, termsOfOwner } from './chunk-terms.rules.ts'
import { digestPage } from './digest-messages.ts'
import { digestRow } from './digest.rules.ts'
import { awaitDigest, replaceTerms, selectToDigest } from './digests.queries.ts'
import { dateToMicros, firstIdAt } from './messages.rules.ts'

const DAY_MS = 86_400_000
/** The database compares with its own clock, which may be a little behind. */
const CLOCK_MARGIN_MS = 60_000
const PAGE_MESSAGES = 2_048
const OWNERS_AT_ONCE = 500

export type Dropped = { messages: number; quarantined: number }

/**
 * Until nothing is left to drop or the time is over.
 * @param options.bodyDays as the setting says; 0 keeps everything
 */
export async function dropBodies(
  { database, clock }: { database: Database; clock: Clock },
  options: { bodyDays: number; msMax?: number; signal?: AbortSignal },
): Promise<Dropped> {
  const dropped = { messages: 0, quarantined: 0 }
  if (options.bodyDays === 0) return dropped
  const until = performance.now() + (options.msMax ?? Number.POSITIVE_INFINITY)
  const isOver = () => options.signal?.aborted === true || performance.now() > until
  const before = new Date(clock.now().getTime() - options.bodyDays * DAY_MS - CLOCK_MARGIN_MS)
  const throughMicros = dateToMicros(before)
  const seen = new Set<string>()
  while (!isOver()) {
    const owners = await selectOwnersToDrop(database.kysely, throughMicros, OWNERS_AT_ONCE)
    // One whose digest has moved meanwhile is met again; the next night is soon enough.
    const fresh = owners.filter((ownerId) => !seen.has(ownerId))
    if (fresh.length === 0) break
    for (const ownerId of fresh) {
      seen.add(ownerId)
      for (let more = true; more && !isOver();) {
        const page = await database.transaction((transaction) => dropPage(transaction, ownerId, throughMicros))
        dropped.messages += page.dropped
        more = page.more
        // It does not wait for the lock that is taken here page after page, and would fall behind. Its failure is no
        // reason to keep texts, and is told by its own job.
        if (more) await digestPage(database, ownerId).catch(() => undefined)
      }
    }
  }
  for (let entries = PAGE_MESSAGES; entries === PAGE_MESSAGES && !isOver();) {
    entries = await database.transaction((transaction) =>
      dropQuarantineBodies(transaction, firstIdAt(before), PAGE_MESSAGES),
    )
    dropped.quarantined += entries
  }
  return dropped
}

/**
 * Holds the lock of the digest, so that no chunk is written from texts that are being dropped. Waits for it: an owner
 * who receives all the time is digested all the time, and would be passed over for good.
 */
async function dropPage(
  transaction: DatabaseTransaction,
  ownerId: string,
  throughMicros: bigint,
): Promise<{ dropped: number; more: boolean }> {
  const digest = await awaitDigest(transaction, ownerId)
  const through = digest.digestedMicros < throughMicros ? digest.digestedMicros : throughMicros
  const stretch = await selectStretch(transaction, ownerId, digest.droppedMicros, through, PAGE_MESSAGES)
  if (!stretch) {
    await storeDropped(transaction, ownerId, through)
    return { dropped: 0, more: false }
  }
  const dropped = await dropBodiesOf(transaction, ownerId, stretch)
  const terms = termsOfOwner(ownerId)
  for (const chunk of await selectChunksOver(transaction, ownerId, stretch)) {
    const rows = await selectToDigest(transaction, ownerId, chunk.fromMicros - 1n, chunk.messages)
    await replaceTerms(transaction, ownerId, { ...chunk, terms: termsOfChunk(terms, rows.map(digestRow)) })
  }
  await storeDropped(transaction, ownerId, stretch.untilMicros)
  return { dropped, more: true }
}
