// One notification as a row: its mark, its sentence as a link to what it is about, when, and whether it is read.
// Following the link reads it.
import { Link } from '@tanstack/react-router'
import { Mail, MailOpen } from 'lucide-react'
import { useSignedInUser } from '../../lib/auth.ts'
import { pathOf } from '../../paths.ts'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { kindIcons, toneOf, type MarkTone } from './notification.kinds.ts'
import { destinationOf, sayNotification, type Notification } from './notification.sentence.ts'
import { t } from './notifications.texts.ts'

const tones: Record<MarkTone, string> = {
  neutral: 'bg-sunken text-ink-soft',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
}

type RowProps = {
  notification: Notification
  onMark: (ids: string[], isRead: boolean) => void
  /** After the link was followed. */
  onFollow?: () => void
}

export function NotificationRow({ notification, onMark, onFollow }: RowProps) {
  const { id, kind, at, isRead } = notification
  const { sentence, detail } = sayNotification(notification)
  const { role } = useSignedInUser()
  const { section, search } = destinationOf(notification, role)
  const Icon = kindIcons[kind]
  const mark = t(isRead ? 'markUnread' : 'markRead')
  return (
    <li data-list-row className="group relative flex items-start gap-3 px-4 py-3 transition-colors hover:bg-hover/60">
      <span
        aria-hidden="true"
        className={cx(
          'mt-0.5 inline-flex size-8 shrink-0 items-center justify-center rounded-lg [&_svg]:size-4',
          tones[toneOf(notification)],
        )}
      >
        <Icon />
      </span>
      <div className="min-w-0 flex-1">
        <p className={cx('text-sm text-pretty', isRead ? 'text-ink-soft' : 'font-medium text-ink')}>
          <Link
            to={pathOf(section)}
            // Each section reads its own address, forgivingly; what is meant for it is known by name alone.
            search={search as never}
            data-list-item
            className="wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            onClick={() => {
              if (!isRead) onMark([id], true)
              onFollow?.()
            }}
          >
            {!isRead && <span className="sr-only">{t('unread')}: </span>}
            {sentence}
          </Link>
        </p>
        {detail !== null && (
          <p className="mt-0.5 text-xs wrap-anywhere text-ink-soft">
            <bdi dir={detail.isLtr ? 'ltr' : 'auto'} className={detail.isLtr ? 'tabular-nums' : undefined}>
              {detail.text}
            </bdi>
          </p>
        )}
        <RelativeTime iso={at} className="relative mt-0.5 text-xs text-ink-soft" />
      </div>
      <div className="relative flex shrink-0 items-center gap-1">
        <IconButton
          label={mark}
          side="top"
          className="size-8 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
          onClick={() => onMark([id], !isRead)}
        >
          {isRead ? <Mail aria-hidden="true" /> : <MailOpen aria-hidden="true" />}
        </IconButton>
        <span aria-hidden="true" className={cx('size-2 rounded-full', isRead ? 'bg-transparent' : 'bg-accent')} />
      </div>
    </li>
  )
}
