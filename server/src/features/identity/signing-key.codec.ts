// A signing key between the database and the running program: ES256, named by its thumbprint (RFC 7638), its private
// half sealed for its row. It deliberately decides nothing about which key signs when.
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose'
import type { Queryable } from '../../platform/database.ts'
import { SealBroken } from '../../platform/secrets.ts'
import type { IdentityDeps } from './identity.deps.ts'
import { insertSigningKey, type SigningKeyRow } from './signing-keys.queries.ts'

export const SIGNING_ALGORITHM = 'ES256'

/**
 * How long a key that signs no more goes on verifying: the ten minutes of its last token, and five for a process that
 * has not noticed yet.
 */
export const FORMER_KEY_KEPT_MS = 15 * 60_000

export type OpenKey = {
  kid: string
  publicJwk: JWK
  publicKey: CryptoKey
  /** Null when its seal does not open: another SECRET_KEY made it. It still verifies what it signed. */
  privateKey: CryptoKey | null
  signsFromMs: number
  /** Infinity for the newest. */
  retiredAtMs: number
}

export async function openKey(row: SigningKeyRow, deps: Pick<IdentityDeps, 'log' | 'secrets'>): Promise<OpenKey> {
  const publicJwk = row.publicJwk as JWK
  return {
    kid: row.kid,
    publicJwk,
    publicKey: (await importJWK(publicJwk, SIGNING_ALGORITHM)) as CryptoKey,
    privateKey: await openPrivateHalf(row, deps),
    signsFromMs: row.signsFrom.getTime(),
    retiredAtMs: row.retiredAt?.getTime() ?? Infinity,
  }
}

async function openPrivateHalf(
  row: SigningKeyRow,
  deps: Pick<IdentityDeps, 'log' | 'secrets'>,
): Promise<CryptoKey | null> {
  try {
    const privateJwk = JSON.parse(deps.secrets.open(row.privateSealed, placeOf(row.kid))) as JWK
    return (await importJWK(privateJwk, SIGNING_ALGORITHM)) as CryptoKey
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    deps.log.warn(
      { signingKeyId: row.kid },
      'a signing key does not open with the present secret key and is not used to sign',
    )
    return null
  }
}

/** Makes and stores a key that signs from then on, and answers its id. */
export async function makeKey(
  database: Queryable,
  deps: Pick<IdentityDeps, 'secrets'>,
  times: { now: Date; signsFrom: Date },
): Promise<string> {
  const pair = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  const publicHalf = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicHalf)
  const publicJwk = { ...publicHalf, kid, alg: SIGNING_ALGORITHM, use: 'sig', key_ops: ['verify'] }
  await insertSigningKey(database, {
    kid,
    publicJwk: JSON.stringify(publicJwk),
    privateSealed: deps.secrets.seal(JSON.stringify(await exportJWK(pair.privateKey)), placeOf(kid)),
    createdAt: times.now,
    signsFrom: times.signsFrom,
  })
  return kid
}

function placeOf(kid: string): { table: string; row: string; column: string } {
  return { table: 'signing_keys', row: kid, column: 'private_sealed' }
}
