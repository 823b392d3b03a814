// Certificates for tests: a root of our own, one between, and the one that signs webhooks as PayPal's does. Guarantees
// real X.509 of version 3 (RFC 5280, section 4.1), written by hand because the runtime reads certificates and makes
// none. The keys of authorities are elliptic, which are made at once; the one that signs webhooks is RSA, as PayPal's.
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

export type TestCertificate = { pem: string; privateKey: KeyObject; subject: string }

/** @param wanted.issuer null for one that signs itself */
export function issueCertificate(wanted: {
  subject: string
  issuer: TestCertificate | null
  isAuthority: boolean
  keys?: 'rsa' | 'ec'
  validFrom?: Date
  validTo?: Date
}): TestCertificate {
  const keys =
    wanted.keys === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const issuerKey = wanted.issuer?.privateKey ?? keys.privateKey
  const algorithm =
    issuerKey.asymmetricKeyType === 'rsa'
      ? sequence(objectId('1.2.840.113549.1.1.11'), der(0x05))
      : sequence(objectId('1.2.840.10045.4.3.2'))
  serial += 1
  const body = sequence(
    der(0xa0, integer(2)),
    integer(serial),
    algorithm,
    nameOf(wanted.issuer?.subject ?? wanted.subject),
    sequence(time(wanted.validFrom ?? new Date('2020-01-01')), time(wanted.validTo ?? new Date('2049-01-01'))),
    nameOf(wanted.subject),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensionsOf(wanted.subject, wanted.isAuthority))),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, issuerKey))
  const base64 = sequence(body, algorithm, signature).toString('base64')
  const lines = base64.match(/.{1,64}/g) ?? []
  const pem = `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
  return { pem, privateKey: keys.privateKey, subject: wanted.subject }
}

let serial = 0

export type PaypalCertificates = {
  root: TestCertificate
  intermediate: TestCertificate
  leaf: TestCertificate
  /** What is at the address of the certificate: the leaf, then the one above it. */
  chainPem: string
}

export function makePaypalCertificates(): PaypalCertificates {
  const root = issueCertificate({ subject: 'Test Root', issuer: null, isAuthority: true })
  const intermediate = issueCertificate({ subject: 'Test Intermediate', issuer: root, isAuthority: true })
  const subject = 'messageverificationcerts.paypal.com'
  const leaf = issueCertificate({ subject, issuer: intermediate, isAuthority: false, keys: 'rsa' })
  return { root, intermediate, leaf, chainPem: leaf.pem + intermediate.pem }
}

function extensionsOf(subject: string, isAuthority: boolean): Buffer[] {
  const isTrue = der(0x01, Buffer.from([0xff]))
  const basic = sequence(objectId('2.5.29.19'), isTrue, der(0x04, isAuthority ? sequence(isTrue) : sequence()))
  const names = sequence(objectId('2.5.29.17'), der(0x04, sequence(der(0x82, Buffer.from(subject)))))
  return isAuthority ? [basic] : [basic, names]
}

function nameOf(commonName: string): Buffer {
  return sequence(der(0x31, sequence(objectId('2.5.4.3'), der(0x0c, Buffer.from(commonName)))))
}

/** UTCTime, which reaches to 2049. */
function time(instant: Date): Buffer {
  return der(0x17, Buffer.from(`${instant.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`))
}

function integer(value: number): Buffer {
  return der(0x02, Buffer.from([value >> 8, value & 0xff].slice(value < 0x80 ? 1 : 0)))
}

function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [first * 40 + second]
  for (const part of rest) {
    const groups = [part & 0x7f]
    for (let left = part >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80)
    bytes.push(...groups)
  }
  return der(0x06, Buffer.from(bytes))
}

function sequence(...content: Buffer[]): Buffer {
  return der(0x30, ...content)
}

/** Tag, length, content (X.690, sections 8.1.2 to 8.1.4). */
function der(tag: number, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat(content)
  const length = bytes.length
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), bytes])
}
