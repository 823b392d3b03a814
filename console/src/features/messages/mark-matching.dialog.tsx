// Marks everything that a filter matches as read, beyond the page that is shown. The server does a bounded part a
// request, so the dialog goes on until it is done, says how far it is, and can be stopped; what was marked until then
// stays so.
import { useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { setUnread } from '../../lib/live-unread.ts'
import { outdate } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { notify } from '../../ui/toast.ts'
import type { MessagesFilter } from './messages.rules.ts'
import { t } from './messages.texts.ts'

type MarkMatchingProps = { filter: MessagesFilter; onClose: () => void }
type Run = { marked: number; isBusy: boolean; failure: Error | null }

function useRun({ filter, onClose }: MarkMatchingProps) {
  const [run, setRun] = useState<Run>({ marked: 0, isBusy: false, failure: null })
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  async function start(): Promise<void> {
    // Whose they are is known, and what is read already needs no marking.
    const { ownerId: _ownerId, read: _read, ...own } = filter
    let marked = 0
    let cursor: string | null = null
    try {
      do {
        setRun({ marked, isBusy: true, failure: null })
        const body: { isRead: boolean; filter: typeof own; cursor?: string } = { isRead: true, filter: own }
        if (cursor !== null) body.cursor = cursor
        const part = await call('messages.mark-matching', { body })
        marked += part.marked
        cursor = part.nextCursor
        setUnread(part.unread)
      } while (cursor !== null && !isGone.current)
      notify(t('markedRead', { count: marked }))
      if (!isGone.current) onClose()
    } catch (error) {
      setRun({ marked, isBusy: false, failure: error instanceof Error ? error : new Error(String(error)) })
    }
    await outdate('messages.list', 'dashboard.read')
  }
  return { run, start }
}

export function MarkMatchingDialog({ filter, onClose }: MarkMatchingProps) {
  const { run, start } = useRun({ filter, onClose })
  const isFiltered = Object.keys(filter).some((name) => name !== 'ownerId')
  return (
    <Dialog
      size="small"
      title={t(isFiltered ? 'markMatchingTitle' : 'markAllTitle')}
      description={t('markMatchingHint')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t(run.isBusy ? 'stop' : 'cancel')}</Button>
          <Button variant="primary" busy={run.isBusy} onClick={() => void start()}>
            {t('markRead')}
          </Button>
        </>
      }
    >
      <p role="status" className="text-sm tabular-nums">
        {run.isBusy ? t('markingMatching', { count: run.marked }) : ''}
      </p>
      {run.failure !== null && <ErrorBox>{run.failure.message}</ErrorBox>}
    </Dialog>
  )
}
