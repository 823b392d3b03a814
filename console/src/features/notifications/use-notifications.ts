// The newest notifications and how many are unread, kept by the live stream.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CallOutput } from '../../lib/api.ts'
import { subscribeLive } from '../../lib/live.ts'
import { queryClient } from '../../lib/query-client.ts'
import { outdate, read } from '../../lib/query.ts'
import { notificationNewsOf, type NotificationNews } from './notifications.news.ts'

export type NotificationPage = CallOutput<'notifications.list'>

const NEWEST = 8
export const newest = read('notifications.list', { query: { limit: NEWEST } })

/** Changes what every read of the list shows. */
export function changePages(change: (page: NotificationPage) => NotificationPage): void {
  queryClient.setQueriesData<NotificationPage>({ queryKey: ['notifications.list'] }, (page) => page && change(page))
}

/** For the one who shows the count on every page. @param onNews what has just come */
export function useNewest(onNews: (news: NotificationNews) => void) {
  const asked = useQuery(newest)
  useEffect(
    () =>
      subscribeLive({
        onEvent: (event) => {
          const news = notificationNewsOf(event)
          if (news === null) return
          changePages((page) => ({ ...page, unread: news.unread }))
          void outdate('notifications.list')
          if (news.items.length > 0) onNews(news)
        },
        onGap: () => void outdate('notifications.list'),
      }),
    [onNews],
  )
  return asked
}
