import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SmppServer } from '@inrange/smpp/server'
import { STATUS } from '@inrange/smpp/status'
import { afterEach, expect, test } from 'vitest'
import { runFastSender } from './fast-sender.ts'
import type { BindingSettings, SendingSettings } from './fast-sender.ts'
import { LatencyHistogram } from './latency-histogram.ts'
import { CREDENTIALS, HOST, Receiver, roundTrip } from './testing/receiver.fixture.ts'

const servers: SmppServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function start(receiver: Receiver): Promise<SendingSettings & BindingSettings> {
  const server = await receiver.listen()
  servers.push(server)
  const numbers = [
    { prefix: '447700', start: '0900', end: '0949' },
    { prefix: '33639', start: '00', end: '09' },
  ]
  return { host: HOST, port: server.port, ...CREDENTIALS, sessions: 3, window: 20, numbers }
}

test('sends as many messages as asked, each unique, to numbers of the ranges, over all sessions', async () => {
  const receiver = new Receiver()
  const settings = await start(receiver)
  const report = await runFastSender({ ...settings, messages: 5_000, tag: 'run7' })
  expect(report.messages).toBe(5_000)
  expect(report.statuses).toEqual({ ESME_ROK: 5_000 })
  const texts = receiver.texts()
  expect(new Set(texts).size).toBe(5_000)
  expect(texts.every((text) => /^Northbank: your code is 482913\. Run run7 no\. 000000\d{4}$/.test(text ?? ''))).toBe(
    true,
  )
  const recipients = new Set(receiver.received.map(({ pdu }) => pdu.destinationAddr))
  expect(recipients.size).toBe(60)
  for (const recipient of recipients) expect(recipient).toMatch(/^(44770009[0-4]\d|336390\d)$/)
  expect(new Set(receiver.received.map(({ session }) => session)).size).toBe(3)
  expect(receiver.errors).toEqual([])
})

test('keeps each session to its window, ends with an unbind, and uses no sequence number twice at once', async () => {
  const receiver = new Receiver()
  const settings = await start(receiver)
  let mostUnanswered = 0
  receiver.statusOf = () => {
    for (const session of receiver.sessions) mostUnanswered = Math.max(mostUnanswered, session.unanswered)
    return null
  }
  const run = runFastSender({ ...settings, messages: 200 })
  const answered = new Set<number>()
  while (answered.size < 200) {
    await receiver.until(() => receiver.received.length > answered.size)
    // The newest first: answers may come in any order.
    for (let i = receiver.received.length - 1; i >= 0; i -= 1) {
      const { pdu, session } = receiver.received[i] as (typeof receiver.received)[number]
      if (!answered.has(i)) session.respondDeliver(pdu.sequenceNumber, STATUS.ESME_ROK)
      answered.add(i)
    }
  }
  expect((await run).messages).toBe(200)
  expect(mostUnanswered).toBe(20)
  const closes = await Promise.all(receiver.sessions.map(({ closed }) => closed))
  expect(closes).toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ reason: 'unbound-by-peer', clean: true })),
  )
})

test('measures one that waits long while many others are answered', async () => {
  const receiver = new Receiver()
  const settings = await start(receiver)
  receiver.statusOf = () => (receiver.received.length === 1 ? null : STATUS.ESME_ROK)
  // More than there are places for times that a sequence number can fall on.
  const run = runFastSender({ ...settings, sessions: 1, window: 1_000, messages: 70_000, silenceMs: 3_000 })
  await receiver.until(() => receiver.received.length === 70_000)
  const [first] = receiver.received
  first?.session.respondDeliver(first.pdu.sequenceNumber, STATUS.ESME_ROK)
  const report = await run
  expect(report.statuses).toEqual({ ESME_ROK: 70_000 })
  expect(report.maxMs).toBeGreaterThan(report.p99Ms)
})

test('counts answers by status and sends nothing again', async () => {
  const receiver = new Receiver()
  let count = 0
  receiver.statusOf = () => (++count % 4 === 0 ? STATUS.ESME_RTHROTTLED : STATUS.ESME_ROK)
  const report = await runFastSender({ ...(await start(receiver)), messages: 100 })
  expect(report.statuses).toEqual({ ESME_ROK: 75, ESME_RTHROTTLED: 25 })
  expect(receiver.received).toHaveLength(100)
})

test('keeps to a rate, and stops after its seconds', async () => {
  const receiver = new Receiver()
  const report = await runFastSender({ ...(await start(receiver)), seconds: 0.5, ratePerSecond: 400 })
  expect(receiver.received).toHaveLength(report.messages)
  // Slower on a busy machine, never faster.
  expect(report.messages).toBeLessThanOrEqual(201)
  expect(report.messages).toBeGreaterThan(50)
})

test('measures what it says it measures', async () => {
  const receiver = new Receiver()
  const report = await runFastSender({ ...(await start(receiver)), messages: 2_000 })
  expect(report.seconds).toBeGreaterThan(0)
  expect(report.perSecond).toBeCloseTo(report.messages / report.seconds, 6)
  expect(report.cpuMicrosPerMessage).toBeGreaterThan(0)
  expect(report.p50Ms).toBeGreaterThan(0)
  expect(report.p50Ms).toBeLessThanOrEqual(report.p99Ms)
  expect(report.p99Ms).toBeLessThanOrEqual(report.maxMs)
})

test('fails when a bind is refused, a session ends early, or answers stay away', async () => {
  const receiver = new Receiver()
  const settings = await start(receiver)
  await expect(runFastSender({ ...settings, messages: 1, password: 'wrong' })).rejects.toThrow('ESME_RINVPASWD')
  receiver.statusOf = () => null
  await expect(runFastSender({ ...settings, messages: 1, silenceMs: 1 })).rejects.toThrow(
    '1 messages were not answered',
  )
  const cut = runFastSender({ ...settings, messages: 10 })
  const before = receiver.received.length
  void receiver.until(() => receiver.received.length > before).then(() => receiver.received.at(-1)?.session.destroy())
  await expect(cut).rejects.toThrow(/closed|ECONNRESET/)
  await expect(runFastSender(settings)).rejects.toThrow('the run has no end')
})

test('as a program prints one line of JSON', async () => {
  const receiver = new Receiver()
  const settings = JSON.stringify({ ...(await start(receiver)), messages: 300 })
  const path = join(import.meta.dirname, 'fast-sender.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [path, settings])
  expect(stdout.trim().split('\n')).toHaveLength(1)
  expect(JSON.parse(stdout)).toMatchObject({ messages: 300, statuses: { ESME_ROK: 300 } })
})

test('a percentile is right to a bucket, and beyond the last one the longest time', () => {
  const histogram = new LatencyHistogram()
  expect(histogram.percentile(0.99)).toBe(0)
  for (let ms = 1; ms <= 100; ms += 1) histogram.add(ms)
  expect(histogram.percentile(0.5)).toBeCloseTo(50, 1)
  expect(histogram.percentile(0.99)).toBeCloseTo(99, 1)
  histogram.add(60_000)
  expect([histogram.percentile(1), histogram.maxMs]).toEqual([60_000, 60_000])
})

test('as an SMSC sends the same to the receivers that bind to it, once all of them have', async () => {
  const receiver = new Receiver()
  const { numbers } = await start(receiver)
  const listening = Promise.withResolvers<number>()
  const settings = { listen: { host: HOST, port: 0 }, sessions: 2, window: 20, numbers, messages: 2_000, tag: 'run8' }
  const run = runFastSender(settings, listening.resolve)
  const port = await listening.promise
  const first = await receiver.bind(port, 'bind_receiver')
  await roundTrip(first)
  expect(receiver.received).toHaveLength(0)
  await receiver.bind(port, 'bind_transceiver')
  expect(await run).toMatchObject({ messages: 2_000, statuses: { ESME_ROK: 2_000 } })
  const texts = receiver.texts()
  expect(new Set(texts).size).toBe(2_000)
  expect(texts.every((text) => /Run run8 no\. 000000\d{4}$/.test(text ?? ''))).toBe(true)
  expect(new Set(receiver.received.map(({ session }) => session)).size).toBe(2)
  const closes = await Promise.all(receiver.sessions.map(({ closed }) => closed))
  expect(closes.map(({ reason }) => reason)).toEqual(['unbound-by-peer', 'unbound-by-peer'])
})

test('as an SMSC refuses a transmitter, and gives up on binds that do not come', async () => {
  const receiver = new Receiver()
  const { numbers } = await start(receiver)
  const settings = { listen: { host: HOST, port: 0 }, sessions: 1, window: 1, numbers, messages: 1 }
  const listening = Promise.withResolvers<number>()
  const run = runFastSender(settings, listening.resolve)
  const refused = expect(run).rejects.toThrow('bound as a transmitter')
  await expect(receiver.bind(await listening.promise, 'bind_transmitter')).rejects.toThrow('ESME_RBINDFAIL')
  await refused
  await expect(runFastSender({ ...settings, silenceMs: 1 })).rejects.toThrow('1 sessions were not bound within 1 ms')
})
