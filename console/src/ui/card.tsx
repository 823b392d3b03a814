// Surfaces: a card with an optional head, and the tile of one figure. A tile that leads somewhere is wrapped by
// its caller's link.
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { Skeleton } from './skeleton.tsx'

type CardProps = { title?: ReactNode; action?: ReactNode; flush?: boolean; className?: string; children: ReactNode }

/** `flush` lets rows and tables reach the edges. */
export function Card({ title, action, flush = false, className, children }: CardProps) {
  return (
    <section className={cx('min-w-0 overflow-clip rounded-xl border border-line bg-surface shadow-card', className)}>
      {title !== undefined && (
        <header className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-4 py-2.5">
          <h2 className="text-[0.9375rem] font-semibold">{title}</h2>
          {action}
        </header>
      )}
      <div className={flush ? '' : 'p-4'}>{children}</div>
    </section>
  )
}

type StatCardProps = {
  label: string
  value: ReactNode
  /** A line below the figure; its place is kept while it is missing, so nothing jumps. */
  note?: ReactNode
  icon?: ReactNode
  aside?: ReactNode
  /** True until the figure is known. */
  pending?: boolean
  className?: string
}

/** The figure is never cut, whatever its length: what stands beside it gives way. */
export function StatCard({ label, value, note, icon, aside, pending = false, className }: StatCardProps) {
  return (
    <div className={cx('relative min-w-0 rounded-xl border border-line bg-surface p-4 shadow-card', className)}>
      <div className="flex items-center justify-between gap-2">
        <p className="truncate text-[0.8125rem] font-medium text-ink-soft">{label}</p>
        {icon !== undefined && (
          <span
            className={cx(
              '-my-1',
              'inline-flex size-7 shrink-0 items-center justify-center rounded-lg bg-accent-soft',
              'text-accent-ink [&_svg]:size-4',
            )}
            aria-hidden="true"
          >
            {icon}
          </span>
        )}
      </div>
      <div className="mt-1.5 grid grid-cols-[minmax(min-content,1fr)_minmax(0,auto)] items-end gap-x-3">
        <div
          className={cx(
            'text-2xl leading-8 font-semibold tracking-tight whitespace-nowrap tabular-nums max-sm:text-xl',
          )}
        >
          {pending ? <Skeleton className="my-1 h-6 w-24" /> : value}
        </div>
        {!pending && aside !== undefined && <div className="min-w-0 overflow-hidden">{aside}</div>}
      </div>
      <div className="mt-0.5 min-h-4.5 text-xs text-pretty text-ink-soft">{pending ? null : note}</div>
    </div>
  )
}

/** The row of tiles at the head of a page: two up on phones. */
export function StatRow({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">{children}</div>
}
