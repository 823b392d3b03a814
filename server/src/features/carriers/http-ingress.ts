// POST /in/http/<connection id>: a carrier hands over one message. Guarantees that nothing is read from a request
// that is not proven, that success is answered only after the commit, and that the same id again gets the same
// answer. A dry run is proven and read like a message, and then not taken. It stands beside the operations of the
// contract, because it is a hot path and speaks the carrier's field names, not ours. An unknown connection, an inactive
// one and an address that is not allowed answer alike.
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError, errorCodes, type ErrorBody } from '@inrange/contract/errors'
import { fromApiId } from '@inrange/contract/ids'
import type { Clock } from '../../platform/clock.ts'
import { answerError, type Env } from '../../platform/http.ts'
import type { Log } from '../../platform/log.ts'
import type { AllowList } from './allow-list.rules.ts'
import type { HttpSettings } from './connections.rules.ts'
import type { ConnectionTrace } from './connection-trace.runtime.ts'
import type { ConnectionsJournal, Tally } from './connections.journal.ts'
import { BODY_OCTETS_MAX, proofFault, readHttpMessage } from './http-ingress.rules.ts'
import type { ConnectionFacts, Intake, IntakeItem, IntakePort, Outcome } from './intake.ts'
import { httpStatusOf } from './outcome-status.ts'
import { contentOfHttp, type HttpMessage } from './received-content.rules.ts'
import { DRY_RUN_HEADER, SELF_HEADER, type SelfMark } from './self-request.ts'

/** What the runtime keeps of an active HTTP connection. */
export type HttpConnection = {
  readonly facts: ConnectionFacts
  readonly settings: HttpSettings
  readonly secret: string
  readonly allowList: AllowList
  readonly tally: Tally
  /** Whoever watches what passes; nearly always null. */
  readonly trace: ConnectionTrace | null
}

export type IngressDeps = {
  /** Null for what is unknown or inactive. */
  findHttpConnection(connectionId: string): HttpConnection | null
  intake: Intake
  journal: Pick<ConnectionsJournal, 'record'>
  clock: Clock
  log: Log
  /** What tells a request of this very process, which no allow-list of a carrier holds. */
  self?: SelfMark
  /** How long a request may wait for its commit, in milliseconds. */
  commitWaitMs?: number
}

/** Shorter than the time-outs of usual HTTP clients, so that the carrier gets an answer instead of none. */
const COMMIT_WAIT_MS = 20_000
const RETRY_AFTER_SECONDS = 5

export function ingressRoutes(deps: IngressDeps): Hono<Env> {
  const app = new Hono<Env>()
  const limit = bodyLimit({
    maxSize: BODY_OCTETS_MAX,
    onError: () => {
      throw new AppError('body_too_large', { message: `A message has at most ${BODY_OCTETS_MAX / 1024} KiB.` })
    },
  })
  app.post('/in/http/:connectionId', limit, (c) => receive(c, deps))
  app.onError((error, c) => answerError(c, error, deps.log))
  return app
}

async function receive(c: Context<Env>, deps: IngressDeps): Promise<Response> {
  const remoteAddress = c.get('address')
  const connectionId = fromApiId('connection', c.req.param('connectionId') ?? '')
  const connection = connectionId === null ? null : deps.findHttpConnection(connectionId)
  if (!connection) throw new AppError('not_found')
  const isOurs = deps.self?.isOn(c.req.header(SELF_HEADER)) ?? false
  if (!isOurs && !connection.allowList.allows(remoteAddress)) {
    refuse(deps, connection, 'refused', 'The address is not in the allow-list.', remoteAddress)
    throw new AppError('not_found')
  }
  const body = Buffer.from(await c.req.arrayBuffer())
  if (connection.trace !== null) return watched(c, deps, connection, body)
  return take(c, deps, connection, body, () => undefined)
}

type OnMessage = (message: HttpMessage) => void

async function take(
  c: Context<Env>,
  deps: IngressDeps,
  connection: HttpConnection,
  body: Buffer,
  onMessage: OnMessage,
): Promise<Response> {
  requireProof(c, deps, connection, body)
  const message = readMessage(c, connection, body)
  onMessage(message)
  if (c.req.header(DRY_RUN_HEADER) === 'true') {
    c.header('cache-control', 'no-store')
    return c.json({ accepted: false, dryRun: true, id: message.id })
  }
  connection.tally.countReceived()
  const receivedAtMs = deps.clock.nowMs()
  const outcome = await submit(deps, connection, { message, body, receivedAtMs, signal: c.req.raw.signal })
  connection.tally.countOutcome(outcome, receivedAtMs)
  return answer(c, deps, connection, message, outcome)
}

/** The same, told to whoever watches: that a request came, and what it was answered. */
async function watched(
  c: Context<Env>,
  deps: IngressDeps,
  connection: HttpConnection,
  body: Buffer,
): Promise<Response> {
  const { trace } = connection
  const peer = c.get('address')
  const startedMs = deps.clock.nowMs()
  const proof = c.req.header('x-inrange-signature') ? 'signature' : c.req.header('authorization') ? 'token' : 'none'
  const contentType = c.req.header('content-type') ?? ''
  const isShown = trace?.noteRequest({ octets: body.length, contentType, proof }, peer) ?? false
  let told: { id: string; sender: string; recipient: string; textChars: number } | null = null
  const tell = (status: number, detail: string | null): void => {
    if (!isShown) return
    trace?.noteAnswer({ status, tookMs: deps.clock.nowMs() - startedMs, message: told, detail }, peer)
  }
  try {
    const response = await take(c, deps, connection, body, ({ id, sender, recipient, text }) => {
      told = { id, sender, recipient, textChars: text.length }
    })
    tell(response.status, null)
    return response
  } catch (error) {
    if (error instanceof AppError) tell(errorCodes[error.code].status, faultOf(error))
    throw error
  }
}

/** Names the fields that are wrong, never what they hold. */
function faultOf(error: AppError): string {
  const fields = Object.entries(error.fields ?? {}).map(([name, text]) => `${name}: ${text}`)
  return [error.message, ...fields].join(' ')
}

function requireProof(c: Context<Env>, deps: IngressDeps, connection: HttpConnection, body: Buffer): void {
  const headers = {
    timestamp: c.req.header('x-inrange-timestamp'),
    signature: c.req.header('x-inrange-signature'),
    authorization: c.req.header('authorization'),
  }
  const { authentication } = connection.settings
  const fault = proofFault({ headers, body }, { authentication, secret: connection.secret }, deps.clock.nowMs())
  if (fault === null) return
  refuse(deps, connection, 'bad_signature', fault, c.get('address'))
  throw new AppError('bad_signature')
}

function readMessage(c: Context<Env>, connection: HttpConnection, body: Buffer): HttpMessage {
  try {
    return readHttpMessage(c.req.header('content-type') ?? '', body, connection.settings.fields)
  } catch (error) {
    connection.tally.countMalformed()
    throw error
  }
}

function refuse(
  deps: IngressDeps,
  connection: HttpConnection,
  kind: 'refused' | 'bad_signature',
  detail: string,
  remoteAddress: string,
): void {
  deps.journal.record(connection.facts.connectionId, { kind, detail, remoteAddress })
}

type Submission = { message: HttpMessage; body: Buffer; receivedAtMs: number; signal: AbortSignal }

// A request whose carrier has gone, or that waited too long, closes its port: if it is still queued it is dropped
// unwritten, and if it is just being written the carrier's next try is known by its id.
function submit(deps: IngressDeps, connection: HttpConnection, submission: Submission): Promise<Outcome> {
  return new Promise((resolve) => {
    let isOpen = true
    const close = (outcome: Outcome): void => {
      if (!isOpen) return
      isOpen = false
      clearTimeout(timer)
      submission.signal.removeEventListener('abort', leave)
      resolve(outcome)
    }
    const leave = (): void => close('unavailable')
    const timer = setTimeout(leave, deps.commitWaitMs ?? COMMIT_WAIT_MS)
    submission.signal.addEventListener('abort', leave)
    const port: IntakePort = {
      connection: connection.facts,
      sessionId: null,
      isOpen: () => isOpen,
      answer: (_item, outcome) => close(outcome),
    }
    const item: IntakeItem = {
      port,
      sequenceNumber: 0,
      commandId: 0,
      receivedAtMs: submission.receivedAtMs,
      content: contentOfHttp(submission.message, submission.body),
    }
    deps.intake.submit(item)
  })
}

function answer(
  c: Context<Env>,
  deps: IngressDeps,
  connection: HttpConnection,
  message: HttpMessage,
  outcome: Outcome,
): Response {
  const status = httpStatusOf(outcome)
  c.header('cache-control', 'no-store')
  if (status === 200) return c.json({ accepted: true, id: message.id })
  if (status === 422) {
    throw new AppError('invalid_request', { message: 'This message can never be accepted; do not send it again.' })
  }
  const detail = `Answered 503, since the message could not be taken (${outcome}).`
  deps.journal.record(connection.facts.connectionId, { kind: 'throttled', detail, remoteAddress: c.get('address') })
  c.header('retry-after', String(RETRY_AFTER_SECONDS))
  // Not thrown: a carrier that is held back is no failure to be logged once per message.
  const text = 'We cannot take this message right now. Send it again.'
  const error: ErrorBody = { error: { code: 'unavailable', message: text, requestId: c.get('requestId') } }
  return c.json(error, errorCodes.unavailable.status)
}
