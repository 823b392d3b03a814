// The live list: a window of rows over any number of messages. It tells its owner why it should hold still (a pointer
// over it, a scroll away from the top) and handles every click in one place.
import { ArrowUp } from 'lucide-react'
import { useEffect, useRef, type MouseEvent, type PointerEvent, type ReactNode } from 'react'
import { formatExact } from '../../lib/format.ts'
import type { LiveMessage, LiveStore } from '../../lib/live-store.ts'
import { useUnread } from '../../lib/live-unread.ts'
import { cx } from '../../ui/class-names.ts'
import { useRowWindow, type RowWindow } from '../../ui/row-window.ts'
import type { ListRow, ListRows } from './inbox.rows.ts'
import { t } from './inbox.texts.ts'
import { columns, ListRowSlot, rangeColumn } from './message-row.tsx'

const wideHeightPx = 44
const narrowHeightPx = 72
const headHeightPx = 40

type MessageListProps = {
  store: LiveStore
  label: string
  rows: ListRows
  waiting: number
  isNarrow: boolean
  openId: string | null
  /** The row that the keyboard is at; null while the keyboard has not chosen one. */
  atIndex: number | null
  copiedId: string | null
  onOpen: (message: LiveMessage) => void
  onToggleNumber: (number: string) => void
  onCopy: (message: LiveMessage) => void
  /** Whoever asks for the newest no longer stays where the keyboard was. */
  onShowNewest: () => void
  /** The last rows come into sight. */
  onNearEnd: () => void
  /** What comes after the last row. */
  foot: ReactNode
}

/** On a phone, where the toolbar has no room for it. */
function Counted() {
  const unread = useUnread()
  return <span className="tabular-nums">{unread === null ? '' : t('unreadCount', { count: unread })}</span>
}

function Head({ isNarrow, children }: { isNarrow: boolean; children: ReactNode }) {
  const names = [t('time'), t('sentFrom'), t('sentTo'), t('range'), t('message')]
  return (
    <div
      role="row"
      aria-rowindex={1}
      style={{ height: headHeightPx }}
      className={cx(
        'sticky top-0 z-10 border-b border-line bg-canvas text-xs font-medium text-ink-soft',
        isNarrow ? 'flex items-center px-5' : columns,
      )}
    >
      {!isNarrow &&
        names.slice(0, -1).map((name, index) => (
          <span key={name} role="columnheader" className={index === 3 ? rangeColumn : ''}>
            {name}
          </span>
        ))}
      <span role="columnheader" className="flex min-w-0 flex-1 items-center justify-between gap-4 md:justify-start">
        {isNarrow ? <Counted /> : t('message')}
        {children}
      </span>
    </div>
  )
}

/** The pill of what arrived meanwhile; it stands in the head, so that it never covers a row. */
function Waiting({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null
  return (
    <button
      type="button"
      onClick={onShow}
      className={cx(
        'inline-flex h-7 items-center gap-1.5 rounded-full bg-accent px-3 text-xs font-semibold text-on-accent',
        'shadow-card transition-colors hover:bg-accent-hover pointer-coarse:h-9',
      )}
    >
      <ArrowUp className="size-3.5" aria-hidden="true" />
      <span className="tabular-nums">{t('arrived', { count })}</span>
    </button>
  )
}

export function rowId(index: number): string {
  return `inbox-row-${index}`
}

function openRow(row: ListRow, props: MessageListProps): void {
  if (row.kind === 'number') props.onToggleNumber(row.number)
  else if (row.kind === 'message') props.onOpen(row.message)
}

function nameTime({ target }: PointerEvent<HTMLDivElement>): void {
  const time = target instanceof Element ? target.closest('time') : null
  if (time !== null) time.title = formatExact(time.dateTime)
}

/** A screen or two before the end, so that who scrolls on finds the next page there. */
const nearEndRows = 30

/** Tells when the last rows come into sight, once for each length of the list. */
function useNearEnd(lastIndex: number, length: number, onNearEnd: () => void): void {
  const told = useRef(0)
  useEffect(() => {
    if (length === 0 || lastIndex < length - nearEndRows || told.current === length) return
    told.current = length
    onNearEnd()
  }, [lastIndex, length, onNearEnd])
}

type RowsProps = MessageListProps & { window: RowWindow; height: number }

/** The rows of the window. Their keys are places, not messages: an element stays while messages move through it. */
function Rows({ rows, window, height, isNarrow, openId, atIndex, copiedId }: RowsProps) {
  const { first, end, slots } = window
  return Array.from({ length: end - first }, (_, offset) => {
    const index = first + offset
    const row = rows.at(index)
    if (row === null) return null
    const messageId = row.kind === 'message' ? row.message.id : null
    return (
      <ListRowSlot
        key={index % slots}
        id={rowId(index)}
        row={row}
        index={index}
        top={index * height}
        height={height}
        isNarrow={isNarrow}
        isOpen={messageId !== null && messageId === openId}
        isAt={index === atIndex}
        isCopied={messageId !== null && messageId === copiedId}
      />
    )
  })
}

export function MessageList(props: MessageListProps) {
  const { store, label, rows, waiting, isNarrow, atIndex, foot } = props
  const height = isNarrow ? narrowHeightPx : wideHeightPx
  const window = useRowWindow({ count: rows.length, height, headHeight: headHeightPx })
  const { scroller, scrollTo } = window
  useEffect(() => {
    if (atIndex !== null) scrollTo(atIndex)
  }, [scrollTo, atIndex])
  useNearEnd(window.end - 1, rows.length, props.onNearEnd)

  function onClick(event: MouseEvent<HTMLDivElement>): void {
    if (!(event.target instanceof Element)) return
    const index = event.target.closest<HTMLElement>('[data-index]')?.dataset['index']
    const row = index === undefined ? null : rows.at(Number(index))
    if (row === null) return
    if (row.kind === 'message' && event.target.closest('[data-copy]') !== null) props.onCopy(row.message)
    else if (getSelection()?.type !== 'Range') openRow(row, props)
  }

  return (
    // Keys are the page's (j, k, Enter), as everywhere in the console.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      ref={scroller}
      role={rows.isTree ? 'treegrid' : 'grid'}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={atIndex === null ? undefined : rowId(atIndex)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region needs the keyboard.
      tabIndex={0}
      className={cx(
        '@container min-h-0 flex-1 overflow-y-auto overscroll-contain',
        '[contain:strict] focus-visible:-outline-offset-2',
      )}
      onClick={onClick}
      onPointerOver={nameTime}
      onPointerEnter={(event) => event.pointerType === 'mouse' && store.hold('hovered')}
      onPointerLeave={() => store.release('hovered')}
      onScroll={(event) => {
        if (event.currentTarget.scrollTop > height / 2) store.hold('scrolled')
        else store.release('scrolled')
      }}
    >
      <Head isNarrow={isNarrow}>
        <Waiting
          count={waiting}
          onShow={() => {
            store.showNewest()
            props.onShowNewest()
            scroller.current?.scrollTo({ top: 0 })
          }}
        />
      </Head>
      <div role="rowgroup" className="relative" style={{ height: window.totalHeight }}>
        <Rows {...props} window={window} height={height} />
      </div>
      {foot}
    </div>
  )
}
