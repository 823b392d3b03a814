import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import smpp, { type ForeignPdu, type ForeignSession } from 'smpp'
import { afterEach, expect, test, vi } from 'vitest'
import type { ShortMessageInput } from '@inrange/smpp/pdu/short-message'
import { listen, type BindAttempt, type ListenOptions } from '@inrange/smpp/server'
import type { Session } from '@inrange/smpp/session'
import { STATUS } from '@inrange/smpp/status'
import { TEST_ONLY_CERTIFICATE, TEST_ONLY_KEY } from '@inrange/smpp/testing/tls.fixture'
import { createManualClock } from '../../platform/clock.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { actor, secrets, startHarness, storeConnection, type Harness } from './carriers.fixture.ts'
import type { ConnectionsRuntimeDeps } from './connections.runtime.ts'
import { updateConnection } from './update-connection.ts'

const db = useTestDatabase()
const ends: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

type Smsc = {
  port: number
  attempts: BindAttempt[]
  /** Bound sessions, oldest first, also those that have ended. */
  sessions: Session[]
  /** What a bind is answered with. */
  commandStatus: number
  /** Called after each bind that succeeds, before its answer is on its way. */
  onBound: (session: Session) => void
  until(condition: () => boolean): Promise<void>
}

/** The carrier's SMSC, which we bind to. */
async function startSmsc(options: Partial<ListenOptions> = {}): Promise<Smsc> {
  const waiting: (() => void)[] = []
  const smsc: Smsc = {
    port: 0,
    attempts: [],
    sessions: [],
    commandStatus: STATUS.ESME_ROK,
    onBound: () => undefined,
    until: async (condition) => {
      while (!condition()) await new Promise<void>((resolve) => void waiting.push(resolve))
    },
  }
  const changed = () => {
    for (const resolve of waiting.splice(0)) resolve()
  }
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    ...options,
    onBind: (attempt, session) => {
      smsc.attempts.push(attempt)
      changed()
      if (smsc.commandStatus !== STATUS.ESME_ROK) return Promise.resolve({ commandStatus: smsc.commandStatus })
      const onStateChange = (state: string) => {
        if (state !== 'BOUND_RX' && state !== 'BOUND_TRX') return
        smsc.sessions.push(session)
        smsc.onBound(session)
        changed()
      }
      return Promise.resolve({ commandStatus: 0, systemId: 'SMSC', handlers: { onStateChange } })
    },
  })
  ends.push(() => server.close())
  smsc.port = server.port
  return smsc
}

type Dialler = Harness & { connectionId: string }

async function dial(
  port: number,
  settings: object = {},
  options: Partial<ConnectionsRuntimeDeps> = {},
): Promise<Dialler> {
  const { connectionId } = await storeConnection(db.database, {
    kind: 'smpp_client',
    systemId: 'inrange',
    password: 'their1',
    settings: { host: '127.0.0.1', port, ...settings },
  })
  const harness = await startHarness(db.database, { smpp: null, ...options })
  // Rows of earlier tests in this database would be dialled too.
  ends.push(async () => {
    await harness.runtime.stop()
    await edit({ ...harness, connectionId }, { isActive: false }).catch(() => undefined)
  })
  return { ...harness, connectionId }
}

async function edit(dialler: Dialler, change: Parameters<typeof updateConnection>[1]['change']): Promise<void> {
  const { connectionId } = dialler
  await updateConnection({ database: db.database, secrets }, { actor, connectionId, change })
  await dialler.runtime.refresh()
}

const TEXT: ShortMessageInput = {
  sourceAddr: 'Bank',
  destinationAddr: '31612345678',
  shortMessage: Buffer.from('hello'),
}

async function deliver(session: Session | undefined, input: ShortMessageInput = TEXT): Promise<number> {
  if (!session) throw new Error('There is no session')
  const outcome = await session.request({ command: 'deliver_sm', ...input })
  if (!outcome.ok) throw new Error(outcome.reason)
  return outcome.response.commandStatus
}

async function events(dialler: Dialler): Promise<{ kind: string; detail: string; remote_address: string }[]> {
  await dialler.runtime.journal.flush()
  const { rows } = await db.owner.query<{ kind: string; detail: string; remote_address: string }>(
    'select kind, detail, remote_address from connection_events where connection_id = $1 order by id',
    [dialler.connectionId],
  )
  return rows
}

/** Every runtime here serves all that is stored, so the connections of one test are told apart by their ids. */
function ownSessions(dialler: Dialler): unknown[] {
  return dialler.intake.opened.filter(({ connectionId }) => connectionId === dialler.connectionId)
}

/** Waits that end when the test says so. */
function heldWaits() {
  const asked: number[] = []
  let release: () => void = () => undefined
  return {
    asked,
    release: () => release(),
    sleep: (durationMs: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        asked.push(durationMs)
        release = resolve
        signal.addEventListener('abort', () => resolve())
      }),
  }
}

test('we bind with what is stored, and messages are answered after their outcome', async () => {
  const smsc = await startSmsc()
  const dialler = await dial(smsc.port, { systemType: 'VMA' })
  await smsc.until(() => smsc.sessions.length === 1)
  expect(smsc.attempts[0]).toMatchObject({
    command: 'bind_receiver',
    systemId: 'inrange',
    password: 'their1',
    systemType: 'VMA',
  })
  expect(await deliver(smsc.sessions[0])).toBe(STATUS.ESME_ROK)
  expect(dialler.runtime.statusOf(dialler.connectionId)).toMatchObject({ boundSessions: 1, wantedSessions: 1 })
  dialler.intake.outcome = 'refused'
  expect(await deliver(smsc.sessions[0])).toBe(STATUS.ESME_RX_P_APPN)
  expect(dialler.intake.opened).toMatchObject([
    { connectionId: dialler.connectionId, bindType: 'receiver', remoteAddress: `127.0.0.1:${smsc.port}` },
  ])
})

test('as many sessions as asked for are bound', async () => {
  const smsc = await startSmsc()
  const dialler = await dial(smsc.port, { binds: 3, bindType: 'transceiver' })
  await vi.waitFor(() => expect(dialler.runtime.statusOf(dialler.connectionId).boundSessions).toBe(3))
  expect(smsc.attempts.map(({ command }) => command)).toEqual(Array(3).fill('bind_transceiver'))
  expect(new Set(dialler.intake.opened.map(({ sessionId }) => sessionId)).size).toBe(3)
})

test('what the carrier sends right behind its answer to the bind waits until the session is recorded', async () => {
  const smsc = await startSmsc()
  const answers: Promise<number>[] = []
  smsc.onBound = (session) => {
    for (let index = 0; index < 5; index += 1) {
      answers.push(deliver(session, { ...TEXT, shortMessage: Buffer.from(`early ${index}`) }))
    }
  }
  const dialler = await dial(smsc.port)
  await dialler.intake.until(({ items }) => items.length === 5)
  expect(dialler.intake.story).toEqual(['open', 'item', 'item', 'item', 'item', 'item'])
  expect(dialler.intake.items.map(({ content }) => content.userData.toString())).toEqual(
    [0, 1, 2, 3, 4].map((index) => `early ${index}`),
  )
  expect(await Promise.all(answers)).toEqual([0, 0, 0, 0, 0])
})

test('a lost session is bound again, after waits that grow until one lasts for a minute', async () => {
  const smsc = await startSmsc()
  const clock = createManualClock('2026-01-01T00:00:00Z')
  const waits = heldWaits()
  const dialler = await dial(smsc.port, {}, { clock, sleep: waits.sleep })
  for (const [index, lastsMs] of [0, 59_999, 60_000, 0].entries()) {
    await dialler.intake.until(({ opened }) => opened.length === index + 1)
    await vi.waitFor(() => expect(dialler.runtime.statusOf(dialler.connectionId).boundSessions).toBe(1))
    clock.advanceMs(lastsMs)
    smsc.sessions[index]?.destroy()
    await vi.waitFor(() => expect(waits.asked).toHaveLength(index + 1))
    waits.release()
  }
  expect(waits.asked).toEqual([1_000, 2_000, 1_000, 2_000])
})

test('a refused bind and a carrier that is away are logged and tried again', async () => {
  const smsc = await startSmsc()
  smsc.commandStatus = STATUS.ESME_RINVPASWD
  const waits = heldWaits()
  const dialler = await dial(smsc.port, {}, { sleep: waits.sleep })
  await vi.waitFor(() => expect(waits.asked).toEqual([1_000]))
  expect(dialler.runtime.statusOf(dialler.connectionId)).toMatchObject({ boundSessions: 0, isConnecting: false })
  expect(await events(dialler)).toEqual([
    {
      kind: 'connect_failed',
      detail: 'the bind was refused with ESME_RINVPASWD',
      remote_address: `127.0.0.1:${smsc.port}`,
    },
  ])
  smsc.commandStatus = STATUS.ESME_ROK
  waits.release()
  await smsc.until(() => smsc.sessions.length === 1)
  const away = await dial(1, {}, { sleep: heldWaits().sleep })
  await vi.waitFor(async () => expect((await events(away))[0]?.detail).toMatch(/ECONNREFUSED/))
  expect(ownSessions(away)).toEqual([])
})

test('a session whose peer no longer answers is ended, as unclean, before the next one is opened', async () => {
  const smsc = await startSmsc()
  const dialler = await dial(smsc.port, { binds: 2 }, { probeWaitMs: 50 })
  await vi.waitFor(() => expect(dialler.runtime.statusOf(dialler.connectionId).boundSessions).toBe(2))
  const [silent, lost] = smsc.sessions
  // From here on the SMSC reads nothing of its first session, so our enquire_link stays unanswered.
  silent?.pause()
  lost?.destroy()
  await dialler.intake.until(({ opened }) => opened.length === 3)
  expect(dialler.intake.story).toEqual(['open', 'open', 'close', 'close', 'open'])
  expect(dialler.intake.closed).toMatchObject([
    { clean: true },
    { clean: false, reason: 'no answer to enquire_link when another session was bound' },
  ])
  silent?.destroy()
})

test('over TLS the carrier must be who its certificate says', async () => {
  const tls = { cert: TEST_ONLY_CERTIFICATE, key: TEST_ONLY_KEY }
  const smsc = await startSmsc({ tls })
  const trusting = { tls: true, tlsCa: TEST_ONLY_CERTIFICATE, host: 'localhost' }
  const dialler = await dial(smsc.port, trusting)
  await smsc.until(() => smsc.sessions.length === 1)
  expect(await deliver(smsc.sessions[0])).toBe(STATUS.ESME_ROK)
  expect(await dialler.runtime.test(dialler.connectionId)).toMatchObject({ ok: true })
  const wary = await dial(smsc.port, { tls: true, host: 'localhost' }, { sleep: heldWaits().sleep })
  await vi.waitFor(async () => expect((await events(wary))[0]?.detail).toMatch(/certificate/))
  expect(ownSessions(wary)).toEqual([])
})

test('a full intake stops the reading of all sessions', async () => {
  const smsc = await startSmsc({ session: { windowMax: 1_000 } })
  const dialler = await dial(smsc.port, { binds: 2 })
  await vi.waitFor(() => expect(dialler.runtime.statusOf(dialler.connectionId).boundSessions).toBe(2))
  dialler.intake.outcome = null
  dialler.intake.full = true
  const [one, other] = smsc.sessions
  const first = deliver(one)
  await dialler.intake.until(({ items }) => items.length === 1)
  const rest = Array.from({ length: 200 }, (_, index) => deliver(index % 2 === 0 ? one : other))
  // The other process-wide way in shows that nothing was read meanwhile: its bind takes several round trips.
  const prober = await startSmsc()
  await dial(prober.port)
  await prober.until(() => prober.sessions.length === 1)
  expect(dialler.intake.items).toHaveLength(1)
  dialler.intake.outcome = 'accepted'
  dialler.intake.answerAll('accepted')
  dialler.intake.drain()
  expect(new Set(await Promise.all([first, ...rest]))).toEqual(new Set([STATUS.ESME_ROK]))
})

test('an edit binds anew with what is stored now, and a deactivated connection is left alone', async () => {
  const smsc = await startSmsc()
  const dialler = await dial(smsc.port)
  await smsc.until(() => smsc.sessions.length === 1)
  await dialler.intake.until(({ opened }) => opened.length === 1)
  await vi.waitFor(() => expect(dialler.runtime.statusOf(dialler.connectionId).boundSessions).toBe(1))
  await edit(dialler, { password: 'their2' })
  await smsc.until(() => smsc.sessions.length === 2)
  expect(await smsc.sessions[0]?.closed).toMatchObject({ reason: 'unbound-by-peer' })
  expect(smsc.attempts[1]?.password).toBe('their2')
  await edit(dialler, { isActive: false })
  expect(await smsc.sessions[1]?.closed).toMatchObject({ reason: 'unbound-by-peer' })
  await dialler.intake.until(({ closed }) => closed.length === 2)
  expect(dialler.intake.closed).toMatchObject([
    { clean: true },
    { clean: true, reason: 'the connection was deactivated' },
  ])
  await edit(dialler, { name: 'Renamed while inactive' })
  expect(smsc.attempts).toHaveLength(2)
})

test('a stop waits for the answers that are owed, unbinds, and dials no more', async () => {
  const smsc = await startSmsc()
  const dialler = await dial(smsc.port)
  await smsc.until(() => smsc.sessions.length === 1)
  dialler.intake.outcome = null
  const pending = deliver(smsc.sessions[0])
  await dialler.intake.until(({ items }) => items.length === 1)
  const stopped = dialler.runtime.stop()
  dialler.intake.answerAll('accepted')
  expect(await pending).toBe(STATUS.ESME_ROK)
  await stopped
  expect(await smsc.sessions[0]?.closed).toMatchObject({ reason: 'unbound-by-peer' })
  expect(dialler.intake.closed).toMatchObject([{ clean: true }])
  expect(smsc.attempts).toHaveLength(1)
})

test('a stop does not wait for a carrier that is away', async () => {
  const waits = heldWaits()
  const dialler = await dial(1, {}, { sleep: waits.sleep })
  await vi.waitFor(() => expect(waits.asked).toHaveLength(1))
  await dialler.runtime.stop()
  expect(waits.asked).toHaveLength(1)
})

test('a stop does not wait for a session that the database keeps from being recorded', async () => {
  const smsc = await startSmsc()
  const dialler = await dial(smsc.port)
  await dialler.intake.until(({ opened }) => opened.length === 1)
  const asked = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  dialler.intake.beforeOpen = () => {
    asked.resolve()
    return gate.promise
  }
  smsc.sessions[0]?.destroy()
  await asked.promise
  await dialler.runtime.stop()
  gate.resolve()
  // It is recorded after all, and so its end is.
  await dialler.intake.until(({ closed }) => closed.length === 2)
  expect(dialler.intake.story).toEqual(['open', 'close', 'open', 'close'])
})

test('a test binds once beside the sessions that are up, and takes no message for itself', async () => {
  const smsc = await startSmsc()
  const dialler = await dial(smsc.port)
  await smsc.until(() => smsc.sessions.length === 1)
  await dialler.intake.until(({ opened }) => opened.length === 1)
  let status: Promise<number> | undefined
  smsc.onBound = (session) => {
    status = deliver(session)
  }
  const result = await dialler.runtime.test(dialler.connectionId)
  expect(result).toMatchObject({ ok: true, detail: expect.stringContaining('bound to SMSC and unbound') })
  expect(await status).toBe(STATUS.ESME_RTHROTTLED)
  expect(dialler.intake.items).toEqual([])
  expect(dialler.intake.opened).toHaveLength(1)
  smsc.commandStatus = STATUS.ESME_RALYBND
  const refused = await dialler.runtime.test(dialler.connectionId)
  expect(refused).toMatchObject({ ok: false, detail: expect.stringContaining('ESME_RALYBND') })
})

test('an edit in another process is noticed through the database', async () => {
  const smsc = await startSmsc()
  const dialler = await dial(smsc.port, {}, { connectionString: db.connectionString })
  await smsc.until(() => smsc.sessions.length === 1)
  const change = { isActive: false }
  await updateConnection({ database: db.database, secrets }, { actor, connectionId: dialler.connectionId, change })
  expect(await smsc.sessions[0]?.closed).toMatchObject({ reason: 'unbound-by-peer' })
})

test('we bind to node-smpp, and its messages are answered', async () => {
  const bound = Promise.withResolvers<ForeignSession>()
  const server = smpp.createServer({}, (session) => {
    session.on('error', () => undefined)
    session.on('bind_transceiver', (pdu: ForeignPdu) => {
      session.send(pdu.response({ system_id: 'foreign' }))
      bound.resolve(session)
    })
    session.on('enquire_link', (pdu: ForeignPdu) => session.send(pdu.response()))
    session.on('unbind', (pdu: ForeignPdu) => {
      session.send(pdu.response())
      session.close()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => void server.close())
  const dialler = await dial((server.address() as AddressInfo).port, { bindType: 'transceiver' })
  const session = await bound.promise
  const fields = { source_addr: 'Bank', destination_addr: '31612345678', data_coding: 8, short_message: 'é😀' }
  const answer = await new Promise<ForeignPdu>((resolve) => void session.deliver_sm(fields, resolve))
  expect(answer.command_status).toBe(0)
  const [item] = dialler.intake.items
  expect(
    Buffer.from(item?.content.userData ?? '')
      .swap16()
      .toString('utf16le'),
  ).toBe('é😀')
  await dialler.runtime.stop()
  expect(dialler.intake.closed).toMatchObject([{ clean: true }])
})

test('how long nothing is bound is counted from the end of the last session, and anew when it is switched on', async () => {
  const smsc = await startSmsc()
  const clock = createManualClock('2026-01-01T00:00:00Z')
  const dialler = await dial(smsc.port, { binds: 2 }, { clock, sleep: heldWaits().sleep })
  const status = () => dialler.runtime.statusOf(dialler.connectionId)
  await vi.waitFor(() => expect(status().boundSessions).toBe(2))
  for (const session of smsc.sessions) {
    clock.advanceMs(60_000)
    const before = status().boundSessions
    session.destroy()
    await vi.waitFor(() => expect(status().boundSessions).toBe(before - 1))
  }
  expect(status().unboundSinceMs).toBe(Date.parse('2026-01-01T00:02:00Z'))
  await edit(dialler, { isActive: false })
  clock.advanceMs(3_600_000)
  smsc.commandStatus = STATUS.ESME_RINVPASWD
  await edit(dialler, { isActive: true })
  expect(status()).toMatchObject({ boundSessions: 0, unboundSinceMs: clock.nowMs() })
})
