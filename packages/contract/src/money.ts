// Money is a bigint count of micro-USD (1e-6 USD) everywhere inside; in JSON it is a decimal string with six places.
// What a person reads is floored to cents, so that the platform never shows a cent that is not there.
export const MICROS_PER_USD = 1_000_000n
const MICROS_PER_CENT = 10_000n

/** '12.500000' from 12500000n; exact, no rounding. */
export function microsToDecimal(micros: bigint): string {
  const sign = micros < 0n ? '-' : ''
  const magnitude = micros < 0n ? -micros : micros
  return `${sign}${magnitude / MICROS_PER_USD}.${(magnitude % MICROS_PER_USD).toString().padStart(6, '0')}`
}

/** 12500000n from '12.5'; null when the text is not a decimal number of at most six places. */
export function decimalToMicros(text: string): bigint | null {
  const match = /^(-?)(\d{1,16})(?:\.(\d{1,6}))?$/.exec(text)
  if (!match) return null
  const micros = BigInt(match[2] ?? '0') * MICROS_PER_USD + BigInt((match[3] ?? '').padEnd(6, '0'))
  return match[1] === '-' ? -micros : micros
}

/** '$1,234.56', floored to cents (towards minus infinity, so a debt is never shown smaller than it is). */
export function formatUsd(micros: bigint): string {
  const floored = micros >= 0n ? micros / MICROS_PER_CENT : -((-micros + MICROS_PER_CENT - 1n) / MICROS_PER_CENT)
  const magnitude = floored < 0n ? -floored : floored
  const dollars = (magnitude / 100n).toString().replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return `${floored < 0n ? '-' : ''}$${dollars}.${(magnitude % 100n).toString().padStart(2, '0')}`
}

/** A rate or a single message's earning: '$0.0043', all places that count, at least four. */
export function formatRate(micros: bigint): string {
  const text = microsToDecimal(micros).replace(/0{1,2}$/, '')
  return text.startsWith('-') ? `-$${text.slice(1)}` : `$${text}`
}
