// A choice of a few, side by side; it belongs to the caller, usually the address.
import { cx } from './class-names.ts'
import type { ReactNode } from 'react'

type SegmentsProps<T extends string> = {
  label: string
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: string; icon?: ReactNode }[]
}

/** A choice of few that takes effect at once (period, cards or table). Radio buttons underneath, so arrow keys work. */
export function Segments<T extends string>({ label, value, onChange, options }: SegmentsProps<T>) {
  return (
    <div role="radiogroup" aria-label={label} className="inline-flex rounded-lg border border-line bg-sunken p-0.5">
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'relative inline-flex h-8 cursor-pointer items-center gap-1.5 rounded-md px-2.5 text-[0.8125rem]',
            'font-medium text-ink-soft transition-colors hover:text-ink has-checked:bg-raised',
            'has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2',
            'has-focus-visible:outline-accent pointer-coarse:h-10 [&_svg]:size-4',
          )}
        >
          <input
            type="radio"
            name={label}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </div>
  )
}
