// Steps through keyset pages: there is a newer and an older, never a page number, since rows arrive while one reads.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

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

const timeWords = { newer: 'Newer', older: 'Older' }

export function Pagination({ onNewer, onOlder, busy = false, words = timeWords, children }: PaginationProps) {
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3">
      <div className="text-xs text-ink-soft">{children}</div>
      <div className="flex gap-2">
        <Button
          size="small"
          disabled={!onNewer}
          onClick={onNewer}
          icon={<ChevronLeft aria-hidden="true" className="rtl:rotate-180" />}
        >
          {words.newer}
        </Button>
        <Button size="small" disabled={!onOlder} busy={busy} onClick={onOlder}>
          {words.older}
          <ChevronRight aria-hidden="true" className="rtl:rotate-180" />
        </Button>
      </div>
    </nav>
  )
}
