// For tests: carriers stored in a real database, a runtime that serves them on loopback, and the one thing that is
// not real, an intake that answers what the test says, when the test says it.
import { randomUUID } from 'node:crypto'
import { systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { createSilentLog } from '../../platform/log.ts'
import { createSecrets, generateKeyText, parseKeyRing } from '../../platform/secrets.ts'
import { startConnections, type ConnectionsRuntime, type ConnectionsRuntimeDeps } from './connections.runtime.ts'
import { createCarrier, type Actor } from './create-carrier.ts'
import { createConnection, type NewConnection } from './create-connection.ts'
import type { Intake, IntakeItem, Outcome, SessionEnd } from './intake.ts'

export const secrets = createSecrets(parseKeyRing(generateKeyText()))
export const actor: Actor = { userId: randomUUID(), address: '127.0.0.1', requestId: 'test' }

type OpenedSession = Parameters<Intake['openSession']>[0]

/** Answers every item with `outcome` at once, or keeps it for the test when that is null. */
export class FakeIntake implements Intake {
  outcome: Outcome | null = 'accepted'
  full = false
  readonly items: IntakeItem[] = []
  readonly opened: OpenedSession[] = []
  readonly closed: (SessionEnd & { sessionId: string })[] = []
  /** What happened, in its order: 'open <connection>', 'item', 'close <session>'. */
  readonly story: string[] = []
  /** Awaited by openSession. */
  beforeOpen: (session: OpenedSession) => Promise<void> = () => Promise.resolve()
  #drained = Promise.withResolvers<void>()
  #waiting: (() => void)[] = []

  submit(item: IntakeItem): void {
    this.items.push(item)
    this.story.push('item')
    if (this.outcome !== null) item.port.answer(item, this.outcome)
    this.#changed()
  }

  isFull(): boolean {
    return this.full
  }

  drained(): Promise<void> {
    return this.#drained.promise
  }

  /** Ends the back-pressure. */
  drain(): void {
    this.full = false
    this.#drained.resolve()
    this.#drained = Promise.withResolvers<void>()
  }

  async openSession(session: OpenedSession): Promise<void> {
    await this.beforeOpen(session)
    this.opened.push(session)
    this.story.push('open')
    this.#changed()
  }

  closeSession(sessionId: string, end: SessionEnd): void {
    this.closed.push({ sessionId, ...end })
    this.story.push('close')
    this.#changed()
  }

  /** Answers what has been kept, in its order. */
  answerAll(outcome: Outcome): void {
    for (const item of this.items.splice(0)) item.port.answer(item, outcome)
  }

  /** Resolves as soon as the condition holds; it is looked at whenever something reaches the intake. */
  async until(condition: (intake: this) => boolean): Promise<void> {
    while (!condition(this)) await new Promise<void>((resolve) => void this.#waiting.push(resolve))
  }

  #changed(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

export type Harness = {
  intake: FakeIntake
  runtime: ConnectionsRuntime
  /** Milliseconds of every wait that the runtime asked for, in their order. */
  waits: number[]
  port: number
  tlsPort: number
}

/** Serves what is stored, on free ports of loopback. Waits take no time and are noted. */
export async function startHarness(
  database: Database,
  options: Partial<Omit<ConnectionsRuntimeDeps, 'intake' | 'database'>> = {},
): Promise<Harness> {
  const intake = new FakeIntake()
  const waits: number[] = []
  const runtime = await startConnections({
    database,
    connectionString: null,
    intake,
    log: createSilentLog(),
    clock: systemClock,
    secrets,
    smpp: { host: '127.0.0.1', port: 0, tls: null },
    random: () => 1,
    sleep: (durationMs) => {
      waits.push(durationMs)
      return Promise.resolve()
    },
    ...options,
  })
  return { intake, runtime, waits, port: runtime.smppPort ?? 0, tlsPort: runtime.smppTlsPort ?? 0 }
}

let names = 0
export function newName(noun: string): string {
  names += 1
  return `${noun} ${names} ${randomUUID().slice(0, 8)}`
}

/** Stores a carrier with one connection. */
export async function storeConnection(
  database: Database,
  connection: Omit<NewConnection, 'name'>,
): Promise<{ carrierId: string; connectionId: string; secret: string }> {
  const carrierId = await createCarrier({ database }, { actor, name: newName('Carrier'), notes: '' })
  const named = { ...connection, name: newName('Connection') }
  const made = await createConnection({ database, secrets }, { actor, carrierId, connection: named })
  return { carrierId, connectionId: made.connectionId, secret: made.secret ?? '' }
}
