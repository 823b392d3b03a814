// Text fields, a native select in our clothes and a check box. All are plain form controls: refs, names and events
// pass through, so any forms library can drive them. 16 px on touch screens, or phones zoom in.
import { Check, ChevronDown, Search } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './class-names.ts'

const fieldBase = cx(
  'w-full rounded-lg border border-line-strong/70 bg-surface text-ink',
  'transition-[border-color,box-shadow] hover:border-line-strong focus-visible:border-accent',
  'focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent/40',
  'disabled:bg-sunken disabled:text-ink-faint aria-invalid:border-bad',
  'aria-invalid:focus-visible:outline-bad/40 pointer-coarse:text-base',
)

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={cx(fieldBase, 'h-9 px-3 text-sm pointer-coarse:h-11', className)} {...rest} />
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={cx(fieldBase, 'min-h-20 px-3 py-2 text-sm', className)} {...rest} />
}

/**
 * A search field; `label` names it, since a placeholder vanishes with the first letter. What is typed has the direction
 * of its letters: a number is not mirrored on a page from right to left.
 */
export function SearchInput({ label, className, ...rest }: Omit<ComponentProps<'input'>, 'type'> & { label: string }) {
  return (
    <span className={cx('relative inline-flex min-w-0 items-center', className)}>
      <Search className="pointer-events-none absolute start-3 size-4 text-ink-faint" aria-hidden="true" />
      <Input
        type="search"
        dir="auto"
        aria-label={label}
        placeholder={label}
        // A number typed into it turns the field: then what clears it would lie over the glass.
        className="ps-9 rtl:px-9"
        autoComplete="off"
        {...rest}
      />
    </span>
  )
}

type SelectProps = Omit<ComponentProps<'select'>, 'children'> & {
  options: readonly { value: string; label: string }[]
  wrapperClassName?: string
}

export function Select({ options, className, wrapperClassName, ...rest }: SelectProps) {
  return (
    <span className={cx('relative inline-flex items-center', wrapperClassName)}>
      <select
        className={cx(fieldBase, 'h-9 appearance-none ps-3 pe-9 text-sm pointer-coarse:h-11', className)}
        {...rest}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value} className="bg-raised text-ink">
            {label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute end-2.5 size-4 text-ink-soft" aria-hidden="true" />
    </span>
  )
}

export function Checkbox({
  children,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode }) {
  return (
    <label className={cx('inline-flex min-h-6 cursor-pointer items-center gap-2.5 text-sm text-ink', className)}>
      <span className="relative inline-flex size-4.5 shrink-0">
        <input
          type="checkbox"
          className={cx(
            'peer size-full appearance-none rounded-[5px] border border-line-strong bg-surface',
            'transition-colors checked:border-accent checked:bg-accent disabled:opacity-50',
          )}
          {...rest}
        />
        <Check
          strokeWidth={3}
          className={cx(
            'pointer-events-none absolute inset-0 m-auto size-3.5 text-on-accent opacity-0',
            'peer-checked:opacity-100',
          )}
          aria-hidden="true"
        />
      </span>
      <span>{children}</span>
    </label>
  )
}
