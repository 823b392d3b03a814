// The bell in the header: how many notifications are unread, kept by the live stream, and the newest behind it. Loaded
// after the page, in a place that was kept for it.
import { useNavigate } from '@tanstack/react-router'
import { Bell as BellIcon } from 'lucide-react'
import { Popover } from 'radix-ui'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useSignedInUser } from '../../lib/auth.ts'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { alertDesktop } from './desktop.alerts.ts'
import { sayNotification } from './notification.sentence.ts'
import type { NotificationNews } from './notifications.news.ts'
import { t } from './notifications.texts.ts'
import { useNewest } from './use-notifications.ts'

const loadPanel = () => import('./bell.panel.tsx')
const BellPanel = lazy(async () => ({ default: (await loadPanel()).BellPanel }))
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

export function Bell() {
  const navigate = useNavigate()
  const { role } = useSignedInUser()
  const [isOpen, setOpen] = useState(false)
  const [announced, announce] = useState('')
  const onNews = useCallback(
    ({ items }: NotificationNews) => {
      const [first] = items
      if (first === undefined) return
      announce(t('newest', { count: items.length, sentence: sayNotification(first).sentence }))
      alertDesktop(items, role, (href) => void navigate({ href }))
    },
    [navigate, role],
  )
  const asked = useNewest(onNews)
  const unread = asked.data?.unread ?? 0
  const label = unread > COUNTED_MAX ? t('bellMany') : t('bell', { count: unread })
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <span className="relative inline-flex">
        <Popover.Trigger asChild>
          <IconButton label={label} onPointerEnter={() => void loadPanel()} onFocus={() => void loadPanel()}>
            <BellIcon aria-hidden="true" />
          </IconButton>
        </Popover.Trigger>
        <span className="pointer-events-none absolute inset-0">
          <Count unread={unread} />
        </span>
      </span>
      <span role="status" className="sr-only">
        {announced}
      </span>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          aria-label={t('notifications')}
          className={cx(
            'z-40 flex max-h-[min(36rem,var(--radix-popover-content-available-height))] w-[min(26rem,calc(100vw-1.5rem))]',
            'flex-col overflow-hidden rounded-xl border border-line bg-raised text-ink shadow-modal outline-none',
            'data-[state=open]:animate-rise',
          )}
        >
          <Suspense fallback={<SkeletonRows rows={5} label={t('loading')} className="h-16" />}>
            <BellPanel asked={asked} onClose={() => setOpen(false)} />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
