// The routing table's source: what is read, in which order, and of one moment.
import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'
import { loadRouting } from './load-routing.ts'

const test = useTestDatabase()
const NOW_MS = Date.parse('2026-03-10T12:00:00Z')

async function insertUser(username: string): Promise<string> {
  const { rows } = await test.owner.query<{ id: string }>(
    `insert into users (username, email) values ($1, $1 || '@example.test') returning id`,
    [username],
  )
  return rows[0]!.id
}

async function insertRange(range: { name: string; prefix: string; start: string; end: string; status?: string }) {
  const { rows } = await test.owner.query<{ id: string }>(
    `insert into ranges (name, prefix, start_number, end_number, status) values ($1, $2, $3, $4, $5) returning id`,
    [range.name, range.prefix, range.start, range.end, range.status ?? 'active'],
  )
  return rows[0]!.id
}

async function insertPeriods(rangeId: string, ownerId: string, during: string) {
  await test.owner.query('insert into range_owners (range_id, owner_id, during) values ($1, $2, $3)', [
    rangeId,
    ownerId,
    during,
  ])
  await test.owner.query('insert into range_rates (range_id, rate_micros, during) values ($1, 4300, $2)', [
    rangeId,
    during,
  ])
}

describe('loadRouting', () => {
  it('gives ranges by first number with the periods that a late message can still fall into', async () => {
    const ada = await insertUser('ada')
    const ben = await insertUser('ben')
    const upper = await insertRange({ name: 'B', prefix: '4477', start: '0000', end: '0999' })
    const lower = await insertRange({ name: 'A', prefix: '1555', start: '0100', end: '0100', status: 'inactive' })
    await insertPeriods(upper, ada, '[2026-03-09T00:00:00Z,2026-03-10T10:59:00Z)')
    await insertPeriods(upper, ben, '[2026-03-10T10:59:00Z,2026-03-10T11:30:00.5Z)')
    await insertPeriods(upper, ada, '[2026-03-10T11:30:00.5Z,)')
    const { version, rows } = await loadRouting(test.database.kysely, NOW_MS)
    expect(version).toBeGreaterThan(1n)
    expect(rows.map(({ rangeId, start, end, isActive }) => ({ rangeId, start, end, isActive }))).toEqual([
      { rangeId: lower, start: 15_550_100, end: 15_550_100, isActive: false },
      { rangeId: upper, start: 44_770_000, end: 44_770_999, isActive: true },
    ])
    expect(rows[0]).toMatchObject({ owners: [], rates: [], isTest: false })
    const changeMs = Date.parse('2026-03-10T11:30:00.500Z')
    expect(rows[1]?.owners).toEqual([
      { ownerId: ben, fromMs: Date.parse('2026-03-10T10:59:00Z'), untilMs: changeMs },
      { ownerId: ada, fromMs: changeMs, untilMs: Infinity },
    ])
    expect(rows[1]?.rates.at(-1)).toEqual({ rateMicros: 4300n, fromMs: changeMs, untilMs: Infinity })
  })

  it('names every change by another version', async () => {
    const before = await loadRouting(test.database.kysely, NOW_MS)
    const again = await loadRouting(test.database.kysely, NOW_MS)
    expect(again.version).toBe(before.version)
    await test.owner.query(`update ranges set status = 'inactive' where name = 'B'`)
    const after = await loadRouting(test.database.kysely, NOW_MS)
    expect(after.version).toBeGreaterThan(before.version)
    expect(after.rows.every((row) => !row.isActive)).toBe(true)
  })

  it('reads version and rows of one moment while ranges change', async () => {
    await test.owner.query(`update ranges set status = 'active'`)
    const start = await loadRouting(test.database.kysely, NOW_MS)
    const enough = new AbortController()
    const changes = (async () => {
      for (let change = 1; !enough.signal.aborted; change++) {
        await test.owner.query('update ranges set status = $1', [change % 2 === 1 ? 'inactive' : 'active'])
      }
    })()
    const seen = new Set<bigint>()
    for (let load = 0; load < 200 || seen.size < 3; load++) {
      const { version, rows } = await loadRouting(test.database.kysely, NOW_MS)
      seen.add(version)
      const active = (version - start.version) % 2n === 0n
      expect(rows.map((row) => row.isActive)).toEqual([active, active])
    }
    enough.abort()
    await changes
  })

  it('reads more ranges than one chunk holds, without losing one', async () => {
    await test.owner.query(`
      insert into ranges (name, prefix, start_number, end_number)
      select 'Bulk', '99', lpad((i * 10)::text, 8, '0'), lpad((i * 10 + 9)::text, 8, '0')
      from generate_series(0, 45000) i`)
    const { rows } = await loadRouting(test.database.kysely, NOW_MS)
    expect(rows).toHaveLength(45_003)
    expect(rows.every((row, index) => index === 0 || row.start > rows[index - 1]!.end)).toBe(true)
  })
})
