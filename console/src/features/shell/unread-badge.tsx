// How many messages are unread, beside the live inbox in the menu. It listens to the live stream, so it is right on
// every page; the first figure is read, with the words of the dashboard, which then does not read it again.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatCompact } from '../../lib/format.ts'
import { newsOf } from '../../lib/live-event.ts'
import { forgetUnread, hearUnread, setUnread, useUnread } from '../../lib/live-unread.ts'
import { subscribeLive } from '../../lib/live.ts'
import { read } from '../../lib/query.ts'
import { readerZone } from '../../lib/zones.ts'
import { cx } from '../../ui/class-names.ts'
import { t } from './shell.texts.ts'

export const unreadRead = read('dashboard.read', { query: { zone: readerZone } })

/** In the menu, and in the drawer of small screens meanwhile. */
let shownTimes = 0

/** What the last person had unread is not for the next; a menu that is only drawn anew forgets nothing. */
function useForgetting(): void {
  useEffect(() => {
    shownTimes += 1
    return () => {
      shownTimes -= 1
      queueMicrotask(() => shownTimes === 0 && forgetUnread())
    }
  }, [])
}

export function UnreadBadge({ rail }: { rail: boolean }) {
  const { data, dataUpdatedAt, refetch } = useQuery(unreadRead)
  const unread = useUnread()
  useEffect(() => {
    if (data !== undefined) setUnread(data.unreadMessages, dataUpdatedAt)
  }, [data, dataUpdatedAt])
  useEffect(
    () =>
      subscribeLive({
        onEvent: (event) => {
          const news = newsOf(event)
          if (news !== null) hearUnread(news.unread)
        },
        onGap: () => void refetch(),
      }),
    [refetch],
  )
  useForgetting()
  if (unread === null || unread === 0) return null
  return (
    <span
      className={cx(
        'rounded-full bg-accent font-semibold text-on-accent tabular-nums',
        rail ? 'absolute end-1 top-1 size-2' : 'ms-auto px-1.5 text-[0.6875rem] leading-[1.125rem]',
      )}
    >
      <span aria-hidden="true">{rail ? '' : formatCompact(unread)}</span>
      <span className="sr-only">{t('unread', { count: unread })}</span>
    </span>
  )
}
