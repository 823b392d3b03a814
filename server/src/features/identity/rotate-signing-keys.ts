// Replaces the key that signs access tokens, without a moment at which a good token is refused. The new key is
// published first and signs a quarter of an hour later, when whoever keeps a copy of the published keys has fetched it;
// the former one goes on verifying until the last token that it signed is over, and is gone then by itself. Nothing has
// to be done at any of those moments.
import { AppError } from '@inrange/contract/errors'
import { recordAudit } from '../audit/audit.public.ts'
import type { IdentityDeps } from './identity.deps.ts'
import { lockSigningKeys, selectSigningKeys, updateOtherKeysRetired } from './signing-keys.queries.ts'
import { FORMER_KEY_KEPT_MS, makeKey } from './signing-key.codec.ts'

/** auth-js, like most, keeps a copy of the published keys for ten minutes. */
const PUBLISHED_AHEAD_MS = 15 * 60_000
const KEY_AGE_MAX_MS = 90 * 86_400_000

export type Rotation = { kid: string; signsFrom: Date; formerRetiresAt: Date; retiring: string[] }
/** Who asked for it; null for the schedule. */
export type RotationActor = { userId: string; address: string; requestId: string } | null

/** @throws AppError conflict while a new key is published and does not sign yet: two at once would gain nothing */
export async function rotateSigningKeys(
  deps: Omit<IdentityDeps, 'publicUrl'>,
  actor: RotationActor,
): Promise<Rotation> {
  return deps.database.transaction(async (transaction) => {
    await lockSigningKeys(transaction)
    const now = deps.clock.now()
    const [newest] = await selectSigningKeys(transaction, now)
    if (newest && newest.signsFrom > now) {
      throw new AppError('conflict', { message: 'A new signing key is published already and signs soon.' })
    }
    const signsFrom = new Date(now.getTime() + PUBLISHED_AHEAD_MS)
    const retiredAt = new Date(signsFrom.getTime() + FORMER_KEY_KEPT_MS)
    const kid = await makeKey(transaction, deps, { now, signsFrom })
    const retiring = await updateOtherKeysRetired(transaction, { kid, retiredAt })
    await recordAudit(transaction, {
      actorId: actor?.userId ?? null,
      action: 'signing_key_rotated',
      subjectType: 'signing_key',
      subjectId: kid,
      address: actor?.address ?? null,
      requestId: actor?.requestId ?? null,
      after: { signsFrom: signsFrom.toISOString(), retiring, formerRetiresAt: retiredAt.toISOString() },
    })
    return { kid, signsFrom, formerRetiresAt: retiredAt, retiring }
  })
}

/** Rotates when the newest key is 90 days old; answers whether it did. A daily job; safe to run twice at once. */
export async function rotateOldSigningKeys(deps: Omit<IdentityDeps, 'publicUrl'>): Promise<boolean> {
  const now = deps.clock.now()
  const keys = await selectSigningKeys(deps.database.kysely, now)
  const newestAtMs = Math.max(...keys.map(({ createdAt }) => createdAt.getTime()))
  if (keys.length === 0 || now.getTime() - newestAtMs < KEY_AGE_MAX_MS) return false
  try {
    await rotateSigningKeys(deps, null)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false
    throw error
  }
}
