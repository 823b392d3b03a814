// What stands above the live list: filters at the start, the stream's state and its switch at the end.
import { BellRing, CheckCheck, Pause, Play, Rows3 } from 'lucide-react'
import { useRef } from 'react'
import { acting } from '../../lib/acting.ts'
import { useLiveState } from '../../lib/live.ts'
import { useUnread } from '../../lib/live-unread.ts'
import { StatusDot } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Checkbox, SearchInput, Select } from '../../ui/input.tsx'
import { notify } from '../../ui/toast.ts'
import { switchAlert, useAlert, type AlertKind } from './inbox.alerts.ts'
import type { InboxSearch } from './inbox.search.ts'
import { t } from './inbox.texts.ts'

/** What changes in the address; undefined takes it out. */
export type SearchPatch = { [K in keyof InboxSearch]?: InboxSearch[K] | undefined }

type ToolbarProps = {
  search: InboxSearch
  onSearch: (patch: SearchPatch) => void
  loaded: number
  isPaused: boolean
  onPause: (isPaused: boolean) => void
  onMarkAllRead: () => void
}

function LiveButton({ isPaused, onPause }: Pick<ToolbarProps, 'isPaused' | 'onPause'>) {
  const stream = useLiveState()
  const isLive = stream === 'live'
  const word = isPaused ? t('paused') : isLive ? t('live') : t('reconnecting')
  return (
    <Button
      aria-pressed={isPaused}
      aria-label={`${word}. ${isPaused ? t('resume') : t('pause')}`}
      onClick={() => onPause(!isPaused)}
      className="min-w-[6.5rem]"
    >
      <StatusDot tone={isPaused ? 'neutral' : isLive ? 'good' : 'warn'} pulse={!isPaused && isLive} />
      <span role="status">{word}</span>
      {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
    </Button>
  )
}

/** Two switches behind a bell. They close with Escape or when the focus goes elsewhere. */
function Alerts() {
  const isOn: Record<AlertKind, boolean> = { sound: useAlert('sound'), desktop: useAlert('desktop') }
  const details = useRef<HTMLDetailsElement>(null)
  async function toggle(kind: AlertKind): Promise<void> {
    if (!(await switchAlert(kind, !isOn[kind]))) notify(t('desktopDenied'), { tone: 'bad' })
  }
  function close(): void {
    if (details.current !== null) details.current.open = false
  }
  return (
    // It only closes here; opening is the summary's own doing.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details
      ref={details}
      className="relative"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !event.currentTarget.open) return
        event.stopPropagation()
        close()
      }}
    >
      <summary
        aria-label={t('alerts')}
        title={t('alerts')}
        className={cx(
          'inline-flex size-9 list-none items-center justify-center rounded-lg border border-line',
          'bg-surface shadow-card',
          'transition-colors hover:bg-hover hover:text-ink pointer-coarse:size-11 [&::-webkit-details-marker]:hidden',
          isOn.sound || isOn.desktop ? 'text-accent-ink' : 'text-ink-soft',
        )}
      >
        <BellRing className="size-[1.125rem]" aria-hidden="true" />
      </summary>
      <div
        className={cx(
          'absolute end-0 top-full z-20 mt-1.5 flex w-72 max-w-[calc(100vw-2rem)] flex-col gap-3 rounded-xl border',
          'border-line bg-raised p-4 shadow-float max-sm:-end-28',
        )}
      >
        <Checkbox checked={isOn.sound} onChange={() => void toggle('sound')}>
          {t('soundOn')}
        </Checkbox>
        <Checkbox checked={isOn.desktop} onChange={() => void toggle('desktop')}>
          {t('desktopOn')}
        </Checkbox>
      </div>
    </details>
  )
}

function Counts({ loaded, isFiltered }: { loaded: number; isFiltered: boolean }) {
  const unread = useUnread()
  return (
    <p className="text-[0.8125rem] whitespace-nowrap text-ink-soft tabular-nums max-xl:hidden">
      {t(isFiltered ? 'matching' : 'loaded', { count: loaded })}
      {unread !== null && ` · ${t('unreadCount', { count: unread })}`}
    </p>
  )
}

export function InboxToolbar({ search, onSearch, loaded, isPaused, onPause, onMarkAllRead }: ToolbarProps) {
  const unread = useUnread()
  const isFiltered = search.search !== undefined || search.read !== undefined
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5 sm:px-5">
      <SearchInput
        label={t('search')}
        id="inbox-search"
        defaultValue={search.search ?? ''}
        onChange={(event) => onSearch({ search: event.currentTarget.value.trim() || undefined })}
        className="w-64 max-sm:w-auto max-sm:min-w-[70%] max-sm:flex-1"
      />
      <Select
        aria-label={t('status')}
        wrapperClassName="max-sm:order-1"
        value={search.read ?? ''}
        options={[
          { value: '', label: t('allStatus') },
          { value: 'unread', label: t('unread') },
          { value: 'read', label: t('read') },
        ]}
        onChange={({ currentTarget: { value } }) =>
          onSearch({ read: value === 'read' || value === 'unread' ? value : undefined })
        }
      />
      <IconButton
        label={t('group')}
        aria-pressed={search.group === 'number'}
        className={cx(
          'border border-line bg-surface shadow-card',
          search.group === 'number' && 'bg-accent-soft text-accent-ink',
        )}
        onClick={() => onSearch({ group: search.group === undefined ? 'number' : undefined })}
      >
        <Rows3 aria-hidden="true" />
      </IconButton>
      <div className="ms-auto flex items-center gap-2 max-sm:order-1">
        <Counts loaded={loaded} isFiltered={isFiltered} />
        <IconButton
          label={t('markAllRead')}
          className="border border-line bg-surface shadow-card"
          disabled={unread === 0 || loaded === 0 || acting?.isReadOnly === true}
          onClick={onMarkAllRead}
        >
          <CheckCheck aria-hidden="true" />
        </IconButton>
        <Alerts />
        <LiveButton isPaused={isPaused} onPause={onPause} />
      </div>
    </div>
  )
}
