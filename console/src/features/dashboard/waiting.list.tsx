// What waits for the reader, before any figure: each leads to where it is dealt with. One line of a fixed height, so
// that nothing moves when it is known; it scrolls sideways where it is too long.
import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowRight, CheckCheck, Hourglass, Landmark, Mail, MoonStar, type LucideIcon } from 'lucide-react'
import { decimalToMicros } from '@inrange/contract/money'
import { cx } from '../../ui/class-names.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Dashboard } from './dashboard.figures.ts'
import { t } from './dashboard.texts.ts'

type Tone = 'accent' | 'warn'
type Item = {
  key: string
  isThere: boolean
  text: string
  icon: LucideIcon
  tone: Tone
  way: Pick<LinkProps, 'to' | 'search'>
}

const tones: Record<Tone, string> = { accent: 'bg-accent-soft text-accent-ink', warn: 'bg-warn-soft text-warn' }

function itemsOf({ unreadMessages, waiting, firstSteps, totalEarnings }: Dashboard): Item[] {
  const { openCases, quietRanges } = waiting
  const hasEarned = (decimalToMicros(totalEarnings) ?? 0n) > 0n
  const items: Item[] = [
    {
      key: 'cases',
      isThere: openCases > 0,
      text: t('openCases', { count: openCases }),
      icon: Hourglass,
      tone: 'warn',
      way: { to: '/wallet', search: { dialog: 'holds' } },
    },
    {
      key: 'quiet',
      isThere: quietRanges > 0,
      text: t('quietRanges', { count: quietRanges }),
      icon: MoonStar,
      tone: 'warn',
      way: { to: '/number-ranges' },
    },
    {
      key: 'unread',
      isThere: unreadMessages > 0,
      text: t('unreadLine', { count: unreadMessages }),
      icon: Mail,
      tone: 'accent',
      way: { to: '/inbox', search: { read: 'unread' } },
    },
    {
      key: 'destination',
      isThere: hasEarned && firstSteps?.payoutDestination === false,
      text: t('payoutDestination'),
      icon: Landmark,
      tone: 'accent',
      way: { to: '/wallet', search: { dialog: 'destinations' } },
    },
  ]
  return items.filter(({ isThere }) => isThere)
}

export function WaitingList({ dashboard }: { dashboard: Dashboard | undefined }) {
  if (dashboard === undefined) return <Skeleton className="h-9 w-64 pointer-coarse:h-11" />
  const items = itemsOf(dashboard)
  if (items.length === 0) {
    return (
      <p className="flex min-h-9 items-center gap-2 text-[0.8125rem] text-ink-soft pointer-coarse:min-h-11">
        <CheckCheck className="size-4 text-good" aria-hidden="true" />
        {t('nothingWaits')}
      </p>
    )
  }
  return (
    <ul aria-label={t('waiting')} className="-m-1 flex gap-2 overflow-x-auto p-1">
      {items.map(({ key, text, icon: Icon, tone, way }) => (
        <li key={key} className="shrink-0">
          <Link
            {...way}
            className={cx(
              'flex min-h-9 items-center gap-2 rounded-lg px-3 text-[0.8125rem] font-medium hover:underline',
              'pointer-coarse:min-h-11',
              tones[tone],
            )}
          >
            <Icon className="size-4 shrink-0" aria-hidden="true" />
            {text}
            <ArrowRight className="size-3.5 shrink-0 rtl:rotate-180" aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
