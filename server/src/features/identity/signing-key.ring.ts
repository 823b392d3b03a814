// The keys that sign and verify access tokens: ES256, named by their thumbprint (RFC 7638), the private half sealed at
// rest. The newest key that opens signs; every key that is not retired verifies, so a rotation needs nothing but a new
// row and, once tokens of the old one have run out, a mark on the old row. The first key is made when the first token
// is signed.
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose'
import type { Queryable } from '../../platform/database.ts'
import { SealBroken } from '../../platform/secrets.ts'
import type { IdentityDeps } from './identity.deps.ts'
import { insertSigningKey, lockSigningKeys, selectSigningKeys, type SigningKeyRow } from './identity.queries.ts'

export const SIGNING_ALGORITHM = 'ES256'
// How soon a rotation made elsewhere is noticed, and how rarely an unknown key id may ask the database.
const REMEMBERED_MS = 60_000
const UNKNOWN_KEY_PAUSE_MS = 5_000

type Signer = { kid: string; privateKey: CryptoKey }
type Loaded = { atMs: number; signer: Signer | null; publicKeys: Map<string, CryptoKey>; publicJwks: JWK[] }

export type SigningKeyRing = {
  /** The key to sign with; makes one when there is none that opens. */
  signer(): Promise<Signer>
  /** The key of this id, or null when no key that verifies has it. */
  publicKey(kid: string): Promise<CryptoKey | null>
  /** The public halves of all keys that verify (RFC 7517, section 5). */
  jwks(): Promise<{ keys: JWK[] }>
}

export function createSigningKeyRing(
  deps: Pick<IdentityDeps, 'database' | 'clock' | 'log' | 'secrets'>,
): SigningKeyRing {
  let loaded: Loaded | null = null

  async function load(database: Queryable): Promise<Loaded> {
    loaded = await openKeys(await selectSigningKeys(database), deps)
    return loaded
  }
  const isOlderThan = (ageMs: number) => !loaded || performance.now() - loaded.atMs > ageMs
  const recent = async () => (!loaded || isOlderThan(REMEMBERED_MS) ? load(deps.database.kysely) : loaded)

  return {
    signer: async () => {
      const known = (await recent()).signer
      if (known) return known
      return deps.database.transaction(async (transaction) => {
        await lockSigningKeys(transaction)
        // Another process may have made one while we waited for the lock.
        const theirs = (await load(transaction)).signer
        if (theirs) return theirs
        const made = await makeKey(transaction, deps)
        loaded = null
        return made
      })
    },
    publicKey: async (kid) => {
      const known = loaded?.publicKeys.get(kid)
      if (known && !isOlderThan(REMEMBERED_MS)) return known
      if (isOlderThan(UNKNOWN_KEY_PAUSE_MS)) await load(deps.database.kysely)
      return loaded?.publicKeys.get(kid) ?? null
    },
    jwks: async () => ({ keys: (await recent()).publicJwks }),
  }
}

async function openKeys(rows: SigningKeyRow[], deps: Pick<IdentityDeps, 'log' | 'secrets'>): Promise<Loaded> {
  const loaded: Loaded = { atMs: performance.now(), signer: null, publicKeys: new Map(), publicJwks: [] }
  for (const row of rows) {
    const publicJwk = row.publicJwk as JWK
    loaded.publicKeys.set(row.kid, (await importJWK(publicJwk, SIGNING_ALGORITHM)) as CryptoKey)
    loaded.publicJwks.push(publicJwk)
    loaded.signer ??= await openSigner(row, deps)
  }
  return loaded
}

/** A key whose seal does not open (another SECRET_KEY) still verifies what it signed, but a new one has to sign. */
async function openSigner(row: SigningKeyRow, deps: Pick<IdentityDeps, 'log' | 'secrets'>): Promise<Signer | null> {
  try {
    const privateJwk = JSON.parse(deps.secrets.open(row.privateSealed, placeOf(row.kid))) as JWK
    return { kid: row.kid, privateKey: (await importJWK(privateJwk, SIGNING_ALGORITHM)) as CryptoKey }
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    deps.log.warn(
      { signingKeyId: row.kid },
      'a signing key does not open with the present secret key and is not used to sign',
    )
    return null
  }
}

async function makeKey(database: Queryable, deps: Pick<IdentityDeps, 'clock' | 'secrets'>): Promise<Signer> {
  const pair = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  const publicHalf = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicHalf)
  const publicJwk = { ...publicHalf, kid, alg: SIGNING_ALGORITHM, use: 'sig', key_ops: ['verify'] }
  await insertSigningKey(database, {
    kid,
    publicJwk: JSON.stringify(publicJwk),
    privateSealed: deps.secrets.seal(JSON.stringify(await exportJWK(pair.privateKey)), placeOf(kid)),
    createdAt: deps.clock.now(),
  })
  return { kid, privateKey: pair.privateKey }
}

function placeOf(kid: string): { table: string; row: string; column: string } {
  return { table: 'signing_keys', row: kid, column: 'private_sealed' }
}
