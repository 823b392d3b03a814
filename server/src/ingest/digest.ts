// Digests of what was received, where they are kept: collisions would lose a message, so these are cryptographic in
// size if not in purpose.
import { createHash } from 'node:crypto'
import type { Composed } from './1-decode.ts'

export function sha1(octets: Buffer): Buffer {
  return createHash('sha1').update(octets).digest()
}

/** Key of the policy provider-id: the carrier's own id, hashed so that it has a bounded size. */
export function providerKey(providerId: string): Buffer {
  return createHash('sha1').update('id\0').update(providerId).digest()
}

/** Key of the policy window: who sent what to whom. */
export function contentKey(message: Composed): Buffer {
  return createHash('sha1')
    .update(`content\0${message.sender}\0${message.recipientText}\0${message.content ?? ''}\0`)
    .update(message.content === null ? message.raw : '')
    .digest()
}
