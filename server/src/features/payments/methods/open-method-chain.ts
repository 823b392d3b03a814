// Opens the chain of a method through its nodes. It deliberately asks nothing: the first question does.
import { networkOfKind } from '@inrange/contract/payment-kinds'
import { invariant } from '../../../platform/invariant.ts'
import { openChain, type Chain } from '../chain/chain.client.ts'
import { chainConstants, type ChainConstants } from '../chain/networks.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { openMethodSecret } from './method.secrets.ts'
import type { MethodRow } from './methods.queries.ts'

type Deps = Pick<PaymentsDeps, 'secrets' | 'outside'>

/** What is pinned of the network of a USDT method. */
export function methodConstants({ outside }: Pick<Deps, 'outside'>, { kind }: Pick<MethodRow, 'kind'>): ChainConstants {
  const network = networkOfKind(kind)
  invariant(network !== null, 'USDT is on a network')
  return chainConstants(network, outside?.chains)
}

/** The chain through the method's node; null while it has none. @throws SealBroken */
export function openMethodChain(deps: Deps, method: MethodRow): Chain | null {
  return open(deps, method, openMethodSecret(deps.secrets, method.id, 'node_url_sealed', method.nodeUrlSealed))
}

/** The chain through the node that is asked for a second opinion; null while there is none. @throws SealBroken */
export function openSecondChain(deps: Deps, method: MethodRow): Chain | null {
  const sealed = method.secondNodeUrlSealed
  return open(deps, method, openMethodSecret(deps.secrets, method.id, 'second_node_url_sealed', sealed))
}

function open(deps: Deps, method: MethodRow, nodeUrl: string | null): Chain | null {
  return nodeUrl === null ? null : openChain({ constants: methodConstants(deps, method), nodeUrl })
}
