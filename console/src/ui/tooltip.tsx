// A short name beside a control, on hover and on keyboard focus. It can be hovered, goes on Escape and never takes
// the place of a label (WCAG 1.4.13). Drawn in the top layer by the popover API, so nothing clips it and no
// library is needed in the first load.
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { cx } from './class-names.ts'
import { Kbd } from './kbd.tsx'

type Side = 'top' | 'bottom' | 'right'
type TooltipProps = {
  label: ReactNode
  shortcut?: string | undefined
  side?: Side
  /** Off while the text it would repeat is visible. */
  disabled?: boolean
  /** True when the label says more than the control's own name and has to be read out. */
  describes?: boolean
  className?: string
  children: ReactNode
}

const gapPx = 6
const edgePx = 8
const delayMs = 350

function place(tip: HTMLElement, anchor: DOMRect, side: Side): void {
  const { width, height } = tip.getBoundingClientRect()
  const isRtl = document.documentElement.dir === 'rtl'
  let left = anchor.left + anchor.width / 2 - width / 2
  let top = side === 'top' ? anchor.top - height - gapPx : anchor.bottom + gapPx
  if (side === 'right') {
    left = isRtl ? anchor.left - width - gapPx : anchor.right + gapPx
    top = anchor.top + anchor.height / 2 - height / 2
  } else if (top + height > innerHeight - edgePx) {
    top = anchor.top - height - gapPx
  } else if (top < edgePx) {
    top = anchor.bottom + gapPx
  }
  tip.style.left = `${Math.max(edgePx, Math.min(left, innerWidth - width - edgePx))}px`
  tip.style.top = `${Math.max(edgePx, top)}px`
}

/** Shows and hides without rendering: a list of thousands of times can have one each. */
function useTip(side: Side, disabled: boolean) {
  const host = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function hide(): void {
    clearTimeout(timer.current)
    if (tip.current?.matches(':popover-open') === true) tip.current.hidePopover()
  }
  function show(): void {
    const anchor = host.current?.firstElementChild
    if (disabled || !anchor || !tip.current?.isConnected) return
    tip.current.showPopover()
    place(tip.current, anchor.getBoundingClientRect(), side)
  }
  function showSoon(): void {
    clearTimeout(timer.current)
    timer.current = setTimeout(show, delayMs)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return { host, tip, show, showSoon, hide }
}

export function Tooltip({
  label,
  shortcut,
  side = 'bottom',
  disabled = false,
  describes = false,
  className,
  children,
}: TooltipProps) {
  const id = useId()
  const { host, tip, show, showSoon, hide } = useTip(side, disabled)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it listens for the control inside.
    <span
      ref={host}
      className={cx('contents', className)}
      aria-describedby={describes ? id : undefined}
      onPointerEnter={(event) => event.pointerType === 'mouse' && showSoon()}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show()}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      <span
        ref={tip}
        id={id}
        popover="manual"
        role="tooltip"
        className={cx(
          'fixed inset-auto m-0 max-w-72 items-center gap-2 rounded-md border border-line bg-raised px-2',
          'py-1 text-xs font-medium text-ink shadow-float open:inline-flex open:animate-fade',
        )}
      >
        {label}
        {shortcut !== undefined && <Kbd>{shortcut}</Kbd>}
      </span>
    </span>
  )
}
