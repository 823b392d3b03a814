// Opens the chain of a method through its nodes. It deliberately asks nothing: the first question does.
import { networkOfKind } from '@inrange/contract/payment-kinds'
import { invariant } from '../../../platform/invariant.ts'
import { openChain, type Chain } from '../chain/chain.client.ts'
import { chainConstants, type ChainConstants } from '../chain/networks.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { openMethodSecret } from './method.secrets.ts'
import type { MethodRow } from './methods.queries.ts'

type Deps = Pick<PaymentsDeps, 'secrets' | 'outside' | 'clock'>

/** What is pinned of the network of a USDT method. */
export function methodConstants({ outside }: Pick<Deps, 'outside'>, { kind }: Pick<MethodRow, 'kind'>): ChainConstants {
  const network = networkOfKind(kind)
  invariant(network !== null, 'USDT is on a network')
  return outside?.chains?.[network] ?? chainConstants(network)
}

/** The chain through the method's nodes; null while it has none. @throws SealBroken */
export function openMethodChain(deps: Deps, method: MethodRow): Chain | null {
  const { id, nodeUrlSealed, secondNodeUrlSealed } = method
  const rpcUrl = openMethodSecret(deps.secrets, id, 'node_url_sealed', nodeUrlSealed)
  if (rpcUrl === null) return null
  const secondRpcUrl = openMethodSecret(deps.secrets, id, 'second_node_url_sealed', secondNodeUrlSealed)
  return openChain({ constants: methodConstants(deps, method), rpcUrl, secondRpcUrl, clock: deps.clock })
}
