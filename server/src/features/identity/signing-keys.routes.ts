// The operation identity.rotate-keys of the contract. No logic here.
import { requireCaller, type SliceHandlers } from '../../platform/http.ts'
import type { IdentityDeps } from './identity.deps.ts'
import { rotateSigningKeys } from './rotate-signing-keys.ts'
import type { SigningKeyRing } from './signing-key.ring.ts'

export function signingKeysRoutes(
  deps: IdentityDeps & { keys: SigningKeyRing },
): SliceHandlers<'identity.rotate-keys'> {
  return {
    'identity.rotate-keys': async (_input, context) => {
      const { caller, address, requestId } = requireCaller(context)
      const rotation = await rotateSigningKeys(deps, { userId: caller.userId, address, requestId })
      deps.keys.forget()
      const { kid, signsFrom, formerRetiresAt } = rotation
      return { kid, signsFrom: signsFrom.toISOString(), formerRetiresAt: formerRetiresAt.toISOString() }
    },
  }
}
