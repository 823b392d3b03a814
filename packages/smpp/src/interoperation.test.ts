// The other side here is node-smpp, an implementation that shares no code with this package.
import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import smpp from 'smpp'
import type { ForeignPdu, ForeignSession } from 'smpp'
import { connect } from './client.ts'
import type { ConnectOptions } from './client.ts'
import type { MessagePdu } from './pdu/pdu.ts'
import { listen } from './server.ts'
import type { SmppServer } from './server.ts'
import type { Session } from './session.ts'
import { STATUS } from './status.ts'
import { Assembler } from './testing/assembler.ts'
import { TEST_ONLY_CERTIFICATE, TEST_ONLY_KEY } from './testing/tls.fixture.ts'

const ENCODING = { gsm7: 0, latin1: 3, ucs2: 8 }

interface Piece {
  readonly short_message?: { message: string; udh?: Buffer }
  readonly message_payload?: { message: string }
  readonly data_coding: number
  readonly [tlv: string]: unknown
}

interface Scenario {
  readonly name: string
  readonly text: string
  readonly pieces: readonly Piece[]
}

/** Pieces with a header written by hand, so that nothing of this package takes part in sending. */
function pieces(
  texts: readonly string[],
  dataCoding: number,
  headerOf: (sequence: number) => string,
): readonly Piece[] {
  return texts.map((message, i) => ({
    short_message: { message, udh: Buffer.from(headerOf(i + 1), 'hex') },
    data_coding: dataCoding,
  }))
}

const hex = (octet: number) => octet.toString(16).padStart(2, '0')
const long = ['First part, it goes on. ', 'Second [part] €5. ', 'Third and last.']
const cyrillic = ['Длинное ', 'сообщение ', 'из трёх частей 😀']

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'GSM 7 bit with the extension',
    text: 'Price: 5€ {ok} @home ñ Δ',
    pieces: [{ short_message: { message: 'Price: 5€ {ok} @home ñ Δ' }, data_coding: ENCODING.gsm7 }],
  },
  {
    name: 'Latin-1',
    text: 'Déjà vu, façade ÿ',
    pieces: [{ short_message: { message: 'Déjà vu, façade ÿ' }, data_coding: ENCODING.latin1 }],
  },
  {
    name: 'UCS-2 with emoji',
    text: 'Привет 😀👍🏽',
    pieces: [{ short_message: { message: 'Привет 😀👍🏽' }, data_coding: ENCODING.ucs2 }],
  },
  {
    name: 'three parts with an 8-bit reference, shuffled and one of them twice',
    text: long.join(''),
    pieces: shuffled(pieces(long, ENCODING.gsm7, (sequence) => `0500037f03${hex(sequence)}`)),
  },
  {
    name: 'three parts in UCS-2 with a 16-bit reference behind ports, shuffled and one of them twice',
    text: cyrillic.join(''),
    pieces: shuffled(pieces(cyrillic, ENCODING.ucs2, (sequence) => `0c05040b8423f00804123403${hex(sequence)}`)),
  },
  {
    name: 'three parts by SAR parameters',
    text: long.join(''),
    pieces: shuffled(
      long.map((message, i) => ({
        short_message: { message },
        data_coding: ENCODING.gsm7,
        sar_msg_ref_num: 4711,
        sar_total_segments: 3,
        sar_segment_seqnum: i + 1,
      })),
    ),
  },
  {
    name: 'one long text in message_payload',
    text: 'Long text. '.repeat(100),
    pieces: [{ message_payload: { message: 'Long text. '.repeat(100) }, data_coding: ENCODING.gsm7 }],
  },
]

function shuffled(inOrder: readonly Piece[]): readonly Piece[] {
  const [first, second, third] = inOrder
  return [third, first, third, second].filter((piece) => piece !== undefined)
}

// ---- node-smpp as the carrier's SMSC, we bind to it ---------------------------------------------------------------

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function foreignSmsc(options: object = {}): Promise<{ port: number; bound: Promise<ForeignSession> }> {
  const { promise, resolve } = Promise.withResolvers<ForeignSession>()
  const server: Server = smpp.createServer(options, (session) => {
    session.on('error', () => {})
    for (const command of ['bind_transceiver', 'bind_receiver']) {
      session.on(command, (pdu: ForeignPdu) => {
        const known = pdu.system_id === 'inrange' && pdu.password === 'secret'
        session.send(pdu.response({ command_status: known ? 0 : STATUS.ESME_RINVPASWD, system_id: 'carrier' }))
        if (known) resolve(session)
      })
    }
    session.on('unbind', (pdu: ForeignPdu) => {
      session.send(pdu.response())
      session.close()
    })
    session.on('enquire_link', (pdu: ForeignPdu) => session.send(pdu.response()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(() => new Promise((done) => server.close(done)))
  return { port: (server.address() as AddressInfo).port, bound: promise }
}

async function bindTo(port: number, options: Partial<ConnectOptions>): Promise<Session> {
  const bind = { command: 'bind_transceiver', systemId: 'inrange', password: 'secret' } as const
  const outcome = await connect({ host: '127.0.0.1', port, bind, ...options })
  if (!outcome.ok) throw new Error(outcome.detail)
  cleanups.push(() => outcome.session.unbind())
  return outcome.session
}

const answered = (send: (callback: (pdu: ForeignPdu) => void) => boolean) =>
  new Promise<ForeignPdu>((resolve) => {
    send(resolve)
  })

describe('node-smpp delivers to us', () => {
  test.each(SCENARIOS)('$name', async ({ text, pieces }) => {
    const smsc = await foreignSmsc()
    const assembler = new Assembler()
    const texts: (string | null | undefined)[] = []
    const onRequest = (pdu: MessagePdu, session: Session) => {
      texts.push(assembler.take(pdu))
      session.respondDeliver(pdu.sequenceNumber, STATUS.ESME_ROK)
    }
    await bindTo(smsc.port, { session: { handlers: { onRequest } } })
    const carrier = await smsc.bound
    for (const piece of pieces) {
      const fields = { source_addr: 'Sender', source_addr_ton: 5, destination_addr: '491701234567', ...piece }
      const response = await answered((callback) => carrier.deliver_sm(fields, callback))
      expect(response).toMatchObject({ command: 'deliver_sm_resp', command_status: 0 })
    }
    expect(texts.filter((found) => found !== null)).toEqual([text])
  })

  test('it hears a refusal, our enquire_link is answered, and the end is clean', async () => {
    const smsc = await foreignSmsc()
    const { promise: proven, resolve } = Promise.withResolvers<object>()
    const session = await bindTo(smsc.port, {
      session: {
        handlers: {
          onRequest: (pdu, self) => self.respondDeliver(pdu.sequenceNumber, STATUS.ESME_RTHROTTLED),
          onProof: resolve,
        },
      },
    })
    const carrier = await smsc.bound
    const response = await answered((callback) => carrier.deliver_sm({ short_message: { message: 'x' } }, callback))
    expect(response.command_status).toBe(STATUS.ESME_RTHROTTLED)
    session.enquireLink()
    expect(await proven).toMatchObject({ answers: 1 })
    expect(await session.unbind()).toEqual({ reason: 'unbound-by-us', clean: true, detail: null })
  })

  test('it refuses a wrong password, which is an outcome', async () => {
    const { port } = await foreignSmsc()
    const bind = { command: 'bind_receiver', systemId: 'inrange', password: 'wrong' } as const
    const outcome = await connect({ host: '127.0.0.1', port, bind })
    expect(outcome).toMatchObject({ ok: false, stage: 'bind', commandStatus: STATUS.ESME_RINVPASWD })
  })

  test('over TLS', async () => {
    const smsc = await foreignSmsc({ key: TEST_ONLY_KEY, cert: TEST_ONLY_CERTIFICATE })
    const onRequest = (pdu: MessagePdu, self: Session) => self.respondDeliver(pdu.sequenceNumber, STATUS.ESME_ROK)
    const tls = { ca: TEST_ONLY_CERTIFICATE }
    await bindTo(smsc.port, { host: 'localhost', tls, session: { handlers: { onRequest } } })
    const carrier = await smsc.bound
    const response = await answered((callback) => carrier.deliver_sm({ short_message: { message: 'x' } }, callback))
    expect(response.command_status).toBe(0)
  })
})

// ---- node-smpp as a carrier that binds to our SMSC ----------------------------------------------------------------

async function ourSmsc(onRequest: (pdu: MessagePdu, session: Session) => void, tls = false): Promise<SmppServer> {
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    ...(tls ? { tls: { cert: TEST_ONLY_CERTIFICATE, key: TEST_ONLY_KEY } } : {}),
    session: { deliverFromEsme: true },
    onBind: ({ systemId, password }) => {
      const known = systemId === 'carrier' && password === 'secret'
      if (!known) return Promise.resolve({ commandStatus: STATUS.ESME_RINVPASWD })
      return Promise.resolve({ commandStatus: STATUS.ESME_ROK, systemId: 'inrange', handlers: { onRequest } })
    },
  })
  cleanups.push(() => server.close())
  return server
}

async function foreignEsme(port: number, options: object = {}): Promise<ForeignSession> {
  const session = smpp.connect({ host: '127.0.0.1', port, ...options })
  await once(session, 'tls' in options ? 'secureConnect' : 'connect')
  // It does not answer an unbind by itself.
  session.on('unbind', (pdu: ForeignPdu) => session.send(pdu.response()))
  session.on('error', () => {})
  return session
}

const credentials = { system_id: 'carrier', password: 'secret' }

describe('node-smpp binds to us and sends', () => {
  test.each(SCENARIOS)('$name', async ({ text, pieces }) => {
    for (const command of ['deliver_sm', 'submit_sm', 'data_sm'] as const) {
      // data_sm has no short_message: the text goes into message_payload, and a header of user data with it.
      if (command === 'data_sm' && pieces[0]?.message_payload === undefined) continue
      const assembler = new Assembler()
      const texts: (string | null | undefined)[] = []
      const server = await ourSmsc((pdu, session) => {
        texts.push(assembler.take(pdu))
        session.respond(pdu, STATUS.ESME_ROK, pdu.command === 'submit_sm' ? 'id' : '')
      })
      const carrier = await foreignEsme(server.port)
      const bound = await answered((callback) => carrier.bind_transceiver(credentials, callback))
      expect(bound).toMatchObject({ command_status: 0, system_id: 'inrange' })
      for (const piece of pieces) {
        const fields = { source_addr: 'Sender', destination_addr: '491701234567', ...piece }
        const response = await answered((callback) => carrier[command](fields, callback))
        expect(response).toMatchObject({ command: `${command}_resp`, command_status: 0 })
      }
      expect(texts.filter((found) => found !== null)).toEqual([text])
    }
  })

  test('it hears a refused bind, an enquire_link answered, and its own unbind answered', async () => {
    const server = await ourSmsc(() => {})
    const carrier = await foreignEsme(server.port)
    const refused = await answered((callback) => carrier.bind_transmitter({ system_id: 'x' }, callback))
    expect(refused.command_status).toBe(STATUS.ESME_RINVPASWD)
    const bound = await answered((callback) => carrier.bind_transmitter(credentials, callback))
    expect(bound.command_status).toBe(0)
    const alive = await answered((callback) => carrier.enquire_link({}, callback))
    expect(alive).toMatchObject({ command: 'enquire_link_resp', command_status: 0 })
    const [session] = server.sessions
    const gone = await answered((callback) => carrier.unbind(callback))
    expect(gone.command_status).toBe(0)
    expect(await session?.closed).toEqual({ reason: 'unbound-by-peer', clean: true, detail: null })
  })

  test('over TLS', async () => {
    const server = await ourSmsc((pdu, session) => session.respond(pdu, STATUS.ESME_ROK, 'abc'), true)
    const carrier = await foreignEsme(server.port, { tls: true, ca: TEST_ONLY_CERTIFICATE, servername: 'localhost' })
    await answered((callback) => carrier.bind_transceiver(credentials, callback))
    const response = await answered((callback) => carrier.submit_sm({ short_message: { message: 'x' } }, callback))
    expect(response).toMatchObject({ command_status: 0, message_id: 'abc' })
  })
})
