import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type OwnDatabase } from '../testing/test-database.ts'
import { createLog, createSilentLog } from './log.ts'
import { digestMigrations, migrate } from './migrate.ts'
import { startFaultText, type StartFault } from './start-fault.ts'

let own: OwnDatabase
let sqlDir: string

beforeEach(async () => {
  own = await createTestDatabase({ empty: true })
  sqlDir = mkdtempSync(join(tmpdir(), 'inrange-sql-'))
  write('000001-first.sql', 'create table first (id int primary key);')
  write('000002-second.sql', 'create table second (id int); insert into second values (1);')
})

afterEach(async () => {
  rmSync(sqlDir, { recursive: true })
  await own.drop()
})

function write(name: string, text: string): void {
  writeFileSync(join(sqlDir, name), text)
}

function remove(name: string): void {
  rmSync(join(sqlDir, name))
}

function run(log = createSilentLog()): Promise<string[]> {
  return migrate({ connectionString: own.connectionString, log, sqlDir })
}

async function query(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: own.connectionString })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows.map((row) => Object.values(row)[0])
  } finally {
    await client.end()
  }
}

async function fault(): Promise<StartFault> {
  return run().then(
    () => expect.fail('The migration was expected to be refused'),
    (error: unknown) => error as StartFault,
  )
}

describe('taking the files', () => {
  test('a new database takes all files in order, and a second start takes none', async () => {
    expect(await run()).toEqual(['000001-first.sql', '000002-second.sql'])
    expect(await run()).toEqual([])
    expect(await query('select name from migrations order by id')).toEqual(['000001-first.sql', '000002-second.sql'])
  })

  test('a file added later is taken alone', async () => {
    await run()
    write('000003-third.sql', 'create table third ()')
    expect(await run()).toEqual(['000003-third.sql'])
  })

  test('programs that start together migrate once', async () => {
    const results = await Promise.all([run(), run(), run(), run()])
    expect(results.flat()).toEqual(['000001-first.sql', '000002-second.sql'])
    expect(await query('select count(*) from second')).toEqual(['1'])
  })

  test('the generated picture of the schema is no migration', async () => {
    write('schema.sql', 'this is not run')
    expect(await run()).toHaveLength(2)
  })

  test('a file that fails leaves nothing of itself, names its line, and is taken when repaired', async () => {
    write('000003-third.sql', 'create table third ();\ncreate tabel oops ();')
    expect((await fault()).message).toMatch(/000003-third\.sql failed at line 2: syntax error/)
    expect(await query(`select to_regclass('third')`)).toEqual([null])
    write('000003-third.sql', 'create table third ();')
    expect(await run()).toEqual(['000003-third.sql'])
  })
})

describe('a database ahead of the program', () => {
  test('by a breaking migration: refused with exit code 57, and nothing is changed', async () => {
    write('000003-third.sql', '--! breaking\ncreate table third ();')
    await run()
    remove('000003-third.sql')
    const refused = await fault()
    expect(refused.exitCode).toBe(57)
    expect(startFaultText(refused)).toMatch(/000003-third\.sql[^]*Start the newer release/)
  })

  test('by one that is not breaking: works on, with a warning that names it', async () => {
    write('000003-third.sql', 'create table third (); --! breaking')
    await run()
    remove('000003-third.sql')
    const lines: string[] = []
    expect(await run(createLog({ level: 'warn', stream: { write: (line) => void lines.push(line) } }))).toEqual([])
    expect(lines.join('')).toContain('000003-third.sql')
  })
})

describe('files that do not fit the database', () => {
  test('a changed file is refused by name', async () => {
    await run()
    write('000001-first.sql', 'create table first (id bigint primary key);')
    expect((await fault()).message).toContain('000001-first.sql was changed')
  })

  test('the same file with other line ends is the same file', async () => {
    write('000003-third.sql', 'create table third ();\n-- done\n')
    await run()
    write('000003-third.sql', 'create table third ();\r\n-- done\r\n')
    expect(await run()).toEqual([])
  })

  test('a removed file is refused by name', async () => {
    await run()
    remove('000001-first.sql')
    expect((await fault()).message).toContain('000001-first.sql, which this program does not have')
  })

  test('a file before the newest applied one is refused by name', async () => {
    await run()
    remove('000002-second.sql')
    write('000004-fourth.sql', 'select 1')
    write('000002-second.sql', 'create table second (id int); insert into second values (1);')
    await run()
    write('000003-late.sql', 'select 1')
    expect((await fault()).message).toContain('000003-late.sql comes before')
  })

  test.each(['first.sql', '3-third.sql', '000003-Third.sql', '000003_third.sql'])(
    'a misnamed file is refused: %s',
    async (name) => {
      write(name, 'select 1')
      expect((await fault()).message).toContain(`${name} is misnamed`)
    },
  )

  test('two files of one number are refused', async () => {
    write('000002-again.sql', 'select 1')
    expect((await fault()).message).toContain('have one number')
  })
})

test('the digest is the same for the same files and another when one changes', () => {
  const before = digestMigrations(sqlDir)
  expect(digestMigrations(sqlDir)).toBe(before)
  write('000002-second.sql', 'select 2')
  expect(digestMigrations(sqlDir)).not.toBe(before)
})
