// The mark of each kind: an icon, and a tone where something is good or bad news.
import {
  BellRing,
  CircleCheck,
  FileDown,
  Gauge,
  Hand,
  Hash,
  RadioTower,
  Siren,
  Unplug,
  Wallet,
  type LucideIcon,
} from 'lucide-react'
import type { Notification, NotificationKind } from './notification.sentence.ts'

/** In the order of the settings. */
export const kinds = [
  'range_assigned',
  'range_withdrawn',
  'payment',
  'hold',
  'limit_near',
  'export_ready',
  'connection_down',
  'connection_up',
  'alert',
] as const satisfies readonly NotificationKind[]

export type MarkTone = 'neutral' | 'good' | 'warn' | 'bad'

export const kindIcons: Record<NotificationKind, LucideIcon> = {
  range_assigned: Hash,
  range_withdrawn: Hash,
  payment: Wallet,
  hold: Hand,
  connection_down: Unplug,
  connection_up: RadioTower,
  limit_near: Gauge,
  alert: Siren,
  export_ready: FileDown,
}

export const otherIcons = { none: BellRing, allRead: CircleCheck } as const

const badSteps: readonly string[] = [
  'deposit_reversed',
  'withdrawal_failed',
  'withdrawal_returned',
  'withdrawal_rejected',
]
const goodSteps: readonly string[] = ['deposit_credited', 'withdrawal_completed', 'withdrawal_sent']

export function toneOf({ kind, facts }: Notification): MarkTone {
  if (kind === 'connection_down') return 'bad'
  if (kind === 'connection_up') return 'good'
  if (kind === 'limit_near') return 'warn'
  if (kind === 'alert') return facts.state === 'raised' ? 'bad' : 'good'
  if (kind === 'hold') return facts.step === 'released' ? 'good' : 'warn'
  if (kind === 'export_ready') return facts.state === 'ready' ? 'good' : 'bad'
  if (kind !== 'payment') return 'neutral'
  if (badSteps.includes(facts.step)) return 'bad'
  return goodSteps.includes(facts.step) ? 'good' : 'neutral'
}
