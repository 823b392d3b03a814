// CDR reports through the served operations: the same figures whichever rollup they come from, refusals in words, and
// one line a message as a file.
import { beforeAll, describe, expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import type { Json } from '../../testing/serve-slice.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { closeDays } from '../insights/close-days.ts'
import { digestPage } from '../messages/digest-messages.ts'
import { landMany, landMessages } from '../messages/messages-fixture.queries.ts'
import { insertSenderDay, insertTraffic } from './reports-fixture.queries.ts'
import { openWorld, type World } from './reports.fixture.ts'

const db = useTestDatabase()
let world: World
beforeAll(async () => {
  world = await openWorld(db)
  const at = (name: 'ada' | 'ben', hour: string, messages: number, earnedMicros: number) =>
    insertTraffic(db.owner, {
      ownerId: world.uuidOf(name),
      rangeId: world.ranges[name],
      connectionId: world.connectionId,
      hour: `${hour}:00:00Z`,
      messages,
      segments: messages * 2,
      earnedMicros,
    })
  await at('ada', '2016-05-01T10', 5, 50)
  await at('ada', '2026-03-01T22', 10, 43_000)
  await at('ada', '2026-03-01T23', 20, 86_000)
  await at('ada', '2026-03-02T00', 30, 129_001)
  await at('ben', '2026-03-01T23', 7, 70_000)
  // Through the first of March; the second is open.
  await closeDays({ database: db.database, clock: createManualClock('2026-03-03T12:00:00Z') })
  await world.land('ada', [{ sender: 'Acme' }, { sender: 'Zed' }], '2026-03-09T10:00:00Z')
  await insertSenderDay(db.owner, {
    ownerId: world.uuidOf('ada'),
    day: '2026-03-09',
    sender: 'Acme',
    messages: 9,
    earnedMicros: 9,
  })
  await insertSenderDay(db.owner, {
    ownerId: world.uuidOf('ada'),
    day: '2026-03-09',
    sender: '',
    messages: 1,
    earnedMicros: 1,
  })
})

const days = (from: string, to: string) => ({ period: 'custom', from, to })
async function report(username: string, body: Record<string, unknown>): Promise<Json> {
  const answer = await world.api.call(username, 'POST', '/reports/cdr', body)
  if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
async function refusal(username: string, body: Record<string, unknown>): Promise<unknown> {
  const { status, body: answer } = await world.api.call(username, 'POST', '/reports/cdr', body)
  return status === 404 ? 404 : Object.keys(answer.error.fields).join()
}
const figuresOf = (answer: Json) =>
  answer.lines.map((line: Json) => [line.label, line.messages, line.segments, line.earned])

test('by day: every day of the period, closed ones and open ones alike, and totals that are their sum', async () => {
  const found = await report('ada', { ...days('2026-02-28', '2026-03-03'), groupBy: 'day' })
  expect(figuresOf(found)).toEqual([
    ['2026-02-28', 0, 0, '0.000000'],
    ['2026-03-01', 30, 60, '0.129000'],
    ['2026-03-02', 30, 60, '0.129001'],
    ['2026-03-03', 0, 0, '0.000000'],
  ])
  // An average is cut, never rounded up.
  expect(found.totals).toEqual({ messages: 60, segments: 120, earned: '0.258001', rate: '0.002150', share: 1 })
  expect(found).toMatchObject({ lineCount: 4, isInUtcDays: false, countedUntil: null })
})

test('by day of another zone: an hour belongs to the day in which it begins there', async () => {
  const found = await report('ada', { ...days('2026-03-01', '2026-03-02'), groupBy: 'day', zone: 'Europe/Berlin' })
  expect(figuresOf(found)).toEqual([
    ['2026-03-01', 10, 20, '0.043000'],
    ['2026-03-02', 50, 100, '0.215001'],
  ])
})

test('the same period in another zone has the same total, whatever it is grouped by', async () => {
  const period = { ...days('2026-03-02', '2026-03-02'), zone: 'Europe/Berlin' }
  for (const groupBy of ['day', 'range', 'country', 'message']) {
    expect((await report('ada', { ...period, groupBy })).totals.messages, groupBy).toBe(50)
  }
})

test('ten years by range and by day', async () => {
  for (const groupBy of ['range', 'day']) {
    const found = await report('ada', { ...days('2016-04-01', '2026-03-09'), groupBy })
    expect(found.totals.messages).toBe(67)
  }
})

test('those who run the platform see everybody, by user, by carrier, by range and by day', async () => {
  const period = days('2026-03-01', '2026-03-02')
  expect(figuresOf(await report('oya', { ...period, groupBy: 'user' }))).toEqual([
    ['ada', 60, 120, '0.258001'],
    ['ben', 7, 14, '0.070000'],
  ])
  expect(figuresOf(await report('oya', { ...period, groupBy: 'carrier' }))).toEqual([['Acme', 67, 134, '0.328001']])
  expect(figuresOf(await report('oya', { ...period, groupBy: 'range' }))).toHaveLength(2)
  expect(figuresOf(await report('oya', { ...period, groupBy: 'country' }))).toEqual([
    ['GB', 60, 120, '0.258001'],
    ['ES', 7, 14, '0.070000'],
  ])
  for (const zone of ['UTC', 'Asia/Kolkata']) {
    expect((await report('oya', { ...days('2026-02-01', '2026-03-05'), groupBy: 'day', zone })).totals.messages).toBe(
      67,
    )
  }
  const one = await report('oya', { ...period, groupBy: 'day', userId: world.idOf('ben') })
  expect(one.totals.messages).toBe(7)
  const range = await report('oya', { ...period, groupBy: 'day', rangeId: world.rangeIdOf('ben') })
  expect(range.totals.messages).toBe(7)
})

test('by sender, in days of UTC, with what was left out of it named', async () => {
  const found = await report('ada', { ...days('2026-03-09', '2026-03-09'), groupBy: 'sender', zone: 'Asia/Tokyo' })
  expect(found.isInUtcDays).toBe(true)
  expect(found.lines.map((line: Json) => [line.key, line.messages, line.share])).toEqual([
    ['Acme', 9, 0.9],
    ['', 1, 0.1],
  ])
  const one = await report('ada', { ...days('2026-03-08', '2026-03-09'), groupBy: 'day', sender: 'Acme' })
  expect(figuresOf(one)).toEqual([
    ['2026-03-08', 0, 0, '0.000000'],
    ['2026-03-09', 9, 9, '0.000009'],
  ])
})

describe('what cannot be answered is refused with its field', () => {
  test('what a user may not see', async () => {
    expect(await refusal('ada', { groupBy: 'carrier' })).toBe('groupBy')
    expect(await refusal('ada', { groupBy: 'user' })).toBe('groupBy')
    expect(await refusal('ada', { userId: world.idOf('ben') })).toBe(404)
    expect(await refusal('ada', { rangeId: world.rangeIdOf('ben') })).toBe(404)
    expect((await report('ada', { userId: world.idOf('ada') })).totals).not.toBeNull()
  })

  test('filters that no rollup knows together', async () => {
    expect(await refusal('ada', { groupBy: 'sender', rangeId: world.rangeIdOf('ada') })).toBe('rangeId')
    expect(await refusal('ada', { groupBy: 'range', sender: 'Acme' })).toBe('sender')
    expect(await refusal('oya', { groupBy: 'carrier', userId: world.idOf('ada') })).toBe('userId')
    expect(await refusal('oya', { groupBy: 'carrier', rangeId: world.rangeIdOf('ada') })).toBe('rangeId')
  })

  test('everybody’s senders together, but not those of one user, or one sender of everybody', async () => {
    expect(await refusal('oya', { groupBy: 'sender' })).toBe('userId')
    expect((await report('oya', { groupBy: 'sender', userId: world.idOf('ada') })).totals).not.toBeNull()
    expect((await report('oya', { groupBy: 'user', sender: 'Acme' })).totals).not.toBeNull()
  })

  test('periods that would take too long, and their neighbours that do not', async () => {
    const bySender = { groupBy: 'sender', zone: 'UTC' }
    expect(await refusal('ada', { ...bySender, ...days('2025-02-03', '2026-03-10') })).toBe('period')
    expect((await report('ada', { ...bySender, ...days('2025-02-04', '2026-03-10') })).totals.messages).toBe(10)
    expect(await refusal('oya', { groupBy: 'range', ...days('2025-02-03', '2026-03-10') })).toBe('period')
    expect(await refusal('ada', { ...days('2016-01-01', '2026-03-10') })).toBe('from')
    expect(await refusal('ada', { zone: 'Mars/Olympus' })).toBe('zone')
    expect(await refusal('ada', { zone: '+02:00' })).toBe('zone')
  })
})

/** Without its byte order mark. */
const textOf = (file: Buffer) => new TextDecoder().decode(file)

test('a grouped report as a file ends with its totals', async () => {
  const asked = { ...days('2026-03-01', '2026-03-02'), groupBy: 'range', figures: ['messages', 'earned'] }
  const made = await world.create('ada', { kind: 'cdr', format: 'csv', ...asked })
  expect(made.fileName).toBe('cdr-by-range-2026-03-01-to-2026-03-02.csv')
  await world.work()
  expect((await world.download('ada', made.id)).toString()).toBe(
    [
      '\uFEFFrange,numbers,range_id,messages,earned',
      `UK Mobile 01,447700000000 - 447700000999,${world.rangeIdOf('ada')},60,0.258001`,
      'Total,,,60,0.258001',
      '',
    ].join('\r\n'),
  )
})

test('one line a message: a user without carriers, those who run the platform with everybody’s', async () => {
  const asked = { kind: 'cdr', format: 'csv', groupBy: 'message', ...days('2026-03-09', '2026-03-09') }
  const own = await world.create('ada', asked)
  expect(own.estimatedRows).toBe(2)
  await world.land('ben', [{ sender: 'Ben & Co' }], '2026-03-09T23:59:59.999Z')
  const all = await world.create('oya', asked)
  await world.work()
  const ownLines = textOf(await world.download('ada', own.id)).split('\r\n')
  expect(ownLines[0]).toBe('time (UTC),range,country,sender,recipient,segments,rate,earned,flags,message_id')
  expect(ownLines[1]).toMatch(/^2026-03-09 10:00:00,UK Mobile 01,GB,Zed,447700000001,1,0\.004300,0\.004300,,msg_/)
  expect(ownLines).toHaveLength(4)
  const lines = textOf(await world.download('oya', all.id)).split('\r\n')
  expect(lines[0]).toContain('time (UTC),user,range')
  expect(
    lines
      .slice(1, -1)
      .map((line) => line.split(',')[1])
      .toSorted((a = '', b = '') => (a < b ? -1 : 1)),
  ).toEqual(['ada', 'ada', 'ben'])
  expect(lines[1]).toContain(',Acme,main,msg_')
})

test('one line a message: what landed days after it was received is in the file of its day', async () => {
  // Routed out of quarantine the day after, before and after a chunk of the archive covers it.
  const routed = { ownerId: world.uuidOf('ben'), rangeId: world.ranges.ben, connectionId: world.connectionId }
  const late = { ...routed, receivedAt: '2026-03-11T08:00:00Z' }
  await landMessages(db.owner, { ...routed, at: '2026-03-11T10:00:00Z' }, [{ sender: 'Usual' }])
  await landMessages(db.owner, { ...late, at: '2026-03-12T10:00:00Z' }, [{ sender: 'Late' }])
  await landMany(db.owner, { ...routed, at: '2026-03-12T11:00:00Z' }, 600)
  while ((await digestPage(db.database, routed.ownerId)) === 'more');
  await landMessages(db.owner, { ...late, at: '2026-03-13T10:00:00Z' }, [{ sender: 'Later' }])
  await landMany(db.owner, { ...routed, at: '2026-03-13T11:00:00Z' }, 10)
  world.clock.setTo('2026-03-14T12:00:00Z')
  const asked = { kind: 'cdr', format: 'csv', groupBy: 'message', ...days('2026-03-11', '2026-03-11') }
  const made = await world.create('ben', asked)
  await world.work({ pieceOctets: 1, turnMs: 0 })
  const lines = (await world.download('ben', made.id)).toString().split('\r\n')
  expect(lines.slice(1, -1).map((line) => line.split(',')[3])).toEqual(['Later', 'Late', 'Usual'])
})
