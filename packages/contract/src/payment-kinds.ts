// The kinds of payment methods, apart from the schemas that need more, so that every noun of payments can name them.
import { z } from 'zod'

export const methodTypes = ['usdt', 'paypal'] as const
export const networks = ['trc20', 'erc20', 'bep20'] as const
export const methodKinds = ['usdt_trc20', 'usdt_erc20', 'usdt_bep20', 'paypal'] as const
export const paypalEnvironments = ['live', 'sandbox'] as const

export type Network = (typeof networks)[number]
export type MethodKind = (typeof methodKinds)[number]
export const methodKindSchema = z.enum(methodKinds)

export function kindOfNetwork(network: Network): MethodKind {
  return `usdt_${network}`
}

/** Null for PayPal. */
export function networkOfKind(kind: MethodKind): Network | null {
  return kind === 'paypal' ? null : (kind.slice('usdt_'.length) as Network)
}
