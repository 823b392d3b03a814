// Derives the served API from the contract: for every operation parsing, policy, the handler, and the response
// schema, which strips whatever it does not name, so nothing leaks by accident. It knows no noun; slices give
// handlers, identity gives `authenticate`.
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import { AppError, errorCodes, type ErrorBody, type ErrorCode, type FieldErrors } from '@inrange/contract/errors'
import type { Method, OperationParsed, OperationResult, OperationSpec } from '@inrange/contract/operation'
import { operations, type OperationId, type Operations } from '@inrange/contract/operations'
import { isRefusedWhileActing, scopeOf, type Scope } from '@inrange/contract/policy'
import type { Role } from '@inrange/contract/roles'
import { answerCsv, type CsvFile } from './csv.ts'
import { answerDocument, type DocumentFile } from './document.ts'
import type { Log } from './log.ts'
import { isDatabaseUnavailable, isUnstorableText } from './database-fault.ts'

/** Who calls. Made only by `authenticate` of the identity slice, from a session checked against the database. */
export type Caller = {
  userId: string
  username: string
  role: Role
  sessionId: string
  /** What the person has to do before anything else; null when nothing. */
  duty: Duty | null
  /** The administrator who acts for this user; null when the caller is the user. */
  actor: Actor | null
}
/** Choose another password; show the second factor; set one up, because the role demands it. */
export type Duty = 'new_password' | 'second_factor' | 'second_factor_enrolment'
export type Actor = { userId: string; username: string; isReadOnly: boolean; reason: string; expiresAt: Date }
/** What a caller does while an administrator acts for them. */
export type ActedOperation = {
  caller: Caller & { actor: Actor }
  operationId: OperationId
  method: Method
  path: string
  requestId: string
  address: string
}
/** Runs such an operation so that it is recorded under both names. */
export type RunActing = <T>(acted: ActedOperation, run: () => Promise<T>) => Promise<T>

export type RequestContext = {
  /** Null only for operations that the policy opens to everybody. */
  caller: Caller | null
  /** How far the caller's role reaches for this operation. `own`: only objects whose owner is the caller. */
  scope: Scope
  requestId: string
  address: string
  signal: AbortSignal
  /**
   * Asks again who calls, for an answer that takes long; null once the session is over. Absent where anybody may
   * call.
   */
  authenticateAgain?: () => Promise<Caller | null>
}
export type CallerContext = RequestContext & { caller: Caller }

type HandlerResult<O> = O extends { response: 'event-stream' }
  ? Response
  : O extends { response: 'csv' }
    ? CsvFile
    : O extends { response: 'pdf' }
      ? DocumentFile
      : OperationResult<O>
export type Handler<Id extends OperationId> = (
  input: OperationParsed<Operations[Id]>,
  context: RequestContext,
) => Promise<HandlerResult<Operations[Id]>>
export type Handlers = { [Id in OperationId]: Handler<Id> }
/** The handlers of one slice. */
export type SliceHandlers<Id extends OperationId> = { [K in Id]: Handler<K> }

/** A request that was refused for who asked, where from, or what it carried; told to whoever keeps a record of them. */
export type Denial = {
  code: ErrorCode
  caller: Caller | null
  method: string
  path: string
  requestId: string
  address: string
}

export type Env = { Variables: { requestId: string; address: string; caller?: Caller } }
/**
 * The caller behind a bearer, or null. `actAs` is the API id of the user whom the bearer's administrator acts for.
 * @throws AppError acting_over when they do not, or not any more
 */
export type Authenticate = (
  bearer: string,
  seen: { address: string; actAs?: string | undefined },
) => Promise<Caller | null>
type ServeDeps = {
  authenticate: Authenticate
  log: Log
  /** Without it nobody acts for anybody, because nothing would record it. */
  runActing?: RunActing
  /** Never throws. Awaited before the answer, so that nothing is refused faster than it is recorded. */
  noteDenial?: (denial: Denial) => Promise<void>
  /** Told of every answer but event streams, whose length says nothing: how long until it began, and its status. */
  noteRequest?: (durationMs: number, status: number) => void
}
/** Names the user whom an administrator acts for. A header, so that no other site's form or link can set it. */
const ACT_AS_HEADER = 'x-inrange-act-as'

const BODY_BYTES_MAX = 64 * 1024
const UNKNOWN_FIELD = 'This field is not known here.'
const dutyErrors = {
  new_password: 'password_change_required',
  second_factor: 'second_factor_required',
  second_factor_enrolment: 'second_factor_enrolment_required',
} as const satisfies Record<Duty, ErrorCode>

/** Narrows a context to one with a caller; an operation that is open to everybody never needs it. */
export function requireCaller(context: RequestContext): CallerContext {
  const { caller } = context
  if (!caller) throw new AppError('unauthenticated')
  return { ...context, caller }
}

export function serveOperations(handlers: Handlers, deps: ServeDeps): Hono<Env> {
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    const startedMs = performance.now()
    await next()
    if (!c.res.headers.get('content-type')?.startsWith('text/event-stream'))
      deps.noteRequest?.(performance.now() - startedMs, c.res.status)
    if (deps.noteDenial && c.error instanceof AppError && isDenial(c.error)) {
      const { method, path } = c.req
      const seen = { requestId: c.get('requestId'), address: c.get('address'), caller: c.get('caller') ?? null }
      await deps.noteDenial({ code: c.error.code, method, path, ...seen })
    }
  })
  app.use(
    bodyLimit({
      maxSize: BODY_BYTES_MAX,
      onError: () => {
        throw new AppError('body_too_large', { message: `A request body has at most ${BODY_BYTES_MAX / 1024} KiB.` })
      },
    }),
  )
  for (const id of Object.keys(operations) as OperationId[]) {
    const spec: OperationSpec = operations[id]
    app.on(spec.method, honoPath(spec.path), (c) => serveOne(c, id, spec, handlers[id] as AnyHandler, deps))
  }
  return app
}

/**
 * What is refused for good: by the policy or a rule about people, for its origin, its size, a field nobody knows. Not a
 * duty, which every sign-in meets on its way; not a missing sign-in, which every scanner lacks.
 */
function isDenial({ code, fields }: AppError): boolean {
  if (code === 'body_too_large' || Object.values(fields ?? {}).includes(UNKNOWN_FIELD)) return true
  return errorCodes[code].status === 403 && !Object.values<ErrorCode>(dutyErrors).includes(code)
}

type AnyHandler = (
  input: { params: unknown; query: unknown; body: unknown },
  context: RequestContext,
) => Promise<unknown>

async function serveOne(
  c: Context<Env>,
  id: OperationId,
  spec: OperationSpec,
  handler: AnyHandler,
  deps: ServeDeps,
): Promise<Response> {
  const context = await authorize(c, id, spec, deps.authenticate)
  requireMayAct(id, spec, context.caller?.actor ?? null)
  const input = {
    params: parseParams(spec, c.req.param()),
    query: parsePart(spec.query, queryOf(c, spec)),
    body: spec.body ? parsePart(spec.body, await readJson(c)) : undefined,
  }
  const acted = actedOf(c, id, spec, context)
  const handle = () => handler(input, context)
  const result = acted ? await runActing(deps, acted, handle) : await handle()
  c.header('cache-control', 'no-store')
  if (result instanceof Response) return result
  if (spec.response === 'csv') return answerCsv(result as CsvFile, deps.log)
  if (spec.response === 'pdf') return answerDocument(result as DocumentFile)
  if (!spec.response || spec.response === 'event-stream') return c.body(null, 204)
  const answer: unknown = (spec.response as z.ZodType).parse(result)
  return c.json(answer as object, spec.status ?? 200)
}

/** An administrator who acts for somebody looks, and changes only what they were let. */
function requireMayAct(id: OperationId, spec: OperationSpec, actor: Actor | null): void {
  if (!actor || id === 'users.stop-acting') return
  if (isRefusedWhileActing(id)) throw new AppError('acting_refused')
  if (spec.method !== 'GET' && !spec.isReading && actor.isReadOnly) throw new AppError('acting_read_only')
}

function actedOf(
  c: Context<Env>,
  operationId: OperationId,
  { method }: OperationSpec,
  { caller, requestId, address }: RequestContext,
): ActedOperation | null {
  if (!caller?.actor) return null
  return { caller: { ...caller, actor: caller.actor }, operationId, method, path: c.req.path, requestId, address }
}

function runActing<T>(deps: ServeDeps, acted: ActedOperation, handle: () => Promise<T>): Promise<T> {
  if (!deps.runActing) throw new AppError('acting_refused')
  return deps.runActing(acted, handle)
}

async function authorize(
  c: Context<Env>,
  id: OperationId,
  spec: OperationSpec,
  authenticate: Authenticate,
): Promise<RequestContext> {
  const base = { requestId: c.get('requestId'), address: c.get('address'), signal: c.req.raw.signal }
  const open = scopeOf(id, 'anonymous')
  if (open) return { ...base, caller: null, scope: open }
  const bearer = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  const seen = { address: base.address, actAs: c.req.header(ACT_AS_HEADER) }
  const caller = bearer ? await authenticate(bearer, seen) : null
  if (!caller) throw new AppError('unauthenticated')
  c.set('caller', caller)
  if (caller.duty && !spec.servedUnderDuty) throw new AppError(dutyErrors[caller.duty])
  const scope = scopeOf(id, caller.role)
  if (!scope) throw new AppError('forbidden')
  const authenticateAgain = () => authenticate(bearer ?? '', seen).catch(nobodyIfActingIsOver)
  return { ...base, caller, scope, authenticateAgain }
}

function nobodyIfActingIsOver(error: unknown): null {
  if (error instanceof AppError && error.code === 'acting_over') return null
  throw error
}

/** A reader that resumes an event stream says in a header how far it got: a later word than the address it repeats. */
function queryOf(c: Context<Env>, spec: OperationSpec): Record<string, string> {
  const lastEventId = spec.response === 'event-stream' ? c.req.header('last-event-id') : undefined
  return lastEventId === undefined ? c.req.query() : { ...c.req.query(), since: lastEventId }
}

/** A path parameter that cannot name anything is a thing that does not exist. */
function parseParams(spec: OperationSpec, params: Record<string, string>): unknown {
  if (!spec.params) return undefined
  const parsed = (spec.params as z.ZodType).safeParse(params)
  if (!parsed.success) throw new AppError('not_found')
  return parsed.data
}

function parsePart(schema: OperationSpec['query'], value: unknown): unknown {
  if (!schema) return undefined
  const parsed = (schema as z.ZodType).safeParse(value)
  if (!parsed.success) throw new AppError('invalid_request', { fields: fieldErrors(parsed.error) })
  return parsed.data
}

/** The first fault of each field, keyed by its dotted path; the whole body's faults under '_'. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of error.issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined
    const path = [...issue.path.map(String), ...(unknown === undefined ? [] : [unknown])].join('.') || '_'
    fields[path] ??= unknown === undefined ? issue.message : UNKNOWN_FIELD
  }
  return fields
}

async function readJson(c: Context<Env>): Promise<unknown> {
  const text = await c.req.text()
  if (text === '') return {}
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) throw new AppError('unsupported_media_type')
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('malformed_request')
  }
}

function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/** The one place where an error becomes an answer. */
export function answerError(c: Context<Env>, error: unknown, log: Log): Response {
  const requestId = c.get('requestId')
  const fault = toAppError(error)
  const spec = errorCodes[fault.code]
  if (spec.owner !== 'caller') {
    log.error(
      { err: fault.cause ?? fault, requestId, path: c.req.path, code: fault.code, internal: fault.internal },
      'request failed',
    )
  }
  if (fault.retryAfterSeconds !== undefined) c.header('retry-after', String(fault.retryAfterSeconds))
  c.header('cache-control', 'no-store')
  return c.json(errorBody(fault.code, fault.message, requestId, fault.fields), spec.status)
}

function errorBody(code: ErrorCode, message: string, requestId: string, fields?: FieldErrors): ErrorBody {
  return { error: { code, message, requestId, ...(fields ? { fields } : {}) } }
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseUnavailable(error)) return new AppError('unavailable', { cause: error })
  if (isUnstorableText(error)) return new AppError('invalid_request', { cause: error })
  return new AppError('internal', { cause: error })
}
