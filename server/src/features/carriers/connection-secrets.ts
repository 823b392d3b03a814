// Where the credentials of a connection come from and how they are kept. A password that a carrier gives us is
// hashed, because we only ever check it; one that we give a carrier, and the secret of HTTP, are sealed, because we
// need them back.
import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/bcrypt'
import type { ConnectionKind } from '@inrange/contract/carriers'
import type { Secrets, SealPlace } from '../../platform/secrets.ts'
import type { Credentials } from './carriers.queries.ts'

/** The specification's cost of a password hash. */
const PASSWORD_HASH_COST = 10
const SECRET_OCTETS = 32

/** A new secret for HTTP; the prefix lets scanners of leaked secrets know whose it is. */
export function generateSecret(): string {
  return `inr_${randomBytes(SECRET_OCTETS).toString('base64url')}`
}

/** Where the sealed secret of a connection lives; it opens nowhere else. */
export function secretPlace(connectionId: string): SealPlace {
  return { table: 'connections', row: connectionId, column: 'secret' }
}

/** @param secret a password of SMPP, or the secret of HTTP, in the clear */
export async function keepSecret(
  secrets: Secrets,
  connection: { id: string; kind: ConnectionKind; secret: string },
): Promise<Credentials> {
  if (connection.kind === 'smpp_server') {
    return { passwordHash: await hash(connection.secret, PASSWORD_HASH_COST), secretSealed: null }
  }
  return { passwordHash: null, secretSealed: secrets.seal(connection.secret, secretPlace(connection.id)) }
}
