import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { Session } from '@inrange/smpp/session'
import { STATUS } from '@inrange/smpp/status'
import { duplexPair, type DuplexEnd } from '@inrange/smpp/testing/duplex-pair'
import { systemClock } from '../../platform/clock.ts'
import { createSilentLog } from '../../platform/log.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { BackPressure } from './back-pressure.runtime.ts'
import { FakeIntake } from './carriers.fixture.ts'
import { CarrierSession, type SessionOwner } from './carrier-session.runtime.ts'
import { factsOf, parseSettings } from './connections.rules.ts'
import { ConnectionsJournal } from './connections.journal.ts'

const db = useTestDatabase()
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

type Pair = {
  intake: FakeIntake
  ours: CarrierSession
  owner: SessionOwner
  /** The carrier, bound to us as transceiver. */
  peer: Session
  /** The carrier's end of the connection. */
  wire: DuplexEnd
}

/** Our side of a session over a connection in memory, bound and recorded, with the carrier at the other end. */
async function bindPair(ourSide: 'smsc' | 'esme' = 'smsc'): Promise<Pair> {
  const intake = new FakeIntake()
  const clock = systemClock
  const journal = new ConnectionsJournal({ database: db.database, clock, log: createSilentLog() })
  const [near, far] = duplexPair()
  const timers = { enquireLinkIntervalMs: 0, deliverFromEsme: true }
  const session = new Session(near, { ...timers, side: ourSide })
  const peer = new Session(far, { ...timers, side: ourSide === 'smsc' ? 'esme' : 'smsc' })
  ends.push(() => peer.destroy())
  const connectionId = randomUUID()
  const facts = factsOf({ connectionId, carrierId: randomUUID(), settings: parseSettings('smpp_server', {}) })
  const owner: SessionOwner = {
    connectionId,
    facts,
    tally: journal.tallyOf(connectionId),
    sessions: new Set(),
    trace: null,
    unboundSinceMs: 0,
  }
  const deps = { intake, backPressure: new BackPressure(intake), journal, clock }
  const about = { bindType: 'transceiver', remoteAddress: '203.0.113.7' } as const
  const ours = new CarrierSession(deps, { ...about, sessionId: randomUUID(), session, owner })
  await ours.open()
  const [esme, smsc] = ourSide === 'smsc' ? [peer, session] : [session, peer]
  smsc.handlers = {
    onBind: (bind) => {
      session.handlers = ours.handlers
      smsc.acceptBind(bind, 'inrange')
    },
  }
  const fields = { systemId: 'x', password: '', systemType: '', interfaceVersion: 0x34, addrTon: 0, addrNpi: 0 }
  await esme.bind('bind_transceiver', { ...fields, addressRange: '' })
  ours.admit()
  return { intake, ours, owner, peer, wire: far }
}

const WATCH = { enquireLinkMs: 10, inactivityMs: 60_000 }

test('a peer that leaves three enquire_link unanswered is ended as unclean', async () => {
  const { ours, intake, peer } = await bindPair()
  peer.pause()
  ours.watch(WATCH)
  await ours.ended
  expect(intake.closed).toMatchObject([
    { provenUntilMs: null, reason: expect.stringMatching(/^the peer said nothing/) },
  ])
})

test('a peer that answers stays, and what it has read is known', async () => {
  const { ours, intake, peer } = await bindPair()
  const beforeMs = Date.now()
  let enquiries = 0
  const asked = Promise.withResolvers<void>()
  // Twice as many as a silent peer survives; the answers are the session's own.
  peer.handlers = {}
  const counting = setInterval(() => {
    enquiries += 1
    if (enquiries >= 6) asked.resolve()
  }, WATCH.enquireLinkMs)
  ours.watch(WATCH)
  await asked.promise
  clearInterval(counting)
  expect(intake.closed).toEqual([])
  ours.destroy('over')
  await ours.ended
  expect(intake.closed[0]?.provenUntilMs).toBeGreaterThanOrEqual(beforeMs)
})

test('a peer that is silent for as long as its connection allows is ended', async () => {
  const { ours, intake, peer } = await bindPair()
  peer.pause()
  ours.watch({ enquireLinkMs: 10, inactivityMs: 5 })
  await ours.ended
  expect(intake.closed[0]?.reason).toMatch(/^the peer said nothing/)
})

test('under back-pressure silence means nothing', async () => {
  const { ours, peer, intake } = await bindPair()
  peer.pause()
  ours.setBackPressure(true)
  ours.watch({ enquireLinkMs: 1, inactivityMs: 1 })
  for (let turns = 0; turns < 200; turns += 1) await turn()
  expect(intake.closed).toEqual([])
  ours.setBackPressure(false)
  await ours.ended
})

test('a malformed message is answered as the standard says, counted, and costs the others nothing', async () => {
  const { peer, wire, intake, owner } = await bindPair()
  const statuses: number[] = []
  peer.handlers = { onProtocolError: ({ commandStatus }) => void statuses.push(commandStatus) }
  const fields = { sourceAddr: 'Bank', destinationAddr: '316', shortMessage: Buffer.from('x') }
  // A deliver_sm whose body is one octet: service_type alone, and then nothing.
  wire.write(Buffer.from('0000001100000005000000000000270f00', 'hex'))
  const outcome = await peer.request({ command: 'deliver_sm', ...fields })
  expect(outcome).toMatchObject({ ok: true, response: { commandStatus: STATUS.ESME_ROK } })
  expect(statuses).toEqual([STATUS.ESME_RINVCMDLEN])
  expect(intake.items).toHaveLength(1)
  expect(owner.tally).toMatchObject({ malformed: 1, received: 1, acknowledged: 1 })
})

test('a length that cannot be ends the session, since nobody knows where the next message begins', async () => {
  const { ours, wire, intake } = await bindPair()
  wire.write(Buffer.from('0000000f00000005', 'hex'))
  await ours.ended
  expect(intake.closed[0]?.reason).toMatch(/^protocol-error: command_length 15/)
})

test('an alert_notification is counted and needs no answer', async () => {
  const { wire, owner, peer } = await bindPair('esme')
  wire.write(Buffer.from('000000180000010200000000000000090101310001013200', 'hex'))
  await peer.request({ command: 'enquire_link' })
  expect(owner.tally).toMatchObject({ receipts: 1, malformed: 0 })
})

test('a session whose peer left while it was being recorded is reported once, after it was recorded', async () => {
  const { intake, ours } = await bindPair()
  ours.abandon('gone')
  ours.abandon('gone again')
  await ours.ended
  expect(intake.story).toEqual(['open', 'close'])
  expect(ours.isOpen()).toBe(false)
  expect(await ours.probe(1)).toBe(false)
})
