// What the archive says when its page is empty: that nothing was received yet, that nothing was found so far, or that
// nothing matches; then it looks which one filter stands in the way, and offers to go without it.
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Inbox, SearchX } from 'lucide-react'
import { formatDateTime } from '../../lib/format.ts'
import { read } from '../../lib/query.ts'
import { forgetTyped } from '../../lib/typed-text.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { focusSearchField } from '../../ui/focus-return.ts'
import { readerZone } from '../../lib/zones.ts'
import { filterOf, filtersOf, without, withoutAll, type FilterName } from './messages.rules.ts'
import { withoutUndefined, type MessagesSearch } from './messages.search.ts'
import { t } from './messages.texts.ts'
import { isUnfinished, type Archive } from './use-archive.ts'

const looksMax = 5

/** Which single filters hide everything: without one of them there are messages. Each look is bounded by the server. */
function useObstacles(search: MessagesSearch): FilterName[] {
  const names = filtersOf(search).slice(0, looksMax)
  const looks = useQueries({
    queries: (names.length > 1 ? names : []).map((name) => {
      const rest = withoutUndefined({ ...search, ...without(name) })
      return read('messages.list', { query: { limit: 1, ...filterOf(rest, readerZone) } })
    }),
  })
  return names.filter((_name, index) => (looks[index]?.data?.items.length ?? 0) > 0)
}

export function SearchedBack({ archive }: { archive: Archive }) {
  const until = archive.page.data?.searchedBackTo
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-ink-soft">
        {until !== null && until !== undefined && t('searchedBackTo', { time: formatDateTime(until) })}
      </p>
      <Button size="small" busy={archive.page.isPlaceholderData} onClick={archive.trail.onward}>
        {t('searchFurther')}
      </Button>
    </div>
  )
}

function NothingMatches({ archive }: { archive: Archive }) {
  const { search, go } = archive
  const obstacles = useObstacles(search)
  const loosen = (change: Parameters<typeof go>[0]) => {
    go(change)
    focusSearchField()
  }
  return (
    <EmptyState
      size="page"
      icon={<SearchX />}
      title={t('nothing')}
      description={obstacles.length > 0 ? t('loosen') : t('nothingHint')}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {obstacles.map((name) => (
            <Button key={name} onClick={() => loosen(without(name))}>
              {t('withoutFilter', { name: t(name) })}
            </Button>
          ))}
          <Button
            variant={obstacles.length > 0 ? 'quiet' : 'secondary'}
            onClick={() => {
              forgetTyped()
              loosen(withoutAll)
            }}
          >
            {t('clear')}
          </Button>
        </div>
      }
    />
  )
}

export function Nothing({ archive }: { archive: Archive }) {
  if (isUnfinished(archive)) {
    return (
      <EmptyState
        size="page"
        icon={<SearchX />}
        title={t('nothingSoFar')}
        action={<SearchedBack archive={archive} />}
      />
    )
  }
  const { search } = archive
  if (filtersOf(search).length > 0) return <NothingMatches archive={archive} />
  if (search.owner !== undefined) return <EmptyState size="page" icon={<Inbox />} title={t('emptyOfOther')} />
  const live = (
    <Link to="/sms-inbox" className={buttonClass('primary')}>
      {t('openLive')}
    </Link>
  )
  return <EmptyState size="page" icon={<Inbox />} title={t('emptyTitle')} description={t('emptyHint')} action={live} />
}
