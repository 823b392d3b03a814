import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useTestDatabase } from '../testing/test-database.ts'
import {
  byteaArray,
  int2Array,
  int4Array,
  int8Array,
  int8ArrayOfNumbers,
  textArray,
  timestampArray,
  timestampOctets,
  uuidArray,
  uuidOctets,
} from './pg-array.ts'
import { echoArray } from './pg-array.fixture.queries.ts'

const db = useTestDatabase()

// Lone surrogates become U+FFFD in UTF-8, and NUL is not storable: both are the pipeline's to clean.
const storable = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0') && text.isWellFormed())

async function roundTrip<Value>(type: string, values: fc.Arbitrary<Value>, encode: (values: Value[]) => Buffer) {
  await fc.assert(
    fc.asyncProperty(fc.array(values, { maxLength: 20 }), async (given) => {
      expect(await echoArray(db.owner, type, encode(given))).toEqual(given)
    }),
    { numRuns: 30 },
  )
}

test('int2', () => roundTrip('int2', fc.integer({ min: -32_768, max: 32_767 }), int2Array))
test('int4', () => roundTrip('int4', fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), int4Array))
test('int8', () => roundTrip('int8', fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), int8Array))
test('int8 from safe integers', () =>
  roundTrip('int8', fc.maxSafeInteger().map(BigInt), (values) => int8ArrayOfNumbers(values.map(Number))))
test('text with nulls and every script', () => roundTrip('text', fc.option(storable), textArray))
test('bytea', () =>
  roundTrip(
    'bytea',
    fc.uint8Array({ maxLength: 300 }).map((octets) => Buffer.from(octets)),
    byteaArray,
  ))
test('uuid', () => roundTrip('uuid', fc.uuid(), (values) => uuidArray(values.map(uuidOctets))))
test('timestamptz, before and after 2000', () =>
  roundTrip(
    'timestamptz',
    fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
    (dates) => timestampArray(dates.map((date) => date.getTime())),
  ))

test('one timestamptz keeps its microseconds', async () => {
  const { rows } = await db.owner.query('select $1::timestamptz::text as text', [
    timestampOctets(1_763_632_800_123_456n),
  ])
  expect(rows[0]?.text).toContain('.123456')
})
