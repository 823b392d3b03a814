// Figures on screen: left to right in every language, with digits of equal width. Amounts come as the decimal text
// of the API.
import type { ReactNode } from 'react'
import { formatCompact, formatCount, formatMoney, formatPhone, formatRate } from '../lib/format.ts'
import { cx } from './class-names.ts'

function Figure({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <bdi dir="ltr" className={cx('tabular-nums', className)}>
      {children}
    </bdi>
  )
}

export function CountText({ value, className }: { value: number | bigint; className?: string }) {
  return <Figure className={className}>{formatCount(value)}</Figure>
}

/** '1.2M'; the exact count is in the title. */
export function CompactText({ value, className }: { value: number; className?: string }) {
  return (
    <span title={formatCount(value)}>
      <Figure className={className}>{formatCompact(value)}</Figure>
    </span>
  )
}

/** Dollars and cents, floored. `signed` writes + or − in front of a movement. */
export function MoneyText({ value, signed, className }: { value: string; signed?: '+' | '-'; className?: string }) {
  return (
    <Figure className={className}>
      {signed}
      {formatMoney(value)}
    </Figure>
  )
}

/** Every decimal that counts, for a rate or for what one message earned. */
export function RateText({ value, className }: { value: string; className?: string }) {
  return <Figure className={className}>{formatRate(value)}</Figure>
}

/** A phone number or an alphanumeric sender. */
export function PhoneText({ value, className }: { value: string; className?: string }) {
  return <Figure className={className}>{formatPhone(value)}</Figure>
}

/** An id, a hash, an address: shown in full, broken anywhere. */
export function IdText({ value, className }: { value: string; className?: string }) {
  return <Figure className={cx('font-mono text-[0.8125rem] break-all', className)}>{value}</Figure>
}
