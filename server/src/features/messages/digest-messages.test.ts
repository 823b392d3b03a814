import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'
import { CHUNK_MESSAGES } from './chunk-terms.rules.ts'
import { digestPage } from './digest-messages.ts'
import { DAY_SENDERS_MAX } from './digest.rules.ts'
import { startDigests, type Digests } from './digest.runtime.ts'
import type { Database } from '../../platform/database.ts'
import type { Live } from '../../platform/live.ts'
import { createSilentLog } from '../../platform/log.ts'
import { notifyInbox } from './marks.queries.ts'
import { digestBehind } from './messages.jobs.ts'
import {
  emptyInboxes,
  readDigestSums,
  readLanguages,
  readSenderDays,
  type LandedMessage,
} from './messages-fixture.queries.ts'
import { openWorld, type World } from './messages.fixture.ts'

const shared = useTestDatabase()
let world: World
let digests: Digests | undefined

beforeAll(async () => {
  world = await openWorld(shared)
})
afterAll(() => world.live.stop())
beforeEach(() => emptyInboxes(shared.owner))
afterEach(async () => {
  await digests?.stop()
  digests = undefined
})

const sums = () => readDigestSums(shared.owner, world.uuidOf('ada'))
const many = (count: number, message: (n: number) => LandedMessage) =>
  Array.from({ length: count }, (_, n) => message(n))

describe('what is counted', () => {
  test('messages by sender and day, with segments, earnings and codes; languages by day', async () => {
    await world.land('ada', [
      { content: 'Your code is 4711', sender: 'Acme', segments: 2, earnedMicros: 8_600 },
      { content: 'Tu código es 4711', sender: 'Acme' },
      { content: 'Your parcel arrives today', sender: 'Parcel' },
      { content: null, sender: 'Acme', flags: 4 },
    ])
    await world.land('ada', ['Ваш код: 4711'], '2026-03-11T00:30:00Z')
    await digestBehind(shared.database)
    expect(await readSenderDays(shared.owner, world.uuidOf('ada'))).toEqual([
      { day: '2026-03-10', sender: 'Acme', messages: 3, segments: 4, earned: 17_200, codes: 2 },
      { day: '2026-03-10', sender: 'Parcel', messages: 1, segments: 1, earned: 4_300, codes: 0 },
      { day: '2026-03-11', sender: 'Acme', messages: 1, segments: 1, earned: 4_300, codes: 1 },
    ])
    expect(await readLanguages(shared.owner, world.uuidOf('ada'))).toEqual({ en: 2, es: 1, ru: 1, und: 1 })
  })

  test('once, whoever digests at the same time and however often', async () => {
    const at = (minute: number) => `2026-03-10T12:${minute.toString().padStart(2, '0')}:00Z`
    for (const minute of [1, 2, 3]) {
      await world.land(
        'ada',
        many(300, (n) => ({ sender: `S${n % 7}`, content: `word${n}` })),
        at(minute),
      )
      await Promise.all([1, 2, 3].map(() => digestPage(shared.database, world.uuidOf('ada'))))
    }
    await digestBehind(shared.database)
    await digestBehind(shared.database)
    expect(await sums()).toMatchObject({
      messages: 900,
      senderDays: 900,
      languageDays: 900,
      senders: 900,
      sources: 900,
      chunked: 7 * CHUNK_MESSAGES,
      unchunked: 900 - 7 * CHUNK_MESSAGES,
    })
  })

  test('a day of more senders than are told apart tells the rest together', async () => {
    await world.land(
      'ada',
      many(DAY_SENDERS_MAX + 30, (n) => ({ sender: `S${n.toString().padStart(5, '0')}` })),
    )
    await digestBehind(shared.database)
    await world.land('ada', [{ sender: 'S00001' }, { sender: 'Late' }], '2026-03-10T13:00:00Z')
    await digestBehind(shared.database)
    const days = await readSenderDays(shared.owner, world.uuidOf('ada'))
    expect(days).toHaveLength(DAY_SENDERS_MAX + 1)
    expect(days[0]).toMatchObject({ sender: '', messages: 31, earned: 31 * 4_300 })
    expect(days.find(({ sender }) => sender === 'S00001')).toMatchObject({ messages: 2 })
    expect(await sums()).toMatchObject({ messages: DAY_SENDERS_MAX + 32, senderDays: DAY_SENDERS_MAX + 32 })
  })
})

test('what lands is digested within moments, and what landed before as well', async () => {
  await world.land('ada', ['before'])
  digests = startDigests({ database: shared.database, live: world.live, log: createSilentLog(), pauseMs: 1 })
  await expect.poll(async () => (await sums()).senderDays).toBe(1)
  await world.land('ada', ['after'], '2026-03-10T13:00:00Z')
  await shared.database.transaction((transaction) => notifyInbox(transaction, world.uuidOf('ada')))
  await expect.poll(async () => (await sums()).senderDays).toBe(2)
})

describe('while messages land all the time', () => {
  /** A database in which something lands whenever a page has been read and before anybody knows. */
  function landingMeanwhile(isLanding: () => boolean): { database: Database; pages: () => number } {
    const { database } = shared
    let pages = 0
    const transaction: Database['transaction'] = async (work, options) => {
      const result = await database.transaction(work, options)
      pages += 1
      if (isLanding()) {
        await world.land('ada', ['meanwhile'], '2026-03-10T13:00:00Z')
        tell(world.uuidOf('ada'))
      }
      return result
    }
    return { database: { ...database, transaction }, pages: () => pages }
  }
  let tell: (payload: string) => void = () => undefined
  const live: Live = {
    subscribe(_channel, onNotification) {
      tell = onNotification
      return () => undefined
    },
    isConnected: () => true,
    stop: () => Promise.resolve(),
  }

  test('what lands while a page is digested is digested as well', async () => {
    await world.land('ada', ['before'])
    let isFirst = true
    const { database } = landingMeanwhile(() => isFirst && !(isFirst = false))
    digests = startDigests({ database, live, log: createSilentLog(), pauseMs: 1 })
    await expect.poll(async () => (await sums()).senderDays).toBe(2)
  })

  test('what lands within the pause is digested together', async () => {
    await world.land('ada', ['before'])
    const { database, pages } = landingMeanwhile(() => true)
    digests = startDigests({ database, live, log: createSilentLog(), pauseMs: 200 })
    await setTimeout(900)
    expect(pages()).toBeLessThanOrEqual(6)
    expect(pages()).toBeGreaterThan(1)
  })

  test('an owner whose page fails holds up nobody else', async () => {
    digests = startDigests({ database: shared.database, live, log: createSilentLog(), pauseMs: 1, retryMs: 1 })
    // No index holds a sender of this length, which the pipeline would have cut.
    const sender = Array.from({ length: 500 }, (_, n) => createHash('sha256').update(`${n}`).digest('hex')).join('')
    await world.land('ada', [{ sender }])
    await world.land('ben', ['whole'])
    tell(world.uuidOf('ada'))
    tell(world.uuidOf('ben'))
    await expect.poll(async () => (await readDigestSums(shared.owner, world.uuidOf('ben'))).senderDays).toBe(1)
  })
})
