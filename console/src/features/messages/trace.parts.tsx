// The pieces of a trace's timeline: a step that happened (or is still to come) and its facts.
import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { IdText } from '../../ui/figures.tsx'

type StepProps = {
  icon: ReactNode
  title: string
  /** A sentence that says why. */
  why: ReactNode
  aside?: ReactNode
  /** Still to come: drawn hollow. */
  isAhead?: boolean
  isLast?: boolean
  children?: ReactNode
}

export function Step({ icon, title, why, aside, isAhead = false, isLast = false, children }: StepProps) {
  return (
    <li className="relative flex gap-4 pb-7 last:pb-0">
      {!isLast && (
        <span
          aria-hidden="true"
          className={cx('absolute start-4.25 top-9 bottom-0 border-s', isAhead ? 'border-dashed' : '')}
        />
      )}
      <span
        aria-hidden="true"
        className={cx(
          'relative inline-flex size-9 shrink-0 items-center justify-center rounded-full [&_svg]:size-4',
          isAhead ? 'border border-dashed border-line-strong text-ink-faint' : 'bg-accent-soft text-accent-ink',
        )}
      >
        {icon}
      </span>
      <div className="min-w-0 flex-1 pt-1.5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h3 className={cx('text-sm font-semibold', isAhead && 'text-ink-soft')}>{title}</h3>
          {aside !== undefined && <span className="text-xs text-ink-soft">{aside}</span>}
        </div>
        <p className="mt-1 text-sm text-pretty text-ink-soft">{why}</p>
        {children !== undefined && <div className="mt-3 flex flex-col gap-3">{children}</div>}
      </div>
    </li>
  )
}

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line rounded-lg border border-line bg-canvas px-3.5">{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 py-2 text-[0.8125rem]">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 font-medium">{children}</dd>
    </div>
  )
}

/** An id with its copy button. */
export function IdFact({ name, id, copy }: { name: string; id: string; copy: string }) {
  return (
    <Fact name={name}>
      <span className="flex items-center gap-1 font-normal">
        <IdText value={id} />
        <CopyButton text={id} label={copy} className="-my-1 -me-1.5" />
      </span>
    </Fact>
  )
}
