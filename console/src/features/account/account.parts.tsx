// What the parts of the account section share: their head, rows of things with an icon, and the failure of a read.
import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { t } from './account.texts.ts'

type PanelProps = {
  title: string
  hint?: string
  aside?: ReactNode
  action?: ReactNode
  children: ReactNode
  flush?: boolean
}

/** A card with a sentence below its title. `flush` lets rows reach the edges. */
export function Panel({ title, hint, aside, action, children, flush = false }: PanelProps) {
  return (
    <section className="min-w-0 overflow-clip rounded-xl border border-line bg-surface shadow-card">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-b border-line px-5 py-4">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-2.5 text-[0.9375rem] font-semibold">
            {title}
            {aside}
          </h2>
          {hint !== undefined && <p className="mt-0.5 text-[0.8125rem] text-pretty text-ink-soft">{hint}</p>}
        </div>
        {action !== undefined && <div className="flex flex-wrap gap-2">{action}</div>}
      </header>
      <div className={flush ? '' : 'p-5'}>{children}</div>
    </section>
  )
}

export function ThingList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {children}
    </ul>
  )
}

type ThingProps = {
  icon: ReactNode
  title: ReactNode
  /** Beside the title, such as a badge. */
  aside?: ReactNode
  children: ReactNode
  actions?: ReactNode
  isMarked?: boolean
}

export function Thing({ icon, title, aside, children, actions, isMarked = false }: ThingProps) {
  return (
    <li className="flex items-center gap-4 px-5 py-3.5">
      <span
        aria-hidden="true"
        className={cx(
          'inline-flex size-10 shrink-0 items-center justify-center rounded-xl [&_svg]:size-4.5',
          isMarked ? 'bg-accent-soft text-accent-ink' : 'bg-sunken text-ink-soft',
        )}
      >
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
          <bdi className="min-w-0 break-words">{title}</bdi>
          {aside}
        </p>
        <div className="mt-0.5 text-[0.8125rem] text-ink-soft">{children}</div>
      </div>
      {actions !== undefined && <div className="flex shrink-0 items-center gap-1">{actions}</div>}
    </li>
  )
}

export function Nothing({ children }: { children: ReactNode }) {
  return <p className="px-5 py-5 text-sm text-ink-soft">{children}</p>
}

type Asked = { error: Error | null; isFetching: boolean; refetch: () => unknown }

export function ReadFailure({ asked, className }: { asked: Asked; className?: string }) {
  if (asked.error === null) return null
  return (
    <ErrorBox
      onRetry={() => void asked.refetch()}
      retrying={asked.isFetching}
      {...(className === undefined ? {} : { className })}
    >
      {t('readFailed', { reason: asked.error.message })}
    </ErrorBox>
  )
}
