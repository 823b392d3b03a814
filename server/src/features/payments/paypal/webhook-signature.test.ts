import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rootCertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createManualClock } from '../../../platform/clock.ts'
import { issueCertificate, type TestCertificate } from '../../../testing/paypal/paypal.certificates.ts'
import {
  startPaypalStandIn,
  type PaypalEvent,
  type PaypalStandIn,
  type SignedWebhook,
} from '../../../testing/paypal/paypal.stand-in.ts'
import { createPaypal, type Paypal } from './paypal.client.ts'
import {
  createWebhookVerifier,
  readWebhookHeaders,
  verifyWebhook,
  type SignatureOutcome,
  type WebhookVerifier,
} from './webhook-signature.ts'
import { readWebhook } from './webhook.events.ts'

const clock = createManualClock('2026-11-21T10:00:00Z')
let standIn: PaypalStandIn
let paypal: Paypal
let event: PaypalEvent
/** A place that serves certificates which PayPal would not. */
let place: Server
let origin: string
const served = new Map<string, { status: number; text: string; location?: string }>()
let fetches = 0

beforeAll(async () => {
  standIn = await startPaypalStandIn({ clock })
  const { baseUrl, clientId, clientSecret } = standIn
  paypal = createPaypal({ baseUrl, clientId, clientSecret, timeoutMs: 5_000 })
  const order = await paypal.createOrder({
    depositId: 'dep-1',
    amountMicros: 10_000_000n,
    returnUrl: 'https://inrange.example/a',
    cancelUrl: 'https://inrange.example/b',
    brandName: 'Inrange',
  })
  standIn.world.approveOrder(order.orderId)
  await paypal.captureOrder(order.orderId, 'cap:1')
  event = standIn.events.at(-1) as PaypalEvent
  place = createServer((request, response) => {
    fetches += 1
    const found = served.get(request.url ?? '')
    response.writeHead(found?.status ?? 404, found?.location === undefined ? {} : { location: found.location })
    response.end(found?.text)
  })
  await new Promise<void>((resolve) => place.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(place.address() as AddressInfo).port}`
})
beforeEach(() => {
  clock.setTo('2026-11-21T10:00:00Z')
})
afterEach(() => standIn.throwViolations())
afterAll(async () => {
  place.closeAllConnections()
  await new Promise((resolve) => place.close(resolve))
  await standIn.stop()
})

function verifier(roots = [standIn.certificates.root.pem]): WebhookVerifier {
  return createWebhookVerifier({ clock, roots, certificateOrigins: [standIn.baseUrl, origin] })
}

async function verdict(
  webhook: SignedWebhook,
  by = verifier(),
  webhookId = standIn.webhookId,
): Promise<SignatureOutcome> {
  const headers = readWebhookHeaders((name) => webhook.headers[name])
  if (!headers) throw new Error('a header is missing')
  return by.verify(webhookId, headers, webhook.body)
}

/** Puts certificates at an address that PayPal's could have. */
function serve(name: string, text: string, status = 200, location?: string): string {
  const path = `/v1/notifications/certs/CERT-${name}`
  served.set(path, { status, text, ...(location === undefined ? {} : { location }) })
  return origin + path
}

test('a webhook of PayPal is genuine, and is again when it is repeated: the same event, not another', async () => {
  const webhook = standIn.signWebhook(event)
  const by = verifier()
  expect(await verdict(webhook, by)).toBe('ok')
  expect(await verdict(webhook, by)).toBe('ok')
  expect(readWebhook(webhook.body)?.eventId).toBe(event.id)
  expect(readWebhook(standIn.signWebhook(event).body)?.eventId).toBe(event.id)
})

test('a body that was parsed and written again, or changed in one letter, is not', async () => {
  const webhook = standIn.signWebhook(event)
  const rewritten = Buffer.from(JSON.stringify(JSON.parse(webhook.body.toString())))
  expect(rewritten.equals(webhook.body)).toBe(false)
  expect(await verdict({ ...webhook, body: rewritten })).toBe('bad_signature')
  const tampered = Buffer.from(webhook.body.toString().replace('"10.00"', '"90.00"'))
  expect(tampered.equals(webhook.body)).toBe(false)
  expect(await verdict({ ...webhook, body: tampered })).toBe('bad_signature')
})

test('a forged key, another webhook id and another algorithm are refused', async () => {
  const forged = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  expect(await verdict(standIn.signWebhook(event, { key: forged }))).toBe('bad_signature')
  expect(await verdict(standIn.signWebhook(event, { webhookId: 'ANOTHERWEBHOOK123' }))).toBe('bad_signature')
  expect(await verdict(standIn.signWebhook(event), verifier(), 'ANOTHERWEBHOOK123')).toBe('bad_signature')
  expect(await verdict(standIn.signWebhook(event, { authAlgo: 'SHA1withRSA' }))).toBe('bad_signature')
})

test('transmission id and time are signed too', async () => {
  const webhook = standIn.signWebhook(event)
  for (const name of ['paypal-transmission-id', 'paypal-transmission-time']) {
    const value = name.endsWith('id') ? 'b8d2c5b0-0000-4000-8000-000000000000' : '2026-11-21T09:59:59Z'
    expect(await verdict({ ...webhook, headers: { ...webhook.headers, [name]: value } })).toBe('bad_signature')
  }
})

test('what was sent too long ago, in the future or at no time is stale', async () => {
  const sentAt = (instant: string): Promise<SignatureOutcome> =>
    verdict(standIn.signWebhook(event, { sentAt: new Date(instant) }))
  expect(await sentAt('2026-11-17T10:00:01Z')).toBe('ok')
  expect(await sentAt('2026-11-17T09:59:59Z')).toBe('stale')
  expect(await sentAt('2026-11-21T10:05:00Z')).toBe('ok')
  expect(await sentAt('2026-11-21T10:05:01Z')).toBe('stale')
  const webhook = standIn.signWebhook(event)
  const headers = { ...webhook.headers, 'paypal-transmission-time': 'yesterday' }
  expect(await verdict({ ...webhook, headers })).toBe('stale')
})

test('a certificate anywhere but at PayPal is not even fetched', async () => {
  const before = fetches
  const strict = createWebhookVerifier({ clock, roots: [standIn.certificates.root.pem] })
  const good = serve('good', standIn.certificates.chainPem)
  for (const certUrl of [
    good,
    standIn.certificateUrl,
    'http://api.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1',
    'https://evil.example/v1/notifications/certs/CERT-1',
    'https://api.paypal.com:8443/v1/notifications/certs/CERT-1',
    'https://api.paypal.com@evil.example/v1/notifications/certs/CERT-1',
    'https://api.paypal.com/v1/notifications/certs/../../evil',
    'https://api.paypal.com/v1/notifications/certs/CERT-1?to=evil',
    'https://api.paypal.com/v1/checkout/CERT-1',
    'not an address',
  ]) {
    expect(await verdict(standIn.signWebhook(event, { certUrl }), strict), certUrl).toBe('foreign_certificate_url')
  }
  expect(fetches).toBe(before)
  expect(await verdict(standIn.signWebhook(event, { certUrl: good }))).toBe('ok')
})

test('a certificate that no trusted authority stands behind is bad', async () => {
  const { root, intermediate, leaf } = standIn.certificates
  const names = { subject: 'messageverificationcerts.paypal.com', isAuthority: false, keys: 'rsa' } as const
  const stranger = issueCertificate({ subject: 'Stranger', issuer: null, isAuthority: true })
  const own = issueCertificate({ ...names, issuer: stranger })
  const noAuthority = issueCertificate({ subject: 'shop.example', issuer: root, isAuthority: false })
  const byNobody = issueCertificate({ ...names, issuer: noAuthority })
  const expired = issueCertificate({ ...names, issuer: root, validTo: new Date('2026-11-21T09:59:59Z') })
  const early = issueCertificate({ ...names, issuer: root, validFrom: new Date('2026-11-21T10:00:01Z') })
  const otherName = issueCertificate({ ...names, issuer: root, subject: 'paypal.com.evil.example' })
  const elliptic = issueCertificate({ ...names, issuer: root, keys: 'ec' })
  const direct = issueCertificate({ ...names, issuer: root })
  const cases: [string, string, TestCertificate, SignatureOutcome][] = [
    ['direct', direct.pem, direct, 'ok'],
    ['own-authority', own.pem + stranger.pem, own, 'bad_certificate'],
    ['self-signed', stranger.pem, stranger, 'bad_certificate'],
    ['no-authority', byNobody.pem + noAuthority.pem, byNobody, 'bad_certificate'],
    ['expired', expired.pem, expired, 'bad_certificate'],
    ['early', early.pem, early, 'bad_certificate'],
    ['other-name', otherName.pem, otherName, 'bad_certificate'],
    ['elliptic', elliptic.pem, elliptic, 'bad_certificate'],
    ['link-missing', leaf.pem, leaf, 'bad_certificate'],
    ['upside-down', intermediate.pem + leaf.pem, leaf, 'bad_certificate'],
    ['no-pem', 'hello', leaf, 'bad_certificate'],
    ['broken', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', leaf, 'bad_certificate'],
    ['too-long', leaf.pem + intermediate.pem + 'x'.repeat(70_000), leaf, 'bad_certificate'],
    ['too-many', leaf.pem + intermediate.pem.repeat(5), leaf, 'bad_certificate'],
  ]
  const by = verifier()
  for (const [name, pem, { privateKey }, outcome] of cases) {
    const webhook = standIn.signWebhook(event, { certUrl: serve(name, pem), key: privateKey })
    expect(await verdict(webhook, by), name).toBe(outcome)
  }
  expect(await verdict(standIn.signWebhook(event, { certUrl: `${origin}/v1/notifications/certs/nothing` }), by)).toBe(
    'bad_certificate',
  )
})

test('the public authorities are trusted, and a test authority is not one of them', async () => {
  expect(await verdict(standIn.signWebhook(event), verifier([...rootCertificates]))).toBe('bad_certificate')
  const [someRoot = ''] = rootCertificates
  expect(new X509Certificate(someRoot).ca).toBe(true)
})

test('a certificate is fetched once and expires in the cache as well', async () => {
  const { root } = standIn.certificates
  const subject = 'messageverificationcerts.paypal.com'
  const leaf = issueCertificate({
    subject,
    issuer: root,
    isAuthority: false,
    keys: 'rsa',
    validTo: new Date('2026-11-21T11:00:00Z'),
  })
  const certUrl = serve('cached', leaf.pem)
  const by = verifier()
  const before = fetches
  const signed = (): SignedWebhook => standIn.signWebhook(event, { certUrl, key: leaf.privateKey })
  expect(await Promise.all([verdict(signed(), by), verdict(signed(), by)])).toEqual(['ok', 'ok'])
  clock.advanceMs(3_600_001)
  expect(await verdict(signed(), by)).toBe('bad_certificate')
  expect(fetches - before).toBe(1)
})

test('where the certificate cannot be fetched PayPal is asked, with the body as it came', async () => {
  const by = verifier()
  const certUrl = serve('later', '', 503)
  const ask = (webhook: SignedWebhook): Promise<SignatureOutcome> => {
    const headers = readWebhookHeaders((name) => webhook.headers[name])
    if (!headers) throw new Error('a header is missing')
    return verifyWebhook({ verifier: by, paypal }, { webhookId: standIn.webhookId, headers, rawBody: webhook.body })
  }
  const genuine = standIn.signWebhook(event, { certUrl })
  expect(await verdict(genuine, by)).toBe('unreachable')
  expect(await ask(genuine)).toBe('ok')
  const rewritten = Buffer.from(JSON.stringify(JSON.parse(genuine.body.toString())))
  expect(await ask({ ...genuine, body: rewritten })).toBe('bad_signature')
  // A redirect is not followed.
  const away = serve('away', '', 302, standIn.certificateUrl)
  expect(await verdict(standIn.signWebhook(event, { certUrl: away }), by)).toBe('unreachable')
  const calls = standIn.calls.length
  const escaping = Buffer.from(`{},"webhook_id":"ANOTHERWEBHOOK123","more":{}`)
  expect(await ask({ ...genuine, body: escaping })).toBe('bad_signature')
  expect(standIn.calls.length).toBe(calls)
  standIn.failNext({ path: /verify/, kind: 'reset' })
  expect(await ask(genuine)).toBe('unreachable')
  // The certificate is there again: nothing of the failure was kept.
  serve('later', standIn.certificates.chainPem)
  expect(await verdict(genuine, by)).toBe('ok')
})

test('a request without all five headers, or with an endless one, is no webhook', () => {
  const { headers } = standIn.signWebhook(event)
  expect(readWebhookHeaders((name) => headers[name])).not.toBeNull()
  for (const missing of Object.keys(headers)) {
    expect(
      readWebhookHeaders((name) => (name === missing ? undefined : headers[name])),
      missing,
    ).toBeNull()
    expect(
      readWebhookHeaders((name) => (name === missing ? 'x'.repeat(501) : headers[name])),
      missing,
    ).toBeNull()
  }
})
