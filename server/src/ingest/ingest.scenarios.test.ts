// The promises of the pipeline, each as a table: what arrived, what it was answered, and what stands in the inboxes
// afterwards.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readTable } from '../testing/table.ts'
import { useTestDatabase } from '../testing/test-database.ts'
import {
  buildWorld,
  longText,
  NOW,
  openTestIngest,
  openTestSession,
  testPort,
  type TestPort,
  type World,
} from './ingest.fixture.ts'
import {
  insertConnection,
  readDifferences,
  readLanded,
  readQuarantine,
  reassignRange,
} from './ingest.fixture.queries.ts'
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
})
afterAll(() => ingest.stop())
beforeEach(async () => {
  clock.setTo(NOW)
  port = await openTestSession(ingest, world.facts)
})

/** What a text was stored as, whoever owns it. */
async function landed(content: string | null) {
  return (await readLanded(db.owner)).filter((row) => row.content === content)
}

describe('a message goes to whoever owns the number, and earns the rate of its range', () => {
  const table = readTable(`
    recipient      | text        | outcome     | owner | segments | earned
    447700900000   | first       | accepted    | ayse  | 1        | 4300
    447700900999   | last        | accepted    | ayse  | 1        | 4300
    +447700900123  | plus        | accepted    | ayse  | 1        | 4300
    00447700900123 | zeros       | accepted    | ayse  | 1        | 4300
    33612000500    | french      | accepted    | bob   | 1        | 10000
    82100000001    | test number | accepted    | bob   | 1        | 0
  `)
  test.each(table)('$recipient $text', async (row) => {
    const outcome = await port.send({ recipient: row['recipient'] ?? '', text: row['text'] ?? '' }, nowMs)
    expect(outcome).toBe(row['outcome'])
    const [message] = await landed(row['text'] ?? '')
    expect(message).toMatchObject({
      username: row['owner'],
      segments: Number(row['segments']),
      earned_micros: row['earned'],
    })
  })
})

test('a message of an owner who was deactivated lands and earns as before', async () => {
  const setActive = (isActive: boolean) =>
    db.owner.query(`update users set is_active = $1 where username = 'ayse'`, [isActive])
  await setActive(false)
  try {
    expect(await port.send({ recipient: '447700900001', text: 'while away' }, nowMs)).toBe('accepted')
    expect(await landed('while away')).toMatchObject([{ username: 'ayse', segments: 1, earned_micros: '4300' }])
    expect(await readDifferences(db.owner)).toEqual([])
  } finally {
    await setActive(true)
  }
})

describe('a message to no active range is kept in quarantine and acknowledged', () => {
  const table = readTable(`
    recipient        | text     | reason
    447700899999     | below    | no_range
    447700901000     | above    | no_range
    49151000001      | inactive | inactive_range
    0900123          | national | bad_recipient
    4477009001234567 | too long | bad_recipient
  `)
  test.each(table)('$recipient: $reason', async (row) => {
    expect(await port.send({ recipient: row['recipient'] ?? '', text: row['text'] ?? '' }, nowMs)).toBe('quarantined')
    const kept = await readQuarantine(db.owner)
    expect(kept).toContainEqual({ reason: row['reason'], recipient: row['recipient'], content: row['text'] })
    expect(await landed(row['text'] ?? '')).toEqual([])
  })
})

test('a delivery receipt is acknowledged and not stored', async () => {
  expect(await port.send({ text: 'id:1 stat:DELIVRD', isReceipt: true }, nowMs)).toBe('receipt')
  expect(await landed('id:1 stat:DELIVRD')).toEqual([])
})

test('two equal messages on a healthy session are two messages', async () => {
  expect(await port.send({ text: 'twice' }, nowMs)).toBe('accepted')
  expect(await port.send({ text: 'twice' }, nowMs)).toBe('accepted')
  expect(await landed('twice')).toHaveLength(2)
})

describe('after an unclean end what comes again is a redelivery, once for each', () => {
  test('the same octets: a duplicate the first time, a message the second', async () => {
    expect(await port.send({ text: 'again' }, nowMs)).toBe('accepted')
    port.close()
    ingest.closeSession(port.sessionId ?? '', { clean: false, provenUntilMs: null, reason: 'socket error' })
    const next = await openTestSession(ingest, world.facts)
    expect(await next.send({ text: 'again' }, nowMs)).toBe('duplicate')
    expect(await next.send({ text: 'again' }, nowMs)).toBe('accepted')
    expect(await landed('again')).toHaveLength(2)
  })
  test('after a clean end it is a new message', async () => {
    expect(await port.send({ text: 'clean' }, nowMs)).toBe('accepted')
    port.close()
    ingest.closeSession(port.sessionId ?? '', { clean: true, provenUntilMs: null, reason: 'unbind' })
    const next = await openTestSession(ingest, world.facts)
    expect(await next.send({ text: 'clean' }, nowMs)).toBe('accepted')
  })
  test('also when it comes on another session that was bound all along', async () => {
    const sibling = await openTestSession(ingest, world.facts)
    expect(await port.send({ text: 'sibling' }, nowMs)).toBe('accepted')
    expect(await sibling.send({ text: 'sibling' }, nowMs)).toBe('accepted') // Both live: two messages.
    port.close()
    ingest.closeSession(port.sessionId ?? '', { clean: false, provenUntilMs: null, reason: 'socket error' })
    await openTestSession(ingest, { ...world.facts, connectionId: (await insertConnection(db.owner)).connectionId })
    expect(await sibling.send({ text: 'sibling' }, nowMs)).toBe('duplicate')
    expect(await sibling.send({ text: 'sibling' }, nowMs)).toBe('accepted')
  })
  test('what was proven to have been read is not suspected', async () => {
    expect(await port.send({ text: 'proven' }, nowMs)).toBe('accepted')
    clock.advanceMs(10_000)
    ingest.closeSession(port.sessionId ?? '', { clean: false, provenUntilMs: nowMs + 9_000, reason: 'socket error' })
    const next = await openTestSession(ingest, world.facts)
    expect(await next.send({ text: 'proven' }, nowMs)).toBe('accepted')
  })
  test('a session whose process died counts as ended unclean', async () => {
    const other = await openTestIngest(db, world.facts)
    const lost = await openTestSession(other.ingest, world.facts)
    expect(await lost.send({ text: 'crash' }, nowMs)).toBe('accepted')
    const alive = await openTestSession(ingest, world.facts)
    expect(await alive.send({ text: 'crash' }, nowMs)).toBe('accepted') // The other process lives: two messages.
    await other.ingest.stop()
    const next = await openTestSession(ingest, world.facts)
    expect(await next.send({ text: 'crash' }, nowMs)).toBe('duplicate')
  })
})

describe('the other policies', () => {
  test('provider-id: one message per id of the carrier', async () => {
    const http = testPort(ingest, { ...world.facts, dedupePolicy: 'provider-id' }, null)
    expect(await http.send({ text: 'by id', providerId: 'a1' }, nowMs)).toBe('accepted')
    expect(await http.send({ text: 'by id', providerId: 'a1' }, nowMs)).toBe('duplicate')
    expect(await http.send({ text: 'by id', providerId: 'a2' }, nowMs)).toBe('accepted')
    expect(await landed('by id')).toHaveLength(2)
  })
  test('provider-id: the same id twice in one batch is one message', async () => {
    const http = testPort(ingest, { ...world.facts, dedupePolicy: 'provider-id' }, null)
    const both = [
      http.send({ text: 'both', providerId: 'b' }, nowMs),
      http.send({ text: 'both', providerId: 'b' }, nowMs),
    ]
    expect((await Promise.all(both)).toSorted()).toEqual(['accepted', 'duplicate'])
    expect(await landed('both')).toHaveLength(1)
  })
  test('window: equal content within the window is one message, after it another', async () => {
    const windowed = testPort(ingest, { ...world.facts, dedupePolicy: 'window', dedupeWindowMs: 5_000 }, null)
    expect(await windowed.send({ text: 'window' }, nowMs)).toBe('accepted')
    clock.advanceMs(4_000)
    expect(await windowed.send({ text: 'window' }, nowMs + 4_000)).toBe('duplicate')
    clock.advanceMs(2_000)
    expect(await windowed.send({ text: 'window' }, nowMs + 6_000)).toBe('accepted')
  })
  test('off: everything is a message', async () => {
    const open = testPort(ingest, { ...world.facts, dedupePolicy: 'off' }, null)
    expect(await open.send({ text: 'off', providerId: 'c' }, nowMs)).toBe('accepted')
    expect(await open.send({ text: 'off', providerId: 'c' }, nowMs)).toBe('accepted')
  })
})

describe('long messages are whole, in any order', () => {
  const text = `${'A long message with emoji 🎉 and ünïcode, '.repeat(8)}the end.`
  const cases = [
    { name: '8-bit reference, in order', width: 8, order: [0, 1, 2, 3, 4, 5] },
    { name: '16-bit reference, backwards', width: 16, order: [5, 4, 3, 2, 1, 0] },
    { name: 'last part first', width: 8, order: [5, 0, 1, 2, 3, 4] },
  ] as const
  test.each(cases)('$name', async ({ name, width, order }) => {
    const content = `${name}: ${text}`
    const parts = longText(content, { reference: name.length, width, cutPairs: true })
    expect(parts).toHaveLength(order.length)
    for (const index of order) expect(await port.send({ ...parts[index] }, nowMs)).toBe('held')
    const [message] = await landed(content)
    expect(message).toMatchObject({ segments: parts.length, earned_micros: String(4_300 * parts.length), flags: 0 })
  })
  test('all parts at once, each twice: one message', async () => {
    const content = `shuffled: ${text}`
    const parts = longText(content, { reference: 77, width: 8 })
    const sent = await Promise.all([...parts, ...parts].map((part) => port.send(part, nowMs)))
    expect(sent.filter((outcome) => outcome === 'held')).toHaveLength(parts.length)
    expect(sent.filter((outcome) => outcome === 'duplicate')).toHaveLength(parts.length)
    expect(await landed(content)).toHaveLength(1)
  })
  test('a late copy of a part of a completed message is a duplicate and opens nothing', async () => {
    const parts = longText(`late: ${text}`, { reference: 78, width: 8 })
    for (const part of parts) await port.send(part, nowMs)
    expect(await port.send({ ...parts[0] }, nowMs)).toBe('duplicate')
    clock.advanceMs(120_000)
    expect(await due()).toBe(0)
  })
  test('the same reference from another sender is another message', async () => {
    const parts = longText(`sender: ${text}`, { reference: 79, width: 8 })
    const [first, ...rest] = parts
    await port.send({ ...first, sender: 'One' }, nowMs)
    for (const part of rest) await port.send({ ...part, sender: 'Two' }, nowMs)
    expect(await landed(`sender: ${text}`)).toEqual([])
  })
  test('SAR parameters join like a header', async () => {
    for (const [index, piece] of ['sar: one ', 'two ', 'three'].entries()) {
      await port.send({ text: piece, sar: { reference: 9, total: 3, sequence: index + 1 } }, nowMs)
    }
    expect(await landed('sar: one two three')).toHaveLength(1)
  })
  test('what never comes is not waited for past the deadline: delivered, flagged partial, paid for what came', async () => {
    const parts = longText(`partial: ${text}`, { reference: 80, width: 8 })
    await port.send({ ...parts[0] }, nowMs)
    await port.send({ ...parts[1] }, nowMs)
    clock.advanceMs(59_000)
    expect(await due()).toBe(0)
    clock.advanceMs(2_000)
    expect(await due()).toBeGreaterThan(0)
    const rows = (await readLanded(db.owner)).filter((row) => row.content?.startsWith('partial: '))
    expect(rows).toMatchObject([{ segments: 2, flags: 1, earned_micros: '8600' }])
  })
})

test('a change of owner is seen by the very next message, and the past keeps its owner', async () => {
  const range = world.ranges.get('FR') ?? ''
  await reassignRange(db.owner, range, world.owners.get('ayse') ?? '', NOW)
  expect(await port.send({ recipient: '33612000001', text: 'before' }, nowMs - 1)).toBe('accepted')
  expect(await port.send({ recipient: '33612000001', text: 'after' }, nowMs)).toBe('accepted')
  expect((await landed('before'))[0]?.username).toBe('bob')
  expect((await landed('after'))[0]?.username).toBe('ayse')
})

test('a text with NUL or half a surrogate pair is stored, and takes nobody down with it', async () => {
  const sent = [
    port.send({ userData: Buffer.from([0x00, 0x41, 0x00, 0x00, 0xd8, 0x3c]), dataCoding: 8 }, nowMs),
    port.send({ text: 'neighbour' }, nowMs),
  ]
  expect(await Promise.all(sent)).toEqual(['accepted', 'accepted'])
  expect(await landed('A\ufffd\ufffd')).toHaveLength(1)
  expect(await landed('neighbour')).toHaveLength(1)
})

test('binary content is kept as octets, flagged', async () => {
  await port.send({ userData: Buffer.from([1, 2, 3]), dataCoding: 4, sender: 'bin' }, nowMs)
  const rows = (await readLanded(db.owner)).filter((row) => row.sender === 'bin')
  expect(rows).toMatchObject([{ content: null, flags: 4 }])
})

test('an item of a session that has closed is dropped unwritten, because it will come again', async () => {
  port.close()
  void port.send({ text: 'dropped' }, nowMs)
  const other = testPort(ingest, world.facts, randomUUID())
  await other.send({ text: 'not dropped' }, nowMs)
  expect(await landed('dropped')).toEqual([])
  expect(await landed('not dropped')).toHaveLength(1)
})

test('places of one owner are strictly increasing, also with many batches at once', async () => {
  const ports = await Promise.all([1, 2, 3].map(() => openTestSession(ingest, world.facts)))
  const sent = ports.flatMap((each) =>
    Array.from({ length: 1_000 }, (_, i) => each.send({ text: `place ${i}` }, nowMs)),
  )
  await Promise.all(sent)
  const places = (await readLanded(db.owner))
    .filter((row) => row.username === 'ayse')
    .map((row) => BigInt(row.landed_micros))
  expect(new Set(places).size).toBe(places.length)
})

test('the rollups equal the messages after everything above', async () => {
  expect(await readDifferences(db.owner)).toEqual([])
})

async function due(): Promise<number> {
  return ingest.deliverDue()
}
