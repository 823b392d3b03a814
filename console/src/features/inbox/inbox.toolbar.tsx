// What stands above the live list: search, status and order at the start, the stream's state and its switch at the
// end.
import { CheckCheck, Pause, Play, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { acting } from '../../lib/acting.ts'
import { useLiveState } from '../../lib/live.ts'
import { useUnread } from '../../lib/live-unread.ts'
import { useOnline } from '../../lib/online.ts'
import { useTypedText } from '../../lib/typed-text.ts'
import { StatusDot, type Tone } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { SearchInput, Select } from '../../ui/input.tsx'
import { AlertsMenu } from './alerts.menu.tsx'
import { InboxFilters, StatusFilter } from './inbox.filters.tsx'
import { isFiltered, type InboxSearch, type SearchPatch } from './inbox.search.ts'
import { t } from './inbox.texts.ts'

type ToolbarProps = {
  search: InboxSearch
  onSearch: (patch: SearchPatch) => void
  /** How many rows there are; of a list without filters, how many messages the inbox has. */
  count: number
  isPaused: boolean
  onPause: () => void
  onMarkAllRead: () => void
}

function useStreamWord(isPaused: boolean): { word: string; tone: Tone; isLive: boolean } {
  const stream = useLiveState()
  const isOnline = useOnline()
  if (isPaused) return { word: t('paused'), tone: 'neutral', isLive: false }
  if (!isOnline) return { word: t('offline'), tone: 'bad', isLive: false }
  const isLive = stream === 'live'
  return { word: isLive ? t('live') : t('reconnecting'), tone: isLive ? 'good' : 'warn', isLive }
}

function LiveButton({ isPaused, onPause }: Pick<ToolbarProps, 'isPaused' | 'onPause'>) {
  const { word, tone, isLive } = useStreamWord(isPaused)
  return (
    <Button
      aria-pressed={isPaused}
      aria-label={`${word}. ${isPaused ? t('resume') : t('pause')}`}
      title={isPaused ? t('resume') : t('pause')}
      onClick={onPause}
      className="min-w-26"
    >
      <StatusDot tone={tone} pulse={isLive} />
      <span role="status">{word}</span>
      {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
    </Button>
  )
}

function Counts({ count, isFiltered }: { count: number; isFiltered: boolean }) {
  const unread = useUnread()
  return (
    <p className="text-[0.8125rem] whitespace-nowrap text-ink-soft tabular-nums max-xl:hidden">
      {t(isFiltered ? 'matching' : 'loaded', { count })}
      {unread !== null && <span className="ms-2 font-medium text-ink">{t('unreadCount', { count: unread })}</span>}
    </p>
  )
}

const arrangements = {
  stream: {},
  unreadFirst: { order: 'unread' },
  byNumber: { group: 'number' },
  byNumberUnread: { group: 'number', order: 'unread' },
} as const satisfies Record<string, SearchPatch>
type Arrangement = keyof typeof arrangements

function Arrange({ search, onSearch }: Pick<ToolbarProps, 'search' | 'onSearch'>) {
  const names = Object.keys(arrangements) as Arrangement[]
  const shown = names.find((name) => {
    const { group, order }: SearchPatch = arrangements[name]
    return group === search.group && order === search.order
  })
  return (
    <Select
      aria-label={t('arrange')}
      value={shown ?? 'stream'}
      options={names.map((name) => ({ value: name, label: t(name) }))}
      className="max-sm:max-w-36"
      onChange={({ currentTarget: { value } }) => {
        const chosen = names.find((name) => name === value) ?? 'stream'
        onSearch({ group: undefined, order: undefined, ...arrangements[chosen] })
      }}
    />
  )
}

function FiltersButton({ count, isOpen, onToggle }: { count: number; isOpen: boolean; onToggle: () => void }) {
  return (
    <IconButton
      label={count === 0 ? t('filters') : t('filtersOn', { count })}
      aria-expanded={isOpen}
      aria-controls="inbox-filters"
      className={cx('border border-line bg-surface shadow-card', (isOpen || count > 0) && 'text-accent-ink')}
      onClick={onToggle}
    >
      <SlidersHorizontal aria-hidden="true" />
    </IconButton>
  )
}

export function InboxToolbar({ search, onSearch, count, isPaused, onPause, onMarkAllRead }: ToolbarProps) {
  const unread = useUnread()
  const [text, setText] = useTypedText(search.text ?? '', (next) => onSearch({ text: next || undefined }))
  const moreFilters = [search.sender, search.number, search.range].filter((value) => value !== undefined).length
  const [isOpen, setOpen] = useState(moreFilters > 0)
  return (
    <>
      {/* One line where there is room for one: the search field gives way to long figures and words. */}
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5 sm:px-5 lg:flex-nowrap">
        <SearchInput
          label={t('search')}
          value={text}
          maxLength={200}
          onChange={(event) => setText(event.currentTarget.value)}
          className="w-60 max-sm:w-auto max-sm:flex-1"
        />
        {/* On a phone a line of its own, so that no word of the stream's state moves the list. */}
        <div className="contents max-sm:order-1 max-sm:flex max-sm:basis-full max-sm:items-center max-sm:gap-2">
          <StatusFilter search={search} onSearch={onSearch} className="max-sm:hidden" />
          <Arrange search={search} onSearch={onSearch} />
          <FiltersButton count={moreFilters} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
          <div className="ms-auto flex items-center gap-2">
            <Counts count={count} isFiltered={isFiltered(search)} />
            <IconButton
              label={t('markAllRead')}
              className="border border-line bg-surface shadow-card"
              disabled={unread === 0 || acting?.isReadOnly === true}
              onClick={onMarkAllRead}
            >
              <CheckCheck aria-hidden="true" />
            </IconButton>
            <AlertsMenu />
          </div>
        </div>
        <LiveButton isPaused={isPaused} onPause={onPause} />
      </div>
      {isOpen && <InboxFilters search={search} onSearch={onSearch} />}
    </>
  )
}
