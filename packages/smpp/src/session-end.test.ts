import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MessagePdu } from './pdu/pdu.ts'
import { STATUS } from './status.ts'
import { deliverSm } from './testing/raw-peer.ts'
import { boundEsme, boundSmsc, openSession } from './testing/session.fixture.ts'

const ok = STATUS.ESME_ROK

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('timers', () => {
  test('a session that nobody binds is closed', async () => {
    const { session } = openSession({ side: 'smsc', sessionInitTimeoutMs: 10_000 })
    await pass(9_999)
    expect(session.state).toBe('OPEN')
    await pass(1)
    expect(await session.closed).toMatchObject({ reason: 'session-init-timeout', clean: true })
  })

  test('a bound session outlives its init timer', async () => {
    const { session } = await boundSmsc({ sessionInitTimeoutMs: 10_000, enquireLinkIntervalMs: 0 })
    await pass(60_000)
    expect(session.state).toBe('BOUND_TRX')
  })

  test('a request that is not answered in time is settled, and a late answer is only reported', async () => {
    const { session, peer, errors } = await boundEsme({ responseTimeoutMs: 5_000, enquireLinkIntervalMs: 0 })
    const first = session.request({ command: 'submit_sm' })
    await pass(3_000)
    const second = session.request({ command: 'submit_sm' })
    await pass(2_000)
    expect(await first).toEqual({ ok: false, reason: 'timeout' })
    expect(session.outstanding).toBe(1)
    const { sequenceNumber } = await peer.next()
    peer.send({ command: 'submit_sm_resp', commandStatus: 0, sequenceNumber, messageId: '', tlvs: [] })
    await pass(3_000)
    expect(await second).toEqual({ ok: false, reason: 'timeout' })
    expect(errors.map(({ kind }) => kind)).toEqual(['unexpected-response'])
    expect(session.state).toBe('BOUND_TRX')
  })

  test('a peer that is silent through three enquire_link is dead', async () => {
    const { session, peer } = await boundEsme({ enquireLinkIntervalMs: 1_000, enquireLinkFailuresMax: 3 })
    await pass(3_999)
    expect(session.state).toBe('BOUND_TRX')
    expect(peer.unread.map((pdu) => pdu.command)).toEqual(['enquire_link', 'enquire_link', 'enquire_link'])
    await pass(1)
    expect(await session.closed).toMatchObject({ reason: 'enquire-link-timeout' })
  })

  test('a peer that sends anything is alive', async () => {
    const { session, peer } = await boundEsme({ enquireLinkIntervalMs: 1_000, enquireLinkFailuresMax: 3 })
    for (let i = 1; i <= 10; i += 1) {
      peer.send(deliverSm(i))
      await pass(1_000)
    }
    expect(session.state).toBe('BOUND_TRX')
  })

  test('while we do not read, silence proves nothing', async () => {
    const options = { enquireLinkIntervalMs: 1_000, enquireLinkFailuresMax: 1, inactivityTimeoutMs: 2_000 }
    const { session } = await boundEsme(options)
    session.pause()
    await pass(60_000)
    expect(session.state).toBe('BOUND_TRX')
  })

  test('a peer that sends nothing for too long is dropped', async () => {
    const { session, peer } = await boundSmsc({ inactivityTimeoutMs: 5_000, enquireLinkIntervalMs: 0 })
    await pass(4_000)
    peer.send({ command: 'enquire_link', commandStatus: 0, sequenceNumber: 1 })
    await pass(4_999)
    expect(session.state).toBe('BOUND_TRX')
    await pass(1)
    expect(await session.closed).toMatchObject({ reason: 'inactivity' })
  })
})

describe('what the peer is known to have read', () => {
  test('is everything written before an enquire_link that it answered', async () => {
    const proofs: object[] = []
    const { session, peer } = await boundEsme({
      enquireLinkIntervalMs: 1_000,
      handlers: {
        onRequest: (pdu, self) => self.respondDeliver(pdu.sequenceNumber, ok),
        onProof: (proof) => proofs.push(proof),
      },
    })
    peer.send(deliverSm(1), deliverSm(2))
    await peer.next()
    await peer.next()
    const sentAtMs = Date.now() + 1_000
    await pass(1_000)
    const enquiry = await peer.next()
    // A third answer goes out after the enquiry, so its answer says nothing about it.
    peer.send(deliverSm(3))
    await peer.next()
    peer.send({ command: 'enquire_link_resp', commandStatus: 0, sequenceNumber: enquiry.sequenceNumber })
    await pass(0)
    expect(proofs).toEqual([{ sentAtMs, answers: 2 }])
    expect([session.answersWritten, session.answersProven]).toEqual([3, 2])
  })

  test('an end without that proof is not clean, one with it is', async () => {
    for (const proven of [false, true]) {
      const { session, peer } = await boundEsme({
        enquireLinkIntervalMs: 0,
        handlers: { onRequest: (pdu, self) => self.respondDeliver(pdu.sequenceNumber, ok) },
      })
      peer.send(deliverSm(1))
      await peer.next()
      if (proven) {
        session.enquireLink()
        const { sequenceNumber } = await peer.next()
        peer.send({ command: 'enquire_link_resp', commandStatus: 0, sequenceNumber })
        await pass(0)
      }
      peer.stream.end()
      expect(await session.closed).toMatchObject({ reason: 'closed-by-peer', clean: proven })
    }
  })

  test('an end with requests unanswered is not clean', async () => {
    const { session, peer } = await boundEsme({ handlers: { onRequest: () => {} } })
    peer.send(deliverSm(1))
    await pass(0)
    peer.stream.end()
    expect(await session.closed).toMatchObject({ reason: 'closed-by-peer', clean: false })
  })
})

describe('unbind', () => {
  test('by the peer waits for the answers owed', async () => {
    const waiting: MessagePdu[] = []
    const { session, peer } = await boundEsme({ handlers: { onRequest: (pdu) => waiting.push(pdu) } })
    peer.send(deliverSm(1), { command: 'unbind', commandStatus: 0, sequenceNumber: 2 }, deliverSm(3))
    // What comes after an unbind is no longer allowed.
    expect(await peer.next()).toMatchObject({ sequenceNumber: 3, commandStatus: STATUS.ESME_RINVBNDSTS })
    expect(waiting).toHaveLength(1)
    session.respondDeliver(1, ok)
    expect(await peer.next()).toMatchObject({ command: 'deliver_sm_resp', sequenceNumber: 1 })
    expect(await peer.next()).toMatchObject({ command: 'unbind_resp', sequenceNumber: 2 })
    expect(await session.closed).toEqual({ reason: 'unbound-by-peer', clean: true, detail: null })
  })

  test('by the peer does not wait for ever', async () => {
    const { session, peer } = await boundEsme({ unbindGraceMs: 5_000, handlers: { onRequest: () => {} } })
    peer.send(deliverSm(1), { command: 'unbind', commandStatus: 0, sequenceNumber: 2 })
    await pass(4_999)
    expect(peer.unread).toHaveLength(0)
    await pass(1)
    expect(await peer.next()).toMatchObject({ command: 'unbind_resp' })
    expect(await session.closed).toMatchObject({ reason: 'unbound-by-peer', clean: false })
    expect(session.respondDeliver(1, ok)).toBe(false)
  })

  test('by us ends with the answer of the peer, which proves that it has read everything', async () => {
    const { session, peer } = await boundEsme({
      handlers: { onRequest: (pdu, self) => self.respondDeliver(pdu.sequenceNumber, ok) },
    })
    peer.send(deliverSm(1))
    await peer.next()
    const closed = session.unbind()
    const { command, sequenceNumber } = await peer.next()
    expect(command).toBe('unbind')
    expect(await session.request({ command: 'submit_sm' })).toEqual({ ok: false, reason: 'wrong-state' })
    peer.send({ command: 'unbind_resp', commandStatus: 0, sequenceNumber })
    expect(await closed).toEqual({ reason: 'unbound-by-us', clean: true, detail: null })
  })

  test('by us that is not answered ends all the same, not clean', async () => {
    const { session, peer } = await boundEsme({
      responseTimeoutMs: 5_000,
      handlers: { onRequest: (pdu, self) => self.respondDeliver(pdu.sequenceNumber, ok) },
    })
    peer.send(deliverSm(1))
    await peer.next()
    const closed = session.unbind()
    await pass(5_000)
    expect(await closed).toMatchObject({ reason: 'unbound-by-us', clean: false })
  })

  test('before a bind is just the end', async () => {
    const { session } = openSession({ side: 'esme' })
    expect(await session.unbind()).toMatchObject({ reason: 'closed-by-us' })
  })
})

test('a broken connection is told once, with what broke it', async () => {
  const closes: object[] = []
  const { session, end } = await boundEsme({ handlers: { onClose: (close) => closes.push(close) } })
  end.destroy(new Error('read ECONNRESET'))
  expect(await session.closed).toMatchObject({ reason: 'socket-error', detail: 'read ECONNRESET' })
  session.destroy()
  expect(await session.unbind()).toMatchObject({ reason: 'socket-error' })
  expect(closes).toHaveLength(1)
  expect(session.state).toBe('CLOSED')
})

test('octets of a PDU that was cut off are told', async () => {
  const { session, peer } = await boundEsme()
  peer.stream.end(Buffer.from('0000002000', 'hex'))
  expect(await session.closed).toMatchObject({ reason: 'closed-by-peer', detail: '5 octets of a PDU were cut off' })
})
