// A page of the archive: a table where there is room, cards of two lines on phones. The sender leads to the trace.
import { Link } from '@tanstack/react-router'
import type { CallOutput } from '../../lib/api.ts'
import { formatPhone } from '../../lib/format.ts'
import { cx } from '../../ui/class-names.ts'
import { CodeText } from '../../ui/code-text.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { PhoneText, RateText } from '../../ui/figures.tsx'
import { findCode } from '../../lib/one-time-code.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx'
import type { MessagesSearch } from './messages.search.ts'
import { t } from './messages.texts.ts'

type Message = CallOutput<'messages.list'>['items'][number]

export function MessageContent({ message }: { message: Pick<Message, 'content' | 'masked' | 'segments'> }) {
  if (message.content === null)
    return <span className="text-ink-soft italic">{t('binary', { count: message.segments })}</span>
  if (!message.masked) return <CodeText text={message.content} />
  return (
    <>
      <span aria-hidden="true" className="tracking-wider text-ink-faint">
        {message.content}
      </span>
      <span className="sr-only">{t('hidden')}</span>
    </>
  )
}

function codeOf({ content, masked }: Message): string | null {
  return content === null || masked ? null : (findCode(content)?.text ?? null)
}

function CopyCode({ message }: { message: Message }) {
  const code = codeOf(message)
  return (
    <span data-list-copy="" className="flex size-7 shrink-0 pointer-coarse:size-11">
      {code !== null && <CopyButton text={code} label={t('copyCode')} />}
    </span>
  )
}

function Sender({ message, search }: { message: Message; search: MessagesSearch }) {
  return (
    <Link
      to="/inbox"
      search={{ ...search, message: message.id }}
      data-list-item=""
      preload={false}
      // The whole row opens the message; the link is what the keyboard and the screen reader get.
      className={cx('block truncate after:absolute after:inset-0', !message.isRead && 'font-semibold')}
    >
      <bdi dir="ltr">{formatPhone(message.from)}</bdi>
      {!message.isRead && <span className="sr-only"> ({t('unreadMark')})</span>}
    </Link>
  )
}

function TableRow({ message, search }: { message: Message; search: MessagesSearch }) {
  return (
    <Row className="relative transition-colors hover:bg-hover/60" data-list-row="">
      <Cell className="text-[0.8125rem] whitespace-nowrap text-ink-soft">
        {!message.isRead && (
          <span className="absolute start-1.5 top-1/2 size-1.5 -translate-y-1/2 rounded-full bg-accent" />
        )}
        <RelativeTime iso={message.time} className="relative z-1" />
      </Cell>
      <Cell className="max-w-40">
        <Sender message={message} search={search} />
      </Cell>
      <Cell className="whitespace-nowrap">
        <PhoneText value={message.to} />
      </Cell>
      <Cell className="max-w-36 truncate text-ink-soft max-xl:hidden">{message.range.name}</Cell>
      <Cell className="w-full max-w-0">
        <span className="flex h-7 items-center gap-1">
          <span className="min-w-0 truncate">
            <MessageContent message={message} />
          </span>
          <span className="relative z-1 -my-1">
            <CopyCode message={message} />
          </span>
        </span>
      </Cell>
      <Cell align="end" className="text-[0.8125rem] text-ink-soft">
        <RateText value={message.earned} />
      </Cell>
    </Row>
  )
}

function CardRow({ message, search }: { message: Message; search: MessagesSearch }) {
  return (
    <li className="relative flex min-h-18 items-center gap-2 py-2.5 ps-4 pe-2" data-list-row="">
      {!message.isRead && (
        <span className="absolute start-1.5 top-1/2 size-1.5 -translate-y-1/2 rounded-full bg-accent" />
      )}
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-3">
          <Sender message={message} search={search} />
          <RelativeTime iso={message.time} className="relative z-1 shrink-0 text-xs text-ink-soft" />
        </div>
        <p className="mt-0.5 truncate text-sm text-ink-soft">
          <MessageContent message={message} />
        </p>
      </div>
      <span className="relative z-1">
        <CopyCode message={message} />
      </span>
    </li>
  )
}

type MessagesTableProps = { messages: readonly Message[]; search: MessagesSearch; isNarrow: boolean; isStale: boolean }

export function MessagesTable({ messages, search, isNarrow, isStale }: MessagesTableProps) {
  const look = cx('transition-opacity', isStale && 'opacity-60')
  if (isNarrow) {
    return (
      <ul aria-label={t('list')} className={cx('divide-y divide-line', look)}>
        {messages.map((message) => (
          <CardRow key={message.id} message={message} search={search} />
        ))}
      </ul>
    )
  }
  return (
    <Table label={t('list')} className={look}>
      <TableHead>
        <HeadCell>{t('time')}</HeadCell>
        <HeadCell>{t('from')}</HeadCell>
        <HeadCell>{t('to')}</HeadCell>
        <HeadCell className="max-xl:hidden">{t('range')}</HeadCell>
        <HeadCell>{t('message')}</HeadCell>
        <HeadCell align="end">{t('earned')}</HeadCell>
      </TableHead>
      <TableBody>
        {messages.map((message) => (
          <TableRow key={message.id} message={message} search={search} />
        ))}
      </TableBody>
    </Table>
  )
}
