// Whether a webhook comes from PayPal, verified here on the bytes that came. Guarantees that nothing but a certificate
// of PayPal's own address and of a public authority makes a body genuine, and that fetching it is bounded in size, time
// and number. It deliberately says nothing about what a genuine event is worth: that is always asked of PayPal. A
// replay is genuine too; whoever stores events keeps their ids unique. Sources: PayPal, "Verify webhook signatures";
// RFC 5280, section 6.1, without revocation.
import { X509Certificate, verify, type KeyObject } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { crc32 } from 'node:zlib'
import type { Clock } from '../../../platform/clock.ts'
import type { Paypal, WebhookHeaders } from './paypal.client.ts'
import { PaypalFault } from './paypal.fault.ts'

const CERTIFICATE_BYTES_MAX = 64_000
const CERTIFICATES_IN_CHAIN_MAX = 5
const CERTIFICATE_URLS_KEPT = 16
const FETCH_TIMEOUT_MS = 5_000
/** PayPal repeats what was not taken for three days. */
const SENT_AGO_MS_MAX = 4 * 86_400_000
const SENT_AHEAD_MS_MAX = 5 * 60_000
const CERTIFICATE_PATH = /^\/v1\/notifications\/certs\/[A-Za-z0-9_-]{1,200}$/

/** Where PayPal keeps the certificates that it signs with. */
const paypalCertificateOrigins = [
  'https://api.paypal.com',
  'https://api-m.paypal.com',
  'https://api.sandbox.paypal.com',
  'https://api-m.sandbox.paypal.com',
]

export type SignatureOutcome =
  | 'ok'
  /** Not signed by the key of the certificate, for this webhook, over this body. */
  | 'bad_signature'
  /** Not PayPal's, not of a public authority, or not valid today. */
  | 'bad_certificate'
  /** The certificate is said to be somewhere else than at PayPal; it was not fetched. */
  | 'foreign_certificate_url'
  /** Sent too long ago, or in the future. */
  | 'stale'
  /** The certificate could not be fetched, nor could PayPal be asked. */
  | 'unreachable'

export type WebhookVerifier = {
  /** @param rawBody exactly what came; a body that was parsed and written again has another signature */
  verify(webhookId: string, headers: WebhookHeaders, rawBody: Uint8Array): Promise<SignatureOutcome>
}

/**
 * @param options.roots PEM of the authorities that are trusted; the public ones unless a test brings its own
 * @param options.certificateOrigins PayPal's own unless a test has a stand-in
 */
export function createWebhookVerifier(options: {
  clock: Clock
  roots?: readonly string[]
  certificateOrigins?: readonly string[]
}): WebhookVerifier {
  const { clock, certificateOrigins = paypalCertificateOrigins } = options
  const trusted = createTrust(options.roots ?? rootCertificates)
  const chains = new Map<string, Promise<X509Certificate[]>>()

  const chainOf = (url: string): Promise<X509Certificate[]> => {
    const kept = chains.get(url)
    if (kept) return kept
    const fetched = fetchChain(url)
    for (const oldest of chains.keys()) {
      if (chains.size < CERTIFICATE_URLS_KEPT) break
      chains.delete(oldest)
    }
    chains.set(url, fetched)
    fetched.catch(() => chains.delete(url))
    return fetched
  }

  return {
    verify: async (webhookId, headers, rawBody) => {
      const url = certificateUrl(headers.certUrl, certificateOrigins)
      if (url === null) return 'foreign_certificate_url'
      const agoMs = clock.nowMs() - Date.parse(headers.transmissionTime)
      if (!(agoMs <= SENT_AGO_MS_MAX && agoMs >= -SENT_AHEAD_MS_MAX)) return 'stale'
      let chain: X509Certificate[]
      try {
        chain = await chainOf(url)
      } catch (error) {
        return error instanceof BadCertificate ? 'bad_certificate' : 'unreachable'
      }
      const key = trusted.keyOf(chain, clock.nowMs())
      if (key === null) return 'bad_certificate'
      if (headers.authAlgo !== 'SHA256withRSA') return 'bad_signature'
      const { transmissionId, transmissionTime } = headers
      const signed = `${transmissionId}|${transmissionTime}|${webhookId}|${crc32(rawBody)}`
      const signature = Buffer.from(headers.transmissionSig, 'base64')
      return verify('sha256', Buffer.from(signed), key, signature) ? 'ok' : 'bad_signature'
    },
  }
}

/** The same, asking PayPal where its certificate cannot be fetched. */
export async function verifyWebhook(
  deps: { verifier: WebhookVerifier; paypal: Paypal },
  webhook: { webhookId: string; headers: WebhookHeaders; rawBody: Uint8Array },
): Promise<SignatureOutcome> {
  const { webhookId, headers, rawBody } = webhook
  const outcome = await deps.verifier.verify(webhookId, headers, rawBody)
  if (outcome !== 'unreachable') return outcome
  try {
    return (await deps.paypal.verifyWebhookByCall(webhookId, headers, rawBody)) ? 'ok' : 'bad_signature'
  } catch (error) {
    if (error instanceof PaypalFault) return 'unreachable'
    throw error
  }
}

/** @param header reads a header of the request by its name in small letters; null when one is missing or too long */
export function readWebhookHeaders(header: (name: string) => string | undefined): WebhookHeaders | null {
  const read = (name: string): string => header(`paypal-${name}`)?.trim() ?? ''
  const headers = {
    transmissionId: read('transmission-id'),
    transmissionTime: read('transmission-time'),
    transmissionSig: read('transmission-sig'),
    certUrl: read('cert-url'),
    authAlgo: read('auth-algo'),
  }
  // The bounds of PayPal's own call (Webhooks v1, verify_webhook_signature).
  const isWithin =
    headers.transmissionId.length <= 50 &&
    headers.transmissionTime.length <= 100 &&
    headers.transmissionSig.length <= 500 &&
    headers.certUrl.length <= 500 &&
    headers.authAlgo.length <= 100
  return isWithin && Object.values(headers).every((value) => value !== '') ? headers : null
}

function certificateUrl(text: string, origins: readonly string[]): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (!origins.includes(url.origin) || !CERTIFICATE_PATH.test(url.pathname)) return null
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return null
  return url.href
}

/** What is at the address is no chain of certificates, now and when it is asked again. */
class BadCertificate extends Error {
  override readonly name = 'BadCertificate'
}

async function fetchChain(url: string): Promise<X509Certificate[]> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
  if (response.status >= 500 || response.status === 429) throw new Error(`the certificate answers ${response.status}`)
  if (!response.ok || !response.body) throw new BadCertificate(`the certificate answers ${response.status}`)
  let text = ''
  const decoder = new TextDecoder()
  for await (const part of response.body) {
    text += decoder.decode(part, { stream: true })
    if (text.length > CERTIFICATE_BYTES_MAX) throw new BadCertificate('the certificate is too long')
  }
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (blocks.length === 0 || blocks.length > CERTIFICATES_IN_CHAIN_MAX) throw new BadCertificate('no chain')
  try {
    return blocks.map((block) => new X509Certificate(block))
  } catch (error) {
    throw new BadCertificate('no certificate', { cause: error })
  }
}

type Trust = { keyOf(chain: X509Certificate[], nowMs: number): KeyObject | null }

/** The authorities are read when the first webhook comes, which costs some milliseconds once. */
function createTrust(roots: readonly string[]): Trust {
  let read: X509Certificate[] | null = null
  const isTrusted = (certificate: X509Certificate, nowMs: number): boolean => {
    read ??= roots.map((pem) => new X509Certificate(pem))
    return read.some((root) => isIssuedBy(certificate, root) && isValidAt(root, nowMs))
  }
  return {
    keyOf: (chain, nowMs) => {
      const [leaf, ...others] = chain
      if (!leaf || !isOfPaypal(leaf) || leaf.publicKey.asymmetricKeyType !== 'rsa') return null
      let current = leaf
      for (let steps = 0; steps < CERTIFICATES_IN_CHAIN_MAX; steps += 1) {
        if (!isValidAt(current, nowMs)) return null
        if (isTrusted(current, nowMs)) return leaf.publicKey
        const below = current
        const issuer = others.find((other) => other !== below && isIssuedBy(below, other))
        if (!issuer) return null
        current = issuer
      }
      return null
    },
  }
}

/** A certificate that may not sign others (RFC 5280, section 4.2.1.9) issues nothing, whatever it signed. */
function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

function isValidAt(certificate: X509Certificate, nowMs: number): boolean {
  return certificate.validFromDate.getTime() <= nowMs && nowMs <= certificate.validToDate.getTime()
}

/** Its name is one of paypal.com: a public authority gives a certificate to anybody, but not this name. */
function isOfPaypal(certificate: X509Certificate): boolean {
  const names = [
    ...(certificate.subjectAltName ?? '').split(', ').map((name) => name.replace(/^DNS:/, '')),
    ...certificate.subject.split('\n').flatMap((line) => (line.startsWith('CN=') ? [line.slice(3)] : [])),
  ]
  return names.some((name) => /^[a-z0-9.-]+\.paypal\.com$/i.test(name))
}
