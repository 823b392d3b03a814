// Says that a page renews itself, when it last did, and lets a person stop it (WCAG 2.2.2). Pausing belongs to the
// caller, usually the address; while the tab is hidden nothing is asked anyway.
import { Pause, Play } from 'lucide-react'
import { StatusDot } from './badge.tsx'
import { Button } from './button.tsx'
import { RelativeTime } from './relative-time.tsx'
import { t } from './refresh.texts.ts'

type RefreshControlProps = {
  /** When what is on screen was measured; undefined before the first answer. */
  at: string | undefined
  isPaused: boolean
  /** The last attempt failed: what is on screen is older than it should be. */
  isLate?: boolean
  onToggle: () => void
}

export function RefreshControl({ at, isPaused, isLate = false, onToggle }: RefreshControlProps) {
  const state = isPaused ? 'paused' : isLate ? 'late' : 'live'
  const tone = isPaused ? 'neutral' : isLate ? 'warn' : 'good'
  return (
    <div className="flex items-center gap-3">
      <span className="inline-flex items-center gap-2 text-[0.8125rem] text-ink-soft">
        <StatusDot tone={tone} pulse={state === 'live'} />
        <span>{t(state)}</span>
        {at !== undefined && <RelativeTime iso={at} className="tabular-nums" />}
      </span>
      <Button
        size="small"
        aria-label={t(isPaused ? 'resumeHint' : 'pauseHint')}
        icon={isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        onClick={onToggle}
      >
        {t(isPaused ? 'resume' : 'pause')}
      </Button>
    </div>
  )
}
