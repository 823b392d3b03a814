// Where an address is from: the tables that come with the program, and one of our own for the particular cases.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createSilentLog } from './log.ts'
import { addressNumber, createStepTable, isLocalAddress } from './place.rules.ts'
import { createPlaces } from './places.ts'

const dir = mkdtempSync(join(tmpdir(), 'inrange-places-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

async function placesOf(ipv4: string, ipv6 = '') {
  const files = { ipv4: join(dir, 'v4.csv'), ipv6: join(dir, 'v6.csv') }
  writeFileSync(files.ipv4, ipv4)
  writeFileSync(files.ipv6, ipv6)
  const places = createPlaces({ log: createSilentLog(), files })
  await places.ready()
  return places
}

test('the first question is not kept waiting: null until the tables are there, then the country', async () => {
  const places = createPlaces({ log: createSilentLog() })
  expect(places.placeOf('193.0.6.139')).toBeNull()
  const { steps, bytes } = await places.ready()
  expect(places.placeOf('193.0.6.139')).toBe('NL')
  expect(places.placeOf('2001:4860:4860::8888')).toBe('US')
  expect(steps).toBeGreaterThan(500_000)
  expect(bytes).toBeLessThan(8_000_000)
})

const local = ['10.1.2.3', '127.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.0.1', '100.64.0.1']
test.each([...local, '::1', '::', 'fe80::1', 'fd12:3456::1', '::ffff:192.168.0.1'])('%s is local', async (address) => {
  // Also where the table claims a country, and before it is read.
  const places = createPlaces({ log: createSilentLog() })
  expect(places.placeOf(address)).toBe('local')
})

test.each(['172.15.255.255', '172.32.0.0', '100.128.0.0', '2001:db8::1', '::ffff:8.8.8.8'])(
  '%s is not local',
  (address) => {
    const number = addressNumber(address)
    expect(number && isLocalAddress(number)).toBe(false)
  },
)

test.each(['', 'localhost', '1.2.3', '1.2.3.256', '[::1]', 'g::1'])('%j is no address', async (address) => {
  expect(addressNumber(address)).toBeNull()
  expect((await placesOf('0.0.0.0,255.255.255.255,NL')).placeOf(address)).toBeNull()
})

test('bounds are inclusive, and between ranges there is nothing', async () => {
  const places = await placesOf('1.0.0.0,1.0.0.255,AU\n1.0.2.0,1.0.2.255,CN\n', '2a00::,2a00:ffff:ffff:ffff::,DE\n')
  const found = ['0.255.255.255', '1.0.0.0', '1.0.0.255', '1.0.1.0', '1.0.2.0', '1.0.2.255', '1.0.3.0']
  expect(found.map((address) => places.placeOf(address))).toEqual(['local', 'AU', 'AU', null, 'CN', 'CN', null])
  expect(['29ff::1', '2a00::1', '2a00:ffff:ffff:ffff::1', '2a01::'].map((each) => places.placeOf(each))).toEqual([
    null,
    'DE',
    'DE',
    null,
  ])
})

test('a line that is none is passed over, and tables that cannot be read leave every place unknown', async () => {
  const places = await placesOf('nonsense\n1.0.0.0,1.0.0.255,AU\r\n2.0.0.9,2.0.0.1,CN\n3.0.0.0,3.0.0.1,cn')
  expect(['1.0.0.1', '2.0.0.5', '3.0.0.0'].map((address) => places.placeOf(address))).toEqual(['AU', null, null])
  const missing = createPlaces({ log: createSilentLog(), files: { ipv4: join(dir, 'no'), ipv6: join(dir, 'no') } })
  expect(await missing.ready()).toEqual({ steps: 0, bytes: 0 })
  expect(missing.placeOf('1.0.0.1')).toBeNull()
})

test('of ranges that overlap the more particular holds, and then the wider one again', () => {
  const table = createStepTable()
  const ranges = [
    [10, 99, 1],
    [20, 49, 2],
    [30, 39, 3],
    [40, 49, 4],
    [60, 120, 5],
    [60, 69, 6],
  ] as const
  for (const [first, last, mark] of ranges) table.add(BigInt(first), BigInt(last), mark)
  const built = table.build()
  const marks = [9, 10, 19, 20, 29, 30, 39, 40, 49, 50, 59, 60, 69, 70, 120, 121].map((value) =>
    built.find(BigInt(value)),
  )
  expect(marks).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4, 1, 1, 6, 6, 5, 5, 0])
})

test('a table grows past what it began with', () => {
  const table = createStepTable()
  for (let n = 0; n < 5_000; n += 1) table.add(BigInt(n * 10), BigInt(n * 10 + 4), (n % 200) + 1)
  const built = table.build()
  expect(built.size).toBe(10_000)
  expect([49_990n, 49_995n, 12_344n].map((value) => built.find(value))).toEqual([200, 0, 35])
})
