// Marks an owner's messages read or unread. Guarantees that the number of unread messages stays exact, whatever lands
// or is marked at the same time: every change is made under the lock of the inbox row, with the counter, in one
// transaction.
import { AppError } from '@inrange/contract/errors'
import type { MessageKey } from '@inrange/contract/ids'
import type { Clock } from '../../platform/clock.ts'
import type { Database, DatabaseTransaction } from '../../platform/database.ts'
import {
  countAfter,
  deleteMarks,
  lockInbox,
  notifyInbox,
  selectReadStates,
  storeRead,
  storeReadThrough,
  storeUnread,
  type LockedInbox,
} from './marks.queries.ts'
import { boundedPlace } from './messages.rules.ts'

type Unread = { unread: number }

/**
 * The lock of the inbox holds up what lands, so what is counted under it is bounded: some seconds of the fastest
 * stream that a screen follows.
 */
const LANDED_SINCE_MAX = 20_000

/**
 * Marks messages of one owner. All or nothing.
 * @throws AppError not_found when one of them is not there, or is somebody else's
 */
export async function markMessages(
  { database, clock }: { database: Database; clock: Clock },
  input: { ownerId: string; keys: readonly MessageKey[]; isRead: boolean },
): Promise<Unread> {
  const { ownerId, isRead } = input
  if (input.keys.some((key) => key.ownerId !== ownerId)) throw new AppError('not_found')
  const places = [...new Set(input.keys.map((key) => boundedPlace(key.landedAtMicros)))]
  const { unread } = await markPlaces({ database, clock }, { ownerId, places, isRead })
  return { unread }
}

/**
 * Marks messages by their places, each named once. All or nothing.
 * @throws AppError not_found when one of them is not there
 */
export async function markPlaces(
  { database, clock }: { database: Database; clock: Clock },
  input: { ownerId: string; places: readonly bigint[]; isRead: boolean },
): Promise<Unread & { changed: number }> {
  const { ownerId, places, isRead } = input
  return database.transaction(async (transaction) => {
    const inbox = await lockInbox(transaction, ownerId)
    const states = inbox ? await selectReadStates(transaction, ownerId, places) : []
    if (!inbox || states.length !== places.length) throw new AppError('not_found')
    const changing = states.filter((state) => state.isRead !== isRead).map((state) => state.landedAtMicros)
    if (changing.length > 0) {
      if (isRead) await storeRead(transaction, ownerId, changing, clock.now())
      else await storeUnread(transaction, ownerId, changing)
      await notifyInbox(transaction, ownerId)
    }
    const changed = BigInt(isRead ? changing.length : -changing.length)
    return { unread: Number(inbox.messages - inbox.readMessages - changed), changed: changing.length }
  })
}

/**
 * Marks everything read that has landed up to a position. What lands later is unread even when the position lies in
 * the future.
 * @throws AppError invalid_request when too much has landed since for the position to be what a screen shows
 */
export async function markAllMessages(
  { database }: { database: Database },
  input: { ownerId: string; position: string },
): Promise<Unread> {
  const { ownerId } = input
  return database.transaction(async (transaction) => {
    const inbox = await lockInbox(transaction, ownerId)
    if (!inbox) return { unread: 0 }
    const asked = boundedPlace(BigInt(input.position))
    const through = asked < inbox.lastLandedMicros ? asked : inbox.lastLandedMicros
    const readMessages = await countRead(transaction, ownerId, inbox, through)
    if (readMessages !== inbox.readMessages || through > inbox.readThroughMicros) {
      await storeReadThrough(transaction, ownerId, through, readMessages)
      await notifyInbox(transaction, ownerId)
    }
    return { unread: Number(inbox.messages - readMessages) }
  })
}

/** How many messages are read once everything up to `through` is. */
async function countRead(
  transaction: DatabaseTransaction,
  ownerId: string,
  inbox: LockedInbox,
  through: bigint,
): Promise<bigint> {
  if (through <= inbox.readThroughMicros) {
    return inbox.readMessages + (await deleteMarks(transaction, ownerId, through))
  }
  // Counted from the newest end: what a screen has not shown yet is little, what it has shown may be millions.
  const later = await countAfter(transaction, ownerId, through, LANDED_SINCE_MAX + 1)
  if (later.landed > LANDED_SINCE_MAX) {
    throw new AppError('invalid_request', {
      fields: { position: `More than ${LANDED_SINCE_MAX.toLocaleString('en-US')} messages have landed since.` },
    })
  }
  await deleteMarks(transaction, ownerId, through)
  return inbox.messages - BigInt(later.unread)
}
