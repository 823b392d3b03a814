// The dashboard's read, kept up to date: counts and the newest messages come from the live stream as they happen,
// everything else (money, days, growth) is read again a few seconds after, and once a minute in any case.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribeLive } from '../../lib/live.ts'
import { newsOf, type LiveNews } from '../../lib/live-event.ts'
import { hearUnread, setUnread } from '../../lib/live-unread.ts'
import { queryClient } from '../../lib/query-client.ts'
import { outdate, readKeeping } from '../../lib/query.ts'
import { withNews, type Dashboard } from './dashboard.figures.ts'
import { periodQueryOf, type PeriodSearch } from '../analytics/period.search.ts'

/** The stream speaks up to ten times a second; nobody reads a figure that often. */
const showAfterMs = 400
const readAgainAfterMs = 5_000
const pollEveryMs = 60_000
/** While the platform is being set up, the next step depends on what another page or a carrier has just done. */
const pollSetUpEveryMs = 5_000

/** Gathers news, shows them at a readable pace and asks for the rest later. Returns how to stop. */
function followNews(): () => void {
  let gathered: LiveNews | null = null
  let showTimer: ReturnType<typeof setTimeout> | undefined
  let readTimer: ReturnType<typeof setTimeout> | undefined

  function show(): void {
    const news = gathered
    showTimer = undefined
    gathered = null
    if (news === null) return
    queryClient.setQueriesData<Dashboard>({ queryKey: ['dashboard.read'] }, (known) =>
      known === undefined ? undefined : withNews(known, news),
    )
  }
  function readAgainSoon(): void {
    readTimer ??= setTimeout(() => {
      readTimer = undefined
      void outdate('dashboard.read')
    }, readAgainAfterMs)
  }
  const stop = subscribeLive({
    onEvent: (event) => {
      const news = newsOf(event)
      if (news === null) return
      gathered = gathered === null ? news : { ...news, items: [...gathered.items, ...news.items].slice(-20) }
      hearUnread(news.unread)
      showTimer ??= setTimeout(show, showAfterMs)
      readAgainSoon()
    },
    onGap: readAgainSoon,
  })
  return () => {
    stop()
    clearTimeout(showTimer)
    clearTimeout(readTimer)
  }
}

function isSettingUp(known: Dashboard | undefined): boolean {
  const steps = known?.gettingStarted
  if (steps === null || steps === undefined) return false
  return !(steps.userCreated && steps.carrierConnected && steps.rangeCreated && steps.messageReceived)
}

export function useDashboard(period: PeriodSearch) {
  useEffect(followNews, [])
  const dashboard = useQuery({
    ...readKeeping('dashboard.read', { query: periodQueryOf(period) }),
    refetchInterval: ({ state: { data } }) => (isSettingUp(data) ? pollSetUpEveryMs : pollEveryMs),
  })
  const { dataUpdatedAt } = dashboard
  const unread = dashboard.data?.unreadMessages
  useEffect(() => {
    if (unread !== undefined) setUnread(unread, dataUpdatedAt)
  }, [unread, dataUpdatedAt])
  return dashboard
}
