// What goes when the time is over for which texts are kept, and what stays. The database compares with its own clock,
// so the messages here are as old as they say.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Json } from '../../testing/serve-slice.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { CHUNK_MESSAGES } from './chunk-terms.rules.ts'
import { lockDigest } from './digests.queries.ts'
import { dropBodies } from './drop-bodies.ts'
import {
  askToDrop,
  countWaiting,
  emptyInboxes,
  insertQuarantined,
  readDigestSums,
  readQuarantined,
  setBodyDays,
} from './messages-fixture.queries.ts'
import { openWorld, type World } from './messages.fixture.ts'
import { digestBehind } from './messages.jobs.ts'
import { firstIdAt } from './messages.rules.ts'

const shared = useTestDatabase()
let world: World
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const at = (days: number) => daysAgo(days).toISOString()
const drop = (bodyDays: number) => dropBodies({ database: shared.database, clock: world.clock }, { bodyDays })

beforeAll(async () => {
  world = await openWorld(shared)
})
afterAll(() => world.live.stop())
beforeEach(async () => {
  await emptyInboxes(shared.owner)
  await setBodyDays(shared.owner, 30)
  world.clock.setTo(new Date().toISOString())
})

async function list(query: Record<string, string> = {}): Promise<Json[]> {
  const { body } = await world.api.call('ada', 'GET', `/messages?${new URLSearchParams(query).toString()}`)
  return body.items
}

describe('what is older than it is kept for', () => {
  test('loses text and octets; its row, money and figures stay, and what is younger stays whole', async () => {
    await world.land('ada', [{ content: 'Your old code is 4711', segments: 2, earnedMicros: 8_600 }], at(31))
    await world.land('ada', ['Your new code is 4712'], at(29))
    await digestBehind(shared.database)
    const before = await readDigestSums(shared.owner, world.uuidOf('ada'))
    expect(await drop(30)).toEqual({ messages: 1, quarantined: 0 })
    const [young, old] = await list()
    expect(young).toMatchObject({ content: 'Your new code is 4712', contentDropped: false })
    expect(old).toMatchObject({ content: null, contentDropped: true, flags: [], segments: 2, earned: '0.008600' })
    const { body: trace } = await world.api.call('ada', 'GET', `/messages/${old.id}`)
    expect(trace).toMatchObject({ contentDropped: true, received: { parts: [] }, decoded: { joined: true } })
    expect(await readDigestSums(shared.owner, world.uuidOf('ada'))).toEqual(before)
    expect(await drop(30)).toEqual({ messages: 0, quarantined: 0 })
  })

  test('is found by its sender and number still, and by none of its words', async () => {
    const texts = Array.from({ length: CHUNK_MESSAGES * 4 }, (_, n) => ({
      content: `rare${n} word`,
      sender: `S${n % 5}`,
    }))
    await world.land('ada', texts, at(40))
    await world.landMany('ada', 2_200, at(10))
    await digestBehind(shared.database)
    expect(await list({ text: 'rare7 word' })).toHaveLength(1)
    expect(await drop(30)).toEqual({ messages: texts.length, quarantined: 0 })
    expect(await list({ text: 'rare7 word' })).toEqual([])
    expect(await list({ sender: 'S3', senderMatch: 'is', limit: '200' })).toHaveLength(102)
  })

  test('waits until it is digested', async () => {
    await world.land('ada', ['Your old code is 4711'], at(31))
    expect(await drop(30)).toEqual({ messages: 0, quarantined: 0 })
    await digestBehind(shared.database)
    expect(await drop(30)).toEqual({ messages: 1, quarantined: 0 })
  })

  test('goes also of an owner who is being digested, once that page has ended', async () => {
    await world.land('ada', ['Your old code is 4711'], at(31))
    await digestBehind(shared.database)
    const locked = Promise.withResolvers<void>()
    const digesting = shared.database.transaction(async (transaction) => {
      await lockDigest(transaction, world.uuidOf('ada'))
      locked.resolve()
      await expect.poll(() => countWaiting(shared.owner)).toBe(1)
    })
    await locked.promise
    expect(await drop(30)).toEqual({ messages: 1, quarantined: 0 })
    await digesting
  })

  test('goes from quarantine as well', async () => {
    for (const days of [45, 5]) {
      await insertQuarantined(shared.owner, world.connectionId, firstIdAt(daysAgo(days)), daysAgo(days))
    }
    expect(await drop(30)).toEqual({ messages: 0, quarantined: 1 })
    expect(await readQuarantined(shared.owner)).toEqual([
      { content: null, octets: 0, flags: 8 },
      { content: 'Your code is 4711', octets: 3, flags: 0 },
    ])
  })
})

describe('nothing goes', () => {
  test('while the setting keeps everything', async () => {
    await world.land('ada', ['Your old code is 4711'], at(400))
    await digestBehind(shared.database)
    expect(await drop(0)).toEqual({ messages: 0, quarantined: 0 })
  })

  test.each([
    ['is younger than the setting says', 30, 29],
    ['is old, but the setting keeps everything', 0, 400],
    ['was received today', 1, 0],
  ])('that %s, even if the program asked for it', async (_what, bodyDays, age) => {
    await setBodyDays(shared.owner, bodyDays)
    const asked = askToDrop(shared.owner, world.uuidOf('ada'), daysAgo(500), daysAgo(age))
    await expect(asked).rejects.toThrow(/are still kept/)
  })
})
