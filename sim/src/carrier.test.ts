import type { SmppServer } from '@inrange/smpp/server'
import { STATUS } from '@inrange/smpp/status'
import { afterEach, describe, expect, test } from 'vitest'
import type { CarrierOptions } from './carrier.ts'
import { startEsme } from './esme.ts'
import type { Esme, EsmeOptions } from './esme.ts'
import { startSmsc } from './smsc.ts'
import type { Smsc } from './smsc.ts'
import { CREDENTIALS, HOST, Receiver, roundTrip } from './testing/receiver.fixture.ts'
import type { GeneratedMessage } from './traffic.ts'

const numbers = [{ prefix: '447700', start: '900000', end: '900299' }]
const base: CarrierOptions = { seed: 1, numbers, ratePerSecond: 0, traceable: true, throttleWaitMs: 5, lateReadMs: 5 }

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function smsc(options: Partial<CarrierOptions> = {}): Promise<Smsc> {
  const started = await startSmsc({ ...base, ...options, host: HOST, port: 0, ...CREDENTIALS })
  ends.push(started.stop)
  return started
}

async function platform(receiver: Receiver): Promise<SmppServer> {
  const server = await receiver.listen()
  ends.push(server.close)
  return server
}

function esme(port: number, options: Partial<EsmeOptions> = {}): Esme {
  const started = startEsme({ ...base, host: HOST, port, ...CREDENTIALS, reconnectMs: 2, ...options })
  ends.push(started.stop)
  return started
}

function message(text: string): GeneratedMessage {
  return { sender: 'Kurvo', senderTon: 5, senderNpi: 0, recipient: '447700900001', text, binary: null }
}

const sorted = (texts: readonly (string | null | undefined)[]) => texts.map(String).toSorted((a, b) => (a < b ? -1 : 1))

const bodies = (receiver: Receiver, from = 0) =>
  receiver.received.slice(from).map(({ pdu }) => pdu.body.toString('hex'))

describe('an SMSC', () => {
  test('delivers every generated message once, and knows what became of each', async () => {
    const { carrier, port } = await smsc({ ratePerSecond: 20_000, messagesMax: 200 })
    const receiver = new Receiver()
    await receiver.bind(port)
    await carrier.drained()
    const texts = carrier.fates.map(({ text }) => text)
    expect(new Set(texts).size).toBe(200)
    expect(sorted(receiver.texts())).toEqual(sorted(texts))
    expect(carrier.fates.every(({ state, redeliveries }) => state === 'acknowledged' && redeliveries === 0)).toBe(true)
    const { length } = receiver.received
    expect(carrier.counts).toMatchObject({
      messages: 200,
      messagesAcknowledged: 200,
      sent: length,
      acknowledged: length,
    })
    expect(carrier.counts.byStatus).toEqual({ ESME_ROK: length })
  })

  test('accepts receivers and transceivers with its credentials, and nobody else', async () => {
    const { port } = await smsc()
    const receiver = new Receiver()
    await receiver.bind(port, 'bind_receiver')
    await receiver.bind(port, 'bind_transceiver')
    const refusals = [
      await receiver.tryBind(port, 'bind_receiver', { password: 'wrong' }),
      await receiver.tryBind(port, 'bind_receiver', { systemId: 'other' }),
      await receiver.tryBind(port, 'bind_transmitter'),
    ]
    expect(refusals.map((outcome) => (outcome.ok ? 'bound' : outcome.commandStatus))).toEqual([
      STATUS.ESME_RINVPASWD,
      STATUS.ESME_RINVSYSID,
      STATUS.ESME_RBINDFAIL,
    ])
  })

  test('keeps to its window until answers come', async () => {
    const { carrier, port } = await smsc({ windowMax: 4 })
    for (let i = 0; i < 9; i += 1) carrier.submit(message(`no. ${i}`))
    const receiver = new Receiver()
    receiver.statusOf = () => null
    const session = await receiver.bind(port)
    await roundTrip(session)
    expect(receiver.received).toHaveLength(4)
    const [first] = receiver.received
    session.respondDeliver(first?.pdu.sequenceNumber ?? 0, STATUS.ESME_ROK)
    await roundTrip(session)
    expect(receiver.received).toHaveLength(5)
    session.destroy()
  })

  test('sends again after a lost connection what was not acknowledged, the same octets, and nothing else', async () => {
    const { carrier, port } = await smsc()
    for (let i = 0; i < 8; i += 1) carrier.submit(message(`no. ${i}`))
    const receiver = new Receiver()
    receiver.statusOf = () => null
    const session = await receiver.bind(port)
    await receiver.until(() => receiver.received.length === 8)
    for (const { pdu } of receiver.received.slice(0, 3)) session.respondDeliver(pdu.sequenceNumber, STATUS.ESME_ROK)
    await roundTrip(session)
    const sent = bodies(receiver)
    session.destroy()
    await session.closed
    receiver.statusOf = () => STATUS.ESME_ROK
    const again = await receiver.bind(port)
    await carrier.drained()
    await roundTrip(again)
    expect(bodies(receiver, 8)).toEqual(sent.slice(3))
    expect(carrier.fates.map(({ redeliveries }) => redeliveries)).toEqual([0, 0, 0, 1, 1, 1, 1, 1])
    expect(carrier.counts).toMatchObject({ sent: 13, acknowledged: 8, redelivered: 5 })
  })

  test('ends a session over which an answer does not come in time, and sends again over the next', async () => {
    const { carrier, port } = await smsc({ responseTimeoutMs: 20 })
    carrier.submit(message('late'))
    const receiver = new Receiver()
    receiver.statusOf = () => null
    const session = await receiver.bind(port)
    await session.closed
    receiver.statusOf = () => STATUS.ESME_ROK
    await receiver.bind(port)
    await carrier.drained()
    expect(receiver.texts()).toEqual(['late', 'late'])
    expect(carrier.counts.redelivered).toBe(1)
  })

  test.each(['ESME_RTHROTTLED', 'ESME_RMSGQFUL'] as const)(
    'holds back after %s and sends the same again',
    async (name) => {
      const { carrier, port } = await smsc({ windowMax: 1 })
      carrier.submit(message('one'))
      carrier.submit(message('two'))
      const receiver = new Receiver()
      let refusals = 3
      receiver.statusOf = () => (refusals-- > 0 ? STATUS[name] : STATUS.ESME_ROK)
      await receiver.bind(port)
      await carrier.drained()
      expect(receiver.texts()).toEqual(['one', 'one', 'one', 'one', 'two'])
      expect(carrier.counts).toMatchObject({ throttled: 3, acknowledged: 2, redelivered: 0 })
      expect(carrier.counts.byStatus).toEqual({ [name]: 3, ESME_ROK: 2 })
    },
  )

  test('sends nothing at all while it holds back', async () => {
    const { carrier, port } = await smsc({ throttleWaitMs: 600_000 })
    const receiver = new Receiver()
    receiver.statusOf = () => STATUS.ESME_RTHROTTLED
    carrier.submit(message('one'))
    const session = await receiver.bind(port)
    await receiver.until(() => receiver.received.length === 1)
    await roundTrip(session)
    carrier.submit(message('two'))
    await roundTrip(session)
    expect(receiver.texts()).toEqual(['one'])
    expect(carrier.owed).toBe(2)
  })

  test('takes a refusal that more tries cannot change as the end of a message', async () => {
    const { carrier, port } = await smsc()
    carrier.submit(message('unwanted'))
    carrier.submit(message('wanted'))
    const receiver = new Receiver()
    receiver.statusOf = () => (receiver.received.length === 1 ? STATUS.ESME_RX_P_APPN : STATUS.ESME_ROK)
    await receiver.bind(port)
    await carrier.drained()
    expect(carrier.fates.map(({ state }) => state)).toEqual(['refused', 'acknowledged'])
    expect(receiver.received).toHaveLength(2)
  })

  test('stops in order: the platform sees an unbind, and what was under way is answered', async () => {
    const { carrier, port, stop } = await smsc()
    const receiver = new Receiver()
    const session = await receiver.bind(port)
    carrier.submit(message('last'))
    await receiver.until(() => receiver.received.length === 1)
    await stop()
    expect(await session.closed).toMatchObject({ reason: 'unbound-by-peer', clean: true })
    expect(carrier.fates).toMatchObject([{ state: 'acknowledged' }])
  })
})

describe('a carrier that binds to us', () => {
  test.each(['deliver_sm', 'data_sm', 'submit_sm'] as const)('delivers by %s over several binds', async (sendAs) => {
    const receiver = new Receiver()
    const { port } = await platform(receiver)
    const bindAs = sendAs === 'submit_sm' ? 'bind_transmitter' : 'bind_transceiver'
    const { carrier } = esme(port, { sendAs, bindAs, binds: 3, ratePerSecond: 20_000, messagesMax: 150 })
    await carrier.drained()
    await receiver.until(() => receiver.sessions.length === 3)
    expect(new Set(receiver.received.map(({ pdu }) => pdu.command))).toEqual(new Set([sendAs]))
    expect(sorted(receiver.texts())).toEqual(sorted(carrier.fates.map(({ text }) => text)))
  })

  test('tries again until the platform is there', async () => {
    const receiver = new Receiver()
    const gone = await receiver.listen()
    const { port } = gone
    await gone.close()
    const failed = Promise.withResolvers<string>()
    const { carrier } = esme(port, { onFailure: failed.resolve })
    carrier.submit(message('patient'))
    expect(await failed.promise).toMatch(/ECONNREFUSED/)
    expect(carrier.counts.sent).toBe(0)
    const back = await receiver.listen(port)
    ends.push(back.close)
    await carrier.drained()
    expect(receiver.texts()).toEqual(['patient'])
  })

  test('says why a bind was refused', async () => {
    const { port } = await platform(new Receiver())
    const failure = await new Promise<string>((onFailure) => esme(port, { password: 'wrong', onFailure }))
    expect(failure).toBe('the bind was refused with ESME_RINVPASWD')
  })

  test('sends again only over a session bound after the loss, not over another that was there already', async () => {
    const receiver = new Receiver()
    receiver.statusOf = () => null
    const { port } = await platform(receiver)
    const { carrier } = esme(port, { binds: 2 })
    await receiver.until(() => receiver.sessions.length === 2)
    await Promise.all(receiver.sessions.map(roundTrip))
    carrier.submit(message('only'))
    await receiver.until(() => receiver.received.length === 1)
    const [lost] = receiver.received
    receiver.statusOf = () => STATUS.ESME_ROK
    lost?.session.destroy()
    await carrier.drained()
    expect(receiver.received).toHaveLength(2)
    expect(receiver.received[1]?.session).toBe(receiver.sessions[2])
  })

  test('that forgets its sessions leaves them open and dumb, and sends again over a new one', async () => {
    const receiver = new Receiver()
    receiver.responseTimeoutMs = 100
    receiver.statusOf = () => null
    const { port } = await platform(receiver)
    const { carrier } = esme(port)
    carrier.submit(message('half-open'))
    await receiver.until(() => receiver.received.length === 1)
    const [old] = receiver.sessions
    carrier.forgetSessions()
    receiver.statusOf = () => STATUS.ESME_ROK
    old?.respondDeliver(receiver.received[0]?.pdu.sequenceNumber ?? 0, STATUS.ESME_ROK)
    await carrier.drained()
    expect(receiver.texts()).toEqual(['half-open', 'half-open'])
    expect(carrier.sessions).toBe(1)
    const enquiry = old?.request({ command: 'enquire_link' })
    expect(await enquiry).toEqual({ ok: false, reason: 'timeout' })
    expect(old?.state).toBe('BOUND_TRX')
  })

  test('unbinds and comes back', async () => {
    const receiver = new Receiver()
    const { port } = await platform(receiver)
    const { carrier } = esme(port)
    await receiver.until(() => receiver.sessions.length === 1)
    await Promise.all(receiver.sessions.map(roundTrip))
    await carrier.unbindSessions()
    await receiver.until(() => receiver.sessions.length === 2)
    expect(await receiver.sessions[0]?.closed).toMatchObject({ reason: 'unbound-by-peer', clean: true })
  })
})

describe('faults', () => {
  test('a true duplicate is a second message with a fate of its own', async () => {
    const { carrier, port } = await smsc({ faults: { duplicates: 1 } })
    const fates = carrier.submit(message('twice'))
    carrier.submit(message('x'.repeat(400)))
    const receiver = new Receiver()
    await receiver.bind(port)
    await carrier.drained()
    expect(fates).toMatchObject([{ duplicateOf: null }, { duplicateOf: 1, state: 'acknowledged' }])
    // The Assembler would join parts of the same reference into one: a second long message has another.
    expect(receiver.texts()).toEqual(['twice', 'twice', 'x'.repeat(400), 'x'.repeat(400)])
  })

  test('parts come in another order, and one of them twice', async () => {
    const faults = { reorderedParts: 1, duplicatedParts: 1 }
    const { carrier, port } = await smsc({ faults, ratePerSecond: 20_000, messagesMax: 60 })
    const receiver = new Receiver()
    await receiver.bind(port)
    await carrier.drained()
    const long = carrier.fates.filter(({ parts }) => parts > 1)
    const parts = carrier.fates.reduce((sum, fate) => sum + fate.parts, 0)
    expect(long.length).toBeGreaterThan(0)
    expect(receiver.received).toHaveLength(parts + long.length)
    expect(new Set(receiver.texts())).toEqual(new Set(carrier.fates.map(({ text }) => text)))
  })

  test('receipts and unknown parameters come along', async () => {
    const { carrier, port } = await smsc({ faults: { receipts: 1, unknownTlvs: 1 } })
    carrier.submit(message('hello'))
    const receiver = new Receiver()
    await receiver.bind(port)
    await carrier.drained()
    const [hello, receipt] = receiver.received.map(({ pdu }) => pdu)
    expect(hello?.tlvs).toHaveLength(1)
    expect(hello?.tlvs[0]?.tag).toBeGreaterThanOrEqual(0x1400)
    expect(receipt?.esmClass).toBe(0x04)
    expect(carrier.counts).toMatchObject({ messages: 1, receipts: 1, acknowledged: 2 })
  })

  test('what is malformed is refused, and the session goes on', async () => {
    const receiver = new Receiver()
    const { port } = await platform(receiver)
    const { carrier } = esme(port, { faults: { malformed: 1 }, ratePerSecond: 20_000, messagesMax: 40 })
    await carrier.drained()
    await receiver.until(() => receiver.errors.length === carrier.counts.malformed)
    expect(new Set(receiver.errors.map(({ kind }) => kind))).toEqual(new Set(['malformed', 'unknown-command']))
    await Promise.all(receiver.sessions.map(roundTrip))
    expect(carrier.counts.malformedAnswered).toBe(carrier.counts.malformed)
    expect(receiver.sessions).toHaveLength(1)
    expect(carrier.counts.messagesAcknowledged).toBe(40)
  })

  test.each([1, 2, 3, 4])('with everything going wrong, seed %i, all is acknowledged in the end', async (seed) => {
    const receiver = new Receiver()
    const { port } = await platform(receiver)
    let answers = 0
    receiver.statusOf = () => (++answers % 13 === 0 ? STATUS.ESME_RTHROTTLED : STATUS.ESME_ROK)
    const faults = {
      duplicates: 0.1,
      reorderedParts: 0.5,
      duplicatedParts: 0.3,
      unknownTlvs: 0.2,
      receipts: 0.1,
      malformed: 0.1,
      drops: 0.03,
      halfOpens: 0.03,
      reconnects: 0.03,
      lateReads: 0.05,
    }
    const { carrier } = esme(port, { seed, faults, binds: 2, ratePerSecond: 2_000, messagesMax: 150 })
    await carrier.drained()
    const { counts, fates } = carrier
    expect(fates.filter(({ state }) => state !== 'acknowledged')).toEqual([])
    expect(fates.length).toBe(counts.messages)
    expect(counts.messages).toBeGreaterThan(150)
    expect(counts.redelivered).toBeGreaterThan(0)
    expect(receiver.sessions.length).toBeGreaterThan(4)
    // Nothing is ever sent for another reason than being new, unanswered or throttled.
    expect(counts.sent).toBe(counts.acknowledged + counts.redelivered + counts.throttled)
    const texts = new Set(receiver.texts())
    expect(fates.filter(({ text }) => !texts.has(text ?? ''))).toEqual([])
  })

  test('a rate that is no probability is refused', async () => {
    await expect(smsc({ faults: { drops: 1.5 } })).rejects.toThrow(RangeError)
    await expect(smsc({ faults: { drops: 1 } })).resolves.toBeDefined()
  })
})
