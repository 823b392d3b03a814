// The mark of a payment method: a sign that is told from the others at a glance. The word beside it names the method.
import { cx } from '../../ui/class-names.ts'

export function MethodMark({ type, className }: { type: 'usdt' | 'paypal'; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-base font-semibold',
        type === 'usdt' ? 'bg-good-soft text-good' : 'bg-accent-soft text-accent-ink',
        className,
      )}
    >
      {type === 'usdt' ? '₮' : 'P'}
    </span>
  )
}
