import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { bindSession, connect } from './client.ts'
import type { ConnectOptions } from './client.ts'
import type { MessagePdu } from './pdu/pdu.ts'
import { listen } from './server.ts'
import type { BindAttempt, ListenOptions, SmppServer } from './server.ts'
import { Session } from './session.ts'
import type { SessionHandlers } from './session.options.ts'
import { STATUS } from './status.ts'
import { TEST_ONLY_CERTIFICATE, TEST_ONLY_KEY } from './testing/tls.fixture.ts'

const host = '127.0.0.1'
const bind = { command: 'bind_transceiver', systemId: 'esme', password: 'pw' } as const
const acceptAll: ListenOptions['onBind'] = () => Promise.resolve({ commandStatus: STATUS.ESME_ROK, systemId: 'smsc' })

const servers: SmppServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function start(options: Partial<ListenOptions> = {}): Promise<SmppServer> {
  const server = await listen({ host, port: 0, onBind: acceptAll, ...options })
  servers.push(server)
  return server
}

async function bound(server: SmppServer, options: Partial<ConnectOptions> = {}) {
  const outcome = await connect({ host, port: server.port, bind, ...options })
  if (!outcome.ok) throw new Error(outcome.detail)
  return outcome
}

describe('over TCP', () => {
  test('what the ESME says at the bind reaches the decision, and the SMSC says who it is', async () => {
    const attempts: BindAttempt[] = []
    const server = await start({
      onBind: (attempt, session) => {
        attempts.push(attempt)
        return acceptAll(attempt, session)
      },
    })
    const outcome = await bound(server, { bind: { ...bind, systemType: 'T', addressRange: '^49' } })
    expect(outcome).toMatchObject({ systemId: 'smsc', interfaceVersion: 0x34 })
    expect(outcome.session.state).toBe('BOUND_TRX')
    expect(attempts).toMatchObject([
      { command: 'bind_transceiver', systemId: 'esme', password: 'pw', systemType: 'T', addressRange: '^49' },
    ])
    expect(attempts).toMatchObject([{ remoteAddress: '127.0.0.1', interfaceVersion: 0x34, peerFingerprint: null }])
  })

  test('messages go both ways, as the handlers of the decision take them', async () => {
    const taken: string[] = []
    const onRequest = (pdu: MessagePdu) => {
      taken.push(pdu.destinationAddr)
    }
    const server = await start({
      onBind: () =>
        Promise.resolve({
          commandStatus: STATUS.ESME_ROK,
          systemId: 'smsc',
          handlers: {
            onRequest: (pdu, self) => {
              onRequest(pdu)
              self.respond(pdu, STATUS.ESME_ROK, 'id-1')
            },
          },
        }),
    })
    const handlers = {
      onRequest: (pdu: MessagePdu, self: { respond: (pdu: MessagePdu, status: number) => boolean }) => {
        onRequest(pdu)
        self.respond(pdu, STATUS.ESME_RTHROTTLED)
      },
    }
    const { session } = await bound(server, { session: { handlers } })
    const submitted = await session.request({ command: 'submit_sm', destinationAddr: '1' })
    expect(submitted).toMatchObject({ ok: true, response: { commandStatus: 0, messageId: 'id-1' } })
    const [atServer] = server.sessions
    const delivered = await atServer?.request({ command: 'deliver_sm', destinationAddr: '2' })
    expect(delivered).toMatchObject({ ok: true, response: { commandStatus: STATUS.ESME_RTHROTTLED } })
    expect(taken).toEqual(['1', '2'])
  })

  test('a refused bind is an outcome with the status of the refusal', async () => {
    const server = await start({ onBind: () => Promise.resolve({ commandStatus: STATUS.ESME_RINVPASWD }) })
    const outcome = await connect({ host, port: server.port, bind })
    expect(outcome).toMatchObject({ ok: false, stage: 'bind', commandStatus: STATUS.ESME_RINVPASWD })
    expect(outcome).toMatchObject({ detail: 'the bind was refused with ESME_RINVPASWD' })
  })

  test('a decision that fails is ESME_RSYSERR to the peer and an error to us', async () => {
    const errors: string[] = []
    const server = await start({
      onBind: () => Promise.reject(new Error('database gone')),
      onError: (error) => errors.push(error.message),
    })
    const outcome = await connect({ host, port: server.port, bind })
    expect(outcome).toMatchObject({ ok: false, stage: 'bind', commandStatus: STATUS.ESME_RSYSERR })
    expect(errors).toEqual(['database gone'])
  })

  test('an address that is not allowed gets no session', async () => {
    const asked: string[] = []
    const server = await start({
      isAllowed: (remoteAddress) => {
        asked.push(remoteAddress)
        return false
      },
    })
    expect(await connect({ host, port: server.port, bind })).toMatchObject({
      ok: false,
      stage: 'bind',
      commandStatus: null,
    })
    expect(asked).toEqual(['127.0.0.1'])
    expect(server.sessions.size).toBe(0)
  })

  test('nobody listening is an outcome, and so is a field that the standard has no room for', async () => {
    const server = await start()
    const { port } = server
    const bad = await connect({ host, port, bind: { ...bind, systemId: 'x'.repeat(16) } })
    expect(bad).toMatchObject({ ok: false, stage: 'bind', commandStatus: null })
    await servers.pop()?.close()
    expect(await connect({ host, port, bind })).toMatchObject({ ok: false, stage: 'connect', commandStatus: null })
  })

  test('a carrier password over 8 characters can be sent, and a strict SMSC refuses it', async () => {
    const server = await start()
    const outcome = await connect({ host, port: server.port, bind: { ...bind, password: 'longer-than-8' } })
    expect(outcome).toMatchObject({ ok: false, stage: 'bind', commandStatus: STATUS.ESME_RINVPASWD })
  })

  test('closing the server unbinds everybody cleanly', async () => {
    const server = await start()
    const sessions = await Promise.all([bound(server), bound(server)])
    await servers.pop()?.close()
    for (const { session } of sessions) {
      expect(await session.closed).toEqual({ reason: 'unbound-by-peer', clean: true, detail: null })
    }
    expect(server.sessions.size).toBe(0)
  })

  test('no more sessions than allowed', async () => {
    const server = await start({ sessionsMax: 1 })
    await bound(server)
    expect(await connect({ host, port: server.port, bind })).toMatchObject({ ok: false })
    expect(server.sessions.size).toBe(1)
  })

  test('a thousand messages wait for the window and are all answered', async () => {
    const server = await start()
    const handlers = {
      onRequest: (pdu: MessagePdu, self: { respondDeliver: (sequenceNumber: number, status: number) => boolean }) => {
        self.respondDeliver(pdu.sequenceNumber, STATUS.ESME_ROK)
      },
    }
    await bound(server, { session: { handlers } })
    const [atServer] = server.sessions
    if (atServer === undefined) throw new Error('there is no session')
    const deliver = (i: number) => atServer.request({ command: 'deliver_sm', sourceAddr: String(i) })
    const outcomes = await Promise.all(Array.from({ length: 1_000 }, (_, i) => deliver(i)))
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
  })
})

describe('over TLS', () => {
  const tls = { cert: TEST_ONLY_CERTIFICATE, key: TEST_ONLY_KEY }

  test('a trusted certificate binds, one that is not trusted does not', async () => {
    const errors: string[] = []
    const server = await start({ tls, onError: (error) => errors.push(error.message) })
    const trusting = await bound(server, { host: 'localhost', tls: { ca: TEST_ONLY_CERTIFICATE } })
    expect(trusting.session.state).toBe('BOUND_TRX')
    const wary = await connect({ host: 'localhost', port: server.port, bind, tls: {} })
    expect(wary).toMatchObject({ ok: false, stage: 'connect' })
  })

  test("the peer's certificate is known when it is asked for", async () => {
    const attempts: BindAttempt[] = []
    const server = await start({
      tls: { ...tls, requestCert: true, ca: TEST_ONLY_CERTIFICATE },
      onBind: (attempt, session) => {
        attempts.push(attempt)
        return acceptAll(attempt, session)
      },
    })
    await bound(server, { host: 'localhost', tls: { ...tls, ca: TEST_ONLY_CERTIFICATE } })
    expect(attempts[0]?.peerFingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
  })

  test('a client that speaks no TLS is an error, not a session', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const server = await start({ tls, onError: (_error, remoteAddress) => resolve(remoteAddress) })
    expect(await connect({ host, port: server.port, bind })).toMatchObject({ ok: false, stage: 'bind' })
    await promise
    expect(server.sessions.size).toBe(0)
  })
})

describe('a session whose stream is connected already', () => {
  test('is bound over the connection that an outbind came in on', async () => {
    const { promise: smscConnected, resolve } = Promise.withResolvers<Session>()
    const esmeListener = createServer((socket) => {
      const handlers: SessionHandlers = {
        onOutbind: (_pdu, session) => {
          void bindSession(session, { ...bind, command: 'bind_receiver' }).then((outcome) => {
            if (outcome.ok) resolve(outcome.session)
          })
        },
      }
      return new Session(socket, { side: 'esme', handlers })
    })
    esmeListener.listen(0, host)
    await once(esmeListener, 'listening')
    const socket = createConnection((esmeListener.address() as AddressInfo).port, host)
    const onBind: SessionHandlers['onBind'] = (pdu, session) => session.acceptBind(pdu, 'smsc')
    const smsc = new Session(socket, { side: 'smsc', handlers: { onBind } })
    expect(smsc.outbind('smsc', 'pw')).toBe(true)
    expect((await smscConnected).state).toBe('BOUND_RX')
    await smsc.unbind()
    await new Promise((done) => esmeListener.close(done))
  })

  test('is not bound a second time', async () => {
    const outcome = await bound(await start())
    const again = await bindSession(outcome.session, bind)
    expect(again).toMatchObject({ ok: false, stage: 'bind', detail: 'the bind got no answer: wrong-state' })
  })
})
