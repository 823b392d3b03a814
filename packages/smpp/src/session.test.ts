import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodePdu } from './pdu/pdu.ts'
import type { MessagePdu } from './pdu/pdu.ts'
import { STATUS } from './status.ts'
import { GOLDEN, octetsOf } from './testing/golden.pdus.ts'
import { bindPdu, deliverSm } from './testing/raw-peer.ts'
import { boundEsme, boundSmsc, openSession } from './testing/session.fixture.ts'

const ok = STATUS.ESME_ROK

describe('binding', () => {
  test('an accepted bind binds, and says 3.4 to those who can hear it', async () => {
    const { session, peer } = openSession({
      side: 'smsc',
      handlers: { onBind: (bind, self) => self.acceptBind(bind, 'smsc') },
    })
    peer.send(bindPdu('bind_receiver'))
    expect(await peer.next()).toMatchObject({ commandStatus: ok, systemId: 'smsc', tlvs: [{ tag: 0x0210 }] })
    expect(session.state).toBe('BOUND_RX')
  })

  test('an older ESME is sent no optional parameter', async () => {
    const { peer } = openSession({ side: 'smsc', handlers: { onBind: (bind, self) => self.acceptBind(bind, 'smsc') } })
    peer.send(bindPdu('bind_receiver', 0x33))
    expect(await peer.next()).toMatchObject({ commandStatus: ok, tlvs: [] })
  })

  test('a refused bind leaves the session open for another', async () => {
    const answers = [STATUS.ESME_RINVPASWD, ok]
    const { session, peer } = openSession({
      side: 'smsc',
      handlers: {
        onBind: (bind, self) => {
          const status = answers.shift() ?? ok
          if (status === ok) self.acceptBind(bind, 'smsc')
          else self.refuseBind(bind, status)
        },
      },
    })
    peer.send(bindPdu('bind_transceiver'))
    expect(await peer.next()).toMatchObject({ command: 'bind_transceiver_resp', commandStatus: STATUS.ESME_RINVPASWD })
    expect(session.state).toBe('OPEN')
    peer.send(bindPdu('bind_transceiver'))
    expect(await peer.next()).toMatchObject({ commandStatus: ok })
    expect(session.state).toBe('BOUND_TRX')
  })

  test('a second bind is told that it is bound already', async () => {
    const { peer, session } = await boundSmsc()
    peer.send(bindPdu('bind_receiver'))
    expect(await peer.next()).toMatchObject({ command: 'bind_receiver_resp', commandStatus: STATUS.ESME_RALYBND })
    expect(session.state).toBe('BOUND_TRX')
  })

  test('a deliver_sm right behind the bind response, in one chunk, reaches the application', async () => {
    const { promise, resolve } = Promise.withResolvers<MessagePdu>()
    const { session, peer } = openSession({ side: 'esme', handlers: { onRequest: resolve } })
    const names = { systemId: 'esme', password: 'pw', systemType: '', addressRange: '' }
    const bound = session.bind('bind_receiver', { ...names, interfaceVersion: 0x34, addrTon: 0, addrNpi: 0 })
    const { sequenceNumber } = await peer.next()
    const response = {
      command: 'bind_receiver_resp',
      commandStatus: 0,
      sequenceNumber,
      systemId: '',
      tlvs: [],
    } as const
    peer.send(response, deliverSm(9))
    expect((await promise).sequenceNumber).toBe(9)
    expect(await bound).toMatchObject({ ok: true })
  })

  test('an outbind is told to the ESME, which may then bind', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const { peer, session } = openSession({ side: 'esme', handlers: { onOutbind: (pdu) => resolve(pdu.systemId) } })
    peer.send({ command: 'outbind', commandStatus: 0, sequenceNumber: 1, systemId: 'smsc', password: 'x' })
    expect(await promise).toBe('smsc')
    expect(session.state).toBe('OUTBOUND')
    const [smsc, esme] = [openSession({ side: 'smsc' }), session]
    expect(smsc.session.outbind('smsc', 'x')).toBe(true)
    expect(esme.outbind('smsc', 'x')).toBe(false)
  })
})

describe('what the standard forbids is answered and the session goes on', () => {
  test.each([
    ['deliver_sm before a bind', deliverSm(5), 'deliver_sm_resp', STATUS.ESME_RINVBNDSTS],
    [
      'enquire_link before a bind',
      GOLDEN.find(({ name }) => name === 'enquire_link')!.pdu,
      'enquire_link_resp',
      STATUS.ESME_RINVBNDSTS,
    ],
    [
      'unbind before a bind',
      { command: 'unbind', commandStatus: 0, sequenceNumber: 5 } as const,
      'unbind_resp',
      STATUS.ESME_RINVBNDSTS,
    ],
    ['a bind to an ESME', bindPdu('bind_receiver'), 'bind_receiver_resp', STATUS.ESME_RINVBNDSTS],
    ['an unknown command', octetsOf('00000010 00000021 00000000 00000005'), 'generic_nack', STATUS.ESME_RINVCMDID],
    [
      'a malformed deliver_sm',
      octetsOf('00000012 00000005 00000000 00000005 0000'),
      'deliver_sm_resp',
      STATUS.ESME_RINVCMDLEN,
    ],
  ])('%s', async (_name, pdu, command, commandStatus) => {
    const { peer, session, errors } = openSession({ side: 'esme' })
    peer.send(pdu)
    expect(await peer.next()).toMatchObject({ command, commandStatus })
    expect(session.state).toBe('OPEN')
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({ commandStatus })
  })

  test('a good message after a malformed one is taken', async () => {
    const taken: number[] = []
    const onRequest = (pdu: MessagePdu) => taken.push(pdu.sequenceNumber)
    const { peer, errors } = await boundEsme({ handlers: { onRequest } })
    peer.send(octetsOf('00000012 00000005 00000000 00000005 0000'), deliverSm(6), {
      command: 'enquire_link',
      commandStatus: 0,
      sequenceNumber: 7,
    })
    expect(await peer.next()).toMatchObject({ sequenceNumber: 5, commandStatus: STATUS.ESME_RINVCMDLEN })
    expect(await peer.next()).toMatchObject({ command: 'enquire_link_resp', sequenceNumber: 7, commandStatus: ok })
    expect(taken).toEqual([6])
    expect(errors.map(({ kind }) => kind)).toEqual(['malformed'])
  })

  test('responses are never answered, neither unknown nor unexpected nor malformed ones', async () => {
    const { peer, errors } = await boundEsme()
    peer.send(
      octetsOf('00000010 80000021 00000000 00000005'),
      octetsOf('00000011 80000005 00000000 00000063 00'),
      octetsOf('00000012 80000004 00000000 00000063 6161'),
      { command: 'enquire_link', commandStatus: 0, sequenceNumber: 8 },
    )
    expect(await peer.next()).toMatchObject({ command: 'enquire_link_resp', sequenceNumber: 8 })
    expect(peer.unread).toHaveLength(0)
    expect(errors.map(({ kind }) => kind)).toEqual(['unknown-command', 'unexpected-response', 'malformed-response'])
  })

  test('submit_sm to an SMSC is allowed, deliver_sm only where it was agreed', async () => {
    for (const deliverFromEsme of [false, true]) {
      const { peer } = await boundSmsc({
        deliverFromEsme,
        handlers: { onRequest: (pdu, self) => self.respond(pdu, ok) },
      })
      peer.send(deliverSm(3), { ...deliverSm(4), command: 'submit_sm' } as never)
      expect(await peer.next()).toMatchObject({ commandStatus: deliverFromEsme ? ok : STATUS.ESME_RINVBNDSTS })
      expect(await peer.next()).toMatchObject({ command: 'submit_sm_resp', sequenceNumber: 4, commandStatus: ok })
    }
  })

  test('a message that nobody wants is refused, not swallowed', async () => {
    const { peer } = await boundEsme()
    peer.send(deliverSm(3))
    expect(await peer.next()).toMatchObject({ command: 'deliver_sm_resp', commandStatus: STATUS.ESME_RX_P_APPN })
  })
})

test('only lost sync closes: an impossible length gets generic_nack and the end', async () => {
  const { peer, session } = await boundEsme()
  peer.send(octetsOf('0000000f 00000005 00000000 00000005'))
  const nack = { command: 'generic_nack', commandStatus: STATUS.ESME_RINVCMDLEN, sequenceNumber: 0 }
  expect(await peer.next()).toMatchObject(nack)
  expect(await session.closed).toMatchObject({ reason: 'protocol-error' })
})

describe('answers', () => {
  test('of one tick leave in one write, in their order', async () => {
    const { peer, end } = await boundEsme({
      handlers: { onRequest: (pdu, self) => self.respondDeliver(pdu.sequenceNumber, ok) },
    })
    const before = end.writes.length
    peer.send(...Array.from({ length: 500 }, (_, i) => deliverSm(i + 1)))
    for (let i = 1; i <= 500; i += 1) expect(await peer.next()).toMatchObject({ sequenceNumber: i, commandStatus: ok })
    expect(end.writes.length - before).toBe(1)
  })

  test('may come later and in any order; more than are owed are refused', async () => {
    const waiting: MessagePdu[] = []
    const { peer, session } = await boundEsme({ handlers: { onRequest: (pdu) => waiting.push(pdu) } })
    peer.send(deliverSm(1), deliverSm(2), { command: 'enquire_link', commandStatus: 0, sequenceNumber: 3 })
    await peer.next()
    expect(session.unanswered).toBe(2)
    expect(waiting.reverse().map((pdu) => session.respond(pdu, ok))).toEqual([true, true])
    expect(session.respondDeliver(1, ok)).toBe(false)
    expect([await peer.next(), await peer.next()].map((pdu) => pdu.sequenceNumber)).toEqual([2, 1])
  })

  test('a field that does not fit is refused before anything is sent', async () => {
    const { peer, session } = await boundEsme()
    expect(() => session.send({ command: 'submit_sm', sourceAddr: '1'.repeat(21) }, () => {})).toThrow(RangeError)
    session.enquireLink()
    expect(await peer.next()).toMatchObject({ command: 'enquire_link' })
    expect(session.outstanding).toBe(1)
  })
})

describe('back-pressure', () => {
  test('pause holds in the middle of a chunk, and resume goes on where it was', async () => {
    const taken: number[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const { peer, session } = await boundEsme({
      handlers: {
        onRequest: (pdu, self) => {
          taken.push(pdu.sequenceNumber)
          if (pdu.sequenceNumber === 3) self.pause()
          if (pdu.sequenceNumber === 10) resolve()
        },
      },
    })
    peer.send(...Array.from({ length: 10 }, (_, i) => deliverSm(i + 1)))
    await new Promise((tick) => setImmediate(tick))
    expect(taken).toEqual([1, 2, 3])
    session.resume()
    await promise
    expect(taken).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('no more than the allowed number of messages is unanswered', async () => {
    const waiting: MessagePdu[] = []
    const { peer, session } = await boundEsme({ unansweredMax: 4, handlers: { onRequest: (pdu) => waiting.push(pdu) } })
    peer.send(...Array.from({ length: 10 }, (_, i) => deliverSm(i + 1)))
    await new Promise((tick) => setImmediate(tick))
    expect(waiting).toHaveLength(4)
    session.respondDeliver(1, ok)
    await peer.next()
    await new Promise((tick) => setImmediate(tick))
    expect(waiting).toHaveLength(5)
  })

  test('a peer that sends but does not read is not read from until it does', async () => {
    let taken = 0
    const { peer, end } = await boundEsme({
      writeBacklogOctetsMax: 80_000,
      handlers: {
        onRequest: (pdu, self) => {
          taken += 1
          self.respondDeliver(pdu.sequenceNumber, ok)
        },
      },
    })
    end.stalled = true
    for (let chunk = 0; chunk < 100; chunk += 1) {
      peer.send(...Array.from({ length: 100 }, (_, i) => deliverSm(chunk * 100 + i + 1)))
      await new Promise((tick) => setImmediate(tick))
    }
    // 80,000 octets are 4,706 answers; a chunk or two may overshoot.
    expect(taken).toBeGreaterThan(4_700)
    expect(taken).toBeLessThan(5_100)
    end.unstall()
    for (let i = 1; i <= 10_000; i += 1) expect((await peer.next()).sequenceNumber).toBe(i)
    expect(taken).toBe(10_000)
  })
})

describe('requests of ours', () => {
  const submit = { command: 'submit_sm', destinationAddr: '1' } as const

  test('wait for the window, then in a bounded queue, and then are refused', async () => {
    const { peer, session } = await boundEsme({ windowMax: 2, queueMax: 1 })
    const outcomes = Array.from({ length: 4 }, () => session.request(submit))
    expect(await outcomes[3]).toEqual({ ok: false, reason: 'queue-full' })
    const [first, second] = [await peer.next(), await peer.next()]
    expect(peer.unread).toHaveLength(0)
    const answer = (sequenceNumber: number, messageId: string) =>
      peer.send({ command: 'submit_sm_resp', commandStatus: 0, sequenceNumber, messageId, tlvs: [] })
    answer(second.sequenceNumber, 'b')
    expect(await outcomes[1]).toMatchObject({ ok: true, response: { messageId: 'b' } })
    const third = await peer.next()
    answer(third.sequenceNumber, 'c')
    answer(first.sequenceNumber, 'a')
    expect(await outcomes[2]).toMatchObject({ ok: true, response: { messageId: 'c' } })
    expect(await outcomes[0]).toMatchObject({ ok: true, response: { messageId: 'a' } })
    expect(session.outstanding).toBe(0)
  })

  test('are settled by a generic_nack, but not by a response of another kind', async () => {
    const { peer, session, errors } = await boundEsme()
    const outcome = session.request(submit)
    const { sequenceNumber } = await peer.next()
    peer.send({ command: 'deliver_sm_resp', commandStatus: 0, sequenceNumber, messageId: '', tlvs: [] })
    peer.send({ command: 'generic_nack', commandStatus: STATUS.ESME_RINVCMDID, sequenceNumber })
    expect(await outcome).toMatchObject({ ok: true, response: { command: 'generic_nack' } })
    expect(errors.map(({ kind }) => kind)).toEqual(['unexpected-response'])
  })

  test('are settled when their response cannot be read', async () => {
    const { peer, session } = await boundEsme()
    const outcome = session.request(submit)
    const { sequenceNumber } = await peer.next()
    const malformed = octetsOf('00000012 80000004 00000000 00000000 6161')
    malformed.writeUInt32BE(sequenceNumber, 12)
    peer.send(malformed)
    expect(await outcome).toEqual({ ok: false, reason: 'malformed-response' })
  })

  test('are not sent in a state that forbids them', async () => {
    const { session } = openSession({ side: 'esme' })
    expect(await session.request(submit)).toEqual({ ok: false, reason: 'wrong-state' })
    const bound = await boundSmsc()
    expect(await bound.session.request(submit)).toEqual({ ok: false, reason: 'wrong-state' })
  })

  test('are all settled when the connection goes', async () => {
    const { peer, session } = await boundEsme({ windowMax: 1 })
    const outcomes = [session.request(submit), session.request(submit)]
    await peer.next()
    peer.stream.destroy()
    expect(await Promise.all(outcomes)).toEqual([
      { ok: false, reason: 'closed' },
      { ok: false, reason: 'closed' },
    ])
    expect(await session.request(submit)).toEqual({ ok: false, reason: 'closed' })
  })
})

describe('no octets make a session throw', () => {
  const golden = GOLDEN.map(({ hex }) => octetsOf(hex))
  const sane = (frame: Buffer) => !['bind_transceiver_resp', 'unbind', 'unbind_resp'].includes(commandOf(frame))
  function commandOf(frame: Buffer): string {
    const decoded = decodePdu(frame)
    return decoded.ok ? decoded.pdu.command : ''
  }

  test('changed PDUs in any order, as either side', async () => {
    const change = fc.record({ pick: fc.nat(), at: fc.nat(), octet: fc.nat(255) })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 30 }), fc.boolean(), async (changes, asSmsc) => {
        const onRequest = (pdu: MessagePdu, self: { respond: (pdu: MessagePdu, status: number) => boolean }) => {
          self.respond(pdu, ok)
        }
        const { peer, session } = await (asSmsc ? boundSmsc : boundEsme)({ handlers: { onRequest } })
        const pool = golden.filter(sane)
        for (const { pick, at, octet } of changes) {
          const frame = Buffer.from(pool[pick % pool.length] ?? Buffer.alloc(16))
          frame[at % frame.length] = octet
          peer.send(frame)
        }
        peer.stream.end()
        const { reason } = await session.closed
        expect(['closed-by-peer', 'protocol-error', 'unbound-by-peer']).toContain(reason)
        expect(session.unanswered).toBe(0)
      }),
      { numRuns: 300 },
    )
  })
})
