import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Framer } from './framer.ts'
import { PDU_OCTETS_MAX } from './limits.ts'
import { STATUS } from './status.ts'
import { GOLDEN, octetsOf } from './testing/golden.pdus.ts'

const pdus = GOLDEN.map(({ hex }) => octetsOf(hex))
const stream = Buffer.concat(pdus)
const expected = pdus.map((pdu) => pdu.toString('hex'))

function take(framer: Framer): string[] {
  const taken: string[] = []
  for (let frame = framer.next(); frame !== null; frame = framer.next()) {
    if (!(frame instanceof Uint8Array)) throw new Error(frame.reason)
    taken.push(frame.toString('hex'))
  }
  return taken
}

describe('however a stream is cut, the same PDUs come out', () => {
  test('whole', () => {
    const framer = new Framer()
    framer.push(stream)
    expect(take(framer)).toEqual(expected)
    expect(framer.bufferedOctets).toBe(0)
  })

  test('cut in two at every octet', () => {
    for (let cut = 0; cut <= stream.length; cut += 1) {
      const framer = new Framer()
      framer.push(stream.subarray(0, cut))
      const before = take(framer)
      framer.push(stream.subarray(cut))
      expect([...before, ...take(framer)]).toEqual(expected)
    }
  })

  test('octet by octet', () => {
    const framer = new Framer()
    const taken: string[] = []
    for (const octet of stream) {
      framer.push(Buffer.from([octet]))
      taken.push(...take(framer))
    }
    expect(taken).toEqual(expected)
  })

  test('at any places, taken at any time', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ octets: fc.integer({ min: 1, max: 90 }), drain: fc.boolean() })), (steps) => {
        const framer = new Framer()
        const taken: string[] = []
        let at = 0
        for (const { octets, drain } of steps) {
          framer.push(stream.subarray(at, at + octets))
          at = Math.min(stream.length, at + octets)
          if (drain) taken.push(...take(framer))
        }
        framer.push(stream.subarray(at))
        expect([...taken, ...take(framer)]).toEqual(expected)
      }),
    )
  })
})

test('a PDU that lies whole in its chunk is not copied, one that does not is', () => {
  const framer = new Framer()
  framer.push(stream)
  const first = framer.next() as Buffer
  expect(first.buffer).toBe(stream.buffer)
  const cut = new Framer()
  cut.push(stream.subarray(0, 20))
  expect(cut.next()).toBeNull()
  cut.push(stream.subarray(20))
  expect((cut.next() as Buffer).buffer).not.toBe(stream.buffer)
})

describe('command_length', () => {
  test.each([
    ['16', 16, PDU_OCTETS_MAX, true],
    ['15', 15, PDU_OCTETS_MAX, false],
    ['0', 0, PDU_OCTETS_MAX, false],
    ['4 GiB', 0xffffffff, PDU_OCTETS_MAX, false],
    ['the maximum', 64, 64, true],
    ['one over the maximum', 65, 64, false],
  ])('of %s', (_name, octets, max, allowed) => {
    const framer = new Framer(max)
    const chunk = Buffer.alloc(Math.min(octets, 100) + 4)
    chunk.writeUInt32BE(octets, 0)
    framer.push(chunk)
    const frame = framer.next()
    if (allowed) {
      expect(frame).toHaveLength(octets)
      return
    }
    expect(frame).toMatchObject({
      kind: 'framing-fault',
      commandStatus: STATUS.ESME_RINVCMDLEN,
      announcedOctets: octets,
    })
    // Sync is lost for good: not even a good PDU is believed after it.
    framer.push(stream)
    expect(framer.next()).toBe(frame)
  })

  test('no PDU at all may have a maximum under 16', () => {
    expect(() => new Framer(16)).not.toThrow()
    expect(() => new Framer(15)).toThrow(RangeError)
  })
})
