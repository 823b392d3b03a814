// The sentences of notifications in mails, which are written in English. Pure. The console has its own, in every
// language; a new kind needs one in each.
import { decimalToMicros, formatUsd } from '@inrange/contract/money'
import type { NotificationKind, PaymentStep } from '@inrange/contract/notifications'
import type { PresentedNotification } from './notification.presenter.ts'

const paymentWords: Record<PaymentStep, string> = {
  deposit_credited: 'was added to your wallet',
  deposit_reversed: 'of a deposit was taken back',
  withdrawal_approved: 'was approved as a withdrawal',
  withdrawal_sent: 'was sent as a withdrawal',
  withdrawal_completed: 'was paid out',
  withdrawal_rejected: 'was not approved as a withdrawal',
  withdrawal_cancelled: 'is no longer asked for',
  withdrawal_failed: 'could not be paid out',
  withdrawal_returned: 'came back from a withdrawal',
}
const limitWords = {
  withdrawals: 'of withdrawals in a day',
  phone_codes: 'codes by SMS in a day',
  exports: 'exports at once',
} as const
const holdWords = { opened: 'are held', released: 'are yours again', forfeited: 'were taken back' } as const

/** One sentence, without markup. */
export function sentenceOf(notification: PresentedNotification): string {
  const { kind, facts } = notification
  switch (kind) {
    case 'range_assigned':
      return `Range ${facts.range} (${facts.numbers}) is now yours.`
    case 'range_withdrawn':
      return `Range ${facts.range} (${facts.numbers}) is no longer yours.`
    case 'payment':
      return `${amount(facts.amount)} by ${facts.method} ${paymentWords[facts.step]}.`
    case 'hold':
      return `Earnings of ${facts.range} ${holdWords[facts.step]}.`
    case 'connection_down':
      return `Connection ${facts.connection} of ${facts.carrier} is down${facts.reason === null ? '' : `: ${facts.reason}`}.`
    case 'connection_up':
      return `Connection ${facts.connection} of ${facts.carrier} is up again after ${minutes(facts.downSeconds)}.`
    case 'limit_near':
      return `${facts.used} of ${facts.allowed} ${limitWords[facts.limit]} are used.`
    case 'alert':
      return `${facts.name} ${facts.state === 'raised' ? 'needs attention' : 'is over'}. ${facts.detail}`
    case 'export_ready':
      return facts.state === 'ready' ? `${facts.name} is ready.` : `${facts.name} could not be made.`
    default:
      return notification satisfies never
  }
}

/** The subject of a mail that gathers several. */
export const gatheredSubjects: Record<NotificationKind, string> = {
  range_assigned: 'New ranges',
  range_withdrawn: 'Ranges that are no longer yours',
  payment: 'Payments',
  hold: 'Held earnings',
  connection_down: 'Connections that are down',
  connection_up: 'Connections that are up again',
  limit_near: 'Limits that are nearly used up',
  alert: 'Alerts',
  export_ready: 'Exports',
}

function amount(decimal: string): string {
  return formatUsd(decimalToMicros(decimal) ?? 0n)
}

function minutes(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`
  return `${Math.round(seconds / 60)} minutes`
}
