// A large archive for tests of scale and benchmarks: one owner with nearly all messages, ready as the pipeline and its
// rollups would have left it. Everything that jobs do is done
// by the jobs themselves.
import type pg from 'pg'
import { createCarrier } from '../../features/carriers/create-carrier.ts'
import { createConnection } from '../../features/carriers/create-connection.ts'
import { closeDays } from '../../features/insights/close-days.ts'
import { matureEarnings, settleEarnings } from '../../features/ledger/ledger.public.ts'
import { digestBehind } from '../../features/messages/messages.public.ts'
import { createManualClock } from '../../platform/clock.ts'
import { createSecrets } from '../../platform/secrets.ts'
import type { TestPlatform } from '../test-platform.ts'
import {
  ensureArchivePartitions,
  insertArchiveMessages,
  insertArchiveRanges,
  insertArchiveRollups,
  makeArchivePlaces,
  oldestUnsettledHour,
  analyzeArchive,
  reopenDays,
} from './archive.queries.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MATURITY_DAYS = 30
/** Rows a statement: a progress is seen, and memory stays flat. */
const STEP = 500_000
/** What landed in the last days is not read yet. */
const UNREAD_DAYS = 2

export type Archive = {
  ownerId: string
  connectionIds: readonly string[]
  messages: number
  days: number
  ranges: number
  /** Numbers of each range. */
  numbers: number
  /** Two owners take blocks that are at least `ranges` apart. */
  block: number
  newestAt: Date
}

/**
 * Gives an owner who has received nothing so far an archive.
 * @returns the database uuids of the ranges, the busiest first
 */
export async function fillArchive(client: pg.Client, archive: Archive): Promise<string[]> {
  const { ownerId, connectionIds, messages, days, numbers, block, newestAt } = archive
  const since = new Date(newestAt.getTime() - (days + 1) * DAY_MS)
  const rangeIds = await insertArchiveRanges(client, { ownerId, count: archive.ranges, numbers, block, since })
  await ensureArchivePartitions(client, since, new Date(newestAt.getTime() + DAY_MS))
  await makeArchivePlaces(client, { rangeIds, connectionIds, numbers })
  for (let from = 0; from < messages; from += STEP) {
    const until = Math.min(messages, from + STEP)
    await insertArchiveMessages(client, { ownerId, from, until, total: messages, days, newestAt })
  }
  await insertArchiveRollups(client, ownerId, new Date(newestAt.getTime() - UNREAD_DAYS * DAY_MS))
  return rangeIds
}

type Connection = Parameters<typeof createConnection>[1]['connection']

/** A carrier with one connection. */
export async function makeConnection(
  { foundation }: TestPlatform,
  actor: { userId: string; address: string; requestId: string },
  { carrier, connection }: { carrier: string; connection: Connection },
): Promise<{ carrierId: string; connectionId: string }> {
  const { database, config } = foundation
  const carrierId = await createCarrier({ database }, { actor, name: carrier, notes: '' })
  const deps = { database, secrets: createSecrets(config.keyRing) }
  const { connectionId } = await createConnection(deps, { actor, carrierId, connection })
  return { carrierId, connectionId }
}

/** A carrier with an HTTP connection that messages of an archive have come by. */
export function makeHttpConnection(
  platform: TestPlatform,
  actor: { userId: string; address: string; requestId: string },
  name: string,
): Promise<{ carrierId: string; connectionId: string }> {
  return makeConnection(platform, actor, { carrier: name, connection: { kind: 'http', name: 'Main', settings: {} } })
}

/**
 * Does what the jobs would have done over the weeks: settles, matures, closes days, digests.
 *
 * @param options.isHourly settles each hour by itself, as the job does, for a minute or so; otherwise as after a pause
 */
export async function catchUp(
  { foundation }: TestPlatform,
  client: pg.Client,
  options: { isHourly: boolean },
): Promise<void> {
  const { database } = foundation
  const oldest = options.isHourly ? await oldestUnsettledHour(client) : null
  for (let hourMs = oldest?.getTime() ?? Date.now(); hourMs < Date.now() - HOUR_MS; hourMs += HOUR_MS) {
    // The hour is over, and the next one is not.
    const clock = createManualClock(new Date(hourMs + HOUR_MS + HOUR_MS / 2).toISOString())
    await settleEarnings({ database, clock }, { maturityDays: MATURITY_DAYS })
  }
  await settleEarnings(foundation, { maturityDays: MATURITY_DAYS })
  await matureEarnings(foundation)
  await reopenDays(client)
  await closeDays(foundation)
  await digestBehind(foundation.database)
  await analyzeArchive(client)
}
