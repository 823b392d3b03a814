import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { createTestDatabase, useTestDatabase } from '../testing/test-database.ts'
import { clientSettings, openDatabase, waitForDatabase } from './database.ts'
import { createSilentLog } from './log.ts'

const log = createSilentLog()
const shared = useTestDatabase()

async function readOne(text: string): Promise<unknown> {
  const { rows } = await shared.database.hot.query<{ value: unknown }>(`select ${text} as value`)
  return rows[0]?.value
}

describe('values', () => {
  test.each<[string, unknown]>([
    ['9007199254740993::int8', 9007199254740993n],
    ["array[1, null, '9007199254740993']::int8[]", [1n, null, 9007199254740993n]],
    ['1.10::numeric', '1.10'],
    ['array[1.10]::numeric[]', ['1.10']],
    ['1::int4', 1],
    ["date '2026-02-01'", '2026-02-01'],
    ["timestamptz '2026-02-01T00:00:00Z'", new Date('2026-02-01T00:00:00Z')],
    ["timestamptz '-infinity'", new Date(-8.64e15)],
    ["timestamptz 'infinity'", new Date(8.64e15)],
    ["'\\x0102'::bytea", Buffer.from([1, 2])],
    ['null::int8', null],
  ])('%s is read as %s', async (text, expected) => {
    expect(await readOne(text)).toEqual(expected)
  })

  test('a bigint is written as it is, alone and in an array', async () => {
    const values = [9007199254740993n, [9007199254740993n, -1n]]
    const { rows } = await shared.database.hot.query('select $1::int8 as one, $2::int8[] as many', values)
    expect(rows).toEqual([{ one: values[0], many: values[1] }])
  })
})

describe('rights', () => {
  test('the program works as the app role on both pools and may not change tables', async () => {
    expect(await readOne('current_user')).toBe('inrange_app')
    const { rows } = await sql<{ who: string }>`select current_user as who`.execute(shared.database.kysely)
    expect(rows).toEqual([{ who: 'inrange_app' }])
    await expect(shared.database.hot.query('create table mine ()')).rejects.toMatchObject({ code: '42501' })
  })

  test('the program may read the list of migrations but not write it', async () => {
    expect((await shared.database.hot.query('select from migrations')).rowCount).toBeGreaterThan(0)
    await expect(shared.database.hot.query('delete from migrations')).rejects.toMatchObject({ code: '42501' })
  })

  test('the owner of the database may do both', async () => {
    await shared.owner.query('create table owned (); drop table owned')
  })
})

describe('transactions', () => {
  test('what succeeds is kept, what throws is undone', async () => {
    await shared.owner.query('create table kept (id int); grant all on kept to inrange_app')
    await shared.database.transaction((tx) => sql`insert into kept values (1)`.execute(tx))
    const failing = shared.database.transaction(async (tx) => {
      await sql`insert into kept values (2)`.execute(tx)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect((await shared.owner.query('select id from kept')).rows).toEqual([{ id: 1 }])
  })

  test('two that conflict both succeed, because the loser is run again', async () => {
    await shared.owner.query('create table counter as select 0 as n; grant all on counter to inrange_app')
    let runs = 0
    const meet = Promise.withResolvers<void>()
    const increment = (): Promise<unknown> =>
      shared.database.transaction(
        async (tx) => {
          runs += 1
          const { rows } = await sql<{ n: number }>`select n from counter`.execute(tx)
          // Both read before either writes; the run after the conflict finds the gate open.
          if (runs >= 2) meet.resolve()
          await meet.promise
          await sql`update counter set n = ${(rows[0]?.n ?? 0) + 1}`.execute(tx)
        },
        { isolation: 'serializable' },
      )
    await Promise.all([increment(), increment()])
    expect((await shared.owner.query('select n from counter')).rows).toEqual([{ n: 2 }])
    expect(runs).toBe(3)
  })

  test('a conflict that never ends is given up, and other errors are not tried again', async () => {
    let runs = 0
    const conflict = Object.assign(new Error('could not serialize'), { code: '40001' })
    const failWith = (error: Error): Promise<never> =>
      shared.database.transaction(() => {
        runs += 1
        throw error
      })
    await expect(failWith(conflict)).rejects.toBe(conflict)
    expect(runs).toBe(6)
    runs = 0
    await expect(failWith(new Error('other'))).rejects.toThrow('other')
    expect(runs).toBe(1)
  })
})

test('connections that the server cuts, idle or inside a transaction, are replaced and end nothing', async () => {
  const own = await createTestDatabase()
  const database = await openDatabase({ connectionString: own.connectionString, log, hotPoolSizeMax: 1 })
  const killer = new pg.Client(clientSettings(own.connectionString, 'killer'))
  await killer.connect()
  const pid = async (): Promise<unknown> => (await database.hot.query('select pg_backend_pid() as pid')).rows[0]
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  const first = await pid()
  const held = database.transaction(async (tx) => {
    await sql`select 1`.execute(tx)
    await killer.query(cut)
    await sql`select 2`.execute(tx)
  })
  await expect(held).rejects.toThrow(/terminat|not queryable|ECONNRESET/i)
  await expect.poll(() => pid().catch(() => first)).not.toEqual(first)
  expect(await database.transaction((tx) => sql`select 3 as n`.execute(tx))).toMatchObject({ rows: [{ n: 3 }] })
  await database.close()
  await killer.end()
  await own.drop()
})

describe('waiting for the server at start', () => {
  test('returns at once when it is there', async () => {
    await expect(
      waitForDatabase({ connectionString: shared.connectionString, log, waitMs: 1 }),
    ).resolves.toBeUndefined()
  })

  test('gives up after the time with the address, without the password', async () => {
    const connectionString = 'postgresql://ann:pw1@127.0.0.1:1/inrange'
    const wait = waitForDatabase({ connectionString, log, waitMs: 60 })
    await expect(wait).rejects.toThrow(/ann:\*\*\*@127\.0\.0\.1:1\/inrange cannot be used: connect ECONNREFUSED/)
    await expect(wait).rejects.not.toThrow(/pw1/)
  })

  test('does not wait for what time will not mend', async () => {
    const wrong = new URL(shared.connectionString)
    wrong.pathname = '/there_is_no_such_database'
    const wait = waitForDatabase({ connectionString: wrong.href, log, waitMs: 3_600_000 })
    await expect(wait).rejects.toThrow(/does not exist/)
  })
})

test('a test that leaves a connection open is told so', async () => {
  const own = await createTestDatabase({ empty: true })
  const leaked = new pg.Client(clientSettings(own.connectionString, 'the-leak'))
  leaked.on('error', () => undefined)
  await leaked.connect()
  await expect(own.drop()).rejects.toThrow(/left connections open:\nthe-leak/)
})
