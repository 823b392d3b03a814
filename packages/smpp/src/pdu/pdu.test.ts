import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COMMAND_ID } from '../command.ts'
import { STATUS } from '../status.ts'
import { GOLDEN, octetsOf } from '../testing/golden.pdus.ts'
import { anyPdu } from '../testing/pdu.arbitrary.ts'
import { DELIVER_SM_RESP_OCTETS, writeDeliverSmResp } from './message-response.ts'
import { decodePdu, encodePdu, pduOctets, writePdu } from './pdu.ts'
import { EMPTY_SHORT_MESSAGE, userData } from './short-message.ts'

describe('every PDU has the octets that the standard gives it', () => {
  test.each(GOLDEN)('$name', ({ hex, pdu }) => {
    const octets = octetsOf(hex)
    expect(encodePdu(pdu).toString('hex')).toBe(octets.toString('hex'))
    const decoded = decodePdu(octets)
    expect(decoded).toMatchObject({ ok: true, pdu })
  })
})

test('a received message keeps the octets after its header as evidence', () => {
  for (const { pdu, hex } of GOLDEN) {
    if (!['deliver_sm', 'submit_sm', 'data_sm'].includes(pdu.command)) continue
    const decoded = decodePdu(octetsOf(hex))
    expect(decoded).toMatchObject({ ok: true, pdu: { body: octetsOf(hex).subarray(16) } })
  }
})

describe('what is wrong with a PDU decides what is answered', () => {
  const head = '00 05 00 61 00 01 01 31 00 00 00 00 00 00 00 00 00 00'
  const cases: readonly (readonly [string, number, string, keyof typeof STATUS | 'accepted'])[] = [
    ['text of the announced length', 5, `${head} 02 4869`, 'accepted'],
    ['text shorter than sm_length', 5, `${head} 03 4869`, 'ESME_RINVCMDLEN'],
    ['sm_length 254', 5, `${head} fe ${'61'.repeat(254)}`, 'accepted'],
    ['sm_length 255', 5, `${head} ff ${'61'.repeat(255)}`, 'ESME_RINVMSGLEN'],
    ['a TLV that ends with the PDU', 5, `${head} 00 1400 0001 aa`, 'accepted'],
    ['a TLV longer than the PDU', 5, `${head} 00 1400 0002 aa`, 'ESME_RINVOPTPARSTREAM'],
    ['half the header of a TLV', 5, `${head} 00 1400 00`, 'ESME_RINVOPTPARSTREAM'],
    ['service_type of 5 characters', 5, `${'61'.repeat(5)}${head} 00`, 'accepted'],
    ['service_type of 6 characters', 5, `${'61'.repeat(6)}${head} 00`, 'ESME_RINVSERTYP'],
    ['source_addr of 20 characters', 5, `00 0500 ${'31'.repeat(20)} 00 0101 31 00 ${'00'.repeat(10)}`, 'accepted'],
    [
      'source_addr of 21 characters',
      5,
      `00 0500 ${'31'.repeat(21)} 00 0101 31 00 ${'00'.repeat(10)}`,
      'ESME_RINVSRCADR',
    ],
    ['destination_addr of 20', 5, `00 0500 31 00 0101 ${'31'.repeat(20)} 00 ${'00'.repeat(10)}`, 'accepted'],
    ['destination_addr of 21', 5, `00 0500 31 00 0101 ${'31'.repeat(21)} 00 ${'00'.repeat(10)}`, 'ESME_RINVDSTADR'],
    ['a schedule of 16', 5, `00 050000 010100 000000 ${'30'.repeat(16)}00 00 ${'00'.repeat(5)}`, 'accepted'],
    ['a schedule of 15', 5, `00 050000 010100 000000 ${'30'.repeat(15)}00 00 ${'00'.repeat(5)}`, 'ESME_RINVSCHED'],
    ['a validity of 15', 5, `00 050000 010100 000000 00 ${'30'.repeat(15)}00 ${'00'.repeat(5)}`, 'ESME_RINVEXPIRY'],
    ['no body at all', 5, '', 'ESME_RINVCMDLEN'],
    ['a string cut by the end', 5, '6161', 'ESME_RINVCMDLEN'],
    ['system_id of 15', 9, `${'61'.repeat(15)}00 00 00 34 00 00 00`, 'accepted'],
    ['system_id of 16', 9, `${'61'.repeat(16)}00 00 00 34 00 00 00`, 'ESME_RINVSYSID'],
    ['password of 8', 9, `00 ${'61'.repeat(8)}00 00 34 00 00 00`, 'accepted'],
    ['password of 9', 9, `00 ${'61'.repeat(9)}00 00 34 00 00 00`, 'ESME_RINVPASWD'],
    ['system_type of 13', 9, `00 00 ${'61'.repeat(13)}00 34 00 00 00`, 'ESME_RINVSYSTYP'],
    ['address_range of 41', 9, `00 00 00 34 00 00 ${'61'.repeat(41)}00`, 'ESME_RBINDFAIL'],
    ['a bind with octets after it', 9, '00 00 00 34 00 00 00 00', 'ESME_RINVCMDLEN'],
    ['enquire_link', 0x15, '', 'accepted'],
    ['enquire_link with a body', 0x15, '00', 'ESME_RINVCMDLEN'],
    ['message_id of 64', 0x80000004, `${'61'.repeat(64)}00`, 'accepted'],
    ['message_id of 65', 0x80000004, `${'61'.repeat(65)}00`, 'ESME_RINVMSGID'],
    ['deliver_sm_resp as a bare header', 0x80000005, '', 'accepted'],
    ['data_sm source_addr of 64', 0x103, `00 0101 ${'31'.repeat(64)}00 010100 000000`, 'accepted'],
    ['data_sm source_addr of 65', 0x103, `00 0101 ${'31'.repeat(65)}00 010100 000000`, 'ESME_RINVSRCADR'],
  ]
  test.each(cases)('%s', (_name, commandId, bodyHex, expected) => {
    const body = octetsOf(bodyHex)
    const frame = encodePdu({ command: 'unknown', commandId, commandStatus: 0, sequenceNumber: 77, body })
    const decoded = decodePdu(frame)
    if (expected === 'accepted') expect(decoded).toMatchObject({ ok: true, pdu: { sequenceNumber: 77 } })
    else expect(decoded).toMatchObject({ ok: false, commandId, sequenceNumber: 77, commandStatus: STATUS[expected] })
  })

  test('fewer octets than a header, and a length that is not that of the PDU', () => {
    expect(decodePdu(Buffer.alloc(15))).toMatchObject({ ok: false, commandStatus: STATUS.ESME_RINVCMDLEN })
    const frame = octetsOf('00000011 00000015 00000000 00000009')
    expect(decodePdu(frame)).toMatchObject({ ok: false, commandStatus: STATUS.ESME_RINVCMDLEN, sequenceNumber: 9 })
  })
})

describe('for any PDU', () => {
  test('decoding what was encoded gives it back', () => {
    fc.assert(
      fc.property(anyPdu(), (pdu) => {
        const octets = encodePdu(pdu)
        expect(octets.length).toBe(pduOctets(pdu))
        expect(decodePdu(octets)).toMatchObject({ ok: true, pdu })
      }),
    )
  })

  test('decoding never throws, whatever is changed in it', () => {
    const change = fc.record({ at: fc.nat(), octet: fc.nat(255), cut: fc.nat(40), fixLength: fc.boolean() })
    fc.assert(
      fc.property(anyPdu(), fc.array(change, { minLength: 1, maxLength: 4 }), (pdu, changes) => {
        let octets = encodePdu(pdu)
        for (const { at, octet, cut, fixLength } of changes) {
          octets = Buffer.from(octets.subarray(0, Math.max(0, octets.length - cut)))
          if (octets.length > 0) octets[at % octets.length] = octet
          if (fixLength && octets.length >= 4) octets.writeUInt32BE(octets.length, 0)
        }
        const decoded = decodePdu(octets)
        if (!decoded.ok) expect(decoded.commandStatus).toBeGreaterThan(0)
      }),
      { numRuns: 2_000 },
    )
  })

  test('decoding never throws on random octets behind every command id', () => {
    const ids = fc.constantFrom(...Object.values(COMMAND_ID))
    fc.assert(
      fc.property(ids, fc.uint8Array({ maxLength: 300 }), (commandId, body) => {
        const unknown = { command: 'unknown', commandId, commandStatus: 0, sequenceNumber: 1 } as const
        const decoded = decodePdu(encodePdu({ ...unknown, body: Buffer.from(body) }))
        expect(decoded.ok ? decoded.pdu.sequenceNumber : decoded.sequenceNumber).toBe(1)
      }),
      { numRuns: 2_000 },
    )
  })
})

test('answers are written side by side into one buffer', () => {
  const target = Buffer.alloc(2 * DELIVER_SM_RESP_OCTETS)
  const middle = writeDeliverSmResp(target, 0, 1, 0)
  expect(writeDeliverSmResp(target, middle, 0x7fffffff, STATUS.ESME_RTHROTTLED)).toBe(target.length)
  expect(target.toString('hex')).toBe(
    octetsOf('00000011 80000005 00000000 00000001 00 00000011 80000005 00000058 7fffffff 00').toString('hex'),
  )
})

describe('a field that does not fit is refused when writing, and nothing is sent', () => {
  const fits = { ...EMPTY_SHORT_MESSAGE, command: 'deliver_sm', commandStatus: 0, sequenceNumber: 1 } as const
  test.each([
    ['an address of 20', { sourceAddr: '1'.repeat(20) }, true],
    ['an address of 21', { sourceAddr: '1'.repeat(21) }, false],
    ['a NUL within', { sourceAddr: '1\0' }, false],
    ['a wide character', { sourceAddr: '1\u0394' }, false],
    ['254 octets of text', { shortMessage: Buffer.alloc(254) }, true],
    ['255 octets of text', { shortMessage: Buffer.alloc(255) }, false],
    ['octet 255', { dataCoding: 255 }, true],
    ['octet 256', { dataCoding: 256 }, false],
  ])('%s', (_name, change, allowed) => {
    const write = () => writePdu(Buffer.alloc(600), 0, { ...fits, ...change })
    if (allowed) expect(write).not.toThrow()
    else expect(write).toThrow(RangeError)
  })
})

test('user data is short_message, or message_payload when there is none', () => {
  const payload = { tag: 0x0424, value: Buffer.from('payload') }
  expect(userData({ shortMessage: Buffer.from('short'), tlvs: [payload] }).toString()).toBe('short')
  expect(userData({ shortMessage: Buffer.alloc(0), tlvs: [payload] }).toString()).toBe('payload')
  expect(userData({ tlvs: [] })).toHaveLength(0)
})
