// Steps through keyset pages: there is a newer and an older, never a page number, since rows arrive while one reads.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { t } from './ui.texts.ts'

type PaginationProps = {
  /** Absent at the newest page. */
  onNewer?: (() => void) | undefined
  /** Absent at the oldest page. */
  onOlder?: (() => void) | undefined
  busy?: boolean
  /** What the steps are called; a list that is not in order of time says so. */
  words?: { newer: string; older: string }
  children?: ReactNode
}

export function Pagination({ onNewer, onOlder, busy = false, words, children }: PaginationProps) {
  const { newer, older } = words ?? { newer: t('newer'), older: t('older') }
  const steps = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // The step that led to the last page is over; whoever took it is left with the way back.
    const { activeElement } = document
    if (!activeElement?.matches(':disabled') || steps.current?.contains(activeElement) !== true) return
    steps.current.querySelector<HTMLElement>('button:enabled')?.focus()
  })
  return (
    <nav aria-label={t('pages')} className="flex flex-wrap items-center justify-between gap-3">
      <div className="text-xs text-ink-soft">{children}</div>
      <div ref={steps} data-print="hide" className="flex gap-2">
        <Button
          size="small"
          disabled={!onNewer}
          onClick={onNewer}
          icon={<ChevronLeft aria-hidden="true" className="rtl:rotate-180" />}
        >
          {newer}
        </Button>
        <Button size="small" disabled={!onOlder} busy={busy} onClick={onOlder}>
          {older}
          <ChevronRight aria-hidden="true" className="rtl:rotate-180" />
        </Button>
      </div>
    </nav>
  )
}
