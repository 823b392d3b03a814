// Turns at the database: bounded at once, bounded in time, and never stuck.
import { afterAll, expect, test } from 'vitest'
import type { Queryable } from '../../platform/database.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { pause } from './search-fixture.queries.ts'
import { createTurns } from './search.turns.ts'

const db = useTestDatabase()
const never = new AbortController()
afterAll(() => never.abort())

test('a statement that runs too long is stopped, and the connection is good again', async () => {
  const turns = createTurns({ atOnce: 1 })
  const times = { statementMs: 120, groupMs: 2_000 }
  expect(await turns.take(db.database, never.signal, times, (database) => pause(database, 5))).toBe('too_slow')
  expect(await turns.take(db.database, never.signal, times, (database) => pause(database, 0))).toBe('paused')
})

test('nobody waits longer than their time, though the statement has not ended', async () => {
  const turns = createTurns({ atOnce: 1 })
  const times = { statementMs: 120, groupMs: 20 }
  const startedMs = performance.now()
  expect(await turns.take(db.database, never.signal, times, (database) => pause(database, 5))).toBe('too_slow')
  expect(performance.now() - startedMs).toBeLessThan(110)
})

test('no more than so many run at once, and all who wait in time get their turn', async () => {
  const turns = createTurns({ atOnce: 2 })
  const times = { statementMs: 120, groupMs: 5_000 }
  let running = 0
  let most = 0
  const results = await Promise.all(
    Array.from({ length: 12 }, () =>
      turns.take(db.database, never.signal, times, async (database) => {
        running += 1
        most = Math.max(most, running)
        await pause(database, 0.005)
        running -= 1
        return 'done'
      }),
    ),
  )
  expect([results.filter((result) => result === 'done').length, most]).toEqual([12, 2])
})

test('whoever has left is passed over, and those behind go on', async () => {
  const turns = createTurns({ atOnce: 1 })
  const times = { statementMs: 120, groupMs: 5_000 }
  const leaving = new AbortController()
  const first = turns.take(db.database, never.signal, times, (database) => pause(database, 0.03))
  const left = turns.take(db.database, leaving.signal, times, (database) => pause(database, 0))
  const behind = turns.take(db.database, never.signal, times, (database) => pause(database, 0))
  leaving.abort()
  expect(await Promise.all([first, left, behind])).toEqual(['paused', 'too_slow', 'paused'])
})

test('work of several statements begins no further one when nobody waits any more', async () => {
  const turns = createTurns({ atOnce: 1 })
  let ended = 0
  const work = async (database: Queryable) => {
    for (; ended < 20; ended += 1) await pause(database, 0.03)
  }
  expect(await turns.take(db.database, never.signal, { statementMs: 120, groupMs: 50 }, work)).toBe('too_slow')
  const times = { statementMs: 120, groupMs: 5_000 }
  await turns.take(db.database, never.signal, times, (database) => pause(database, 0))
  expect(ended).toBeLessThan(5)
})
