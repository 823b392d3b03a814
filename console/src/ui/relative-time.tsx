// '5s ago' from the one shared clock; the exact time in the reader's zone and in UTC on hover and focus.
import { formatExact, formatRelative } from '../lib/format.ts'
import { useNowMs } from '../lib/clock.ts'
import { Tooltip } from './tooltip.tsx'

export function RelativeTime({ iso, className }: { iso: string; className?: string }) {
  const nowMs = useNowMs()
  const exact = formatExact(iso)
  return (
    <Tooltip label={<bdi>{exact}</bdi>} side="top">
      <time dateTime={iso} className={className}>
        {formatRelative(iso, nowMs)}
        <span className="sr-only"> ({exact})</span>
      </time>
    </Tooltip>
  )
}
