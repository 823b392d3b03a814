// What the dashboard shows, from what the server says. Pure. Counts of live news are taken over at once; money never
// is: it waits for the server's own figure.
import type { CallOutput } from '../../lib/api.ts'
import type { LiveNews } from '../../lib/live-event.ts'
import type { ChartPoint } from '../../ui/chart.scale.ts'

export type Dashboard = CallOutput<'dashboard.read'>
export type GettingStarted = NonNullable<Dashboard['gettingStarted']>
export type StepName = keyof GettingStarted

/** The set-up steps in the order in which they can be done. */
export const stepNames = ['userCreated', 'carrierConnected', 'rangeCreated', 'messageReceived'] as const

const recentMax = 6
const dayFormat = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** 'Nov 20' from '2026-11-20'. The server counts in days of UTC, so the reader's zone must not move them. */
export function dayLabel(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`))
}

export function messagePoints({ days }: Pick<Dashboard, 'days'>): ChartPoint[] {
  return days.map(({ day, messages }) => ({ label: dayLabel(day), value: messages }))
}

/** How many steps are done; null when there is nothing (left) to show. */
export function stepsDone(steps: GettingStarted | null): number | null {
  if (steps === null) return null
  const done = stepNames.filter((name) => steps[name]).length
  return done === stepNames.length ? null : done
}

function byPosition(a: { position: string }, b: { position: string }): number {
  const difference = BigInt(b.position) - BigInt(a.position)
  return difference > 0n ? 1 : difference < 0n ? -1 : 0
}

/** The dashboard with what just landed: counts, and the newest messages, each once. */
export function withNews(dashboard: Dashboard, news: Pick<LiveNews, 'items' | 'unread' | 'total'>): Dashboard {
  const byId = new Map([...news.items, ...dashboard.recentMessages].map((message) => [message.id, message]))
  return {
    ...dashboard,
    totalMessages: news.total,
    unreadMessages: news.unread,
    recentMessages: [...byId.values()].sort(byPosition).slice(0, recentMax),
  }
}
