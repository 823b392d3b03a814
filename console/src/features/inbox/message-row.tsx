// One row of the live list. A row of the list is a slot: its element stays while messages move through it, so it
// holds no state, no handlers (the list has one for all) and no pictures.
import { memo, type CSSProperties } from 'react'
import { formatClock, formatPhone } from '../../lib/format.ts'
import type { LiveMessage } from '../../lib/live-store.ts'
import { shownLine } from '../../lib/shown-text.ts'
import { cx } from '../../ui/class-names.ts'
import { CodeText } from '../../ui/code-text.tsx'
import { findCode } from '../../lib/one-time-code.ts'
import type { ListRow } from './inbox.rows.ts'
import { t } from './inbox.texts.ts'

/** The columns of the head and of every row; the range gives way when the list is narrow. */
export const columns = cx(
  'grid grid-cols-[4.25rem_minmax(0,9rem)_minmax(0,9.5rem)_minmax(0,1fr)] items-center gap-x-5 px-5',
  '@4xl:grid-cols-[4.25rem_minmax(0,9rem)_minmax(0,9.5rem)_minmax(0,9rem)_minmax(0,1fr)]',
)
export const rangeColumn = 'hidden @4xl:block'

type RowProps = {
  row: ListRow
  index: number
  id: string
  top: number
  height: number
  isNarrow: boolean
  isOpen: boolean
  isAt: boolean
  isCopied: boolean
}

/** Reachable by `c` and in the details; as a tab stop in every row it would be in the way. */
function CopyCode({ content, isCopied, size }: { content: string | null; isCopied: boolean; size: string }) {
  if (content === null || findCode(content) === null) return null
  return (
    <button
      type="button"
      data-copy=""
      tabIndex={-1}
      aria-label={t('copyCode')}
      title={t('copyCode')}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-md text-ink-faint hover:bg-hover hover:text-ink',
        size,
      )}
    >
      {isCopied ? (
        <span className="text-sm font-semibold text-good" aria-hidden="true">
          ✓
        </span>
      ) : (
        <span className="copy-glyph" aria-hidden="true" />
      )}
    </button>
  )
}

/** As much of the text as a row can show, whatever its length. */
function Content({ message }: { message: LiveMessage }) {
  const { content, contentDropped, segments } = message
  if (contentDropped) return <span className="text-ink-soft italic">{t('dropped')}</span>
  if (content === null) return <span className="text-ink-soft italic">{t('binary', { count: segments })}</span>
  if (content === '') return <span className="text-ink-soft italic">{t('noText')}</span>
  return <CodeText isLine text={shownLine(content)} />
}

function Sender({ from, className }: { from: string; className: string }) {
  const shown = shownLine(formatPhone(from), 64)
  if (shown === '') return <span className={cx(className, 'text-ink-soft italic')}>{t('noSender')}</span>
  return (
    <bdi dir="ltr" className={className}>
      {shown}
    </bdi>
  )
}

function UnreadDot() {
  return (
    <span className="absolute start-1.5 top-1/2 size-1.5 -translate-y-1/2 rounded-full bg-accent">
      <span className="sr-only">{t('unreadMark')}</span>
    </span>
  )
}

/** Its list says when it was exactly, as it is pointed at: most rows of a busy inbox never are. */
function Time({ iso }: { iso: string }) {
  return (
    <time dateTime={iso}>
      <bdi dir="ltr">{formatClock(iso)}</bdi>
    </time>
  )
}

function WideMessage({ message, isCopied, isNested }: { message: LiveMessage; isCopied: boolean; isNested: boolean }) {
  const weight = message.isRead ? '' : 'font-semibold'
  return (
    <>
      <span role="gridcell" className="text-[0.8125rem] text-ink-soft tabular-nums">
        {!message.isRead && <UnreadDot />}
        <Time iso={message.time} />
      </span>
      <span role="gridcell" className={cx('truncate', weight, isNested && 'ps-3')}>
        <Sender from={message.from} className="" />
      </span>
      <span role="gridcell" className={cx('truncate tabular-nums', isNested ? 'text-ink-faint' : weight)}>
        <bdi dir="ltr">{message.to}</bdi>
      </span>
      <span role="gridcell" className={cx('truncate text-ink-soft', rangeColumn)}>
        {message.range.name}
      </span>
      <span role="gridcell" className="flex min-w-0 items-center gap-2">
        <span className="min-w-0 truncate">
          <Content message={message} />
        </span>
        <CopyCode content={message.content} isCopied={isCopied} size="size-7" />
      </span>
    </>
  )
}

function NarrowMessage({ message, isCopied }: { message: LiveMessage; isCopied: boolean }) {
  return (
    <>
      <span role="gridcell" className="min-w-0 flex-1">
        {!message.isRead && <UnreadDot />}
        <span className="flex items-baseline justify-between gap-3">
          <Sender from={message.from} className={cx('truncate', !message.isRead && 'font-semibold')} />
          <span className="shrink-0 text-xs text-ink-soft tabular-nums">
            <Time iso={message.time} />
          </span>
        </span>
        <span className="mt-0.5 block truncate text-ink-soft">
          <Content message={message} />
        </span>
      </span>
      <span role="gridcell" className="flex w-11 shrink-0 justify-end">
        <CopyCode content={message.content} isCopied={isCopied} size="size-11" />
      </span>
    </>
  )
}

function NumberCells({ row, isNarrow }: { row: Extract<ListRow, { kind: 'number' }>; isNarrow: boolean }) {
  const { newest, count, unread } = row
  return (
    <span role="gridcell" className="col-span-full flex min-w-0 flex-1 items-center gap-3">
      <span
        className={cx(
          // The sign turns round by itself from right to left.
          'text-base leading-none text-ink-faint transition-transform',
          row.isExpanded && 'rotate-90 rtl:-rotate-90',
        )}
        aria-hidden="true"
      >
        ›
      </span>
      <span className="sr-only">{t('expand', { number: row.number })}</span>
      <bdi dir="ltr" className={cx('shrink-0 tabular-nums', unread > 0 && 'font-semibold')}>
        {row.number}
      </bdi>
      <span className="rounded-md bg-sunken px-1.5 text-xs font-medium text-ink-soft tabular-nums">{count}</span>
      {unread > 0 && (
        <span className="shrink-0 text-xs font-medium text-accent-ink">{t('unreadCount', { count: unread })}</span>
      )}
      <span className={cx('min-w-0 flex-1 truncate text-ink-soft', isNarrow && 'invisible')}>
        <Content message={newest} />
      </span>
      <span className="shrink-0 text-xs text-ink-soft tabular-nums">
        <Time iso={newest.time} />
      </span>
    </span>
  )
}

/** Says what follows; nobody can be at it. */
function SectionCell({ name }: { name: 'unread' | 'rest' }) {
  return (
    <span role="gridcell" className="col-span-full self-end pb-1.5 text-xs font-semibold text-ink-soft">
      {t(name === 'unread' ? 'unread' : 'sectionRest')}
    </span>
  )
}

/** Rows are made anew whenever the list is looked at; what they show is what counts. */
function isSameRow(row: ListRow, other: ListRow): boolean {
  const values = Object.values(other)
  return Object.values(row).every((value, index) => value === values[index])
}

function isSame(props: RowProps, others: RowProps): boolean {
  const names = Object.keys(props) as (keyof RowProps)[]
  return isSameRow(props.row, others.row) && names.every((name) => name === 'row' || props[name] === others[name])
}

export const ListRowSlot = memo(function ListRowSlot(props: RowProps) {
  const { row, index, id, top, height, isNarrow, isOpen, isAt, isCopied } = props
  const isWide = row.kind === 'message' && !isNarrow
  const style: CSSProperties = { height, transform: `translateY(${top}px)` }
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={index + 2}
      aria-selected={isOpen}
      {...(row.kind === 'number' ? { 'aria-expanded': row.isExpanded } : {})}
      data-index={index}
      style={style}
      className={cx(
        'absolute inset-x-0 top-0 border-b border-line text-sm',
        isWide ? columns : 'flex items-center gap-3 ps-5 pe-3',
        row.kind === 'section' ? 'bg-canvas' : 'cursor-pointer',
        isOpen ? 'bg-accent-soft' : row.kind !== 'section' && 'hover:bg-hover/60',
        isAt && 'outline-2 -outline-offset-2 outline-accent',
      )}
    >
      {row.kind === 'section' && <SectionCell name={row.name} />}
      {row.kind === 'number' && <NumberCells row={row} isNarrow={isNarrow} />}
      {isWide && <WideMessage message={row.message} isCopied={isCopied} isNested={row.isNested} />}
      {row.kind === 'message' && isNarrow && <NarrowMessage message={row.message} isCopied={isCopied} />}
    </div>
  )
}, isSame)
