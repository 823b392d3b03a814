// The newest messages, as they land. A row leads to its message in the archive; a one-time code is copied without
// opening anything.
import { Link } from '@tanstack/react-router'
import { ArrowRight, Inbox } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { CodeText, withoutReordering } from '../../ui/code-text.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PhoneText } from '../../ui/figures.tsx'
import { findCode } from '@inrange/contract/one-time-code'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import type { Dashboard } from './dashboard.figures.ts'
import { t } from './dashboard.texts.ts'

type Message = Dashboard['recentMessages'][number]

function Code({ text }: { text: string }) {
  return (
    <span
      data-list-copy
      className="relative z-10 inline-flex shrink-0 items-center rounded-lg bg-sunken ps-2 font-mono text-[0.8125rem]"
    >
      <bdi dir="ltr">{text}</bdi>
      <CopyButton text={text} label={t('copyCode')} className="ms-0.5" />
    </span>
  )
}

function MessageRow({ message }: { message: Message }) {
  const code = message.content === null ? null : findCode(message.content)
  return (
    <li
      data-list-row
      className={cx(
        'relative flex min-h-15 items-center gap-3 px-4 py-2 transition-colors hover:bg-hover/60',
        'has-[a:focus-visible]:bg-hover/60',
      )}
    >
      <span className={cx('size-2 shrink-0 rounded-full', message.isRead ? 'bg-transparent' : 'bg-accent')}>
        {!message.isRead && <span className="sr-only">{t('unreadMark')}</span>}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-baseline gap-2">
          <Link
            data-list-item
            to="/inbox"
            search={{ message: message.id }}
            className={cx(
              'truncate rounded after:absolute after:inset-0',
              message.isRead ? 'font-medium' : 'font-semibold',
            )}
          >
            <PhoneText value={withoutReordering(message.from)} />
          </Link>
          <PhoneText value={message.to} className="font-mono text-xs text-ink-soft max-sm:hidden" />
          <RelativeTime iso={message.time} className="ms-auto shrink-0 text-xs text-ink-soft sm:hidden" />
        </p>
        <p className="truncate text-[0.8125rem] text-ink-soft">
          {message.content === null ? <Badge>{t('binary')}</Badge> : <CodeText isLine text={message.content} />}
        </p>
      </div>
      {code !== null && <Code text={code.text} />}
      <RelativeTime iso={message.time} className="w-16 shrink-0 text-end text-xs text-ink-soft max-sm:hidden" />
    </li>
  )
}

export function RecentMessages({ messages }: { messages: readonly Message[] | undefined }) {
  return (
    <Card
      flush
      title={t('recentMessages')}
      action={
        <Link
          to="/inbox"
          className="inline-flex min-h-6 items-center gap-1.5 rounded font-medium text-accent-ink hover:underline"
        >
          {t('viewMessages')}
          <ArrowRight className="size-4 rtl:rotate-180" aria-hidden="true" />
        </Link>
      }
    >
      {messages === undefined && <SkeletonRows rows={6} label={t('loading')} className="h-15" />}
      {messages?.length === 0 && (
        <EmptyState icon={<Inbox />} title={t('noMessages')} description={t('noMessagesHint')} />
      )}
      {messages !== undefined && messages.length > 0 && (
        <ul className="divide-y divide-line">
          {messages.map((message) => (
            <MessageRow key={message.id} message={message} />
          ))}
        </ul>
      )}
    </Card>
  )
}
