// Statements through the served operations, over journals with dates of their own.
import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decimalToMicros, microsToDecimal } from '@inrange/contract/money'
import { createManualClock } from '../../platform/clock.ts'
import { serveSlice, type SliceCaller, type SliceClient } from '../../testing/serve-slice.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { makeOwner } from '../ledger/ledger-fixture.queries.ts'
import { statementFile } from './read-statement.ts'
import { walletRoutes } from './wallet.routes.ts'

const db = useTestDatabase()
const clock = createManualClock('2026-04-10T12:00:00Z')
const callers = new Map<string, SliceCaller>()
let api: SliceClient
let ownerId: string

beforeAll(() => {
  api = serveSlice(walletRoutes({ database: db.database, clock }), callers)
})
beforeEach(async () => {
  ownerId = await newOwner()
})

async function newOwner(): Promise<string> {
  const userId = await makeOwner(db.database.kysely)
  callers.set('owner', { userId, role: 'user' })
  await db.owner.query('select count(*) from ledger.lock_accounts($1, $2)', [[userId], ['custody_paypal']])
  await db.owner.query('select count(*) from ledger.lock_accounts($1, $2)', [[userId], ['deficit']])
  return userId
}

/** Between which accounts each code runs. */
const courses = {
  earning_settled: ['message_earnings', 'maturing'],
  earning_matured: ['maturing', 'available'],
  deposit: ['custody_paypal', 'available'],
  hold: ['available', 'held'],
  hold_released: ['held', 'available'],
  hold_settled: ['held', 'custody_paypal'],
  deposit_reversed: ['available', 'custody_paypal'],
} as const
type Posted = { code: keyof typeof courses; at: string; micros: bigint; resolves?: string | null; description?: string }

/** Behind the program's back, so that a transfer can be of another day; ids begin with that day too. */
async function post(owner: string, { code, at, micros, resolves = null, description = '' }: Posted): Promise<string> {
  const [debit, credit] = courses[code]
  const { rows } = await db.owner.query<{ id: string }>(
    `insert into ledger.transfers (owner_id, id, debit_account_id, credit_account_id, amount_micros, code,
       idempotency_key, description, resolves_id, created_at)
     select $1, uuidv7($2::timestamptz - clock_timestamp()), d.id, c.id, $3, $4, gen_random_uuid()::text, $5, $6, $2
     from ledger.accounts d, ledger.accounts c
     where d.owner_id = $1 and c.owner_id = $1 and d.kind = $7 and c.kind = $8 returning id`,
    [owner, at, micros, code, description, resolves, debit, credit],
  )
  return rows[0]?.id ?? ''
}

type Statement = {
  opening: string
  closing: string
  isOver: boolean
  movements: { label: string; amount: string; entries: number }[]
  entries: { at: string; label: string; description: string; amount: string; balance: string }[]
}
async function statementOf(month: string): Promise<Statement> {
  const { status, body } = await api.call('owner', 'GET', `/wallet/statements/${month}`)
  expect(status).toBe(200)
  return body as Statement
}
async function textOf(path: string): Promise<string> {
  const response = await api.app.request(path, { headers: { authorization: 'Bearer owner' } })
  expect(response.status).toBe(200)
  return await response.text()
}
const micros = (decimal: string) => decimalToMicros(decimal) ?? 0n

test('there are none before anything was posted; then one for every month up to this', async () => {
  expect((await api.call('owner', 'GET', '/wallet/statements')).body).toEqual({ items: [] })
  await post(ownerId, { code: 'deposit', at: '2026-02-28T23:59:59Z', micros: 10_000_000n })
  expect((await api.call('owner', 'GET', '/wallet/statements')).body).toEqual({
    items: [
      { month: '2026-04', isOver: false },
      { month: '2026-03', isOver: true },
      { month: '2026-02', isOver: true },
    ],
  })
})

test('a month holds what came and went in it, to the second, with the balance after each', async () => {
  await post(ownerId, { code: 'deposit', at: '2026-02-28T23:59:59.999999Z', micros: 50_000_000n })
  await post(ownerId, { code: 'deposit', at: '2026-03-01T00:00:00Z', micros: 10_000_000n, description: 'By PayPal' })
  const hold = await post(ownerId, { code: 'hold', at: '2026-03-05T10:00:00Z', micros: 20_000_000n })
  await post(ownerId, { code: 'hold_settled', at: '2026-03-06T10:00:00Z', micros: 20_000_000n, resolves: hold })
  await post(ownerId, { code: 'deposit', at: '2026-04-01T00:00:00Z', micros: 1_000_000n })
  expect(await statementOf('2026-03')).toEqual({
    month: '2026-03',
    isOver: true,
    opening: '50.000000',
    closing: '40.000000',
    movements: [
      { label: 'Deposits', amount: '10.000000', entries: 1 },
      { label: 'Withdrawals, fees included', amount: '-20.000000', entries: 1 },
    ],
    entries: [
      expect.objectContaining({
        label: 'Deposit',
        description: 'By PayPal',
        amount: '10.000000',
        balance: '60.000000',
      }),
      expect.objectContaining({ label: 'Withdrawal', amount: '-20.000000', balance: '40.000000' }),
    ],
    isShortened: false,
  })
  // A month without movements is one too; what is no month is refused.
  expect(await statementOf('2025-12')).toMatchObject({ opening: '0.000000', closing: '0.000000', entries: [] })
  expect((await api.call('owner', 'GET', '/wallet/statements/2026-13')).status).not.toBe(200)
})

test('is nobody else’s', async () => {
  await post(ownerId, { code: 'deposit', at: '2026-03-01T00:00:00Z', micros: 10_000_000n })
  await newOwner()
  expect(await statementOf('2026-03')).toMatchObject({ opening: '0.000000', closing: '0.000000', entries: [] })
})

const step = fc.record({
  kind: fc.constantFrom('earn', 'deposit', 'hold', 'release', 'settle', 'reverse'),
  micros: fc.bigInt(1n, 90_000_000n),
  minutes: fc.integer({ min: 0, max: 12_000 }),
})

/** Plays the steps in order of time, each as far as the money allows. @returns what was had at each moment */
async function play(owner: string, steps: readonly { kind: string; micros: bigint; minutes: number }[]) {
  let atMs = Date.parse('2026-01-20T00:00:00Z')
  let [available, held] = [0n, 0n]
  const open: { id: string; micros: bigint }[] = []
  const history: { at: string; total: bigint }[] = []
  for (const { kind, micros: wanted, minutes } of steps) {
    atMs += minutes * 60_000
    const at = new Date(atMs).toISOString()
    const amount = kind === 'hold' || kind === 'reverse' ? (wanted < available ? wanted : available) : wanted
    if (amount === 0n) continue
    if (kind === 'earn') {
      await post(owner, { code: 'earning_settled', at, micros: amount })
      await post(owner, { code: 'earning_matured', at, micros: amount })
      available += amount
    } else if (kind === 'deposit') {
      await post(owner, { code: 'deposit', at, micros: amount })
      available += amount
    } else if (kind === 'reverse') {
      await post(owner, { code: 'deposit_reversed', at, micros: amount })
      available -= amount
    } else if (kind === 'hold') {
      open.push({ id: await post(owner, { code: 'hold', at, micros: amount }), micros: amount })
      ;[available, held] = [available - amount, held + amount]
    } else {
      const hold = open.pop()
      if (!hold) continue
      const code = kind === 'settle' ? 'hold_settled' : 'hold_released'
      await post(owner, { code, at, micros: hold.micros, resolves: hold.id })
      held -= hold.micros
      if (kind === 'release') available += hold.micros
    }
    history.push({ at, total: available + held })
  }
  return history
}

test('opening and movements make closing, months follow each other, whatever happened', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const owner = await newOwner()
      const history = await play(owner, steps)
      const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05']
      let formerClosing = 0n
      for (const month of months) {
        const statement = await statementOf(month)
        const moved = statement.movements.reduce((sum, { amount }) => sum + micros(amount), 0n)
        const listed = statement.entries.reduce((sum, { amount }) => sum + micros(amount), 0n)
        const known = history.filter(({ at }) => at.slice(0, 7) <= month).at(-1)?.total ?? 0n
        expect(micros(statement.opening)).toBe(formerClosing)
        expect(micros(statement.opening) + moved).toBe(micros(statement.closing))
        expect(listed).toBe(moved)
        expect(statement.entries.at(-1)?.balance ?? statement.opening).toBe(statement.closing)
        expect(statement.closing).toBe(microsToDecimal(known))
        formerClosing = micros(statement.closing)
      }
    }),
    { numRuns: 20 },
  )
})

describe('as CSV', () => {
  test('it has every entry between its opening and its closing balance, also over several pages', async () => {
    await post(ownerId, { code: 'deposit', at: '2026-02-01T00:00:00Z', micros: 5_000_000n })
    for (const hour of ['01', '02', '03'])
      await post(ownerId, { code: 'deposit', at: `2026-03-01T${hour}:00:00Z`, micros: 1_250_000n, description: '=1+1' })
    const whole = await textOf('/wallet/statements/2026-03/csv')
    expect(whole.split('\r\n').map((line) => line.replace(/trf_\w+/, 'trf'))).toEqual([
      'at,label,description,amount_usd,balance_usd,transfer_id',
      '2026-03-01T00:00:00.000Z,Opening balance,,,5,',
      "2026-03-01T01:00:00.000Z,Deposit,'=1+1,1.25,6.25,trf",
      "2026-03-01T02:00:00.000Z,Deposit,'=1+1,1.25,7.5,trf",
      "2026-03-01T03:00:00.000Z,Deposit,'=1+1,1.25,8.75,trf",
      '2026-04-01T00:00:00.000Z,Closing balance,,,8.75,',
      '',
    ])
    const paged: unknown[] = []
    const file = statementFile({ database: db.database, clock }, { ownerId, month: '2026-03' }, 2)
    for await (const rows of file.pages) paged.push(...rows)
    expect(paged).toHaveLength(5)
  })
})

/** The stream of an object of the file, inflated; empty when it has none. */
function streamOf(file: Buffer, object: string): string {
  const text = file.toString('latin1')
  const begin = text.indexOf(`\n${object} 0 obj`)
  const start = /stream\r?\n/g
  start.lastIndex = begin
  const found = start.exec(text)
  if (begin < 0 || !found) return ''
  const from = found.index + found[0].length
  return inflateSync(file.subarray(from, text.indexOf('endstream', from))).toString('latin1')
}

/** What a reader would select: glyphs through the ToUnicode maps of their fonts, page by page in order of drawing. */
function selectableText(file: Buffer): string {
  const raw = file.toString('latin1')
  const maps = new Map<string, Map<number, string>>()
  for (const [, font = '', object = ''] of raw.matchAll(/\/F(\d+) (\d+) 0 R/g)) {
    const body = raw.slice(raw.indexOf(`\n${object} 0 obj`)).split('endobj')[0] ?? ''
    maps.set(font, mapOf(streamOf(file, /\/ToUnicode (\d+) 0 R/.exec(body)?.[1] ?? '')))
  }
  let text = ''
  for (const [, object = ''] of raw.matchAll(/\/Contents (\d+) 0 R/g)) {
    let font = ''
    const marks = streamOf(file, object).matchAll(/\/F(\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*>\s*-?[\d.]*\s*)+)\] TJ/g)
    for (const [, next, glyphs = ''] of marks) {
      if (next !== undefined) font = next
      const codes =
        glyphs
          .match(/<[0-9a-f]*>/g)
          ?.join('')
          .replace(/[<>]/g, '')
          .match(/[0-9a-f]{4}/g) ?? []
      text += codes.map((code) => maps.get(font)?.get(Number.parseInt(code, 16)) ?? '').join('')
      if (next === undefined) text += '\n'
    }
  }
  return text
}

function mapOf(cmap: string): Map<number, string> {
  const map = new Map<number, string>()
  for (const [, first = '', list = ''] of cmap.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g)) {
    const from = Number.parseInt(first, 16)
    // A glyph may stand for several characters, <0066 0069>, or for none, <>.
    for (const [index, entry] of (list.match(/<[^>]*>/g) ?? []).entries()) {
      const units = entry.match(/[0-9a-f]{4}/g) ?? []
      map.set(from + index, String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))))
    }
  }
  return map
}

async function pdfOf(month: string): Promise<Buffer> {
  const path = `/wallet/statements/${month}/pdf`
  const response = await api.app.request(path, { headers: { authorization: 'Bearer owner' } })
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('content-disposition')).toContain(`statement-${month}.pdf`)
  return Buffer.from(await response.arrayBuffer())
}

describe('as PDF', () => {
  test('it says its title and language, is tagged, and its text can be selected, whatever the name', async () => {
    await db.owner.query('update users set email = $2 where id = $1', [ownerId, 'łukasz.ωмир@example.com'])
    await post(ownerId, { code: 'deposit', at: '2026-03-01T00:00:00Z', micros: 1_234_567_800n })
    const file = await pdfOf('2026-03')
    const raw = file.toString('latin1')
    for (const mark of [
      '/Lang (en)',
      '/MarkInfo',
      '/Marked true',
      '/StructTreeRoot',
      '/DisplayDocTitle true',
      '/Title',
    ])
      expect(raw).toContain(mark)
    const text = selectableText(file)
    for (const line of ['Account statement', 'March 2026', 'łukasz.ωмир@example.com', 'Opening balance', '+$1,234.56'])
      expect(text).toContain(line)
    expect(text).toContain('Page 1 of 1')
  })

  test('earnings of a day are one line, and a long month has more pages', async () => {
    for (let hour = 0; hour < 5; hour += 1) {
      const at = `2026-03-02T0${hour}:00:00Z`
      await post(ownerId, { code: 'earning_settled', at, micros: 1_000_000n })
      await post(ownerId, { code: 'earning_matured', at, micros: 1_000_000n })
    }
    const text = selectableText(await pdfOf('2026-03'))
    expect(text).toContain('5 hours')
    expect(text).toContain('+$5.00')
    expect(text.match(/\+\$1\.00/g)).toBeNull()
    await db.owner.query(
      `insert into ledger.transfers (owner_id, id, debit_account_id, credit_account_id, amount_micros, code,
         idempotency_key, created_at)
       select $1, uuidv7('2026-03-03'::timestamptz - clock_timestamp()), d.id, c.id, 10000, 'deposit', n::text,
         '2026-03-03'::timestamptz + n * interval '1 minute'
       from ledger.accounts d, ledger.accounts c, generate_series(1, 60) n
       where d.owner_id = $1 and c.owner_id = $1 and d.kind = 'custody_paypal' and c.kind = 'available'`,
      [ownerId],
    )
    expect(selectableText(await pdfOf('2026-03'))).toContain('Page 3 of 3')
  })
})
