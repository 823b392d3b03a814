// What a notification says, in the reader's words, and where it leads. Pure but for the language.
import type { Role } from '@inrange/contract/roles'
import { formatMoney } from '../../lib/format.ts'
import type { CallOutput } from '../../lib/api.ts'
import type { Section } from '../../paths.ts'
import { t } from './notifications.texts.ts'

export type Notification = CallOutput<'notifications.list'>['items'][number]
export type NotificationKind = Notification['kind']

/** One sentence, and a line below it that may be needed. `isLtr`: numbers, which run left to right. */
export type Said = { sentence: string; detail: { text: string; isLtr: boolean } | null }

const said = (sentence: string, detail: string | null = null, isLtr = false): Said => ({
  sentence,
  detail: detail === null || detail === '' ? null : { text: detail, isLtr },
})

export function sayNotification(notification: Notification): Said {
  const { kind, facts } = notification
  switch (kind) {
    case 'range_assigned':
      return said(t('rangeAssigned', { range: facts.range }), facts.numbers, true)
    case 'range_withdrawn':
      return said(t('rangeWithdrawn', { range: facts.range }), facts.numbers, true)
    case 'payment':
      return said(t(facts.step, { amount: formatMoney(facts.amount), method: facts.method }))
    case 'hold':
      return said(sayHold(facts))
    case 'connection_down':
      return said(t('connectionDown', facts), facts.reason)
    case 'connection_up':
      return said(t('connectionUp', facts), sayDuration(facts.downSeconds))
    case 'limit_near':
      return said(sayLimit(facts))
    case 'alert':
      return said(t(facts.state === 'raised' ? 'alertRaised' : 'alertOver', facts), facts.detail)
    case 'export_ready':
      return facts.state === 'ready'
        ? said(t('exportReady', facts), facts.rows === null ? null : t('exportRows', { count: facts.rows }))
        : said(t('exportFailed', facts))
    default:
      return notification satisfies never
  }
}

type FactsOf<K extends NotificationKind> = Extract<Notification, { kind: K }>['facts']

function sayHold({ step, range, amount }: FactsOf<'hold'>): string {
  if (step === 'opened' || amount === null) return t('holdOpened', { range })
  return t(step === 'released' ? 'holdReleased' : 'holdForfeited', { range, amount: formatMoney(amount) })
}

function sayDuration(seconds: number): string {
  if (seconds < 120) return t('downSeconds', { count: seconds })
  if (seconds < 7_200) return t('downMinutes', { count: Math.round(seconds / 60) })
  return t('downHours', { count: Math.round(seconds / 3_600) })
}

function sayLimit({ limit, used, allowed }: FactsOf<'limit_near'>): string {
  if (limit === 'withdrawals') {
    return t('limitWithdrawals', { used: formatMoney(used), allowed: formatMoney(allowed) })
  }
  return t(limit === 'exports' ? 'limitExports' : 'limitCodes', { used, allowed })
}

export type Destination = { section: Section; search: Readonly<Record<string, string>> }

/** Where it leads: to the thing itself, where its section can show one. */
export function destinationOf({ kind, facts, subject }: Notification, role: Role): Destination {
  const of = (section: Section, search: Record<string, string> = {}) => ({ section, search })
  switch (kind) {
    case 'range_assigned':
    case 'range_withdrawn':
      return of('number-ranges', subject === null ? {} : { dialog: 'details', range: subject.id })
    case 'payment':
      return of('wallet', subject === null ? {} : { [subject.noun]: subject.id })
    case 'hold':
      return of('wallet', { dialog: 'holds' })
    case 'connection_down':
    case 'connection_up':
      return subject?.within === undefined
        ? of('carriers')
        : of('carriers', { carrier: subject.within, connection: subject.id })
    case 'limit_near':
      if (facts.limit === 'exports') return of('reports', { tab: 'exports' })
      return facts.limit === 'withdrawals' ? of('wallet') : of('account', { tab: 'factors' })
    case 'alert':
      return of(role === 'super_admin' ? 'super-admin-dashboard' : 'admin-dashboard')
    case 'export_ready':
      return subject?.noun === 'export'
        ? of('reports', { tab: 'exports', export: subject.id })
        : of('reports', { tab: 'schedules' })
    default:
      return kind satisfies never
  }
}

/** The address as text, for a link. */
export function hrefOf({ section, search }: Destination): string {
  const query = new URLSearchParams(search).toString()
  return query === '' ? `/${section}` : `/${section}?${query}`
}
