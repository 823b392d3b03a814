// A stand-in of PayPal on loopback that remembers what it was told: token, orders, captures, refunds, payouts, the
// balance, webhooks signed as PayPal's are, and the page on which a payer pays. Guarantees that everything said to it and
// by it is checked against PayPal's own documents, where they can be had; what is wrong is kept, and thrown by
// `throwViolations` at the end of a test. It deliberately behaves as the strictest reading of the documents does.
import { createHash, randomUUID, sign, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'
import { systemClock, type Clock } from '../../platform/clock.ts'
import { answerCall, type Answer, type Call } from './paypal.calls.ts'
import { makePaypalCertificates, type PaypalCertificates } from './paypal.certificates.ts'
import { loadPaypalContract, type PaypalContract } from './paypal.contract.ts'
import { renderPayerPage } from './payer.page.ts'
import { MERCHANT_ID, presentError, presentEvent } from './paypal.presenter.ts'
import { createPaypalWorld, newId, type PaypalWorld } from './paypal.world.ts'

/** What goes wrong with the next call whose path fits. */
export type WantedFault =
  /** `isDone`: the call is done all the same, and only its answer lost. */
  | { path: RegExp; kind: 'status'; status: 429 | 500 | 503; isDone?: boolean }
  | { path: RegExp; kind: 'hang' }
  | { path: RegExp; kind: 'reset' }
  | { path: RegExp; kind: 'nonsense' }
  /** A refusal that repeats what it was sent, credentials and all. */
  | { path: RegExp; kind: 'echo' }

export type PaypalEvent = ReturnType<typeof presentEvent>
export type SignedWebhook = { headers: Record<string, string>; body: Buffer }

/** What a forger would change. */
export type WebhookChanges = {
  webhookId?: string
  key?: KeyObject
  certUrl?: string
  sentAt?: Date
  authAlgo?: string
}

export type PaypalStandIn = {
  /** Whether PayPal's documents were at hand; without them nothing is checked, scopes neither. */
  isChecked: boolean
  baseUrl: string
  clientId: string
  clientSecret: string
  webhookId: string
  merchantId: string
  /** Moves of payers, recipients and PayPal, and what came of them. */
  world: PaypalWorld
  certificates: PaypalCertificates
  /** Where its certificate is; PayPal's own addresses are not on loopback. */
  certificateUrl: string
  /** Every change so far, as PayPal would tell it. */
  events: PaypalEvent[]
  signWebhook(event: PaypalEvent, changes?: WebhookChanges): SignedWebhook
  /** From now on every change is told to this address; null stops it. */
  tellWebhooksTo(url: string | null): void
  /** Sends one, again and again if a test likes, and answers with the status. */
  sendWebhook(url: string, webhook: SignedWebhook): Promise<number>
  /** All webhooks told so far were answered. */
  webhooksTold(): Promise<void>
  failNext(fault: WantedFault): void
  setScopes(scopes: readonly string[]): void
  expireTokens(): void
  tokensIssued(): number
  /** Method and path of every call but those for a token. */
  calls: string[]
  /** @throws when anything that was said is not as PayPal's documents have it */
  throwViolations(): void
  stop(): Promise<void>
}

export const allScopes = [
  'https://uri.paypal.com/services/payments/payment',
  'https://uri.paypal.com/services/payments/payment/authcapture',
  'https://uri.paypal.com/services/payments/refund',
  'https://uri.paypal.com/payments/payouts',
  'https://uri.paypal.com/services/applications/webhooks',
  'https://uri.paypal.com/services/reporting/balances/read',
] as const

const CERTIFICATE_PATH = '/v1/notifications/certs/CERT-stand-in'

/** @param options.clock tells when a webhook was sent */
export async function startPaypalStandIn(options: { port?: number; clock?: Clock } = {}): Promise<PaypalStandIn> {
  const contract = await loadPaypalContract()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const account = { clientId: `client-${newId(8)}`, clientSecret: `secret-${newId(24)}`, webhookId: newId(17) }
  const certificates = makePaypalCertificates()
  const violations: string[] = []
  const faults: WantedFault[] = []
  const tokens = createTokens(account)
  const webhooks = createWebhooks({
    clock: options.clock ?? systemClock,
    webhookId: account.webhookId,
    certificates,
    certificateUrl: `${baseUrl}${CERTIFICATE_PATH}`,
  })
  const events: PaypalEvent[] = []
  const world = createPaypalWorld((change) => {
    const event = presentEvent(change, baseUrl)
    events.push(event)
    violations.push(...(contract?.checkEvent(event) ?? []))
    webhooks.tell(event)
  })
  const calls: string[] = []
  const site = {
    baseUrl,
    world,
    tokens,
    webhooks,
    contract,
    faults,
    violations,
    calls,
    chainPem: certificates.chainPem,
  }
  server.on('request', (request, response) => {
    respond(site, request, response).catch((error: unknown) => {
      violations.push(`the stand-in failed: ${String(error)}`)
      response.destroy()
    })
  })
  return {
    isChecked: contract !== null,
    baseUrl,
    ...account,
    merchantId: MERCHANT_ID,
    world,
    certificates,
    certificateUrl: `${baseUrl}${CERTIFICATE_PATH}`,
    events,
    signWebhook: webhooks.sign,
    tellWebhooksTo: webhooks.tellTo,
    sendWebhook: webhooks.send,
    webhooksTold: webhooks.told,
    failNext: (fault) => faults.push(fault),
    setScopes: tokens.setScopes,
    expireTokens: tokens.expire,
    tokensIssued: tokens.issued,
    calls,
    throwViolations: () => {
      const found = violations.splice(0)
      if (found.length > 0) throw new Error(`not as PayPal's documents have it:\n${found.join('\n')}`)
    },
    stop: () => stopServer(server),
  }
}

type Site = {
  baseUrl: string
  world: PaypalWorld
  tokens: ReturnType<typeof createTokens>
  webhooks: ReturnType<typeof createWebhooks>
  contract: PaypalContract | null
  faults: WantedFault[]
  violations: string[]
  calls: string[]
  chainPem: string
}

async function respond(site: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '/'
  const method = request.method ?? 'GET'
  const text = await bodyOf(request)
  const reply = (status: number, body: unknown, headers: Record<string, string> = {}): void => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'paypal-debug-id': newId(13).toLowerCase(),
      ...headers,
    })
    response.end(JSON.stringify(body))
  }
  if (path.startsWith('/checkoutnow')) return visit(site, method, path, response)
  if (path === CERTIFICATE_PATH) return void response.end(site.chainPem)
  const fault = takeFault(site.faults, path)
  if (fault?.kind === 'hang') return
  if (fault?.kind === 'reset') return void request.socket.destroy()
  if (fault?.kind === 'nonsense') return reply(200, { hello: 'world' })
  if (fault?.kind === 'echo') {
    const heard = `heard ${request.headers.authorization}`
    return reply(400, { name: heard, message: heard, error: heard, details: [{ issue: heard, description: heard }] })
  }
  if (path === '/v1/oauth2/token') {
    if (fault) return reply(fault.status, presentError('INTERNAL_SERVER_ERROR'))
    const [status, body] = site.tokens.issue(request.headers.authorization, text)
    return reply(status, body)
  }
  site.calls.push(`${method} ${path}`)
  const call: Call = { method, path, text, body: jsonOf(text), requestId: header(request, 'paypal-request-id') }
  const isLost = fault !== undefined && fault.isDone !== true
  const answer: Answer = isLost ? [0, null] : answerAllowed(site, call, request.headers.authorization)
  const [status, body] = fault ? failedAnswer(fault.status) : answer
  const requestHeaders = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  )
  const exchange = { method, path, requestHeaders, requestBody: call.body, status, responseBody: body }
  site.violations.push(...(site.contract?.check(exchange) ?? []))
  reply(status, body, status === 429 ? { 'retry-after': '7' } : {})
}

function answerAllowed(site: Site, call: Call, authorization: string | undefined): Answer {
  const scopes = site.tokens.scopesOf(authorization)
  if (scopes === null) return [401, presentError('AUTHENTICATION_FAILURE')]
  const wanted = site.contract?.scopesOf(call.method, call.path) ?? []
  if (wanted.length > 0 && !wanted.some((scope) => scopes.includes(scope))) return [403, presentError('NOT_AUTHORIZED')]
  return answerCall(site, call)
}

function failedAnswer(status: 429 | 500 | 503): Answer {
  if (status === 429)
    return [429, presentError('RATE_LIMIT_REACHED', [], 'Too many requests. Blocked due to rate limiting.')]
  return [status, presentError(status === 500 ? 'INTERNAL_SERVER_ERROR' : 'SERVICE_UNAVAILABLE')]
}

function takeFault(faults: WantedFault[], path: string): WantedFault | undefined {
  const index = faults.findIndex((fault) => fault.path.test(path))
  return index < 0 ? undefined : faults.splice(index, 1)[0]
}

/** The payer's page: shown, and left by one of its two buttons. */
function visit(site: Site, method: string, path: string, response: ServerResponse): void {
  const asked = new URL(path, site.baseUrl)
  if (method === 'GET') {
    const order = site.world.orders.get(asked.searchParams.get('token') ?? '')
    response.writeHead(order ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    return void response.end(renderPayerPage(order))
  }
  const [, , orderId = '', choice] = asked.pathname.split('/')
  const order = site.world.orders.get(orderId)
  if (!order) return void response.writeHead(404).end()
  const target = new URL(choice === 'approve' ? order.returnUrl : order.cancelUrl)
  target.searchParams.set('token', order.id)
  if (choice === 'approve') {
    site.world.approveOrder(order.id)
    target.searchParams.set('PayerID', order.payer?.id ?? '')
  }
  response.writeHead(303, { location: target.href }).end()
}

function createTokens(account: { clientId: string; clientSecret: string }) {
  const live = new Map<string, readonly string[]>()
  let scopes: readonly string[] = allScopes
  let issued = 0
  return {
    issue: (authorization: string | undefined, text: string): Answer => {
      const wanted = `Basic ${Buffer.from(`${account.clientId}:${account.clientSecret}`).toString('base64')}`
      if (authorization !== wanted) {
        return [401, { error: 'invalid_client', error_description: 'Client Authentication failed' }]
      }
      if (new URLSearchParams(text).get('grant_type') !== 'client_credentials') {
        return [400, { error: 'unsupported_grant_type', error_description: 'Grant Type is NULL' }]
      }
      issued += 1
      const token = `A21${createHash('sha256').update(randomUUID()).digest('base64url')}`
      live.set(token, scopes)
      const answer = {
        scope: scopes.join(' '),
        access_token: token,
        token_type: 'Bearer',
        app_id: 'APP-80W284485P519543T',
      }
      return [200, { ...answer, expires_in: 32_400, nonce: new Date().toISOString() }]
    },
    scopesOf: (authorization: string | undefined) => live.get((authorization ?? '').replace(/^Bearer /, '')) ?? null,
    setScopes: (wanted: readonly string[]): void => {
      scopes = wanted
    },
    expire: (): void => live.clear(),
    issued: (): number => issued,
  }
}

function createWebhooks(options: {
  clock: Clock
  webhookId: string
  certificates: PaypalCertificates
  certificateUrl: string
}) {
  const sent = new Map<string, SignedWebhook & { webhookId: string }>()
  const underWay = new Set<Promise<unknown>>()
  let target: string | null = null

  const signWebhook = (event: PaypalEvent, changes: WebhookChanges = {}): SignedWebhook => {
    // A body that is not what JSON.stringify would write: whoever parses and writes it again has another.
    const body = Buffer.from(JSON.stringify(event).replace('{', '{ '))
    const transmissionId = randomUUID()
    const sentAt = (changes.sentAt ?? options.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z')
    const webhookId = changes.webhookId ?? options.webhookId
    const signed = Buffer.from(`${transmissionId}|${sentAt}|${webhookId}|${crc32(body)}`)
    const key = changes.key ?? options.certificates.leaf.privateKey
    const headers = {
      'paypal-transmission-id': transmissionId,
      'paypal-transmission-time': sentAt,
      'paypal-transmission-sig': sign('sha256', signed, key).toString('base64'),
      'paypal-cert-url': changes.certUrl ?? options.certificateUrl,
      'paypal-auth-algo': changes.authAlgo ?? 'SHA256withRSA',
    }
    if (changes.key === undefined) sent.set(transmissionId, { headers, body, webhookId })
    return { headers, body }
  }
  const send = async (url: string, webhook: SignedWebhook): Promise<number> => {
    const headers = { 'content-type': 'application/json', ...webhook.headers }
    const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(webhook.body) })
    await response.arrayBuffer()
    return response.status
  }
  return {
    sign: signWebhook,
    send,
    tell: (event: PaypalEvent): void => {
      if (target === null) return
      // Whoever does not answer hears of it again at PayPal; here the next sweep finds it.
      const sending: Promise<unknown> = send(target, signWebhook(event))
        .catch(() => null)
        .finally(() => underWay.delete(sending))
      underWay.add(sending)
    },
    tellTo: (url: string | null): void => {
      target = url
    },
    told: async (): Promise<void> => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    /** What verify-webhook-signature answers: the event must stand in the call to the letter. */
    isGenuine: (text: string, asked: Record<string, unknown>): boolean => {
      const known = sent.get(String(asked['transmission_id']))
      if (!known || known.webhookId !== asked['webhook_id']) return false
      const isSame = known.headers['paypal-transmission-sig'] === asked['transmission_sig']
      return isSame && text.includes(`"webhook_event":${known.body.toString()}`)
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

function jsonOf(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

function stopServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  })
}
