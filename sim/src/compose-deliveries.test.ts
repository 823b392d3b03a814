import { readConcat } from '@inrange/smpp/concat'
import { STATUS } from '@inrange/smpp/status'
import { EMPTY_SHORT_MESSAGE, userData } from '@inrange/smpp/pdu/short-message'
import { findTlv, TAG } from '@inrange/smpp/tlv'
import { ESM_CLASS_UDHI, decodeUdh } from '@inrange/smpp/udh'
import { expect, test } from 'vitest'
import { Composer } from './compose-deliveries.ts'
import { FaultPlan } from './faults.ts'
import type { FaultRates } from './faults.ts'
import { malformedPdu } from './malformed-pdus.ts'
import { decodePdu } from '@inrange/smpp/pdu/pdu'
import type { MessageInput } from './outbox.ts'
import { createRandom } from './seeded-random.ts'
import type { GeneratedMessage } from './traffic.ts'

const long: GeneratedMessage = {
  sender: 'Kurvo',
  senderTon: 5,
  senderNpi: 0,
  recipient: '447700900001',
  text: 'Doors open at seven. '.repeat(20),
  binary: null,
}

function composer(seed: number, rates: FaultRates = {}, command: MessageInput['command'] = 'deliver_sm'): Composer {
  return new Composer({ random: createRandom(seed), plan: new FaultPlan(rates, seed), command })
}

function concatOf(input: MessageInput) {
  const pdu = { ...EMPTY_SHORT_MESSAGE, ...input }
  const header = (pdu.esmClass & ESM_CLASS_UDHI) === 0 ? null : decodeUdh(userData(pdu))
  return readConcat(header?.ok === true ? header.elements : null, pdu.tlvs)
}

test('no two long messages share a reference, be they equal or not', () => {
  let parts = 0
  for (let seed = 1; seed <= 30; seed += 1) {
    const composing = composer(seed, { duplicates: 1 })
    const concats = [composing.compose(long), composing.compose(long)]
      .flatMap(({ deliveries }) => deliveries.map(({ input }) => concatOf(input)))
      .filter((concat) => concat !== null)
    const references = new Set(concats.map(({ reference, sequence, source }) => [reference, sequence, source].join()))
    expect(references.size).toBe(concats.length)
    parts += concats.length
  }
  expect(parts).toBeGreaterThan(100)
})

test('references are of both widths, in headers and in parameters, and some texts go as one payload', () => {
  const composing = composer(1)
  const sources = Array.from({ length: 200 }, () => {
    const [first] = composing.compose(long).deliveries
    return first === undefined ? undefined : (concatOf(first.input)?.source ?? 'payload')
  })
  expect(new Set(sources)).toEqual(new Set(['udh8', 'udh16', 'sar', 'payload']))
})

test('a data_sm carries its text and header in message_payload, and nothing in short_message', () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    for (const { input } of composer(seed, {}, 'data_sm').compose(long).deliveries) {
      expect(input).toMatchObject({ command: 'data_sm' })
      expect('shortMessage' in input).toBe(false)
      expect(findTlv(input.tlvs ?? [], TAG.message_payload)?.length).toBeGreaterThan(0)
    }
  }
})

test('the faults of one kind leave all else as it was', () => {
  const plain = composer(5)
    .compose(long)
    .deliveries.map(({ input }) => input)
  const twice = composer(5, { duplicatedParts: 1 })
    .compose(long)
    .deliveries.map(({ input }) => input)
  expect(twice).toHaveLength(plain.length + 1)
  expect(new Set(twice)).toEqual(new Set(plain))
})

test('whatever is malformed keeps its length right and cannot be read, each kind with its own answer', () => {
  const random = createRandom(1)
  const answers = new Set<number | string>()
  for (let sequenceNumber = 1; sequenceNumber <= 60; sequenceNumber += 1) {
    const pdu = malformedPdu(random, sequenceNumber)
    expect(pdu.readUInt32BE(0)).toBe(pdu.length)
    expect(pdu.readUInt32BE(12)).toBe(sequenceNumber)
    const decoded = decodePdu(pdu)
    answers.add(decoded.ok ? decoded.pdu.command : decoded.commandStatus)
  }
  const statuses = [STATUS.ESME_RINVCMDLEN, STATUS.ESME_RINVOPTPARSTREAM, STATUS.ESME_RINVSRCADR]
  expect(answers).toEqual(new Set(['unknown', ...statuses]))
})
