import { expect, test } from 'vitest'
import { encodePdu } from '@inrange/smpp/pdu/pdu'
import { EMPTY_SHORT_MESSAGE } from '@inrange/smpp/pdu/short-message'
import { TAG } from '@inrange/smpp/tlv'
import { createManualClock } from '../../platform/clock.ts'
import { ConnectionTrace, TRACE_LINES_PER_SECOND_MAX } from './connection-trace.runtime.ts'
import { headOf, pduLine } from './trace-line.rules.ts'

const SECRET = 'pa55word'
const TEXT = 'Your code is 123456'
const header = { commandStatus: 0, sequenceNumber: 7 }
const deliver = encodePdu({
  ...EMPTY_SHORT_MESSAGE,
  ...header,
  command: 'deliver_sm',
  sourceAddr: 'Bank',
  sourceAddrTon: 5,
  destinationAddr: '447700900123',
  destAddrTon: 1,
  destAddrNpi: 1,
  dataCoding: 8,
  shortMessage: Buffer.from(TEXT),
  tlvs: [
    { tag: TAG.message_payload, value: Buffer.from(TEXT) },
    { tag: TAG.additional_status_info_text, value: Buffer.from(TEXT) },
    { tag: TAG.sar_total_segments, value: Buffer.from([3]) },
    { tag: TAG.receipted_message_id, value: Buffer.from('a1b2\0') },
    { tag: 0x1500, value: Buffer.from(TEXT) },
  ],
})
const bind = encodePdu({
  ...header,
  command: 'bind_transceiver',
  systemId: 'lumen',
  password: SECRET,
  systemType: 'VMA',
  interfaceVersion: 0x34,
  addrTon: 0,
  addrNpi: 0,
  addressRange: '',
})

function lineOf(frame: Buffer) {
  const head = headOf(frame)
  if (head === null) throw new RangeError('this frame has no header')
  return pduLine(frame, head, { atMs: 0, direction: 'in', peer: '203.0.113.7', tookMs: null })
}

test('a message is told by its addresses, its coding and its length, and never by its text', () => {
  const line = lineOf(deliver)
  expect(line).toMatchObject({ command: 'deliver_sm', sequence: 7, status: null, octets: deliver.length })
  expect(Object.fromEntries(line.fields)).toEqual({
    source_addr: 'Bank (5/0)',
    destination_addr: '447700900123 (1/1)',
    data_coding: '0x08',
    short_message: '19 octets',
    message_payload: '19 octets',
    additional_status_info_text: '19 octets',
    sar_total_segments: '0x03',
    receipted_message_id: 'a1b2',
    '0x1500': '19 octets',
  })
  expect(JSON.stringify(line)).not.toContain('123456')
  expect(JSON.stringify(line)).not.toContain(Buffer.from('123456').toString('hex'))
})

test('a bind is told without its password', () => {
  const line = lineOf(bind)
  expect(Object.fromEntries(line.fields)).toEqual({ system_id: 'lumen', system_type: 'VMA', interface_version: '0x34' })
  expect(JSON.stringify(line)).not.toContain(SECRET)
})

test('an answer says its status in words, and what cannot be read is told to be so', () => {
  const refused = encodePdu({ command: 'generic_nack', commandStatus: 0x58, sequenceNumber: 9 })
  expect(lineOf(refused)).toMatchObject({ command: 'generic_nack', status: 0x58, statusText: 'ESME_RTHROTTLED' })
  const cut = Buffer.from('0000001100000005000000000000270f00', 'hex')
  expect(lineOf(cut).fields[0]?.[0]).toBe('malformed')
})

test('an answer is timed against its request, and a request that was left out takes its answer along', () => {
  const clock = createManualClock('2026-03-01T00:00:00Z')
  const trace = new ConnectionTrace(clock)
  const watch = trace.open()
  const tap = trace.tapOf('203.0.113.7')
  const ask = (sequenceNumber: number) => encodePdu({ ...header, sequenceNumber, command: 'enquire_link' })
  const answer = (sequenceNumber: number) => encodePdu({ ...header, sequenceNumber, command: 'enquire_link_resp' })
  for (let index = 1; index <= TRACE_LINES_PER_SECOND_MAX + 5; index++) tap.onReceived(ask(index))
  clock.advanceMs(40)
  for (let index = 1; index <= TRACE_LINES_PER_SECOND_MAX + 5; index++) tap.onSent(answer(index))
  const { lines, skipped } = watch.take()
  expect(lines).toHaveLength(2 * TRACE_LINES_PER_SECOND_MAX)
  expect(lines.at(-1)).toMatchObject({ direction: 'out', command: 'enquire_link_resp', tookMs: 40 })
  expect(skipped).toBe(10)
  expect(watch.take()).toEqual({ lines: [], skipped: 0 })
  // Our own request with the number of one of theirs is another one.
  clock.advanceMs(2_000)
  tap.onSent(ask(1))
  tap.onReceived(answer(1))
  expect(watch.take().lines.map(({ tookMs }) => tookMs)).toEqual([null, 0])
  watch.close()
  expect(trace.isWatched).toBe(false)
})
