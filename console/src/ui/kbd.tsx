// A key or a combination, as printed on keyboards.
import { cx } from './class-names.ts'
import type { ReactNode } from 'react'

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd
      className={cx(
        'rounded-[5px] border border-line bg-canvas px-1.5 py-px font-sans text-[0.6875rem] font-medium',
        'text-ink-soft shadow-[0_1px_0_var(--c-line)]',
      )}
    >
      {children}
    </kbd>
  )
}
