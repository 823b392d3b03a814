// What the dashboard shows, from what the server says. Pure. Counts of live news are taken over at once; money never
// is: it waits for the server's own figure.
import type { CallOutput } from '../../lib/api.ts'
import type { LiveNews } from '../../lib/live-event.ts'
import { formatMoney } from '../../lib/format.ts'
import type { ChartPoint } from '../../ui/chart.scale.ts'
import { pointLabels } from '../analytics/period.figures.ts'

export type Dashboard = CallOutput<'dashboard.read'>
export type GettingStarted = NonNullable<Dashboard['gettingStarted']>
export type FirstSteps = NonNullable<Dashboard['firstSteps']>

/** The set-up steps in the order in which they can be done. */
export const setUpNames = [
  'userCreated',
  'carrierConnected',
  'rangeCreated',
  'messageReceived',
  'paymentMethodAdded',
  'mailServerSet',
] as const satisfies readonly (keyof GettingStarted)[]
/** A user's way to the first money. */
export const firstStepNames = [
  'rangeAssigned',
  'messageReceived',
  'payoutDestination',
  'secondFactor',
] as const satisfies readonly (keyof FirstSteps)[]
export type SetUpName = (typeof setUpNames)[number]
export type FirstStepName = (typeof firstStepNames)[number]

const recentMax = 6

export type DashboardFigure = 'messages' | 'earnings'

/** The points of the chart, each with its place in the period before. */
export function dayPoints({ days, period }: Pick<Dashboard, 'days' | 'period'>, figure: DashboardFigure): ChartPoint[] {
  const labels = pointLabels(period)
  const read = (messages: number, earnings: string) =>
    figure === 'messages'
      ? { value: messages }
      : { value: Number(earnings), text: formatMoney(earnings), exact: earnings }
  return days.map(({ day, messages, earnings, previousDay, previousMessages, previousEarnings }) => ({
    ...labels(day),
    ...read(messages, earnings),
    previous:
      previousDay === null ? null : { label: labels(previousDay).label, ...read(previousMessages, previousEarnings) },
  }))
}

/** How many steps are done; null when there is nothing (left) to show. */
export function stepsDone<Name extends string>(
  names: readonly Name[],
  steps: Readonly<Record<Name, boolean>> | null,
): number | null {
  if (steps === null) return null
  const done = names.filter((name) => steps[name]).length
  return done === names.length ? null : done
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
