// Buttons of every kind. A busy button keeps its size and its words, stays focusable and swallows clicks, so that
// a form is never sent twice. `buttonClass` gives the same look to a link; links stay links.
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './class-names.ts'
import { Tooltip } from './tooltip.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'medium' | 'small'

const base = cx(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-lg font-medium whitespace-nowrap',
  'select-none transition-[background-color,border-color,color,box-shadow,scale] duration-120',
  'active:scale-[0.985] disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-60',
  '[&_svg]:size-4 [&_svg]:shrink-0',
)

const variants: Record<ButtonVariant, string> = {
  primary: cx('bg-accent text-on-accent shadow-button', 'hover:bg-accent-hover'),
  secondary: 'border border-line bg-surface text-ink shadow-card hover:border-line-strong/60 hover:bg-hover',
  quiet: 'text-ink-soft hover:bg-hover hover:text-ink',
  danger: 'bg-bad text-on-bad shadow-button hover:brightness-110',
}

const sizes: Record<ButtonSize, string> = {
  medium: 'h-9 px-3.5 text-sm pointer-coarse:h-11',
  small: 'h-8 px-2.5 text-[0.8125rem] pointer-coarse:h-11',
}

/** The classes of a button, for a link that leads somewhere. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'medium'): string {
  return cx(base, variants[variant], sizes[size])
}

type ButtonProps = Omit<ComponentProps<'button'>, 'aria-busy'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  busy?: boolean
  icon?: ReactNode
}

export function Button({
  variant,
  size,
  busy = false,
  icon,
  className,
  children,
  onClick,
  type,
  ...rest
}: ButtonProps) {
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- the default is 'button'; only forms ask for 'submit'.
      type={type ?? 'button'}
      className={cx(buttonClass(variant, size), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
      {...rest}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon}
      {children}
    </button>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'type'> & {
  /** What it does; read out and shown on hover. */
  label: string
  /** Shown beside the label in the tooltip, for example 'Ctrl B'. */
  shortcut?: string
  side?: 'top' | 'bottom' | 'right'
}

export function IconButton({ label, shortcut, side = 'bottom', className, children, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label} shortcut={shortcut} side={side}>
      <button
        type="button"
        aria-label={label}
        className={cx(
          'inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-ink-soft',
          'transition-colors hover:bg-hover hover:text-ink disabled:pointer-events-none disabled:opacity-50',
          'pointer-coarse:size-11 [&_svg]:size-4.5',
          className,
        )}
        {...rest}
      >
        {children}
      </button>
    </Tooltip>
  )
}
