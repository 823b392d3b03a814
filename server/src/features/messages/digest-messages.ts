// Digests one owner's messages behind the pipeline: rollups that no screen could count, and the chunks by which the
// archive is searched. Guarantees that every message is counted once and lies in one chunk, because the place it got
// to and all that was made of it commit together; and that receiving never waits for it, because it takes no lock that
// the pipeline takes.
import { setImmediate as turn } from 'node:timers/promises'
import type { Database, DatabaseTransaction } from '../../platform/database.ts'
import { CHUNK_MESSAGES, partOf, termsOfChunk, termsOfOwner } from './chunk-terms.rules.ts'
import {
  boundSenderDays,
  cutChunks,
  digestRow,
  OWNER_SENDERS_MAX,
  sumRows,
  type DigestedRow,
  type DigestRow,
  type SenderSum,
} from './digest.rules.ts'
import {
  addLanguageDays,
  addSenderDays,
  addSenders,
  addSources,
  insertChunks,
  lockDigest,
  selectIsBehind,
  selectKnownSenders,
  selectSenderDays,
  selectToDigest,
  storeDigest,
  type Chunk,
  type DigestState,
} from './digests.queries.ts'

/** Small enough that its transaction takes a tenth of a second, large enough that its commit is not what it costs. */
const PAGE_MESSAGES = 2_048
/** So many are worked on before others get their turn: carriers are answered by the same thread. */
const TURN_MESSAGES = 64

export type DigestOutcome = 'more' | 'done' | 'busy'

/** Takes one page. `busy`: another process is at it. */
export async function digestPage(database: Database, ownerId: string): Promise<DigestOutcome> {
  if (!(await selectIsBehind(database.kysely, ownerId))) return 'done'
  return database.transaction(async (transaction) => {
    const digest = await lockDigest(transaction, ownerId)
    if (!digest) return 'busy'
    const rows = await selectToDigest(transaction, ownerId, digest.digestedMicros, PAGE_MESSAGES)
    const last = rows.at(-1)
    if (!last) return 'done'
    const digested = await inTurns(rows, digestRow)
    const sums = sumRows(digested)
    const days = await selectSenderDays(transaction, ownerId, sums.senderDays)
    await addSenderDays(transaction, ownerId, boundSenderDays(sums.senderDays, days.known, days.counts))
    await addLanguageDays(transaction, ownerId, sums.languageDays)
    await addSources(transaction, ownerId, sums.sources)
    const senders = await countSenders(transaction, ownerId, digest, sums.senders)
    const chunked = await chunkRows(transaction, ownerId, digest, digested)
    await storeDigest(transaction, ownerId, { digestedMicros: last.landedAtMicros, ...senders, ...chunked })
    return rows.length === PAGE_MESSAGES ? 'more' : 'done'
  })
}

async function countSenders(
  transaction: DatabaseTransaction,
  ownerId: string,
  digest: DigestState,
  sums: readonly SenderSum[],
): Promise<Pick<DigestState, 'senders' | 'sendersComplete'>> {
  const known = await selectKnownSenders(
    transaction,
    ownerId,
    sums.map(({ sender }) => sender),
  )
  const fresh = sums.filter(({ sender }) => !known.has(sender))
  const admitted = fresh.slice(0, Math.max(0, OWNER_SENDERS_MAX - digest.senders))
  await addSenders(transaction, ownerId, [...sums.filter(({ sender }) => known.has(sender)), ...admitted])
  return {
    senders: digest.senders + admitted.length,
    sendersComplete: digest.sendersComplete && admitted.length === fresh.length,
  }
}

/** Writes the chunks that are whole now; their first messages may have been digested before. */
async function chunkRows(
  transaction: DatabaseTransaction,
  ownerId: string,
  digest: DigestState,
  rows: readonly DigestedRow[],
): Promise<Pick<DigestState, 'chunkedMicros' | 'unchunked' | 'chunks'>> {
  const waiting = digest.unchunked + rows.length
  const { chunkedMicros } = digest
  if (waiting < CHUNK_MESSAGES) return { chunkedMicros, unchunked: waiting, chunks: digest.chunks }
  const earlier =
    digest.unchunked === 0 ? [] : await selectToDigest(transaction, ownerId, digest.chunkedMicros, digest.unchunked)
  const cut = cutChunks([...earlier.map(digestRow), ...rows])
  const terms = termsOfOwner(ownerId)
  const chunks: Chunk[] = []
  for (const [index, messages] of cut.entries()) {
    chunks.push({ ...chunkOf(messages, termsOfChunk(terms, messages)), part: partOf(digest.chunks + BigInt(index)) })
    await turn()
  }
  await insertChunks(transaction, ownerId, chunks)
  return {
    chunkedMicros: chunks.at(-1)?.untilMicros ?? chunkedMicros,
    unchunked: waiting - cut.length * CHUNK_MESSAGES,
    chunks: digest.chunks + BigInt(cut.length),
  }
}

export function chunkOf(
  messages: readonly { landedAtMicros: bigint }[],
  terms: readonly number[],
): Omit<Chunk, 'part'> {
  return {
    fromMicros: messages[0]?.landedAtMicros ?? 0n,
    untilMicros: messages.at(-1)?.landedAtMicros ?? 0n,
    messages: messages.length,
    terms,
  }
}

async function inTurns(rows: readonly DigestRow[], work: (row: DigestRow) => DigestedRow): Promise<DigestedRow[]> {
  const done: DigestedRow[] = []
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % TURN_MESSAGES === 0) await turn()
    done.push(work(row))
  }
  return done
}
