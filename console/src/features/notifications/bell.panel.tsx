// What the bell opens: the newest notifications, and the ways to all of them and to what reaches one.
import { Link } from '@tanstack/react-router'
import { CheckCheck, Settings2 } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { RefObject } from 'react'
import { isWithheld } from '../../lib/acting.ts'
import { pathOf } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { otherIcons } from './notification.kinds.ts'
import { NotificationRow } from './notification.row.tsx'
import { t } from './notifications.texts.ts'
import { useMarking } from './use-marking.ts'
import type { useNewest } from './use-notifications.ts'

type BellPanelProps = {
  /** What opens it, and gets the focus back. */
  button: RefObject<HTMLButtonElement | null>
  asked: ReturnType<typeof useNewest>
  onClose: () => void
}

export function BellPanel({ button, asked, onClose }: BellPanelProps) {
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Anchor virtualRef={button} />
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          aria-label={t('notifications')}
          // The button closes it by itself: closed here, its click would open it again.
          onInteractOutside={(event) => {
            if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            button.current?.focus()
          }}
          className={cx(
            'z-40 flex max-h-[min(36rem,var(--radix-popover-content-available-height))] w-[min(26rem,calc(100vw-1.5rem))]',
            'flex-col overflow-hidden rounded-xl border border-line bg-raised text-ink shadow-modal outline-none',
            'data-[state=open]:animate-rise',
          )}
        >
          <Newest asked={asked} onClose={onClose} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Newest({ asked, onClose }: Omit<BellPanelProps, 'button'>) {
  const { mark, markAll } = useMarking()
  const items = asked.data?.items
  const [first] = items ?? []
  const unread = asked.data?.unread ?? 0
  const None = otherIcons.none
  return (
    <>
      <div className="flex min-h-13 items-center justify-between gap-3 border-b border-line ps-4 pe-2">
        <h2 className="text-[0.9375rem] font-semibold">{t('notifications')}</h2>
        {first !== undefined && unread > 0 && (
          <Button
            size="small"
            variant="quiet"
            icon={<CheckCheck aria-hidden="true" />}
            onClick={() => markAll(first.id)}
          >
            {t('markAll')}
          </Button>
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {asked.error !== null && (
          <ErrorBox className="m-3" onRetry={() => void asked.refetch()} retrying={asked.isFetching}>
            {t('readFailed', { reason: asked.error.message })}
          </ErrorBox>
        )}
        {items === undefined && asked.error === null && <SkeletonRows rows={5} label={t('loading')} className="h-16" />}
        {items?.length === 0 && <EmptyState icon={<None />} title={t('nothing')} description={t('nothingHint')} />}
        {items !== undefined && items.length > 0 && (
          <ol aria-label={t('notifications')} className="divide-y divide-line">
            {items.map((notification) => (
              <NotificationRow key={notification.id} notification={notification} onMark={mark} onFollow={onClose} />
            ))}
          </ol>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line p-2">
        <Link to={pathOf('notifications')} onClick={onClose} className={buttonClass('quiet', 'small')}>
          {t('seeAll')}
        </Link>
        {!isWithheld('account') && (
          <Link
            to={pathOf('account')}
            search={{ tab: 'notifications' }}
            onClick={onClose}
            className={buttonClass('quiet', 'small')}
          >
            <Settings2 aria-hidden="true" />
            {t('settings')}
          </Link>
        )}
      </div>
    </>
  )
}
