import { decodePdu, encodePdu } from '@inrange/smpp/pdu/pdu'
import { EMPTY_SHORT_MESSAGE } from '@inrange/smpp/pdu/short-message'
import { Assembler } from '@inrange/smpp/testing/assembler'
import { expect, test } from 'vitest'
import { brands, phrases } from './phrases.tables.ts'
import { createRandom } from './seeded-random.ts'
import { generateMessage, messagesPerMinute, toPdus } from './traffic.ts'
import type { GeneratedMessage, RangeOfNumbers, ToPdusOptions } from './traffic.ts'

const numbers: readonly RangeOfNumbers[] = [
  { prefix: '447700', start: '000900', end: '000949' },
  { prefix: '336399', start: '80000', end: '80099' },
  { prefix: '90555', start: '0000000', end: '0000099' },
]
const atMs = Date.UTC(2026, 10, 20, 12, 7)
const SAMPLE = 4_000

function sample(seed: number, count = SAMPLE): GeneratedMessage[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => generateMessage(random, { numbers, atMs }))
}

/** What a receiver makes of the PDUs, taken in this order. */
function receive(message: GeneratedMessage, options: ToPdusOptions, order = (pdus: Buffer[]) => pdus) {
  const assembler = new Assembler()
  const frames = toPdus(message, options).map((input) =>
    encodePdu({ ...EMPTY_SHORT_MESSAGE, ...input, command: 'deliver_sm', commandStatus: 0, sequenceNumber: 1 }),
  )
  let text: string | null | undefined = null
  for (const frame of order(frames)) {
    const decoded = decodePdu(frame)
    if (!decoded.ok || decoded.pdu.command !== 'deliver_sm') throw new Error('not a deliver_sm')
    expect([decoded.pdu.sourceAddr, decoded.pdu.destinationAddr]).toEqual([message.sender, message.recipient])
    text = assembler.take(decoded.pdu)
  }
  return { text, parts: frames.length }
}

test('the same seed writes the same messages, another seed others', () => {
  expect(sample(1, 50)).toEqual(sample(1, 50))
  expect(sample(1, 50)).not.toEqual(sample(2, 50))
})

test('every recipient is a number of a range, with its leading zeros', () => {
  for (const { recipient } of sample(3)) expect(recipient).toMatch(/^(4477000009[0-4]\d|336399800\d\d|9055500000\d\d)$/)
})

test('a few numbers are busy and most are quiet', () => {
  const counts = new Map<string, number>()
  for (const { recipient } of sample(4)) counts.set(recipient, (counts.get(recipient) ?? 0) + 1)
  const busiest = [...counts.values()].sort((a, b) => b - a)
  const tenth = Math.ceil(busiest.length / 10)
  const share = busiest.slice(0, tenth).reduce((sum, count) => sum + count, 0) / SAMPLE
  expect(share).toBeGreaterThan(0.3)
  expect(counts.size).toBeGreaterThan(150)
})

test('about one message in eight is long, of 2 to 6 parts, and binary is rare', () => {
  const messages = sample(5)
  const parts = messages.map((message) => toPdus(message, { reference: 7, via: 'udh8' }).length)
  const long = parts.filter((count) => count > 1)
  expect(long.length / SAMPLE).toBeGreaterThan(0.09)
  expect(long.length / SAMPLE).toBeLessThan(0.18)
  expect([...new Set(long)].sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6])
  const binary = messages.filter(({ text }) => text === null)
  expect(binary.length).toBeGreaterThan(0)
  expect(binary.length / SAMPLE).toBeLessThan(0.02)
})

test('companies write under a name or a short code, people under a number kept for fiction', () => {
  const senders = sample(6).map(({ sender, senderTon, senderNpi }) => ({ sender, senderTon, senderNpi }))
  for (const { sender, senderTon, senderNpi } of senders) {
    const form = [senderTon, senderNpi].join()
    if (form === '5,0') expect(brands).toContain(sender)
    else if (form === '3,0') expect(sender).toMatch(/^\d{5,6}$/)
    else
      expect([form, sender]).toEqual(['1,1', expect.stringMatching(/^(447700900|33639980|120255501|4670174060)\d+$/)])
  }
  expect(new Set(senders.map(({ senderTon }) => senderTon))).toEqual(new Set([1, 3, 5]))
  for (const brand of brands) expect(brand.length).toBeLessThanOrEqual(11)
})

test('every language and emoji appear, and nothing is left to fill in', () => {
  const texts = sample(7).map(({ text }) => text ?? '')
  for (const script of [/[äöü]/, /ç|ô|ê/, /[¿¡ñ]/, /[ığş]/, /\p{sc=Arab}/u, /\p{sc=Deva}/u, /\p{sc=Han}/u, /🎉/u]) {
    expect(texts.filter((text) => script.test(text)).length).toBeGreaterThan(0)
  }
  expect(texts.filter((text) => /[{}]/.test(text))).toEqual([])
})

test('sentences are so short that a long text grows by less than a segment at a time', () => {
  for (const { sentences } of Object.values(phrases)) {
    for (const sentence of sentences) expect(sentence.length).toBeLessThanOrEqual(60)
  }
})

test('a mark ends every text, and with one nothing is binary', () => {
  const random = createRandom(8)
  for (let i = 0; i < 1_000; i += 1) {
    const { text } = generateMessage(random, { numbers, atMs, mark: ` (${i})` })
    expect(text?.endsWith(` (${i})`)).toBe(true)
  }
})

test.each(['udh8', 'udh16', 'sar', 'payload'] as const)('what is sent by %s is read as it was written', (via) => {
  const read = { long: 0, binary: 0 }
  for (const message of sample(9, 600)) {
    const { text, parts } = receive(message, { reference: 0x1234, via }, (frames) => frames.reverse())
    expect(text ?? null).toBe(message.text)
    if (parts > 1) read.long += 1
    if (message.text === null) read.binary += 1
  }
  expect(read.long > 0).toBe(via !== 'payload')
  expect(read.binary).toBeGreaterThan(0)
})

test('an alphabet is used where it holds the text, and another one where it does not', () => {
  const german: GeneratedMessage = {
    sender: 'Kurvo',
    senderTon: 5,
    senderNpi: 0,
    recipient: '491713920000',
    text: 'Bestätigt, in Köln',
    binary: null,
  }
  const codingOf = (text: string, alphabet?: ToPdusOptions['alphabet']) =>
    toPdus({ ...german, text }, { reference: 1, via: 'udh8', ...(alphabet === undefined ? {} : { alphabet }) })[0]
      ?.dataCoding
  expect([codingOf('Köln'), codingOf('Köln', 'latin1'), codingOf('Köln', 'ucs2'), codingOf('Köln', 'ascii')]).toEqual([
    0, 3, 8, 0,
  ])
  expect(codingOf('北京', 'latin1')).toBe(8)
})

test('Turkish fits into septets with its own shift table, also over several parts', () => {
  const text = 'Doğum günün kutlu olsun, şimdi çıkıyoruz. '.repeat(6).trim()
  const message = { sender: 'Kurvo', senderTon: 5, senderNpi: 0, recipient: '905550000000', text, binary: null }
  const shifted = receive(message, { reference: 9, via: 'udh8', singleShift: 1 })
  const plain = receive(message, { reference: 9, via: 'udh8' })
  expect([shifted.text, plain.text]).toEqual([text, text])
  expect(shifted.parts).toBeLessThan(plain.parts)
})

test('the minutes of a day add up to its messages, fewer at night than in the evening', () => {
  const minutes = Array.from({ length: 1_440 }, (_, minute) => messagesPerMinute(minute * 60_000, 10_000))
  expect(minutes.reduce((sum, count) => sum + count, 0)).toBeCloseTo(10_000, 6)
  expect(minutes[3 * 60]).toBeLessThan((minutes[18 * 60] ?? 0) / 4)
  expect(messagesPerMinute(5 * 86_400_000 + 60_000, 10_000)).toBeCloseTo(minutes[1] ?? 0, 9)
})

test('without numbers, or with a range that ends before it starts, there is nothing to write', () => {
  expect(() => generateMessage(createRandom(1), { numbers: [], atMs })).toThrow(RangeError)
  const backwards = [{ prefix: '44', start: '2', end: '1' }]
  expect(() => generateMessage(createRandom(1), { numbers: backwards, atMs })).toThrow(RangeError)
})
