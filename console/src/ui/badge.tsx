// A word with a colour. The word carries the meaning; the colour only repeats it.
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad'

const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-ink-soft',
  accent: 'bg-accent-soft text-accent-ink',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
}

const dots: Record<Tone, string> = {
  neutral: 'bg-ink-faint',
  accent: 'bg-accent',
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
}

type BadgeProps = { tone?: Tone; dot?: boolean; icon?: ReactNode; children: ReactNode; className?: string }

export function Badge({ tone = 'neutral', dot = false, icon, children, className }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-md px-1.5 py-0.5 text-xs font-medium whitespace-nowrap',
        '[&_svg]:size-3.5',
        tones[tone],
        className,
      )}
    >
      {dot && <StatusDot tone={tone} />}
      {icon}
      {children}
    </span>
  )
}

/** The dot of a state; `pulse` for one that is happening now. Always beside a word. */
export function StatusDot({ tone, pulse = false }: { tone: Tone; pulse?: boolean }) {
  return (
    <span className="relative inline-flex size-2 shrink-0" aria-hidden="true">
      {pulse && <span className={cx('absolute inset-0 animate-ping rounded-full opacity-50', dots[tone])} />}
      <span className={cx('relative size-2 rounded-full', dots[tone])} />
    </span>
  )
}
