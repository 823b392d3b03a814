// A page of the archive: a table where there is room, cards of two lines on phones. The sender leads to the trace;
// rows of one's own can be chosen, rows of others can be revealed.
import { Link } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { CallOutput } from '../../lib/api.ts'
import { formatPhone } from '../../lib/format.ts'
import { findCode } from '../../lib/one-time-code.ts'
import { shownLine } from '../../lib/shown-text.ts'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { CodeText } from '../../ui/code-text.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { PhoneText, RateText } from '../../ui/figures.tsx'
import { Checkbox } from '../../ui/input.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx'
import type { MessagesSearch } from './messages.search.ts'
import { t } from './messages.texts.ts'
import type { Selection } from './use-selection.ts'

export type Message = CallOutput<'messages.list'>['items'][number]

type TableProps = {
  messages: readonly Message[]
  search: MessagesSearch
  /** Null where nothing can be chosen: messages of others are not for us to mark. */
  selection: Selection | null
  isNarrow: boolean
  isStale: boolean
  onReveal: (message: Message) => void
}
type RowProps = Pick<TableProps, 'search' | 'selection' | 'onReveal'> & { message: Message }

function Content({ message }: { message: Message }) {
  const { content, masked, contentDropped, segments } = message
  if (contentDropped) return <span className="text-ink-soft italic">{t('dropped')}</span>
  if (content === null) return <span className="text-ink-soft italic">{t('binary', { count: segments })}</span>
  if (content === '') return <span className="text-ink-soft italic">{t('noText')}</span>
  if (!masked) return <CodeText isLine text={shownLine(content)} />
  return (
    <>
      <span aria-hidden="true" className="tracking-wider text-ink-faint">
        {shownLine(content)}
      </span>
      <span className="sr-only">{t('hidden')}</span>
    </>
  )
}

/** What the row offers at its end: its code, or what is hidden of it. */
function RowAction({ message, onReveal }: Pick<RowProps, 'message' | 'onReveal'>) {
  if (message.masked) {
    return (
      <IconButton label={t('reveal')} className="-my-1 size-8" onClick={() => onReveal(message)}>
        <Eye aria-hidden="true" />
      </IconButton>
    )
  }
  const code = message.content === null ? null : findCode(message.content)
  return (
    <span data-list-copy="" className="flex size-7 shrink-0 pointer-coarse:size-11">
      {code !== null && <CopyButton text={code.text} label={t('copyCode')} />}
    </span>
  )
}

function Sender({ message, search }: Pick<RowProps, 'message' | 'search'>) {
  const sender = shownLine(formatPhone(message.from), 64)
  return (
    <Link
      to="/inbox"
      search={{ ...search, message: message.id }}
      data-list-item=""
      preload={false}
      // The whole row opens the message; the link is what the keyboard and the screen reader get.
      className={cx('block truncate after:absolute after:inset-0', !message.isRead && 'font-semibold')}
    >
      {sender === '' ? <em className="font-normal text-ink-soft">{t('noSender')}</em> : <bdi dir="ltr">{sender}</bdi>}
      {!message.isRead && <span className="sr-only"> ({t('unreadMark')})</span>}
    </Link>
  )
}

function Choose({ message, selection }: Pick<RowProps, 'message' | 'selection'>) {
  if (selection === null) return null
  // The browser tells a change without its keys, so a click with Shift is taken before it.
  const onClick = (event: MouseEvent) => selection.toggle(message.id, event.shiftKey)
  return (
    <Checkbox
      checked={selection.has(message.id)}
      readOnly
      onClick={onClick}
      className="relative z-1 -m-2.5 flex! p-2.5"
    >
      <span className="sr-only">{t('choose', { sender: shownLine(message.from, 64) })}</span>
    </Checkbox>
  )
}

function UnreadDot({ message, className }: { message: Message; className: string }) {
  if (message.isRead) return null
  return <span className={cx('absolute top-1/2 size-1.5 -translate-y-1/2 rounded-full bg-accent', className)} />
}

function TableRow({ message, search, selection, onReveal }: RowProps) {
  const isChosen = selection?.has(message.id) === true
  return (
    <Row
      className={cx('relative transition-colors', isChosen ? 'bg-accent-soft' : 'hover:bg-hover/60')}
      data-list-row=""
      data-message={message.id}
    >
      {selection !== null && (
        <Cell className="w-10 pe-0">
          <Choose message={message} selection={selection} />
        </Cell>
      )}
      <Cell className="text-[0.8125rem] whitespace-nowrap text-ink-soft">
        <UnreadDot message={message} className="start-1.5" />
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
            <Content message={message} />
          </span>
          <span className="relative z-1 -my-1">
            <RowAction message={message} onReveal={onReveal} />
          </span>
        </span>
      </Cell>
      <Cell align="end" className="text-[0.8125rem] text-ink-soft">
        <RateText value={message.earned} />
      </Cell>
    </Row>
  )
}

function CardRow({ message, search, selection, onReveal }: RowProps) {
  const isChosen = selection?.has(message.id) === true
  return (
    <li
      className={cx('relative flex min-h-18 items-center gap-3 py-2.5 ps-5 pe-2', isChosen && 'bg-accent-soft')}
      data-list-row=""
      data-message={message.id}
    >
      <UnreadDot message={message} className="start-1.5" />
      <Choose message={message} selection={selection} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-3">
          <Sender message={message} search={search} />
          <RelativeTime iso={message.time} className="relative z-1 shrink-0 text-xs text-ink-soft" />
        </div>
        <p className="mt-0.5 truncate text-sm text-ink-soft">
          <Content message={message} />
        </p>
      </div>
      <span className="relative z-1">
        <RowAction message={message} onReveal={onReveal} />
      </span>
    </li>
  )
}

function ChooseAll({ selection }: { selection: Selection }) {
  return (
    <Checkbox
      checked={selection.isWhole}
      onChange={selection.toggleAll}
      className="-m-2.5 flex! p-2.5"
      ref={(box: HTMLInputElement | null) => {
        if (box !== null) box.indeterminate = selection.count > 0 && !selection.isWhole
      }}
    >
      <span className="sr-only">{t('chooseAll')}</span>
    </Checkbox>
  )
}

export function MessagesTable({ messages, search, selection, isNarrow, isStale, onReveal }: TableProps) {
  const look = cx('transition-opacity', isStale && 'opacity-60')
  if (isNarrow) {
    return (
      <ul aria-label={t('list')} className={cx('divide-y divide-line', look)}>
        {messages.map((message) => (
          <CardRow key={message.id} {...{ message, search, selection, onReveal }} />
        ))}
      </ul>
    )
  }
  return (
    <Table label={t('list')} className={look}>
      <TableHead>
        {selection !== null && (
          <HeadCell className="w-10 pe-0">
            <ChooseAll selection={selection} />
          </HeadCell>
        )}
        <HeadCell>{t('time')}</HeadCell>
        <HeadCell>{t('sentFrom')}</HeadCell>
        <HeadCell>{t('sentTo')}</HeadCell>
        <HeadCell className="max-xl:hidden">{t('range')}</HeadCell>
        <HeadCell>{t('message')}</HeadCell>
        <HeadCell align="end">{t('earned')}</HeadCell>
      </TableHead>
      <TableBody>
        {messages.map((message) => (
          <TableRow key={message.id} {...{ message, search, selection, onReveal }} />
        ))}
      </TableBody>
    </Table>
  )
}
