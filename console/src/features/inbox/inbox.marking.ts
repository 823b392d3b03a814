// Marks messages as read or unread: on screen at once, on the server in batches. When the server refuses, the screen
// takes it back and says so.
import { acting } from '../../lib/acting.ts'
import { call } from '../../lib/api.ts'
import type { LiveMessage, LiveStore } from '../../lib/live-store.ts'
import { lowerUnread, setUnread } from '../../lib/live-unread.ts'
import { outdate } from '../../lib/query.ts'
import { notify } from '../../ui/toast.ts'
import { t } from './inbox.texts.ts'

const batchAfterMs = 300
const batchMax = 200

export type Marker = {
  open: (message: LiveMessage) => void
  toggle: (message: LiveMessage) => void
  all: () => Promise<void>
}

/** One for each list. */
export function createMarker(store: LiveStore): Marker {
  let waiting: LiveMessage[] = []
  let timer: ReturnType<typeof setTimeout> | null = null

  async function tell(batch: readonly LiveMessage[], isRead: boolean): Promise<void> {
    try {
      const { unread } = await call('messages.mark-read', { body: { ids: batch.map(({ id }) => id), isRead } })
      setUnread(unread)
      await outdate('messages.list', 'messages.read', 'dashboard.read')
    } catch {
      store.markRead(batch, !isRead)
      lowerUnread(isRead ? -batch.length : batch.length)
      notify(t('markFailed'), { tone: 'bad' })
    }
  }

  async function send(): Promise<void> {
    timer = null
    const batch = waiting.splice(0, batchMax)
    if (waiting.length > 0) timer = setTimeout(() => void send(), batchAfterMs)
    if (batch.length > 0) await tell(batch, true)
  }

  function markRead(message: LiveMessage): void {
    store.markRead([message], true)
    lowerUnread(1)
    waiting.push(message)
    timer ??= setTimeout(() => void send(), batchAfterMs)
  }

  return {
    open: (message) => {
      // What only an administrator saw is not read by its owner.
      if (!message.isRead && !message.masked && acting === null) markRead(message)
    },
    toggle: (message) => {
      if (message.masked || acting?.isReadOnly === true) return
      if (!message.isRead) return markRead(message)
      store.markRead([message], false)
      lowerUnread(-1)
      const isUntold = waiting.some(({ id }) => id === message.id)
      waiting = waiting.filter(({ id }) => id !== message.id)
      if (!isUntold) void tell([message], false)
    },
    all: async () => {
      const position = store.newestPosition()
      if (position === null) return
      try {
        // Not before the answer: what was unread among tens of thousands of rows could not be put back.
        const { unread } = await call('messages.mark-all-read', { body: { position } })
        store.markAllRead(position)
        setUnread(unread)
        await outdate('messages.list', 'messages.read', 'dashboard.read')
      } catch {
        notify(t('markFailed'), { tone: 'bad' })
      }
    },
  }
}
