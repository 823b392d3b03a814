// The head of a page and its frame. A page has exactly one h1, and it takes the focus after a navigation.
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

type PageHeaderProps = { title: ReactNode; description?: ReactNode; actions?: ReactNode }

export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
        {description !== undefined && <p className="mt-0.5 text-sm text-ink-soft">{description}</p>}
      </div>
      {actions !== undefined && (
        <div data-print="hide" className="flex flex-wrap items-center gap-2">
          {actions}
        </div>
      )}
    </div>
  )
}

/** The frame of a page that scrolls as a whole. A page that fills the screen (the live inbox) brings its own. */
export function Page({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={cx('mx-auto flex w-full max-w-6xl flex-col gap-5 px-4 py-6 sm:px-6 lg:px-8', className)}>
      {children}
    </div>
  )
}
