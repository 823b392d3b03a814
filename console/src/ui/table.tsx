// A real table, for readers and for screen readers, that scrolls sideways inside its card on narrow screens.
// Sorting and paging are the server's; a row with details has a link or button in it, since a clickable row alone
// cannot be reached by keyboard.
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './class-names.ts'

/** `label` names the table; it is read out, not shown. */
export function Table({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region needs the keyboard.
    <div className="relative overflow-x-auto" tabIndex={0} role="region" aria-label={label}>
      <table className={cx('w-full border-collapse text-sm', className)}>
        <caption className="sr-only">{label}</caption>
        {children}
      </table>
    </div>
  )
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="border-b border-line bg-canvas/60">
      <tr>{children}</tr>
    </thead>
  )
}

export function TableBody({ children }: { children: ReactNode }) {
  return <tbody className="divide-y divide-line">{children}</tbody>
}

type CellAlign = { align?: 'start' | 'end' }

export function HeadCell({ align = 'start', className, ...rest }: Omit<ComponentProps<'th'>, 'align'> & CellAlign) {
  return (
    <th
      scope="col"
      className={cx(
        'h-9 px-4 text-xs font-medium whitespace-nowrap text-ink-soft',
        align === 'end' ? 'text-end' : 'text-start',
        className,
      )}
      {...rest}
    />
  )
}

export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr className={cx('transition-colors hover:bg-hover/60', className)} {...rest} />
}

export function Cell({ align = 'start', className, ...rest }: Omit<ComponentProps<'td'>, 'align'> & CellAlign) {
  return <td className={cx('px-4 py-2.5', align === 'end' && 'text-end tabular-nums', className)} {...rest} />
}
