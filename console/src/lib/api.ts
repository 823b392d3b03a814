// The typed way to every operation of the contract: call('ranges.list', { query }). The contract comes in as types
// only, so no schema reaches the browser; a string table (checked against the contract by the compiler) says where
// each operation lives. One renewal of the access token is tried on a 401; nothing else is retried here.
import type { ErrorBody, ErrorCode, FieldErrors } from '@inrange/contract/errors'
import type { OperationInput, OperationOutput } from '@inrange/contract/operation'
import type { OperationId, Operations } from '@inrange/contract/operations'
import { routes } from '@inrange/contract/routes'
import { errorText, serverText } from '../i18n/server-texts.ts'
import { acting, actingRefused } from './acting.ts'
import { accessToken, authState, hasLeft, noteDuty, renewAccess, signedInAgain } from './auth.ts'

export const apiBase = '/api/v1'

type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }
type OptionalWhenEmpty<T> = { [K in keyof T as Record<never, never> extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as Record<never, never> extends T[K] ? K : never]?: T[K]
}
/** What a call takes: only the parts its operation has; a part whose fields are all optional may be left out. */
export type CallInput<K extends OperationId> = OptionalWhenEmpty<Present<OperationInput<Operations[K]>>>
/** What a call answers; undefined for an operation that answers 204. */
export type CallOutput<K extends OperationId> = OperationOutput<Operations[K]>

/** Every failed call: the server's own code and sentence, or `unreachable` when there was no answer. */
export class ApiError extends Error {
  readonly code: ErrorCode | 'unreachable'
  readonly status: number
  readonly requestId: string | null
  readonly fields: FieldErrors
  readonly retryAfterSeconds: number

  constructor(detail: {
    code: ErrorCode | 'unreachable'
    status: number
    message: string
    requestId?: string | null
    fields?: FieldErrors | undefined
    retryAfterSeconds?: number
  }) {
    super(errorText(detail.code, detail.message))
    this.name = 'ApiError'
    this.code = detail.code
    this.status = detail.status
    this.requestId = detail.requestId ?? null
    this.fields = Object.fromEntries(
      Object.entries(detail.fields ?? {}).map(([name, message]) => [name, serverText(message)]),
    )
    this.retryAfterSeconds = detail.retryAfterSeconds ?? 0
  }
}

type QueryValue = string | number | boolean | null | undefined
type LooseInput = {
  params?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>>
  body?: unknown
}

/** Fills {names} of a path and adds the query; empty values are left out, lists repeat their name. */
export function addressOf(path: string, input: LooseInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = input.params?.[name]
    if (value === undefined || value === '') throw new Error(`The address ${path} needs ${name}.`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, given] of Object.entries(input.query ?? {})) {
    const values = Array.isArray(given) ? (given as readonly QueryValue[]) : [given as QueryValue]
    for (const value of values)
      if (value !== undefined && value !== null && value !== '') search.append(name, String(value))
  }
  const query = search.toString()
  return `${apiBase}${filled}${query === '' ? '' : `?${query}`}`
}

/** The answer to a question that was sent before this code was here, by this very session; null for any other. */
async function earlyAnswer(address: string, token: string): Promise<Response | null> {
  const early = globalThis.inrangeRead
  if (early?.address !== address) return null
  globalThis.inrangeRead = undefined
  const answer = await early.answer.catch(() => null)
  if (answer?.token !== token) return null
  const response = await answer.response.catch(() => null)
  return response?.ok === true ? response : null
}

async function send(address: string, init: RequestInit, token: string | null): Promise<Response> {
  const early = token === null || acting !== null ? null : await earlyAnswer(address, token)
  if (early !== null) return early
  const headers = new Headers(init.headers)
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (acting !== null) headers.set('x-inrange-act-as', acting.user.id)
  try {
    return await fetch(address, { ...init, headers })
  } catch (error) {
    if (init.signal?.aborted === true) throw error
    throw new ApiError({
      code: 'unreachable',
      status: 0,
      message: 'The server cannot be reached. Check your connection.',
    })
  }
}

/** A screen is kept for somebody whose session has ended: reads fail at once, without asking a server that refuses. */
function refuseWhileKept({ method = 'GET' }: RequestInit): void {
  const state = authState()
  if (state.kind !== 'signed-out' || state.former === undefined || method !== 'GET') return
  throw sessionIsOver()
}

function sessionIsOver(): ApiError {
  return new ApiError({ code: 'unauthenticated', status: 401, message: 'Sign in to continue.' })
}

/**
 * Sends a request with the access token, renewing it once when the server no longer takes it. What would change
 * something waits while its sender signs in again, and is then sent once more as it was: with the same key, where it
 * has one.
 */
export async function sendSignedIn(address: string, init: RequestInit): Promise<Response> {
  // What a closing stream makes a page ask again would only be refused.
  if (await hasLeft()) throw sessionIsOver()
  refuseWhileKept(init)
  let response = await send(address, init, await accessToken())
  if (response.status === 401) {
    const isRead = (init.method ?? 'GET') === 'GET'
    const renewed = (await renewAccess()) ?? (isRead ? null : await signedInAgain())
    if (renewed !== null) response = await send(address, init, renewed)
  }
  if (acting !== null && response.status === 403) void tellRefusal(response.clone())
  return response
}

/** For the bar of who acts; also what the live stream is refused, which nobody asks for by hand. */
async function tellRefusal(response: Response): Promise<void> {
  dispatchEvent(new CustomEvent(actingRefused, { detail: await errorOf(response) }))
}

function isErrorBody(value: unknown): value is ErrorBody {
  return (
    typeof value === 'object' &&
    value !== null &&
    'error' in value &&
    typeof value.error === 'object' &&
    value.error !== null
  )
}

/** The error an unsuccessful response stands for, also when a proxy answered with a page of its own. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const retryAfterSeconds = Number(response.headers.get('retry-after')) || 0
  if (isErrorBody(body)) return new ApiError({ ...body.error, status: response.status, retryAfterSeconds })
  const code = response.status >= 500 ? 'unavailable' : 'malformed_request'
  return new ApiError({
    code,
    status: response.status,
    message: `The server answered ${response.status}.`,
    retryAfterSeconds,
  })
}

/** Calls one operation. Rejects with ApiError, or with the abort of `signal`. */
export async function call<K extends OperationId>(
  name: K,
  input: CallInput<K>,
  options: { signal?: AbortSignal; headers?: Readonly<Record<string, string>> } = {},
): Promise<CallOutput<K>> {
  const [method = 'GET', path = '/'] = routes[name].split(' ')
  const loose = input as LooseInput
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers }
  const init: RequestInit = { method, headers, ...(options.signal === undefined ? {} : { signal: options.signal }) }
  if (loose.body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(loose.body)
  }
  const response = await sendSignedIn(addressOf(path, loose), init)
  if (!response.ok) {
    const error = await errorOf(response)
    if (error.status === 403) noteDuty(error.code)
    throw error
  }
  return (response.status === 204 ? undefined : await response.json()) as CallOutput<K>
}
