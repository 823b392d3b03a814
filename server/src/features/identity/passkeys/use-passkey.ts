// Writes down that a passkey was used, or refuses it because its counter did not grow: then two devices hold what one
// should (WebAuthn, section 6.1.1). Under the passkey's lock, so that of two uses at once the second is compared with
// the first.
import type { Queryable } from '../../../platform/database.ts'
import { lockPasskey, updatePasskeyUsed } from './passkeys.queries.ts'
import { counterRuns } from './passkeys.rules.ts'

export type PasskeyUse = { passkeyId: string; userId: string; signCount: number; isBackedUp: boolean; now: Date }

/** `gone` when it was removed meanwhile. Call it under `lockUser`. */
export async function usePasskey(transaction: Queryable, use: PasskeyUse): Promise<'used' | 'counter_stands' | 'gone'> {
  const passkey = await lockPasskey(transaction, use.passkeyId)
  if (passkey?.userId !== use.userId) return 'gone'
  if (!counterRuns(Number(passkey.signCount), use.signCount)) return 'counter_stands'
  await updatePasskeyUsed(transaction, { ...use, id: passkey.id })
  return 'used'
}
