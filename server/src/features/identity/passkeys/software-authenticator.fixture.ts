// An authenticator in software, small enough to be read: it makes ES256 credentials and signs with them as WebAuthn
// level 3, sections 6.1 and 6.5, says, with attestation `none`. A test may make it misbehave in each thing that is
// checked. Imported by tests only.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

export type Misbehaviour = {
  origin?: string
  rpId?: string
  userVerified?: boolean
  userPresent?: boolean
  counter?: number
  userHandle?: string | null
  challenge?: string
  type?: string
  badSignature?: boolean
  attestation?: { format: string; statement: Map<CborKey, Cbor> }
}

type CreateOptions = { challenge: string; rp: { id?: string }; user: { id: string } }
type RequestOptions = { challenge: string; rpId?: string }
type Credential = { id: Buffer; key: KeyObject; publicKey: Buffer; userHandle: string }

const FLAG_USER_PRESENT = 0x01
const FLAG_USER_VERIFIED = 0x04
const FLAG_BACKUP = 0x18 // Eligible and backed up, as a passkey of a phone is.
const FLAG_ATTESTED = 0x40

export type SoftwareAuthenticator = ReturnType<typeof createSoftwareAuthenticator>

/** @param pageOrigin the origin of the page that asks */
export function createSoftwareAuthenticator(pageOrigin: string) {
  const credentials: Credential[] = []
  let counter = 0

  function create(options: CreateOptions, wrong: Misbehaviour = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const credential = {
      id: randomBytes(32),
      key: privateKey,
      publicKey: coseKey(publicKey),
      userHandle: options.user.id,
    }
    credentials.push(credential)
    const { attestation = { format: 'none', statement: new Map() } } = wrong
    const attested = Buffer.concat([Buffer.alloc(16), uint16(32), credential.id, credential.publicKey])
    const authData = Buffer.concat([authenticatorData(options.rp.id ?? '', FLAG_ATTESTED, wrong), attested])
    const attestationObject = encodeCbor(
      new Map<CborKey, Cbor>([
        ['fmt', attestation.format],
        ['attStmt', attestation.statement],
        ['authData', authData],
      ]),
    )
    return {
      ...publicKeyCredential(credential.id),
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, wrong).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Shows the newest credential. */
  function get(options: RequestOptions, wrong: Misbehaviour = {}) {
    const credential = credentials.at(-1)
    if (!credential) throw new Error('This authenticator holds no credential')
    const data = authenticatorData(options.rpId ?? '', 0, wrong)
    const client = clientData('webauthn.get', options.challenge, wrong)
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    const signature = sign(
      'sha256',
      wrong.badSignature === true ? Buffer.concat([signed, data]) : signed,
      credential.key,
    )
    const userHandle = wrong.userHandle === undefined ? credential.userHandle : wrong.userHandle
    return {
      ...publicKeyCredential(credential.id),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(userHandle === null ? {} : { userHandle }),
      },
    }
  }

  function clientData(type: string, challenge: string, wrong: Misbehaviour): Buffer {
    const facts = { type: wrong.type ?? type, challenge: wrong.challenge ?? challenge }
    return Buffer.from(JSON.stringify({ ...facts, origin: wrong.origin ?? pageOrigin, crossOrigin: false }))
  }

  function authenticatorData(rpId: string, flags: number, wrong: Misbehaviour): Buffer {
    counter = wrong.counter ?? counter + 1
    const present = wrong.userPresent === false ? 0 : FLAG_USER_PRESENT
    const verified = wrong.userVerified === false ? 0 : FLAG_USER_VERIFIED
    const head = createHash('sha256')
      .update(wrong.rpId ?? rpId)
      .digest()
    return Buffer.concat([head, Buffer.from([flags | present | verified | FLAG_BACKUP]), uint32(counter)])
  }

  return { create, get }
}

function publicKeyCredential(id: Buffer) {
  const text = id.toString('base64url')
  return { id: text, rawId: text, type: 'public-key' as const, clientExtensionResults: {} }
}

/** COSE_Key of an ES256 key: kty EC2, alg -7, crv P-256, x, y (RFC 9052, section 7; RFC 9053, section 7.1.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return encodeCbor(
    new Map<CborKey, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

export type CborKey = number | string
export type Cbor = number | string | Buffer | Cbor[] | Map<CborKey, Cbor>

/** As much of RFC 8949 as credentials need. */
function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([cborHead(4, value.length), ...value.map(encodeCbor)])
  const pairs = [...value].flatMap(([key, inner]) => [encodeCbor(key), encodeCbor(inner)])
  return Buffer.concat([cborHead(5, value.size), ...pairs])
}

function cborHead(major: number, value: number): Buffer {
  const type = major << 5
  if (value < 24) return Buffer.from([type | value])
  return value < 256 ? Buffer.from([type | 24, value]) : Buffer.concat([Buffer.from([type | 25]), uint16(value)])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
