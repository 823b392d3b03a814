import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { duplexPair } from './testing/duplex-pair.ts'
import { behaviourOf } from './testing/behaviour.ts'
import { Session } from './session.ts'

const CORPUS = new URL('../corpus/', import.meta.url)
const inputs = readdirSync(CORPUS).map((name) => {
  const [behaviour = '', hex = ''] = readFileSync(new URL(name, CORPUS), 'utf8').split('\n')
  return { name, behaviour, octets: Buffer.from(hex, 'hex') }
})

test('the corpus is there', () => {
  expect(inputs.length).toBeGreaterThan(100)
})

test('every saved input still takes the way that it took when it was saved', () => {
  for (const { name, behaviour, octets } of inputs) expect(behaviourOf(octets), name).toBe(behaviour)
})

test('no saved input hurts a session of either side', async () => {
  for (const { name, octets } of inputs) {
    for (const side of ['esme', 'smsc'] as const) {
      const [end, other] = duplexPair()
      const session = new Session(end, { side })
      other.resume()
      other.end(octets)
      expect((await session.closed).reason, name).toMatch(/^(closed-by-peer|protocol-error)$/)
    }
  }
})
