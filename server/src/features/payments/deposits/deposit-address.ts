// The address of a user's own on a method: made once from the extended public key, theirs for good. Guarantees that an
// address is shown, or what comes to it credited, only when it is still what the key derives: a row that somebody
// changed redirects nothing.
import type { Network } from '@inrange/contract/payment-kinds'
import type { DatabaseTransaction } from '../../../platform/database.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { depositAddress } from '../chain/deposit-addresses.rules.ts'
import { xpubPlace } from '../methods/method.secrets.ts'
import {
  insertDepositAddress,
  selectDepositAddress,
  takeNextChild,
  type DepositAddressRow,
  type XpubRow,
} from '../methods/xpubs.queries.ts'

type Deps = { secrets: Secrets }
type Key = Pick<XpubRow, 'id' | 'xpubSealed'>

/** The owner's address below this key, made now when there is none. Locks the key while it makes one. */
export async function takeDepositAddress(
  deps: Deps,
  transaction: DatabaseTransaction,
  asked: { ownerId: string; network: Network; xpub: Key; now: Date },
): Promise<string> {
  const { ownerId, network, xpub, now } = asked
  const known = await selectDepositAddress(transaction, ownerId, xpub.id)
  if (known !== null) return provenAddress(deps, network, { ...known, xpubSealed: xpub.xpubSealed })
  const childIndex = await takeNextChild(transaction, xpub.id)
  // Whoever asked at the same time may have made it while the key was locked.
  const made = await selectDepositAddress(transaction, ownerId, xpub.id)
  if (made !== null) return provenAddress(deps, network, { ...made, xpubSealed: xpub.xpubSealed })
  const address = depositAddress(open(deps, xpub.id, xpub.xpubSealed), network, Number(childIndex))
  await insertDepositAddress(transaction, { ownerId, xpubId: xpub.id, childIndex, address, now })
  return address
}

/** The stored address, derived anew. @throws InvariantError when it is not what its key derives */
export function provenAddress(
  deps: Deps,
  network: Network,
  stored: DepositAddressRow & { xpubSealed: string },
): string {
  const derived = depositAddress(open(deps, stored.xpubId, stored.xpubSealed), network, Number(stored.childIndex))
  invariant(derived === stored.address, 'A deposit address is what its extended public key derives')
  return derived
}

function open({ secrets }: Deps, xpubId: string, sealed: string): string {
  return secrets.open(sealed, xpubPlace(xpubId))
}
