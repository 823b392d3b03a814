// How the live stream is, beside what everybody looks at: green while it is open, amber while it is being opened again.
// It says so only after a moment, since every page begins without one.
import { useEffect, useState } from 'react'
import { useLiveState } from '../../lib/live.ts'
import { cx } from '../../ui/class-names.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { t } from './shell.texts.ts'

const patienceMs = 4_000
const place = 'inline-flex size-6 shrink-0 items-center justify-center max-sm:size-4'

export function StreamDot() {
  const state = useLiveState()
  const [waitedFor, setWaitedFor] = useState<typeof state | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setWaitedFor(state), patienceMs)
    return () => clearTimeout(timer)
  }, [state])
  // Its place is kept: what stands beside it does not move when it comes.
  if (state !== 'live' && waitedFor === null) return <span className={place} />
  const label = t(state === 'live' ? 'streamLive' : 'streamReconnecting')
  return (
    <Tooltip label={label} side="bottom">
      <span role="status" className={place}>
        <span
          aria-hidden="true"
          className={cx('size-2 rounded-full', state === 'live' ? 'bg-good' : 'animate-pulse bg-warn-fill')}
        />
        <span className="sr-only">{label}</span>
      </span>
    </Tooltip>
  )
}
