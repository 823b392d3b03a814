// A grey place of the final size. Invisible for its first 150 ms, so that a fast answer does not flash.
import { cx } from './class-names.ts'

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-late rounded-md bg-line/70', className)} />
}

/** Rows of a list that is loading; announced once as `label`. */
export function SkeletonRows({
  rows = 5,
  label,
  className = 'h-12',
}: {
  rows?: number
  label: string
  className?: string
}) {
  return (
    <div role="status" aria-label={label} className="divide-y divide-line">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={cx('flex items-center gap-4 px-4', className)}>
          <Skeleton className="h-3.5 w-28" />
          <Skeleton className="h-3.5 flex-1" />
          <Skeleton className="h-3.5 w-16" />
        </div>
      ))}
    </div>
  )
}
