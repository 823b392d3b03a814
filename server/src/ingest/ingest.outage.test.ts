// What the pipeline does when it cannot write: it waits, gives back in time what it cannot take, loses nothing, and
// lets no single item hold up others.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useTestDatabase } from '../testing/test-database.ts'
import { buildWorld, NOW, openTestIngest, openTestSession, type TestPort, type World } from './ingest.fixture.ts'
import { blockCommits, readDifferences, readLanded, refuseText } from './ingest.fixture.queries.ts'
import type { Ingest } from './open-ingest.ts'

const db = useTestDatabase()
const nowMs = Date.parse(NOW)
let world: World
let ingest: Ingest
let clock: Awaited<ReturnType<typeof openTestIngest>>['clock']
let port: TestPort

beforeAll(async () => {
  world = await buildWorld(db.owner)
  ;({ ingest, clock } = await openTestIngest(db, world.facts))
  port = await openTestSession(ingest, world.facts)
})
afterAll(() => ingest.stop())

async function times(content: string): Promise<number> {
  return (await readLanded(db.owner)).filter((row) => row.content === content).length
}

test('while nothing can be written, what waits is given back in time, and what was under way lands once', async () => {
  const release = await blockCommits(db.owner)
  const first = port.send({ text: 'under way' }, nowMs)
  // The batches that a lane may have in flight are taken; what comes after them waits in the queue.
  await vi.waitFor(() => expect(ingest.stats()).toMatchObject({ queued: 0, inFlight: 1 }))
  const second = port.send({ text: 'under way too' }, nowMs)
  await vi.waitFor(() => expect(ingest.stats()).toMatchObject({ queued: 0, inFlight: 2 }))
  const waiting = port.send({ text: 'given back' }, nowMs)
  clock.advanceMs(9_000)
  expect(await waiting).toBe('unavailable')
  expect(await times('under way')).toBe(0)
  await release()
  expect(await Promise.all([first, second])).toEqual(['accepted', 'accepted'])
  expect(await times('given back')).toBe(0)
})

test('an answer that came too late to be believed: the same again on the same session is its redelivery, once', async () => {
  expect(await port.send({ text: 'under way' }, clock.nowMs())).toBe('duplicate')
  expect(await times('under way')).toBe(1)
  expect(await port.send({ text: 'under way' }, clock.nowMs())).toBe('accepted')
})

test('what was given back was never answered with success, so the same again is a message', async () => {
  expect(await port.send({ text: 'given back' }, clock.nowMs())).toBe('accepted')
})

test('an item that PostgreSQL refuses stands alone in the end, and all others of its batch land', async () => {
  await refuseText(db.owner, 'poison')
  const texts = Array.from({ length: 20 }, (_, index) => (index === 13 ? 'poison' : `beside it ${index}`))
  const outcomes = await Promise.all(texts.map((text) => port.send({ text }, clock.nowMs())))
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(19)
  expect(outcomes[13]).toBe('unavailable')
  expect(await times('poison')).toBe(0)
  expect(await readDifferences(db.owner)).toEqual([])
})
