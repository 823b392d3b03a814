// The bell in the header: how many notifications are unread, kept by the live stream, and the newest behind it, which
// are loaded when somebody reaches for it.
import { useNavigate } from '@tanstack/react-router'
import { Bell as BellIcon } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import type { Role } from '@inrange/contract/roles'
import { useSignedInUser } from '../../lib/auth.ts'
import { chunk, late } from '../../lib/late.ts'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import type { NotificationNews } from './notifications.news.ts'
import { t } from './bell.texts.ts'
import { useNewest } from './use-notifications.ts'

const loadPanel = chunk(() => import('./bell.panel.tsx'))
const BellPanel = late(loadPanel, 'BellPanel')
const COUNTED_MAX = 99

function Count({ unread }: { unread: number }) {
  if (unread === 0) return null
  return (
    <span
      aria-hidden="true"
      data-unread={unread}
      className={cx(
        'absolute end-0.5 top-0.5 min-w-4 rounded-full bg-accent px-1 text-center text-[0.625rem] leading-4',
        'font-semibold text-on-accent tabular-nums ring-2 ring-canvas',
      )}
    >
      {unread > COUNTED_MAX ? '99+' : unread}
    </span>
  )
}

/** What to say of news that came; loaded with the first, which few wait for. */
async function sayNews(items: NotificationNews['items'], role: Role, onOpen: (href: string) => void): Promise<string> {
  const [{ sayNotification }, { alertDesktop }] = await Promise.all([
    import('./notification.sentence.ts'),
    import('./desktop.alerts.ts'),
  ])
  alertDesktop(items, role, onOpen)
  const [first] = items
  return first === undefined ? '' : t('newest', { count: items.length, sentence: sayNotification(first).sentence })
}

export function Bell() {
  const navigate = useNavigate()
  const { role } = useSignedInUser()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [announced, announce] = useState('')
  const onNews = useCallback(
    ({ items }: NotificationNews) => void sayNews(items, role, (href) => void navigate({ href })).then(announce),
    [navigate, role],
  )
  const asked = useNewest(onNews)
  const unread = asked.data?.unread ?? 0
  const label = unread > COUNTED_MAX ? t('bellMany') : t('bell', { count: unread })
  return (
    <span className="inline-flex">
      <span className="relative inline-flex">
        <IconButton
          ref={button}
          label={label}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onPointerEnter={() => void loadPanel()}
          onFocus={() => void loadPanel()}
          onClick={() => setOpen((wasOpen) => !wasOpen)}
        >
          <BellIcon aria-hidden="true" />
        </IconButton>
        <span className="pointer-events-none absolute inset-0">
          <Count unread={unread} />
        </span>
      </span>
      <span role="status" className="sr-only">
        {announced}
      </span>
      {isOpen && <BellPanel button={button} asked={asked} onClose={() => setOpen(false)} />}
    </span>
  )
}
