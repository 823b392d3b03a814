// Marks the chosen messages of a page as read or unread: on screen at once, and back when the server refuses. A toast
// offers the way back.
import { useQueryClient } from '@tanstack/react-query'
import { call, type CallOutput } from '../../lib/api.ts'
import { setUnread } from '../../lib/live-unread.ts'
import { outdate } from '../../lib/query.ts'
import { notify } from '../../ui/toast.ts'
import { t } from './messages.texts.ts'

type Page = CallOutput<'messages.list'>

/** Shows messages as read or not on every page that is kept. */
function useShowMarked() {
  const client = useQueryClient()
  return (ids: readonly string[], isRead: boolean) => {
    const wanted = new Set(ids)
    client.setQueriesData<Page>({ queryKey: ['messages.list'] }, (page) =>
      page === undefined
        ? page
        : { ...page, items: page.items.map((item) => (wanted.has(item.id) ? { ...item, isRead } : item)) },
    )
  }
}

export function useMarking() {
  const show = useShowMarked()
  async function mark(ids: readonly string[], isRead: boolean, options = { offersUndo: true }): Promise<void> {
    if (ids.length === 0) return
    show(ids, isRead)
    try {
      const { unread } = await call('messages.mark-read', { body: { ids: [...ids], isRead } })
      setUnread(unread)
      const undo = () => void mark(ids, !isRead, { offersUndo: false })
      const text = t(isRead ? 'markedRead' : 'markedUnread', { count: ids.length })
      notify(text, { id: 'messages.marked', ...(options.offersUndo ? { undo } : {}) })
    } catch {
      show(ids, !isRead)
      notify(t('markFailed'), { tone: 'bad' })
    }
    await outdate('messages.list', 'messages.read', 'dashboard.read')
  }
  return mark
}
