// The token's own unit and micro-USD. Guarantees that nothing is rounded up and nothing is lost: what is below a
// micro-USD is dust, told apart and credited to nobody.
import { invariant } from '../../../platform/invariant.ts'

const MICRO_DECIMALS = 6

export type Split = {
  amountMicros: bigint
  /** What is left, in the token's own unit: less than one micro-USD. */
  dustRaw: bigint
}

/** @param raw in the token's own unit, not negative @param decimals of the token, at least 6 */
export function splitRaw(raw: bigint, decimals: number): Split {
  invariant(raw >= 0n, 'An amount on a chain is not negative')
  const perMicro = rawPerMicro(decimals)
  return { amountMicros: raw / perMicro, dustRaw: raw % perMicro }
}

/** Exactly. @param decimals of the token, at least 6 */
export function microsToRaw(amountMicros: bigint, decimals: number): bigint {
  invariant(amountMicros >= 0n, 'An amount on a chain is not negative')
  return amountMicros * rawPerMicro(decimals)
}

function rawPerMicro(decimals: number): bigint {
  invariant(decimals >= MICRO_DECIMALS && decimals <= 36, 'The token counts at least micro-USD')
  return 10n ** BigInt(decimals - MICRO_DECIMALS)
}
