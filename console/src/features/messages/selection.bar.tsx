// What is done with the chosen rows; it stands at the foot of the screen as long as rows are chosen.
import { MailCheck, MailOpen, X } from 'lucide-react'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { t } from './messages.texts.ts'
import type { Selection } from './use-selection.ts'

type SelectionBarProps = {
  selection: Selection
  onMark: (ids: readonly string[], isRead: boolean) => void
  /** Offered to whoever has chosen all there is on the page. */
  onMarkMatching: () => void
}

export function SelectionBar({ selection, onMark, onMarkMatching }: SelectionBarProps) {
  const { ids, count, clear } = selection
  if (count === 0) return null
  function mark(isRead: boolean): void {
    onMark(ids, isRead)
    clear()
  }
  return (
    <div
      role="region"
      aria-label={t('chosenRows')}
      className={cx(
        'sticky bottom-4 z-10 mx-auto flex max-w-full animate-rise flex-wrap items-center gap-2 rounded-xl border',
        'border-line bg-raised p-2 ps-4 shadow-float',
      )}
    >
      <span role="status" className="me-2 text-sm font-medium tabular-nums">
        {t('chosenCount', { count })}
      </span>
      <Button size="small" icon={<MailOpen aria-hidden="true" />} onClick={() => mark(true)}>
        {t('markRead')}
      </Button>
      <Button size="small" icon={<MailCheck aria-hidden="true" />} onClick={() => mark(false)}>
        {t('markUnread')}
      </Button>
      {selection.isWhole && (
        <Button size="small" variant="quiet" onClick={onMarkMatching}>
          {t('markMatching')}
        </Button>
      )}
      <IconButton label={t('clearChosen')} shortcut="Esc" className="size-8" onClick={clear}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  )
}
