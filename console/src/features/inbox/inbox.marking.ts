// Marks messages as read: on screen at once, on the server in batches. When the server refuses, the screen takes it
// back and says so.
import { acting } from '../../lib/acting.ts'
import { call } from '../../lib/api.ts'
import type { LiveMessage, LiveStore } from '../../lib/live-store.ts'
import { lowerUnread, setUnread } from '../../lib/live-unread.ts'
import { outdate } from '../../lib/query.ts'
import { notify } from '../../ui/toast.ts'
import { t } from './inbox.texts.ts'

const batchAfterMs = 300
const batchMax = 200

export type Marker = { open: (message: LiveMessage) => void; all: () => Promise<void> }

/** One for each list. */
export function createMarker(store: LiveStore): Marker {
  let waiting: LiveMessage[] = []
  let timer: ReturnType<typeof setTimeout> | null = null

  async function send(): Promise<void> {
    timer = null
    const batch = waiting.splice(0, batchMax)
    if (waiting.length > 0) timer = setTimeout(() => void send(), batchAfterMs)
    try {
      const { unread } = await call('messages.mark-read', { body: { ids: batch.map(({ id }) => id), isRead: true } })
      setUnread(unread)
      await outdate('messages.list', 'dashboard.read')
    } catch {
      store.markRead(batch, false)
      lowerUnread(-batch.length)
      notify(t('markFailed'), { tone: 'bad' })
    }
  }

  return {
    open: (message) => {
      // What only an administrator saw is not read by its owner.
      if (message.isRead || message.masked || acting !== null) return
      store.markRead([message], true)
      lowerUnread(1)
      waiting.push(message)
      timer ??= setTimeout(() => void send(), batchAfterMs)
    },
    all: async () => {
      const position = store.newestPosition()
      if (position === null) return
      try {
        // Not before the answer: what was unread among tens of thousands of rows could not be put back.
        const { unread } = await call('messages.mark-all-read', { body: { position } })
        store.markAllRead(position)
        setUnread(unread)
        await outdate('messages.list', 'dashboard.read')
      } catch {
        notify(t('markFailed'), { tone: 'bad' })
      }
    },
  }
}
