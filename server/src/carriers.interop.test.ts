// The whole platform with an independent implementation of SMPP as the carrier, in both directions: what a person wrote
// is what lies in the owner's inbox, once, whatever way it was encoded and cut.
import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import smpp, { type ForeignPdu, type ForeignSession } from 'smpp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foreignDeliveries, type Piece } from './testing/foreign-deliveries.ts'
import { openInteropWorld, type InteropWorld } from './testing/interop-world.ts'
import { useTestDatabase } from './testing/test-database.ts'

const db = useTestDatabase()
const ends: (() => unknown)[] = []
let world: InteropWorld
beforeAll(async () => {
  world = await openInteropWorld(db)
})
afterAll(async () => {
  await world.stop()
  for (const end of ends.toReversed()) await end()
})

function answered(send: (callback: (pdu: ForeignPdu) => void) => boolean): Promise<ForeignPdu> {
  return new Promise((resolve) => {
    send(resolve)
  })
}

type Command = 'deliver_sm' | 'submit_sm' | 'data_sm'

async function send(carrier: ForeignSession, command: Command, pieces: readonly Piece[]): Promise<string> {
  const recipient = world.newNumber()
  for (const piece of pieces) {
    const fields = { source_addr: 'Acme', source_addr_ton: 5, destination_addr: recipient, ...piece }
    const response = await answered((callback) => carrier[command](fields, callback))
    expect(response).toMatchObject({ command: `${command}_resp`, command_status: 0 })
  }
  return recipient
}

describe('we bind to the carrier, and it delivers', () => {
  let carrier: ForeignSession
  let name: string
  beforeAll(async () => {
    const smsc = await listenAsCarrier()
    const made = await world.connect({
      kind: 'smpp_client',
      systemId: 'inrange',
      password: 'secret',
      settings: { host: '127.0.0.1', port: smsc.port },
    })
    name = made.carrier
    carrier = await smsc.bound
  })

  test.each(foreignDeliveries)('$name', async ({ text, segments, pieces }) => {
    const recipient = await send(carrier, 'deliver_sm', pieces)
    expect(await world.landed(recipient)).toEqual([
      { sender: 'Acme', content: text, segments, flags: 0, carrier: name },
    ])
  })
})

describe('the carrier binds to us, and sends', () => {
  let carrier: ForeignSession
  let name: string
  beforeAll(async () => {
    const credentials = { systemId: 'lumen', password: 'secret12' }
    const made = await world.connect({ kind: 'smpp_server', ...credentials, settings: {} })
    name = made.carrier
    carrier = await connectAsCarrier()
    const { systemId: system_id, password } = credentials
    const refused = await answered((callback) => carrier.bind_transceiver({ system_id, password: 'wrong' }, callback))
    expect(refused.command_status).toBe(14)
    carrier = await connectAsCarrier()
    const bound = await answered((callback) => carrier.bind_transceiver({ system_id, password }, callback))
    expect(bound.command_status).toBe(0)
  })

  const cases = foreignDeliveries.flatMap((delivery) =>
    (['deliver_sm', 'submit_sm', 'data_sm'] as const)
      // data_sm has no short_message: its text goes into message_payload.
      .filter((command) => command !== 'data_sm' || delivery.pieces.every((piece) => 'message_payload' in piece))
      .map((command) => ({ command, ...delivery })),
  )
  test.each(cases)('$command: $name', async ({ command, text, segments, pieces }) => {
    const recipient = await send(carrier, command, pieces)
    expect(await world.landed(recipient)).toEqual([
      { sender: 'Acme', content: text, segments, flags: 0, carrier: name },
    ])
  })

  test('two equal messages on a healthy session are two messages', async () => {
    const piece = { short_message: { message: 'Your code is 4711' }, data_coding: 0 }
    const recipient = await send(carrier, 'deliver_sm', [piece, piece])
    expect((await world.landed(recipient)).map(({ content }) => content)).toEqual([
      'Your code is 4711',
      'Your code is 4711',
    ])
  })
})

/** The carrier's SMSC, which we bind to. */
async function listenAsCarrier(): Promise<{ port: number; bound: Promise<ForeignSession> }> {
  const { promise: bound, resolve } = Promise.withResolvers<ForeignSession>()
  const server: Server = smpp.createServer({}, (session) => {
    session.on('error', () => {})
    session.on('bind_receiver', (pdu: ForeignPdu) => {
      const isKnown = pdu.system_id === 'inrange' && pdu.password === 'secret'
      session.send(pdu.response({ command_status: isKnown ? 0 : 14, system_id: 'carrier' }))
      if (isKnown) resolve(session)
    })
    session.on('unbind', (pdu: ForeignPdu) => {
      session.send(pdu.response())
      session.close()
    })
    session.on('enquire_link', (pdu: ForeignPdu) => session.send(pdu.response()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => new Promise((done) => server.close(done)))
  return { port: (server.address() as AddressInfo).port, bound }
}

async function connectAsCarrier(): Promise<ForeignSession> {
  const session = smpp.connect({ host: '127.0.0.1', port: world.smppPort })
  await once(session, 'connect')
  // It does not answer an unbind by itself.
  session.on('unbind', (pdu: ForeignPdu) => session.send(pdu.response()))
  session.on('error', () => {})
  ends.push(() => session.close())
  return session
}
