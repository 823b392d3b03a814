// A phrase with a relative time in it, such as 'since 5 min. ago', put together by the phrase's own text, since its
// words stand in another order in other languages. The exact time is on hover and focus, as with RelativeTime.
import { useNowMs } from '../lib/clock.ts'
import { formatExact, formatRelative } from '../lib/format.ts'
import { Tooltip } from './tooltip.tsx'

type TimePhraseProps = { iso: string; phrase: (time: string) => string; className?: string }

export function TimePhrase({ iso, phrase, className }: TimePhraseProps) {
  const nowMs = useNowMs()
  const exact = formatExact(iso)
  return (
    <Tooltip label={<bdi>{exact}</bdi>} side="top">
      <time dateTime={iso} className={className}>
        {phrase(formatRelative(iso, nowMs))}
        <span className="sr-only"> ({exact})</span>
      </time>
    </Tooltip>
  )
}
