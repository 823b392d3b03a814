// The keys that sign and verify access tokens, as one process knows them. The last one that may sign by now, and opens,
// signs; every key that is not retired verifies. Other processes' keys are seen within a minute, long before they sign.
// The first key is made when the first token is signed; the rest is rotate-signing-keys.ts.
import type { CryptoKey, JWK } from 'jose'
import type { Queryable } from '../../platform/database.ts'
import { invariant } from '../../platform/invariant.ts'
import type { IdentityDeps } from './identity.deps.ts'
import { lockSigningKeys, selectSigningKeys, updateOtherKeysRetired } from './signing-keys.queries.ts'
import { FORMER_KEY_KEPT_MS, makeKey, openKey, type OpenKey } from './signing-key.codec.ts'

// How soon a rotation made elsewhere is noticed, and how rarely an unknown key id may ask the database.
const REMEMBERED_MS = 60_000
const UNKNOWN_KEY_PAUSE_MS = 5_000

type Signer = { kid: string; privateKey: CryptoKey }
type Loaded = { atMs: number; keys: OpenKey[] }

export type SigningKeyRing = {
  /** The key to sign with; makes one when there is none that opens. */
  signer(): Promise<Signer>
  /** The key of this id, or null when no key that verifies has it. */
  publicKey(kid: string): Promise<CryptoKey | null>
  /** The public halves of all keys that verify, also of one that does not sign yet (RFC 7517, section 5). */
  jwks(): Promise<{ keys: JWK[] }>
  /** Reads the keys again at the next use: one was made or retired in this process. */
  forget(): void
}

export function createSigningKeyRing(
  deps: Pick<IdentityDeps, 'database' | 'clock' | 'log' | 'secrets'>,
): SigningKeyRing {
  let loaded: Loaded | null = null

  async function load(database: Queryable): Promise<Loaded> {
    const rows = await selectSigningKeys(database, deps.clock.now())
    const keys = await Promise.all(rows.map((row) => openKey(row, deps)))
    loaded = { atMs: performance.now(), keys }
    return loaded
  }
  const isOlderThan = (ageMs: number) => !loaded || performance.now() - loaded.atMs > ageMs
  const recent = async () => (!loaded || isOlderThan(REMEMBERED_MS) ? load(deps.database.kysely) : loaded)
  const verifying = (keys: readonly OpenKey[]) => keys.filter((key) => key.retiredAtMs > deps.clock.nowMs())

  function signerAmong(keys: readonly OpenKey[]): Signer | null {
    const nowMs = deps.clock.nowMs()
    for (const { kid, privateKey, signsFromMs } of verifying(keys)) {
      if (privateKey && signsFromMs <= nowMs) return { kid, privateKey }
    }
    return null
  }

  return {
    signer: async () => signerAmong((await recent()).keys) ?? makeFirst(),
    publicKey: async (kid) => {
      const find = () => verifying(loaded?.keys ?? []).find((key) => key.kid === kid)?.publicKey ?? null
      const known = find()
      if (known && !isOlderThan(REMEMBERED_MS)) return known
      if (isOlderThan(UNKNOWN_KEY_PAUSE_MS)) await load(deps.database.kysely)
      return find()
    },
    jwks: async () => ({ keys: verifying((await recent()).keys).map(({ publicJwk }) => publicJwk) }),
    forget: () => {
      loaded = null
    },
  }

  /** It signs at once, published or not: without it nobody could sign in. */
  function makeFirst(): Promise<Signer> {
    return deps.database.transaction(async (transaction) => {
      await lockSigningKeys(transaction)
      // Another process may have made one while we waited for the lock.
      const theirs = signerAmong((await load(transaction)).keys)
      if (theirs) return theirs
      const now = deps.clock.now()
      const kid = await makeKey(transaction, deps, { now, signsFrom: now })
      // Those that are there do not open here and sign no more; what they signed is good until it is over.
      await updateOtherKeysRetired(transaction, { kid, retiredAt: new Date(now.getTime() + FORMER_KEY_KEPT_MS) })
      const made = signerAmong((await load(transaction)).keys)
      // What was read inside the transaction may yet be undone.
      loaded = null
      invariant(made, 'A key that was made a moment ago signs')
      return made
    })
  }
}
