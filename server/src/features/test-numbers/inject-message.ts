// Sends a message to a test number through a real connection: over a socket to our own way in, signed with the
// connection's secret, through every stage of the pipeline. Guarantees that it is counted and recorded before it is
// sent, that nothing but a test number can be its recipient, and that the steps told are those that happened.
import { randomUUID } from 'node:crypto'
import { AppError } from '@inrange/contract/errors'
import { toApiId } from '@inrange/contract/ids'
import type { OperationParsed, OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { TEST_INJECTIONS_PER_HOUR_MAX } from '@inrange/contract/test-numbers'
import type { Database, Queryable } from '../../platform/database.ts'
import { recordAudit } from '../audit/audit.public.ts'
import { postAsCarrier, type HttpConnection, type SelfRequestDeps } from '../carriers/carriers.public.ts'
import { findTestNumber } from './read-test-numbers.ts'
import {
  countInjection,
  selectInjected,
  selectLandedSince,
  selectNewestPlace,
  selectWays,
  type LandedRow,
  type TestNumberRow,
} from './test-numbers.queries.ts'
import { presentLanded } from './test-numbers.rules.ts'

export type InjectDeps = SelfRequestDeps & {
  database: Database
  findHttpConnection(connectionId: string): HttpConnection | null
}
export type Actor = { userId: string; address: string; requestId: string }
type Injected = OperationResult<Operations['test-numbers.inject']>
type Ways = OperationResult<Operations['test-numbers.ways']>
type Asked = { number: bigint } & OperationParsed<Operations['test-numbers.inject']>['body']

const HOUR_MS = 3_600_000
/** The answer comes after the commit, so what landed is there at once; this is for a replica of our own patience. */
const LOOKS_MAX = 20
const LOOK_EVERY_MS = 50

/** By which connections a message can be sent, and how many the user may still send. */
export async function listWays(deps: InjectDeps, userId: string): Promise<Ways> {
  const [rows, sent] = await Promise.all([
    selectWays(deps.database.kysely),
    selectInjected(deps.database.kysely, userId, hourOf(deps.clock.nowMs())),
  ])
  return {
    items: rows.map(({ id, name, carrierId, carrierName }) => ({
      id: toApiId('connection', id),
      name,
      carrier: { id: toApiId('carrier', carrierId), name: carrierName },
    })),
    left: Math.max(0, TEST_INJECTIONS_PER_HOUR_MAX - sent),
    perHour: TEST_INJECTIONS_PER_HOUR_MAX,
  }
}

/** @throws AppError not_found (no test number, no such connection), too_many_requests (the hour's quota is used up) */
export async function injectMessage(deps: InjectDeps, asked: Asked, actor: Actor): Promise<Injected> {
  const { kysely } = deps.database
  const row = await findTestNumber(kysely, asked.number)
  const connection = deps.findHttpConnection(asked.connectionId)
  if (connection === null) throw new AppError('not_found')
  const sent = await recordInjection(deps, { row, asked, actor })
  const since = row.ownerId === null ? 0n : await selectNewestPlace(kysely, row.ownerId)
  const id = `test-${randomUUID()}`
  const startedMs = deps.clock.nowMs()
  const message = { id, sender: asked.sender, recipient: `+${asked.number}`, text: asked.text }
  const target = { connectionId: asked.connectionId, connection, isDryRun: false }
  const answer = await postAsCarrier(deps, target, message)
  const isAccepted = answer.status === 200
  const landed = isAccepted ? await findLanded(kysely, { row, since, providerId: id }) : null
  const seenMs = deps.clock.nowMs()
  return {
    ok: landed !== null,
    detail: detailOf(answer, landed !== null),
    steps: [
      { step: 'sent', afterMs: 0 },
      { step: 'committed', afterMs: landed && committedAfter(landed, startedMs) },
      { step: 'accepted', afterMs: isAccepted ? answer.durationMs : null },
      { step: 'visible', afterMs: landed && Math.max(answer.durationMs, seenMs - startedMs) },
    ],
    message: landed && presentLanded(landed),
    left: Math.max(0, TEST_INJECTIONS_PER_HOUR_MAX - sent),
  }
}

/** Its place says when the batch that it is in was written. */
function committedAfter(landed: LandedRow, startedMs: number): number {
  return Math.max(0, Number(landed.landedAtMicros) / 1_000 - startedMs)
}

function detailOf(answer: { status: number | null; body: string }, hasLanded: boolean): string {
  if (hasLanded) return 'It was sent over HTTP, signed as its carrier signs, and has landed.'
  if (answer.status === 200) {
    return 'It was accepted and did not land: its range is inactive or has no owner. It lies in quarantine.'
  }
  if (answer.status === null) return `Our own way in gave no answer: ${answer.body}`
  return `Our own way in answered ${answer.status}.`
}

async function recordInjection(
  deps: InjectDeps,
  { row, asked, actor }: { row: TestNumberRow; asked: Asked; actor: Actor },
): Promise<number> {
  const hour = hourOf(deps.clock.nowMs())
  return deps.database.transaction(async (transaction) => {
    const most = TEST_INJECTIONS_PER_HOUR_MAX
    const sent = await countInjection(transaction, { userId: actor.userId, hour, most })
    if (sent === null) {
      const retryAfterSeconds = Math.ceil((hour.getTime() + HOUR_MS - deps.clock.nowMs()) / 1_000)
      const message = `You may send ${most} test messages an hour. Wait until the hour is over.`
      throw new AppError('too_many_requests', { message, retryAfterSeconds })
    }
    await recordAudit(transaction, {
      actorId: actor.userId,
      action: 'test_message_sent',
      subjectType: 'connection',
      subjectId: asked.connectionId,
      address: actor.address,
      requestId: actor.requestId,
      after: { recipient: asked.number.toString(), sender: asked.sender, rangeId: row.rangeId },
    })
    return sent
  })
}

async function findLanded(
  database: Queryable,
  asked: { row: TestNumberRow; since: bigint; providerId: string },
): Promise<LandedRow | null> {
  const { ownerId, rangeId, number } = asked.row
  if (ownerId === null) return null
  for (let look = 0; look < LOOKS_MAX; look++) {
    const until = await selectNewestPlace(database, ownerId)
    const span = { ownerId, rangeId, number, since: asked.since, until, limit: 50 }
    const rows = until > asked.since ? await selectLandedSince(database, span) : []
    const landed = rows.find(({ providerId }) => providerId === asked.providerId)
    if (landed) return landed
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  return null
}

function hourOf(atMs: number): Date {
  return new Date(Math.floor(atMs / HOUR_MS) * HOUR_MS)
}
