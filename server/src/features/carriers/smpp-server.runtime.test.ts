import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import smpp, { type ForeignPdu, type ForeignSession } from 'smpp'
import { afterEach, expect, test, vi } from 'vitest'
import { connect, type ConnectOptions } from '@inrange/smpp/client'
import { encodePdu } from '@inrange/smpp/pdu/pdu'
import type { BindName } from '@inrange/smpp/pdu/bind'
import type { Session } from '@inrange/smpp/session'
import type { RequestInput } from '@inrange/smpp/session.options'
import { STATUS } from '@inrange/smpp/status'
import { TEST_ONLY_CERTIFICATE, TEST_ONLY_KEY } from '@inrange/smpp/testing/tls.fixture'
import { useTestDatabase } from '../../testing/test-database.ts'
import { actor, secrets, startHarness, storeConnection, type Harness } from './carriers.fixture.ts'
import type { ConnectionsRuntimeDeps } from './connections.runtime.ts'
import { updateConnection } from './update-connection.ts'

const db = useTestDatabase()
const ends: (() => Promise<unknown> | void)[] = []
// In the order of making: carriers leave before the runtime stops, so that no unbind has to be waited for.
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

let systemIds = 0
type Carrier = Harness & { connectionId: string; systemId: string }

async function serve(settings: object = {}, options: Partial<ConnectionsRuntimeDeps> = {}): Promise<Carrier> {
  systemIds += 1
  const systemId = `carrier${systemIds}`
  const connection = { kind: 'smpp_server', systemId, password: 'secret12', settings } as const
  const { connectionId } = await storeConnection(db.database, connection)
  const harness = await startHarness(db.database, options)
  ends.push(() => harness.runtime.stop())
  return { ...harness, connectionId, systemId }
}

type BindOptions = Partial<{
  password: string
  systemId: string
  command: BindName
  port: number
  tls: object
  host: string
}>

function connectOptions(carrier: Carrier, options: BindOptions): ConnectOptions {
  const { command = 'bind_transceiver', systemId = carrier.systemId, password = 'secret12' } = options
  return {
    host: options.host ?? '127.0.0.1',
    port: options.port ?? carrier.port,
    bind: { command, systemId, password },
    session: { deliverFromEsme: true, windowMax: 1_000 },
    ...(options.tls ? { tls: options.tls } : {}),
  }
}

async function tryBind(carrier: Carrier, options: BindOptions = {}) {
  const outcome = await connect(connectOptions(carrier, options))
  if (outcome.ok) ends.push(() => outcome.session.destroy())
  return outcome
}

async function bind(carrier: Carrier, options: BindOptions = {}): Promise<Session> {
  const outcome = await tryBind(carrier, options)
  if (!outcome.ok) throw new Error(outcome.detail)
  return outcome.session
}

/** The command_status that refused a bind, or ESME_ROK. */
async function statusOfBind(carrier: Carrier, options: BindOptions = {}): Promise<number | null> {
  const outcome = await tryBind(carrier, options)
  return outcome.ok ? STATUS.ESME_ROK : outcome.commandStatus
}

async function answerTo(session: Session, input: RequestInput): Promise<{ commandStatus: number; messageId: string }> {
  const outcome = await session.request(input)
  if (!outcome.ok) throw new Error(outcome.reason)
  const { response } = outcome
  return { commandStatus: response.commandStatus, messageId: 'messageId' in response ? response.messageId : '' }
}

const TEXT = { sourceAddr: 'Bank', destinationAddr: '31612345678', shortMessage: Buffer.from('hello') }

async function events(carrier: Carrier): Promise<{ kind: string; detail: string }[]> {
  await carrier.runtime.journal.flush()
  const { rows } = await db.owner.query<{ kind: string; detail: string }>(
    'select kind, detail from connection_events where connection_id = $1 order by id',
    [carrier.connectionId],
  )
  return rows
}

async function edit(carrier: Carrier, change: Parameters<typeof updateConnection>[1]['change']): Promise<void> {
  await updateConnection({ database: db.database, secrets }, { actor, connectionId: carrier.connectionId, change })
  await carrier.runtime.refresh()
}

test('a carrier binds, and deliver_sm, data_sm and submit_sm from it are answered each in its own way', async () => {
  const carrier = await serve()
  const session = await bind(carrier)
  expect(carrier.runtime.statusOf(carrier.connectionId).boundSessions).toBe(1)
  expect(await answerTo(session, { command: 'deliver_sm', ...TEXT })).toEqual({ commandStatus: 0, messageId: '' })
  const submitted = await answerTo(session, { command: 'submit_sm', ...TEXT })
  const tlvs = [{ tag: 0x0424, value: Buffer.from('payload') }]
  const data = await answerTo(session, { command: 'data_sm', sourceAddr: 'Bank', destinationAddr: '316', tlvs })
  expect([submitted.commandStatus, data.commandStatus]).toEqual([0, 0])
  expect(submitted.messageId).toMatch(/^[0-9a-f]{40}$/)
  expect(data.messageId).not.toBe(submitted.messageId)
  expect(carrier.intake.items.map(({ content }) => content.userData.toString())).toEqual(['hello', 'hello', 'payload'])
  const [opened] = carrier.intake.opened
  expect(opened).toMatchObject({
    connectionId: carrier.connectionId,
    bindType: 'transceiver',
    remoteAddress: '127.0.0.1',
  })
  expect(carrier.intake.items[0]?.port.sessionId).toBe(opened?.sessionId)
})

test('a carrier may bind as transmitter or as receiver', async () => {
  const carrier = await serve()
  const transmitter = await bind(carrier, { command: 'bind_transmitter' })
  expect(await answerTo(transmitter, { command: 'submit_sm', ...TEXT })).toMatchObject({ commandStatus: 0 })
  await bind(carrier, { command: 'bind_receiver' })
  expect(carrier.intake.opened.map(({ bindType }) => bindType)).toEqual(['transmitter', 'receiver'])
})

test.each([
  ['accepted', STATUS.ESME_ROK],
  ['quarantined', STATUS.ESME_ROK],
  ['duplicate', STATUS.ESME_ROK],
  ['throttled', STATUS.ESME_RTHROTTLED],
  ['unavailable', STATUS.ESME_RTHROTTLED],
  ['refused', STATUS.ESME_RX_P_APPN],
] as const)('what became %s is answered as the table says', async (outcome, commandStatus) => {
  const carrier = await serve()
  carrier.intake.outcome = outcome
  const session = await bind(carrier)
  expect(await answerTo(session, { command: 'deliver_sm', ...TEXT })).toMatchObject({ commandStatus })
})

test('a message is not answered before its outcome, and each answer goes to its own message', async () => {
  const carrier = await serve()
  carrier.intake.outcome = null
  const session = await bind(carrier)
  const answers: string[] = []
  const requests = ['first', 'second'].map(async (name) => {
    const answer = await answerTo(session, { command: 'deliver_sm', ...TEXT, shortMessage: Buffer.from(name) })
    answers.push(`${name} ${answer.commandStatus}`)
  })
  await carrier.intake.until(({ items }) => items.length === 2)
  // The peer has read everything we wrote before the answer to its enquire_link, and there was no answer among it.
  await session.request({ command: 'enquire_link' })
  expect(answers).toEqual([])
  const [first, second] = carrier.intake.items
  if (second) second.port.answer(second, 'accepted')
  await requests[1]
  if (first) first.port.answer(first, 'refused')
  await requests[0]
  expect(answers).toEqual(['second 0', `first ${STATUS.ESME_RX_P_APPN}`])
})

test('the session is recorded before its bind is answered', async () => {
  const carrier = await serve()
  const gate = Promise.withResolvers<void>()
  carrier.intake.beforeOpen = () => gate.promise
  let isBound = false
  const binding = bind(carrier).then((session) => {
    isBound = true
    return session
  })
  const other = await serve()
  await bind(other)
  expect(isBound).toBe(false)
  gate.resolve()
  await binding
  expect(carrier.intake.story[0]).toBe('open')
})

test('when the session cannot be recorded, the bind fails and may be tried again', async () => {
  const carrier = await serve()
  carrier.intake.beforeOpen = () => Promise.reject(new Error('the database is away'))
  expect(await statusOfBind(carrier)).toBe(STATUS.ESME_RSYSERR)
  carrier.intake.beforeOpen = () => Promise.resolve()
  expect(await statusOfBind(carrier)).toBe(STATUS.ESME_ROK)
})

test('whoever guesses is answered the same, ever more slowly: name, password or address wrong', async () => {
  const carrier = await serve()
  const fenced = await serve({ allowList: ['203.0.113.0/24'] })
  const wrong = { ...carrier, systemId: carrier.systemId }
  expect(await statusOfBind(wrong, { password: 'wrong' })).toBe(STATUS.ESME_RINVPASWD)
  expect(await statusOfBind(wrong, { password: 'wrong' })).toBe(STATUS.ESME_RINVPASWD)
  expect(await statusOfBind(wrong, { systemId: 'nobody' })).toBe(STATUS.ESME_RINVPASWD)
  expect(carrier.waits).toEqual([500, 1_000, 2_000])
  expect(await statusOfBind(fenced)).toBe(STATUS.ESME_RINVPASWD)
  expect(fenced.waits).toEqual([500])
  expect(await statusOfBind(carrier)).toBe(STATUS.ESME_ROK)
  expect(carrier.waits).toHaveLength(3)
  const refusals = (await events(carrier)).filter(({ kind }) => kind === 'refused')
  expect(refusals.map(({ detail }) => detail)).toEqual(['bind refused: wrong password', 'bind refused: wrong password'])
  expect((await events(fenced))[0]?.detail).toBe('bind refused: the address is not in the allow-list')
  expect(carrier.intake.opened).toHaveLength(1)
})

test('an address of the allow-list may bind', async () => {
  const carrier = await serve({ allowList: ['10.0.0.0/8', '127.0.0.0/8'] })
  expect(await statusOfBind(carrier)).toBe(STATUS.ESME_ROK)
})

test('an inactive connection refuses the right password, and says nothing else to a wrong one', async () => {
  const carrier = await serve()
  await edit(carrier, { isActive: false })
  expect(await statusOfBind(carrier)).toBe(STATUS.ESME_RBINDFAIL)
  expect(await statusOfBind(carrier, { password: 'wrong' })).toBe(STATUS.ESME_RINVPASWD)
  await edit(carrier, { isActive: true })
  expect(await statusOfBind(carrier)).toBe(STATUS.ESME_ROK)
})

test('as many binds as allowed succeed, also when all come at once, and one that ends makes room', async () => {
  const carrier = await serve({ bindsMax: 2 })
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => tryBind(carrier)))
  const bound = outcomes.filter((outcome) => outcome.ok)
  const refusals = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.commandStatus]))
  expect(bound).toHaveLength(2)
  expect(refusals).toEqual([STATUS.ESME_RALYBND, STATUS.ESME_RALYBND])
  await bound[0]?.session.unbind()
  await carrier.intake.until(({ closed }) => closed.length === 1)
  expect(await statusOfBind(carrier)).toBe(STATUS.ESME_ROK)
})

test('an orderly unbind ends the session clean; a cut one does not', async () => {
  const carrier = await serve()
  const orderly = await bind(carrier)
  await answerTo(orderly, { command: 'deliver_sm', ...TEXT })
  await orderly.unbind()
  await carrier.intake.until(({ closed }) => closed.length === 1)
  const cut = await bind(carrier)
  await answerTo(cut, { command: 'deliver_sm', ...TEXT })
  cut.destroy()
  await carrier.intake.until(({ closed }) => closed.length === 2)
  expect(carrier.intake.closed).toMatchObject([
    { clean: true, reason: 'unbound-by-peer' },
    { clean: false, provenUntilMs: null },
  ])
  expect(carrier.intake.closed.map(({ sessionId }) => sessionId)).toEqual(
    carrier.intake.opened.map(({ sessionId }) => sessionId),
  )
  expect(carrier.intake.items.map(({ port }) => port.isOpen())).toEqual([false, false])
  expect((await events(carrier)).map(({ kind }) => kind)).toEqual(['bound', 'closed', 'bound', 'closed'])
})

/** A peer that binds and then never says anything again, as one whose half of the connection is gone. */
async function bindAndFallSilent(carrier: Carrier): Promise<void> {
  const socket = connectTcp({ host: '127.0.0.1', port: carrier.port })
  ends.push(() => void socket.destroy())
  await once(socket, 'connect')
  const fields = { systemType: '', interfaceVersion: 0x34, addrTon: 0, addrNpi: 0, addressRange: '' }
  const bindPdu = { command: 'bind_transceiver', commandStatus: 0, sequenceNumber: 1, ...fields } as const
  socket.write(encodePdu({ ...bindPdu, systemId: carrier.systemId, password: 'secret12' }))
  await once(socket, 'data')
  const deliver = { command: 'deliver_sm', commandStatus: 0, sequenceNumber: 2 } as const
  const rest = { serviceType: '', sourceAddrTon: 0, sourceAddrNpi: 0, destAddrTon: 0, destAddrNpi: 0, esmClass: 0 }
  const times = { protocolId: 0, priorityFlag: 0, scheduleDeliveryTime: '', validityPeriod: '', registeredDelivery: 0 }
  const last = { replaceIfPresentFlag: 0, dataCoding: 0, smDefaultMsgId: 0, tlvs: [] }
  socket.write(encodePdu({ ...deliver, ...rest, ...times, ...last, ...TEXT }))
  await carrier.intake.until(({ items }) => items.length === 1)
}

test('a session that no longer answers is ended, as unclean, before the next one is opened', async () => {
  const carrier = await serve({ bindsMax: 1 }, { probeWaitMs: 50 })
  await bindAndFallSilent(carrier)
  await bind(carrier)
  expect(carrier.intake.story).toEqual(['open', 'item', 'close', 'open'])
  expect(carrier.intake.closed).toMatchObject([{ clean: false, provenUntilMs: null }])
  expect(carrier.runtime.statusOf(carrier.connectionId).boundSessions).toBe(1)
})

test('a session that answers stays, and is known to have read what we wrote', async () => {
  const carrier = await serve({ bindsMax: 2 })
  const first = await bind(carrier)
  const beforeMs = Date.now()
  await bind(carrier)
  expect(carrier.intake.closed).toEqual([])
  first.destroy()
  await carrier.intake.until(({ closed }) => closed.length === 1)
  expect(carrier.intake.closed[0]?.provenUntilMs).toBeGreaterThanOrEqual(beforeMs)
})

test('a full intake stops the reading of every session; what it already has is answered, the rest waits', async () => {
  const carrier = await serve()
  carrier.intake.outcome = null
  const [one, other] = [await bind(carrier), await bind(carrier)]
  carrier.intake.full = true
  const sent = [one, other, one, other].map((session) => answerTo(session, { command: 'deliver_sm', ...TEXT }))
  const more = Array.from({ length: 500 }, () => answerTo(one, { command: 'deliver_sm', ...TEXT }))
  await carrier.intake.until(({ items }) => items.length >= 1)
  // Whatever else is in the sockets stays there: a third session, which does not read either, is bound meanwhile.
  const third = await bind(carrier)
  const late = answerTo(third, { command: 'deliver_sm', ...TEXT })
  expect(carrier.intake.items.length).toBeLessThanOrEqual(2)
  carrier.intake.outcome = 'accepted'
  carrier.intake.answerAll('accepted')
  carrier.intake.drain()
  const answers = await Promise.all([...sent, ...more, late])
  expect(answers.every(({ commandStatus }) => commandStatus === 0)).toBe(true)
  expect(answers).toHaveLength(505)
})

test('a session under back-pressure is not taken for dead', async () => {
  const carrier = await serve({ bindsMax: 2 }, { probeWaitMs: 1 })
  carrier.intake.outcome = null
  const session = await bind(carrier)
  carrier.intake.full = true
  void session.request({ command: 'deliver_sm', ...TEXT })
  await carrier.intake.until(({ items }) => items.length === 1)
  await bind(carrier)
  expect(carrier.intake.closed).toEqual([])
})

test('receipts and malformed PDUs are answered and counted, and the session goes on', async () => {
  const carrier = await serve()
  const socket = connectTcp({ host: '127.0.0.1', port: carrier.port })
  ends.push(() => void socket.destroy())
  const session = await bind(carrier)
  carrier.intake.outcome = 'receipt'
  expect(await answerTo(session, { command: 'deliver_sm', ...TEXT, esmClass: 4 })).toMatchObject({ commandStatus: 0 })
  expect(carrier.intake.items[0]?.content.isReceipt).toBe(true)
  carrier.intake.outcome = 'accepted'
  const foreign = await bindForeign(carrier)
  const nack = once(foreign, 'generic_nack') as Promise<[ForeignPdu]>
  // A header with a command id that nobody knows.
  rawSocketOf(foreign).write(Buffer.from('00000010000001990000000000000063', 'hex'))
  expect((await nack)[0].command_status).toBe(STATUS.ESME_RINVCMDID)
  const answer = await foreignRequest(foreign, 'submit_sm', { destination_addr: '316', short_message: 'still there' })
  expect(answer.command_status).toBe(0)
  expect((await events(carrier)).find(({ kind }) => kind === 'protocol_error')?.detail).toMatch(
    /^unknown-command: .*0199/,
  )
  const { rows } = await db.owner.query('select * from connection_counters where connection_id = $1', [
    carrier.connectionId,
  ])
  expect(rows[0]).toMatchObject({ received: 2n, acknowledged: 2n, receipts: 1n, malformed: 1n })
})

test('over TLS it is the same, and a carrier that speaks plain there gets nothing', async () => {
  const tls = { port: 0, certificatePem: TEST_ONLY_CERTIFICATE, privateKeyPem: TEST_ONLY_KEY }
  const carrier = await serve({}, { smpp: { host: '127.0.0.1', port: 0, tls } })
  const port = carrier.tlsPort
  const session = await bind(carrier, { port, host: 'localhost', tls: { ca: TEST_ONLY_CERTIFICATE } })
  expect(await answerTo(session, { command: 'submit_sm', ...TEXT })).toMatchObject({ commandStatus: 0 })
  expect(await tryBind(carrier, { port, host: 'localhost', tls: {} })).toMatchObject({ ok: false, stage: 'connect' })
  expect((await tryBind(carrier, { port })).ok).toBe(false)
})

test('an edit of how messages are read holds for the next message and keeps the session', async () => {
  const carrier = await serve()
  const session = await bind(carrier)
  await answerTo(session, { command: 'deliver_sm', ...TEXT })
  await edit(carrier, { settings: { dedupePolicy: 'off', defaultAlphabet: 'latin1' } })
  await answerTo(session, { command: 'deliver_sm', ...TEXT })
  expect(carrier.intake.closed).toEqual([])
  const { port } = carrier.intake.items[1] ?? {}
  expect(port?.connection).toMatchObject({ dedupePolicy: 'off', defaultAlphabet: 'latin1' })
})

test('a changed password ends the sessions in order, and only the new one binds', async () => {
  const carrier = await serve()
  const session = await bind(carrier)
  await edit(carrier, { password: 'other123' })
  const end = await session.closed
  expect(end.reason).toBe('unbound-by-peer')
  await carrier.intake.until(({ closed }) => closed.length === 1)
  expect(carrier.intake.closed[0]).toMatchObject({ clean: true, reason: 'the connection was edited' })
  expect(await statusOfBind(carrier)).toBe(STATUS.ESME_RINVPASWD)
  expect(await statusOfBind(carrier, { password: 'other123' })).toBe(STATUS.ESME_ROK)
})

test('a stop waits for the answers that are owed, then unbinds', async () => {
  const carrier = await serve()
  carrier.intake.outcome = null
  const session = await bind(carrier)
  const pending = answerTo(session, { command: 'deliver_sm', ...TEXT })
  await carrier.intake.until(({ items }) => items.length === 1)
  const stopped = carrier.runtime.stop()
  expect((await tryBind(carrier)).ok).toBe(false)
  expect(session.state).toBe('BOUND_TRX')
  carrier.intake.answerAll('accepted')
  expect(await pending).toMatchObject({ commandStatus: 0 })
  await stopped
  expect(await session.closed).toMatchObject({ reason: 'unbound-by-peer' })
  expect(carrier.intake.closed).toMatchObject([{ clean: true }])
  expect((await tryBind(carrier)).ok).toBe(false)
})

test('a test asks the bound sessions', async () => {
  const carrier = await serve({}, { probeWaitMs: 50 })
  expect(await carrier.runtime.test(carrier.connectionId)).toMatchObject({ ok: false })
  await bind(carrier)
  expect(await carrier.runtime.test(carrier.connectionId)).toMatchObject({ ok: true })
  const silent = await serve({}, { probeWaitMs: 50 })
  await bindAndFallSilent(silent)
  expect(await silent.runtime.test(silent.connectionId)).toMatchObject({ ok: false })
})

async function bindForeign(carrier: Carrier): Promise<ForeignSession> {
  const session = smpp.connect({ host: '127.0.0.1', port: carrier.port })
  session.on('error', () => undefined)
  ends.push(() => session.close())
  await once(session, 'connect')
  const credentials = { system_id: carrier.systemId, password: 'secret12' }
  const response = await foreignRequest(session, 'bind_transceiver', credentials)
  expect(response.command_status).toBe(0)
  return session
}

function foreignRequest(
  session: ForeignSession,
  command: 'bind_transceiver' | 'submit_sm' | 'deliver_sm' | 'data_sm',
  fields: object,
): Promise<ForeignPdu> {
  return new Promise((resolve) => void session[command](fields, resolve))
}

function rawSocketOf(session: ForeignSession): { write(octets: Buffer): void } {
  return (session as unknown as { socket: { write(octets: Buffer): void } }).socket
}

test('node-smpp binds to us and sends all three kinds of message', async () => {
  const carrier = await serve()
  const session = await bindForeign(carrier)
  const fields = { source_addr: 'Bank', destination_addr: '31612345678' }
  const submitted = await foreignRequest(session, 'submit_sm', { ...fields, data_coding: 8, short_message: 'é😀' })
  const delivered = await foreignRequest(session, 'deliver_sm', { ...fields, short_message: 'plain' })
  const data = await foreignRequest(session, 'data_sm', { ...fields, message_payload: 'payload' })
  expect([submitted, delivered, data].map((pdu) => pdu.command_status)).toEqual([0, 0, 0])
  expect(submitted.message_id).toMatch(/^[0-9a-f]{40}$/)
  const [first, second] = carrier.intake.items
  expect(
    Buffer.from(first?.content.userData ?? '')
      .swap16()
      .toString('utf16le'),
  ).toBe('é😀')
  expect(second?.content).toMatchObject({ sender: 'Bank', recipient: '31612345678' })
  await new Promise((resolve) => void session.unbind(resolve))
  session.close()
  await vi.waitFor(() => expect(carrier.intake.closed).toMatchObject([{ clean: true }]))
})
