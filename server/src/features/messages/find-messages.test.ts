// Pages of a filter, joined, are what a look at every message gives: for every kind of filter, over an archive that is
// digested in part, so that pages cross from looking back to chunks.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertCarrier, insertConnectionOf } from './messages-fixture.queries.ts'
import { foldText } from '@inrange/contract/message-text'
import type { MatchMode } from '@inrange/contract/messages'
import { useTestDatabase } from '../../testing/test-database.ts'
import { CHUNK_MESSAGES } from './chunk-terms.rules.ts'
import { CHUNKS_MAX } from './look-back.rules.ts'
import { digestPage } from './digest-messages.ts'
import { findMessages } from './find-messages.ts'
import { detectLanguage } from './language.rules.ts'
import { markAllMessages } from './mark-messages.ts'
import type { FixedFilter } from './message-filter.rules.ts'
import { openWorld, type World } from './messages.fixture.ts'
import { messageFlagBits } from './messages.rules.ts'
import { readMatching } from './read-matching.ts'

const shared = useTestDatabase()
let world: World
let archive: Told[] = []
let connectionIds: string[] = []
let carrierIds: string[] = []

type Told = {
  place: bigint
  content: string | null
  sender: string
  recipient: string
  rangeId: string
  connectionId: string
  carrierId: string
  flags: number
  receivedAt: Date
}

const TEXTS = [
  'Your WhatsApp code: %n',
  'G-%n is your Google verification code.',
  'Tu CÓDIGO de verificación es %n',
  'Ваш код: %n',
  '【微信】验证码 %n，请勿泄露',
  'رمز التحقق الخاص بك هو %n',
  'Parcel %n arrives today, 100% sure_thing',
  'ｃｏｄｅ １００１２３, %n',
  'rareword%n seldom',
  'آپ کا کوڈ',
  'Straße und Größe, 𝐜𝐨𝐝𝐞, e\u0301te\u0301',
]
const SENDERS = ['Acme', 'ACME', 'acme2', 'Bank', 'Ünion', '+447700900111', '4477', 'Σίγμα', 'a_b', 'a%b', '']
const FROM = Date.parse('2026-03-02T00:00:00Z')

/** Repeats from a seed, so that a failure can be looked at. */
function* chance(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

beforeAll(async () => {
  world = await openWorld(shared)
  carrierIds = [await insertCarrier(shared.owner, 'First'), await insertCarrier(shared.owner, 'Second')]
  connectionIds = []
  for (const [index, carrierId] of [0, 0, 1].entries()) {
    connectionIds.push(await insertConnectionOf(shared.owner, carrierIds[carrierId]!, `c${index}`))
  }
  const dice = chance(4711)
  const roll = (sides: number) => Math.floor((dice.next().value as number) * sides)
  for (let batch = 0; batch < 60; batch += 1) {
    const at = new Date(FROM + batch * 8 * 3_600_000)
    // Now and then something lands that was received days before, as out of quarantine.
    const receivedAt = batch % 12 === 5 ? new Date(at.getTime() - 6 * 86_400_000) : at
    const rangeId = roll(3) === 0 ? world.otherRangeId : world.rangeId
    const which = roll(3)
    const messages = Array.from({ length: 90 }, () => ({
      content:
        roll(20) === 0 ? null : TEXTS[Math.floor(roll(100) ** 2 / 910)]!.replace('%n', String(100_000 + roll(400))),
      sender: SENDERS[roll(SENDERS.length)]!,
      recipient: `${rangeId === world.rangeId ? '447700000' : '447700001'}${roll(300).toString().padStart(3, '0')}`,
      flags: [0, 0, 0, 1, 2, 4, 3][roll(7)]!,
    }))
    const place = {
      at: at.toISOString(),
      receivedAt: receivedAt.toISOString(),
      rangeId,
      connectionId: connectionIds[which]!,
    }
    const places = await world.landAt('ada', place, messages)
    archive.push(
      ...messages.map((message, index) => ({
        ...message,
        place: places[index]!,
        rangeId,
        connectionId: place.connectionId,
        carrierId: carrierIds[which === 2 ? 1 : 0]!,
        receivedAt,
      })),
    )
    // Two pages are digested late, the newest never: places between chunks and look back move.
    if (batch === 30 || batch === 50) while ((await digestPage(shared.database, world.uuidOf('ada'))) === 'more');
  }
  archive = archive.toReversed()
})
afterAll(() => world.live.stop())

/** What a filter means, said once more and plainly. */
function expected(filter: FixedFilter): bigint[] {
  return archive.filter((message) => matches(message, filter)).map(({ place }) => place)
}

function matches(message: Told, filter: FixedFilter): boolean {
  const digits = filter.recipient?.replace(/\D/g, '') ?? ''
  return (
    (filter.text === undefined || holdsText(message.content, filter.text)) &&
    (filter.sender === undefined || lies(foldText(message.sender), foldText(filter.sender), filter.senderMatch)) &&
    (filter.recipient === undefined || lies(message.recipient, digits, filter.recipientMatch)) &&
    (filter.rangeId === undefined || message.rangeId === filter.rangeId) &&
    (filter.connectionId === undefined || message.connectionId === filter.connectionId) &&
    (filter.carrierId === undefined || message.carrierId === filter.carrierId) &&
    (filter.flag === undefined || (message.flags & messageFlagBits[filter.flag]) !== 0) &&
    (filter.language === undefined || detectLanguage(message.content) === filter.language) &&
    (filter.from === undefined || message.receivedAt >= new Date(filter.from)) &&
    (filter.until === undefined || message.receivedAt < new Date(filter.until))
  )
}

function lies(text: string, part: string, mode: MatchMode = 'contains'): boolean {
  const at = text.lastIndexOf(part)
  if (mode === 'is') return text === part
  if (mode === 'ends') return at >= 0 && at + part.length === text.length
  return mode === 'starts' ? text.indexOf(part) === 0 : at >= 0
}

/** For the searches below alone: one word, two words, or a phrase in quotes. */
function holdsText(content: string | null, typed: string): boolean {
  if (content === null) return false
  const text = foldText(content)
  const words = ` ${text.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')} `
  if (typed.startsWith('"')) return text.includes(typed.replaceAll('"', ''))
  if (/^[^\p{L}\p{N}]+$/u.test(typed)) return text.includes(typed)
  const asked = foldText(typed).split(' ')
  return asked.every((word, index) => {
    if (/\p{sc=Han}/u.test(word)) return text.includes(word)
    const mayBegin = index === asked.length - 1 && word.length >= 3 && !/^\d+$/.test(word)
    return words.includes(` ${word}${mayBegin ? '' : ' '}`)
  })
}

const searches = [
  'code',
  'CODIGO',
  'verif',
  'rareword100123',
  'rarew',
  '100123',
  '100123 code',
  'ete',
  '验证',
  '码',
  'ко',
  'код',
]
const phrases = [
  '"your google"',
  '"whatsapp code: 100200"',
  'رمز',
  '%',
  '_',
  'größe',
  'strasse',
  '请勿',
  'nowhere',
  'i',
]
const optional = <Value>(values: readonly Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 })
const modes = fc.constantFrom('contains', 'starts', 'ends', 'is', undefined)
const instants = [0, 3, 9, 12, 19].map((days) => new Date(FROM + days * 86_400_000).toISOString())

const filters = fc.record({
  text: optional([...searches, ...phrases]),
  sender: optional(['acme', 'Acme', 'AC', 'me', 'ünion', 'union', '77', '+4477', 'σιγμα', '%', '_', 'nobody']),
  senderMatch: modes,
  recipient: optional(['+447700000123', '44770000', '0123', '123', '99', '447700001', '7700 001 2', '5', '99999']),
  recipientMatch: modes,
  range: optional([0, 1]),
  connection: optional([0, 1, 2]),
  carrier: optional([0, 1]),
  flag: optional(['partial', 'test', 'binary'] as const),
  language: optional(['en', 'es', 'ru', 'zh', 'ar', 'ur', 'und', 'fi']),
  from: optional(instants),
  until: optional(instants),
})
type Drawn = typeof filters extends fc.Arbitrary<infer D> ? D : never

/** At most two parts of what was drawn, or few filters would match anything. */
function filterOf(drawn: Drawn, parts: readonly number[]): FixedFilter {
  const all: [string, unknown][] = Object.entries({
    text: drawn.text,
    sender: drawn.sender,
    recipient: drawn.recipient,
    rangeId: drawn.range === undefined ? undefined : [world.rangeId, world.otherRangeId][drawn.range],
    connectionId: drawn.connection === undefined ? undefined : connectionIds[drawn.connection],
    carrierId: drawn.carrier === undefined ? undefined : carrierIds[drawn.carrier],
    flag: drawn.flag,
    language: drawn.language,
    from: drawn.from,
    until: drawn.until,
  })
  const given = all.filter(([, value]) => value !== undefined)
  const kept = given.filter((_, index) => parts.some((part) => part % given.length === index))
  const filter = Object.fromEntries(kept) as FixedFilter
  return {
    ...filter,
    ...(filter.sender === undefined ? {} : { senderMatch: drawn.senderMatch }),
    ...(filter.recipient === undefined ? {} : { recipientMatch: drawn.recipientMatch }),
  }
}

async function walk(filter: FixedFilter, limit: number, username = 'ada'): Promise<bigint[]> {
  const found: bigint[] = []
  let before: bigint | undefined
  for (;;) {
    const page = await findMessages(shared.database.kysely, { ownerId: world.uuidOf(username), filter, before, limit })
    expect(page.rows.length).toBeLessThanOrEqual(limit)
    found.push(...page.rows.map((row) => row.landedAtMicros))
    if (page.reachedMicros === null) return found
    expect(before === undefined || page.reachedMicros < before).toBe(true)
    before = page.reachedMicros
  }
}

test('pages of any filter, joined, are all that matches and nothing else, newest first', async () => {
  let matched = 0
  const parts = fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 2 })
  await fc.assert(
    fc.asyncProperty(filters, parts, fc.integer({ min: 1, max: 400 }), async (drawn, kept, size) => {
      const filter = filterOf(drawn, kept)
      const places = expected(filter)
      if (places.length > 0) matched += 1
      const limit = Math.max(size, Math.ceil(places.length / 20))
      expect(await walk(filter, limit), JSON.stringify(filter)).toEqual(places)
    }),
    { numRuns: 70 },
  )
  expect(matched).toBeGreaterThan(20)
}, 120_000)

// A page of 1,000 is never full of what is rare: it comes from chunks as well.
test.each([...searches, ...phrases])('a search for %s', async (text) => {
  expect(await walk({ text }, 1_000)).toEqual(expected({ text }))
})

test.each([
  ['the beginning of a number', () => ({ recipient: '+4477000000', recipientMatch: 'starts' as const })],
  ['the beginning of all numbers of a range', () => ({ recipient: '447700001', recipientMatch: 'starts' as const })],
  ['digits in all numbers of a range', () => ({ recipient: '700001' })],
  ['digits in some numbers', () => ({ recipient: '12' })],
  ['few last digits', () => ({ recipient: '23', recipientMatch: 'ends' as const })],
  ['many last digits', () => ({ recipient: '0123', recipientMatch: 'ends' as const })],
  ['a whole number', () => ({ recipient: '447700000123', recipientMatch: 'is' as const })],
  ['a part of a sender', () => ({ sender: 'cme' })],
  ['the end of a sender', () => ({ sender: 'ME', senderMatch: 'ends' as const })],
  ['a whole sender', () => ({ sender: 'ACME', senderMatch: 'is' as const })],
  ['a sender of other letters', () => ({ sender: 'σίγμα' })],
  ['a range', () => ({ rangeId: world.otherRangeId })],
  ['a connection', () => ({ connectionId: connectionIds[1]! })],
  ['a carrier', () => ({ carrierId: carrierIds[0]! })],
  ['a carrier and a connection of another', () => ({ carrierId: carrierIds[1]!, connectionId: connectionIds[0]! })],
  ['a flag', () => ({ flag: 'partial' as const })],
  ['a language', () => ({ language: 'und' })],
  ['a stretch of time', () => ({ from: instants[1]!, until: instants[3]! })],
])('rare words with %s', async (_kind, part) => {
  for (const text of ['seldom', 'rare', '"seldom"']) {
    const filter: FixedFilter = { text, ...part() }
    expect(await walk(filter, 1_000)).toEqual(expected(filter))
    const without: FixedFilter = { ...part(), flag: 'binary', language: 'und' }
    expect(await walk(without, 1_000)).toEqual(expected(without))
  }
})

test('a reader for files gets the same pages, and goes on where it stopped', async () => {
  const filter: FixedFilter = { text: 'code', flag: 'test' }
  const viewer = { viewerId: world.uuidOf('ada'), ownerId: world.uuidOf('ada') }
  const found: string[] = []
  let reached: bigint | null = null
  for await (const page of readMatching(shared.database.kysely, { ...viewer, filter, pageSize: 25 })) {
    found.push(...page.rows.map(({ position }) => position))
    reached = page.reachedMicros
    if (found.length >= 60) break
  }
  expect(reached).not.toBeNull()
  const rest = readMatching(shared.database.kysely, { ...viewer, filter, before: reached!, pageSize: 500 })
  for await (const page of rest) found.push(...page.rows.map(({ position }) => position))
  expect(found).toEqual(expected(filter).map(String))
})

test('a page that ends within a chunk, where late messages begin, is followed by the rest of that chunk', async () => {
  const ownerId = world.uuidOf('ben')
  const [noon, late] = ['2026-03-10T12:00:00Z', '2026-03-10T15:00:00Z']
  await world.landMany('ben', 100, noon)
  await markAllMessages(shared, { ownerId, position: '999999999999999999' })
  // As many chunks as one page reads, the oldest of which also holds what was not late.
  await world.landMany('ben', CHUNKS_MAX * CHUNK_MESSAGES - 100, late, '2026-03-09T12:00:00Z')
  while ((await digestPage(shared.database, ownerId)) === 'more');
  expect(await walk({ until: '2026-03-10T13:00:00Z', read: 'read' }, 1_000, 'ben')).toHaveLength(100)
})
