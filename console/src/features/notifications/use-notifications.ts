// The newest notifications and how many are unread, kept by the live stream; and marking them. Marking shows at once
// and is taken back when the server refuses.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, type CallOutput } from '../../lib/api.ts'
import { subscribeLive } from '../../lib/live.ts'
import { queryClient } from '../../lib/query-client.ts'
import { outdate, read } from '../../lib/query.ts'
import { notify } from '../../ui/toast.ts'
import { notificationNewsOf, type NotificationNews } from './notifications.news.ts'
import { t } from './notifications.texts.ts'

type Page = CallOutput<'notifications.list'>

const NEWEST = 8
export const newest = read('notifications.list', { query: { limit: NEWEST } })

/** Changes what every read of the list shows. */
function changePages(change: (page: Page) => Page): void {
  queryClient.setQueriesData<Page>({ queryKey: ['notifications.list'] }, (page) => page && change(page))
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

type Marking = { kind: 'some'; ids: string[]; isRead: boolean } | { kind: 'all'; upTo: string }

function markedPage(page: Page, marking: Marking): Page {
  // Ids are in order of time, so a text that is not greater came not later.
  const isMeant = (id: string) => (marking.kind === 'all' ? id <= marking.upTo : marking.ids.includes(id))
  const isRead = marking.kind === 'all' || marking.isRead
  const items = page.items.map((item) => (isMeant(item.id) ? { ...item, isRead } : item))
  const before = page.items.filter((item) => !item.isRead).length
  const after = items.filter((item) => !item.isRead).length
  return { ...page, items, unread: Math.max(0, page.unread + after - before) }
}

export function useMarking() {
  const marking = useMutation({
    mutationFn: (asked: Marking) =>
      asked.kind === 'all'
        ? call('notifications.mark-all-read', { body: { upTo: asked.upTo } })
        : call('notifications.mark-read', { body: { ids: asked.ids, isRead: asked.isRead } }),
    onMutate: (asked) => {
      const before = queryClient.getQueriesData<Page>({ queryKey: ['notifications.list'] })
      changePages((page) => markedPage(page, asked))
      return before
    },
    onSuccess: ({ unread }) => changePages((page) => ({ ...page, unread })),
    onError: (error, _asked, before) => {
      for (const [key, page] of before ?? []) queryClient.setQueryData(key, page)
      notify(t('markFailed', { reason: error.message }), { tone: 'bad' })
    },
    onSettled: () => outdate('notifications.list'),
  })
  return {
    mark: (ids: string[], isRead: boolean) => marking.mutate({ kind: 'some', ids, isRead }),
    markAll: (upTo: string) => marking.mutate({ kind: 'all', upTo }),
  }
}
