// The mark of the product: something arriving between two bounds.
import { cx } from '../../ui/class-names.ts'

export function BrandMark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={cx('shrink-0 text-accent', className)} aria-hidden="true">
      <rect width="32" height="32" rx="8.5" fill="currentColor" />
      <path
        d="M9 9v14M23 9v14"
        className="stroke-on-accent"
        strokeOpacity=".5"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
      <path
        d="M12.8 16h6.8m-2.7-3 3 3-3 3"
        fill="none"
        className="stroke-on-accent"
        strokeWidth="2.3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
