// Steps through keyset pages: there is a newer and an older, never a page number, since rows arrive while one reads.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
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
  return (
    <nav aria-label={t('pages')} className="flex flex-wrap items-center justify-between gap-3">
      <div className="text-xs text-ink-soft">{children}</div>
      <div data-print="hide" className="flex gap-2">
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
