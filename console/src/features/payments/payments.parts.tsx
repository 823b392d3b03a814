// What several parts of Payment Settings and of Holds show alike: links into the two sections, tabs, the mark of a
// method, facts, and the looks of a status.
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX, Clock3 } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { compact } from '../../lib/search.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import type { MethodKind, PaymentTransaction } from './payments.rules.ts'
import type { PaymentsPatch, PaymentsSearch } from './payments.search.ts'
import { t } from './payments.texts.ts'

/** The two sections that show the queue of withdrawals. */
export type Host = 'payment-settings' | 'holds'
export type Patch = (change: PaymentsPatch) => void
export type Place = { host: Host; search: PaymentsSearch; patch: Patch }

type HostLinkProps = {
  host: Host
  search: PaymentsSearch
  ref?: Ref<HTMLAnchorElement> | undefined
  className?: string
  children: ReactNode
  'aria-current'?: 'page' | undefined
  'aria-label'?: string
  'data-list-item'?: ''
  onPointerEnter?: () => void
  onFocus?: () => void
}

/** A link within the section that shows it. */
export function HostLink({ host, search, ...rest }: HostLinkProps) {
  const shared = { resetScroll: false, preload: false, ...rest } as const
  if (host === 'holds') return <Link to="/holds" search={search} {...shared} />
  return <Link to="/payment-settings" search={search} {...shared} />
}

/** On a phone the row is wider than the screen; the current tab is brought into sight when it becomes that. */
function bringIntoSight(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' })
}

type TabsProps<T extends string> = {
  host: Host
  label: string
  current: T
  tabs: readonly { name: T; label: string; count?: number; countLabel?: string; isAlarm?: boolean }[]
  /** The address of a tab; other filters do not go along. */
  searchOf: (name: T) => PaymentsSearch
}

/** Parts of a section as links; the current one is underlined and said to be. */
export function Tabs<T extends string>({ host, label, current, tabs, searchOf }: TabsProps<T>) {
  return (
    <nav
      aria-label={label}
      className="-mx-4 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] sm:mx-0 sm:px-0"
    >
      <ul className="flex w-max gap-1">
        {tabs.map(({ name, label: text, count = 0, countLabel, isAlarm = false }) => (
          <li key={name}>
            <HostLink
              host={host}
              search={compact(searchOf(name))}
              ref={name === current ? bringIntoSight : undefined}
              aria-current={name === current ? 'page' : undefined}
              className={cx(
                'relative flex h-10 items-center gap-2 px-3 text-sm font-medium whitespace-nowrap transition-colors',
                'pointer-coarse:h-11 after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full',
                name === current ? 'text-ink after:bg-accent' : 'text-ink-soft hover:text-ink after:bg-transparent',
              )}
            >
              {text}
              {count > 0 && (
                <Badge tone={isAlarm ? 'bad' : 'accent'}>
                  <span aria-hidden="true">{count}</span>
                  <span className="sr-only">{countLabel ?? count}</span>
                </Badge>
              )}
            </HostLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function kindText(kind: MethodKind): string {
  return t(kind)
}

const marks = { usdt_trc20: '₮', usdt_erc20: '₮', usdt_bep20: '₮', paypal: 'P' } as const
const markLooks = {
  usdt_trc20: 'bg-bad-soft text-bad',
  usdt_erc20: 'bg-accent-soft text-accent-ink',
  usdt_bep20: 'bg-warn-soft text-warn',
  paypal: 'bg-accent-soft text-accent-ink',
} as const

/** A letter in the colour of the network; the words stand beside it. */
export function KindMark({ kind, isSmall = false }: { kind: MethodKind; isSmall?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-lg font-semibold',
        isSmall ? 'size-7 text-sm' : 'size-9 text-base',
        markLooks[kind],
      )}
    >
      {marks[kind]}
    </span>
  )
}

type FactProps = { label: ReactNode; className?: string; children: ReactNode }

/** One fact below its name. */
export function Fact({ label, className, children }: FactProps) {
  return (
    <div className={cx('min-w-0', className)}>
      <dt className="text-xs text-ink-soft">{label}</dt>
      <dd className="mt-0.5 min-w-0 text-[0.8125rem]">{children}</dd>
    </div>
  )
}

/** One fact beside its name, for the sheets of details. */
export function FactRow({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 py-1.5">
      <dt className="shrink-0 text-ink-soft">{label}</dt>
      <dd className="min-w-0 text-end wrap-anywhere">{children}</dd>
    </div>
  )
}

export function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-[0.8125rem] font-semibold">{title}</h3>
      {children}
    </section>
  )
}

const statusLooks = {
  completed: { tone: 'good', icon: CircleCheck },
  pending: { tone: 'warn', icon: Clock3 },
  failed: { tone: 'bad', icon: CircleX },
} as const satisfies Record<PaymentTransaction['status'], { tone: Tone; icon: unknown }>

export function StatusBadge({ status }: { status: PaymentTransaction['status'] }) {
  const { tone, icon: Icon } = statusLooks[status]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {t(status)}
    </Badge>
  )
}
