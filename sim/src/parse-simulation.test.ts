import { expect, test } from 'vitest'
import { parseSimulation } from './parse-simulation.ts'

const endpoint = { host: '127.0.0.1', port: 2775, systemId: 'carrier', password: 'secret' }
const sound = {
  seed: 1,
  ratePerSecond: 2.5,
  numbers: [{ prefix: '447700', start: '900000', end: '900299' }],
  smsc: endpoint,
}
const parse = (change: object) => parseSimulation(JSON.stringify({ ...sound, ...change }))

test('what is not said has a default', () => {
  expect(parse({})).toEqual({ ...sound, dayCurve: false, faults: {}, esme: null })
  expect(parse({ esme: endpoint }).esme?.binds).toBe(1)
  expect(parse({ dayCurve: true, faults: { drops: 0.5 }, esme: { ...endpoint, binds: 3 } })).toMatchObject({
    dayCurve: true,
    faults: { drops: 0.5 },
    esme: { binds: 3 },
  })
})

test.each([
  ['a fault misspelt', { faults: { drop: 0.5 } }, "faults has no field 'drop'"],
  ['a rate that is no probability', { faults: { drops: 2 } }, 'faults.drops is not a number from 0 to 1'],
  ['an unknown field', { speed: 1 }, "the configuration has no field 'speed'"],
  ['no carrier', { smsc: undefined }, 'give smsc, esme, or both'],
  ['no numbers', { numbers: [] }, 'numbers is no list with something in it'],
  [
    'a range without a proper end',
    { numbers: [{ prefix: '44', start: '10', end: '9' }] },
    'the range 4410 has no proper',
  ],
  [
    'a range of letters',
    { numbers: [{ prefix: '44', start: 'a', end: 'b' }] },
    'start of a range is not made of digits',
  ],
  ['half a seed', { seed: 0.5 }, 'seed is not a whole number'],
  ['a negative rate', { ratePerSecond: -1 }, 'ratePerSecond is not a number'],
  ['no password', { smsc: { ...endpoint, password: '' } }, 'smsc.password is missing'],
  ['no port to connect to', { esme: { ...endpoint, port: 0 } }, 'esme.port is not a number from 1'],
])('%s is refused by name', (_, change, sentence) => {
  expect(() => parse(change)).toThrow(sentence)
})

test('any free port will do to listen on', () => {
  expect(parse({ smsc: { ...endpoint, port: 0 } }).smsc?.port).toBe(0)
})
