// Marking notifications as read or unread: it shows at once, and is taken back when the server refuses.
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { outdate } from '../../lib/query.ts'
import { notify } from '../../ui/toast.ts'
import { t } from './notifications.texts.ts'
import { changePages, type NotificationPage } from './use-notifications.ts'

type Marking = { kind: 'some'; ids: string[]; isRead: boolean } | { kind: 'all'; upTo: string }

function markedPage(page: NotificationPage, marking: Marking): NotificationPage {
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
      const before = queryClient.getQueriesData<NotificationPage>({ queryKey: ['notifications.list'] })
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
