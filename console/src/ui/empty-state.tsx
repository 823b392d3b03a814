// What a place says when there is nothing in it: a sentence and at most one next step.
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

type EmptyStateProps = {
  icon?: ReactNode
  title: ReactNode
  description?: ReactNode
  action?: ReactNode
  size?: 'page' | 'card'
  /** 1 where nothing above it names the page. */
  level?: 1 | 2
}

export function EmptyState({ icon, title, description, action, size = 'card', level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div
      className={cx('flex flex-col items-center justify-center px-6 text-center', size === 'page' ? 'py-20' : 'py-10')}
    >
      {icon !== undefined && (
        <span
          className={cx(
            'mb-4 inline-flex size-12 items-center justify-center rounded-2xl border border-line bg-canvas',
            'text-ink-soft shadow-card [&_svg]:size-5',
          )}
          aria-hidden="true"
        >
          {icon}
        </span>
      )}
      {size === 'page' ? (
        <Heading className="text-base font-semibold">{title}</Heading>
      ) : (
        <p className="text-sm font-medium">{title}</p>
      )}
      {description !== undefined && <p className="mt-1.5 max-w-md text-sm text-pretty text-ink-soft">{description}</p>}
      {action !== undefined && <div className="mt-5">{action}</div>}
    </div>
  )
}
