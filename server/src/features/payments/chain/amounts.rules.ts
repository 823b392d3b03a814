// Between a token's own unit and micro-USD. Guarantees that nothing below a micro-USD is ever credited: it is dust,
// kept on record.
import { invariant } from '../../../platform/invariant.ts'

const MICRO_DECIMALS = 6

/** `raw` in the token's own unit. */
export function toMicros(raw: bigint, decimals: number): { micros: bigint; dustRaw: bigint } {
  const unit = unitsPerMicro(decimals)
  return { micros: raw / unit, dustRaw: raw % unit }
}

export function toRaw(micros: bigint, decimals: number): bigint {
  return micros * unitsPerMicro(decimals)
}

function unitsPerMicro(decimals: number): bigint {
  invariant(decimals >= MICRO_DECIMALS, 'A token that is coarser than a micro-USD is not pinned')
  return 10n ** BigInt(decimals - MICRO_DECIMALS)
}
