// Stages 1, 3 and 4 applied to a batch: what each item is, and where each whole message goes. Effect-free but for the
// redelivery check, which uses a suspicion up; so items are sorted once, and located anew as often as the routing
// table changes.
import type { IntakeItem, Outcome } from '../features/carriers/carriers.public.ts'
import { messageFlagBits } from '../features/messages/messages.public.ts'
import { decode, digestOf, recipientNumber, type Composed, type Part } from './1-decode.ts'
import { findRange, locate, type RoutingTable } from './3-locate.ts'
import { rate } from './4-rate.ts'
import type { Landing, SessionDigests, SetAside } from './5-commit.ts'

export type Sorted = {
  items: readonly IntakeItem[]
  /** By index of the item: what is already decided; undefined for what the commit decides. */
  decided: (Outcome | undefined)[]
  wholes: { index: number; message: Composed }[]
  parts: { index: number; part: Part }[]
  sessions: SessionDigests[]
}

export function sortItems(
  items: readonly IntakeItem[],
  isRedelivery: (connectionId: string, digest: number) => boolean,
): Sorted {
  const sorted: Sorted = { items, decided: items.map(() => undefined), wholes: [], parts: [], sessions: [] }
  const digestsOf = new Map<string, number[]>()
  for (const [index, item] of items.entries()) {
    const decoded = decode(item)
    if (decoded.kind === 'receipt') {
      sorted.decided[index] = 'receipt'
      continue
    }
    const { connection, sessionId } = item.port
    if (sessionId !== null && connection.dedupePolicy === 'redelivery-aware') {
      const digest = digestOf(item.commandId, item.content.raw)
      if (isRedelivery(connection.connectionId, digest)) {
        sorted.decided[index] = 'duplicate'
        continue
      }
      const digests = digestsOf.get(sessionId)
      if (digests) digests.push(digest)
      else digestsOf.set(sessionId, [digest])
    }
    if (decoded.kind === 'whole') sorted.wholes.push({ index, message: decoded.message })
    else sorted.parts.push({ index, part: decoded.part })
  }
  for (const [sessionId, digests] of digestsOf) sorted.sessions.push({ sessionId, digests })
  return sorted
}

/** The lane of an item: its recipient's owner, as the routing table has it now. What has no owner shares the first. */
export function laneOf(table: RoutingTable, item: IntakeItem, lanes: number): number {
  const index = findRange(table, recipientNumber(item.content.recipient))
  const owner = index < 0 ? 0 : (table.ownerIndexes[index] ?? 0)
  return owner <= 0 ? 0 : owner % lanes
}

/**
 * Numbers that are known to have received, so that their rows are not written again. Bounded: a number that was
 * forgotten is only written in vain.
 */
export class KnownNumbers {
  readonly #slots = new Float64Array(1 << 18)

  has(number: number): boolean {
    return this.#slots[number % this.#slots.length] === number
  }
  add(number: number): void {
    this.#slots[number % this.#slots.length] = number
  }
  clear(): void {
    this.#slots.fill(0)
  }
}

/** Stages 3 and 4 for whole messages. */
export function placeMessages(
  table: RoutingTable,
  messages: readonly Composed[],
  known: KnownNumbers,
): { landings: Landing[]; setAside: SetAside[] } {
  const landings: Landing[] = []
  const setAside: SetAside[] = []
  for (const message of messages) {
    if (Number.isNaN(message.recipient)) {
      setAside.push({ message, reason: 'bad_recipient' })
      continue
    }
    const located = locate(table, message.recipient, message.receivedAtMs)
    if (typeof located === 'string') {
      setAside.push({ message, reason: located })
      continue
    }
    const { owner, rangeIndex, rangeOctets, isTest, rateMicros } = located
    landings.push({
      message,
      owner,
      rangeIndex,
      rangeOctets,
      rateMicros,
      earnedMicros: rate(rateMicros, message.segments, isTest),
      flags: message.flags | (isTest ? messageFlagBits.test : 0),
      isNewNumber: !known.has(message.recipient),
    })
  }
  return { landings, setAside }
}
