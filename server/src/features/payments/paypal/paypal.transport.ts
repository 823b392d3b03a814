// One call to PayPal: token, bounds, retry, and every failure turned into a `PaypalFault`. Guarantees a bounded wait
// and answer, no redirect, one token shared by all calls and renewed a minute before it ends, and that neither token
// nor secret reaches an error. It deliberately logs nothing. A call is repeated once, at once, and only after 5xx where
// PayPal knows the repetition by an id; after a timeout never, because the next run of a job asks again anyway.
import type { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import { errorAnswer, duplicateBatchOf, tokenAnswer } from './paypal.answers.ts'
import { PaypalFault } from './paypal.fault.ts'

const ANSWER_BYTES_MAX = 2_000_000
const RENEWED_BEFORE_END_MS = 60_000
const ATTEMPTS_MAX = 2

export type PaypalAccess = {
  /** One of `paypalBaseUrls`, or a loopback address in tests. */
  baseUrl: string
  clientId: string
  clientSecret: string
  timeoutMs: number
  clock: Clock
}

export type PaypalCall<Answer> = {
  method: 'GET' | 'POST'
  path: string
  answer: z.ZodType<Answer>
  /** JSON text. */
  body?: string
  /** PayPal-Request-Id. */
  requestId?: string
  /** PayPal does it once however often it is asked, so that it may be asked again after 5xx. */
  isRepeatable: boolean
}

type Token = { value: string; scopes: string[]; renewAtMs: number }
type Exchange = { status: number; text: string; headers: Headers }

export type PaypalTransport = {
  call<Answer>(call: PaypalCall<Answer>): Promise<Answer>
  /** What a token just issued may be used for. */
  readScopes(): Promise<string[]>
}

export function createPaypalTransport(access: PaypalAccess): PaypalTransport {
  /** The token in use or asked for; `token` is null while the answer is awaited. */
  let held: { asked: Promise<Token>; token: Token | null } | null = null

  // Who finds it ended first asks for the next; the others wait for the same answer.
  const takeToken = (): Promise<Token> => {
    if (held && (held.token === null || access.clock.nowMs() < held.token.renewAtMs)) return held.asked
    const mine: { asked: Promise<Token>; token: Token | null } = { asked: requestToken(access), token: null }
    held = mine
    mine.asked.then(
      (token) => {
        mine.token = token
      },
      () => {
        if (held === mine) held = null
      },
    )
    return mine.asked
  }
  const dropToken = (used: Token): void => {
    if (held?.token === used) held = null
  }

  const attempt = async (call: PaypalCall<unknown>): Promise<Exchange> => {
    const token = await takeToken()
    const first = await exchange(access, call, token)
    if (first.status !== 401) return first
    dropToken(token)
    return exchange(access, call, await takeToken())
  }

  return {
    call: async (call) => {
      for (let attempts = 1; ; attempts += 1) {
        const got = await attempt(call)
        if (got.status >= 500 && call.isRepeatable && attempts < ATTEMPTS_MAX) continue
        if (got.status < 200 || got.status > 299) throw refusalOf(access, got)
        return parse(call.answer, got, call.path)
      }
    },
    readScopes: async () => {
      held = null
      return (await takeToken()).scopes
    },
  }
}

async function requestToken(access: PaypalAccess): Promise<Token> {
  const got = await send(access, '/v1/oauth2/token', {
    method: 'POST',
    headers: {
      authorization: `Basic ${basicOf(access)}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: 'grant_type=client_credentials',
  })
  if (got.status !== 200) {
    const isCredential = got.status === 400 || got.status === 401 || got.status === 403
    throw isCredential ? credentialsRefused(access, got) : refusalOf(access, got)
  }
  const read = parse(tokenAnswer, got, '/v1/oauth2/token')
  return {
    value: read.access_token,
    scopes: read.scope.split(' ').filter((scope) => scope !== ''),
    renewAtMs: access.clock.nowMs() + read.expires_in * 1_000 - RENEWED_BEFORE_END_MS,
  }
}

function exchange(access: PaypalAccess, call: PaypalCall<unknown>, token: Token): Promise<Exchange> {
  return send(access, call.path, {
    method: call.method,
    headers: {
      authorization: `Bearer ${token.value}`,
      'content-type': 'application/json',
      accept: 'application/json',
      ...(call.requestId === undefined ? {} : { 'paypal-request-id': call.requestId }),
      // Only Orders knows it; without it the answer to a capture leaves out the capture.
      ...(call.method === 'POST' && call.path.startsWith('/v2/checkout/') ? { prefer: 'return=representation' } : {}),
    },
    ...(call.body === undefined ? {} : { body: call.body }),
  })
}

async function send(access: PaypalAccess, path: string, init: RequestInit): Promise<Exchange> {
  try {
    const signal = AbortSignal.timeout(access.timeoutMs)
    const response = await fetch(`${access.baseUrl}${path}`, { ...init, redirect: 'error', signal })
    return { status: response.status, headers: response.headers, text: await boundedText(response) }
  } catch (error) {
    if (error instanceof PaypalFault) throw error
    const { name, message, cause } = error as Error
    const why = cause instanceof Error ? cause.message : message
    const reason = name === 'TimeoutError' ? `no answer within ${access.timeoutMs} ms` : why
    throw new PaypalFault('unreachable', withoutSecrets(access, `PayPal cannot be reached: ${reason}.`))
  }
}

async function boundedText(response: Response): Promise<string> {
  if (!response.body) return ''
  const parts: Uint8Array[] = []
  let sizeBytes = 0
  for await (const part of response.body) {
    sizeBytes += part.byteLength
    if (sizeBytes > ANSWER_BYTES_MAX) {
      throw new PaypalFault('nonsense', `PayPal's answer is longer than ${ANSWER_BYTES_MAX} bytes.`)
    }
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parse<Answer>(schema: z.ZodType<Answer>, got: Exchange, path: string): Answer {
  const read = schema.safeParse(jsonOrNull(got.text))
  if (read.success) return read.data
  const first = read.error.issues[0]
  const where = first && first.path.length > 0 ? `${first.path.join('.')}: ${first.message}` : 'it is no such object'
  throw new PaypalFault('nonsense', `PayPal's answer to ${path} is not as documented (${where.slice(0, 200)}).`, {
    status: got.status,
    debugId: got.headers.get('paypal-debug-id'),
  })
}

function refusalOf(access: PaypalAccess, got: Exchange): PaypalFault {
  const read = errorAnswer.safeParse(jsonOrNull(got.text))
  const answer = read.success ? read.data : null
  const first = answer?.details?.[0] ?? answer?.issues?.[0]
  const detail = {
    status: got.status,
    paypalName: scrubbed(access, answer?.name ?? answer?.error),
    issue: scrubbed(access, first?.issue),
    debugId: answer?.debug_id ?? got.headers.get('paypal-debug-id'),
  }
  const said = [detail.paypalName, detail.issue, first?.description ?? answer?.message ?? answer?.error_description]
  const words = said.filter((word) => word !== null && word !== undefined && word !== '').join(', ')
  const quote = detail.debugId === null ? '' : ` (debug id ${detail.debugId})`
  const sentence = (start: string): string =>
    withoutSecrets(access, `${start}${words === '' ? '' : `: ${words}`}${quote}.`.slice(0, 500))
  if (got.status === 429) {
    const retryAfterSeconds = Number(got.headers.get('retry-after') ?? Number.NaN)
    return new PaypalFault('rate_limited', sentence('PayPal asks to wait'), {
      ...detail,
      retryAfterSeconds: Number.isFinite(retryAfterSeconds) ? retryAfterSeconds : null,
    })
  }
  if (got.status >= 500) return new PaypalFault('unreachable', sentence(`PayPal answered ${got.status}`), detail)
  if (got.status === 401) return credentialsRefused(access, got)
  const duplicate = answer === null ? null : duplicateBatchOf(answer)
  if (duplicate) {
    const start = `PayPal has a payout with this sender_batch_id already (${duplicate.existingBatchId ?? 'not named'})`
    return new PaypalFault('duplicate_batch', sentence(start), { ...detail, ...duplicate })
  }
  return new PaypalFault('refused', sentence('PayPal refused'), detail)
}

function credentialsRefused(access: PaypalAccess, got: Exchange): PaypalFault {
  const read = errorAnswer.safeParse(jsonOrNull(got.text))
  const said = read.success ? scrubbed(access, read.data.error ?? read.data.name) : null
  return new PaypalFault(
    'unauthorized',
    withoutSecrets(access, `PayPal does not accept the client id and secret${said === null ? '' : ` (${said})`}.`),
    {
      status: got.status,
      paypalName: said,
      debugId: (read.success ? read.data.debug_id : null) ?? got.headers.get('paypal-debug-id'),
    },
  )
}

/** An answer that repeats what it was sent does not carry secret or token into an error. */
function withoutSecrets(access: PaypalAccess, sentence: string): string {
  const plain = sentence.replaceAll(/\b(Basic|Bearer) [^\s,)]+/g, '$1 [secret]').replaceAll(basicOf(access), '[secret]')
  return access.clientSecret === '' ? plain : plain.replaceAll(access.clientSecret, '[secret]')
}

function scrubbed(access: PaypalAccess, word: string | null | undefined): string | null {
  return word === null || word === undefined ? null : withoutSecrets(access, word)
}

function basicOf(access: PaypalAccess): string {
  return Buffer.from(`${access.clientId}:${access.clientSecret}`).toString('base64')
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
