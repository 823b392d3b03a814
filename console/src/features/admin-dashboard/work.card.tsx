// The work that waits for a person: each kind one click and one key away, with its count and how long the oldest waits.
// A kind of which nothing waits stays where it is, so that its key stays what it is.
import type { OperationOutput } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { Link, linkOptions, useNavigate } from '@tanstack/react-router'
import {
  Banknote,
  CircleAlert,
  Hand,
  Hash,
  Inbox,
  RadioTower,
  ReceiptText,
  UserRoundX,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import { useMemo } from 'react'
import { formatCount } from '../../lib/format.ts'
import { useHotkeys, useHotkeysOn } from '../../lib/hotkeys.ts'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TimePhrase } from '../../ui/time-phrase.tsx'
import { t } from './admin-dashboard.texts.ts'

export type Work = OperationOutput<Operations['overview.work']>
type Item = Work['items'][number]
type Kind = Item['kind']

const targets = {
  withdrawals: linkOptions({ to: '/holds', search: { tab: 'withdrawals' } }),
  withdrawals_attention: linkOptions({ to: '/holds', search: { tab: 'withdrawals', state: 'needs_attention' } }),
  cases_second: linkOptions({ to: '/holds' }),
  cases: linkOptions({ to: '/holds' }),
  reviews: linkOptions({ to: '/payment-settings', search: { tab: 'reviews' } }),
  connections: linkOptions({ to: '/carriers' }),
  quarantine: linkOptions({ to: '/quarantine' }),
  locked_users: linkOptions({ to: '/manage-users', search: { status: 'locked' } }),
  quiet_ranges: linkOptions({ to: '/admin-dashboard', hash: 'quiet-ranges', search: (former) => former }),
} as const

const icons: Record<Kind, LucideIcon> = {
  withdrawals: Banknote,
  withdrawals_attention: CircleAlert,
  cases_second: UsersRound,
  cases: Hand,
  reviews: ReceiptText,
  connections: RadioTower,
  quarantine: Inbox,
  locked_users: UserRoundX,
  quiet_ranges: Hash,
}

/** These keep somebody waiting, or lose something meanwhile. */
const urgent: ReadonlySet<Kind> = new Set<Kind>(['withdrawals', 'withdrawals_attention', 'connections'])

function Count({ item: { count, isMore } }: { item: Item }) {
  return <bdi className="tabular-nums">{isMore ? t('moreThan', { count }) : formatCount(count)}</bdi>
}

/** A range that is quiet has no oldest, but a last message, or none since it was made. */
function phraseOf(kind: Kind): 'oldest' | 'quietFrom' {
  return kind === 'quiet_ranges' ? 'quietFrom' : 'oldest'
}

function Note({ item: { kind, count, oldestAt, lastHour } }: { item: Item }) {
  if (count === 0 && (lastHour ?? 0) === 0) return <>{t('nothing')}</>
  return (
    <>
      {oldestAt !== null && (
        <TimePhrase iso={oldestAt} phrase={(time) => t(phraseOf(kind), { time })} className="relative z-1" />
      )}
      {oldestAt !== null && lastHour !== null && <span aria-hidden="true"> · </span>}
      {lastHour !== null && <span>{t('lastHour', { count: lastHour })}</span>}
    </>
  )
}

function WorkItem({ item, shortcut }: { item: Item; shortcut: string }) {
  const hasKeys = useHotkeysOn()
  const Icon = icons[item.kind]
  const isWaiting = item.count > 0
  return (
    <li
      className={cx(
        'group relative flex min-w-0 items-center gap-3 rounded-lg border border-line px-3 py-2.5',
        'transition-colors hover:border-line-strong/60 hover:bg-hover/40',
        // On a phone only what waits takes room; its line says that the rest was looked at.
        !isWaiting && 'bg-canvas max-md:hidden',
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          'inline-flex size-9 shrink-0 items-center justify-center rounded-lg [&_svg]:size-4.5',
          !isWaiting && 'bg-sunken text-ink-soft',
          isWaiting && (urgent.has(item.kind) ? 'bg-bad-soft text-bad' : 'bg-accent-soft text-accent-ink'),
        )}
      >
        <Icon />
      </span>
      <div className="min-w-0 flex-1">
        <Link
          {...targets[item.kind]}
          className={cx(
            'block text-[0.8125rem] after:absolute after:inset-0',
            isWaiting ? 'font-medium' : 'text-ink-soft',
          )}
        >
          {t(item.kind)}
        </Link>
        <span className="block min-h-4 text-xs text-ink-soft">
          <Note item={item} />
        </span>
      </div>
      <span className={cx('text-lg font-semibold', isWaiting ? 'text-ink' : 'font-normal text-ink-faint')}>
        <Count item={item} />
      </span>
      {hasKeys && (
        <span className="max-md:hidden" title={t('key', { key: shortcut })}>
          <Kbd>{shortcut}</Kbd>
        </span>
      )}
    </li>
  )
}

function NothingElse({ items }: { items: readonly Item[] }) {
  const nothing = items.filter(({ count }) => count === 0)
  if (nothing.length === 0) return null
  return (
    <p className="text-[0.8125rem] text-pretty text-ink-soft not-first:mt-3 md:hidden">
      {t('nothingOf', { kinds: nothing.map(({ kind }) => t(kind)).join(' · ') })}
    </p>
  )
}

/** The keys 1, 2, 3 … in the order of the list. */
function useWorkKeys(items: readonly Item[]): void {
  const navigate = useNavigate()
  const names = items.map(({ kind }) => kind).join(' ')
  const hotkeys = useMemo(
    () =>
      Object.fromEntries(
        (names === '' ? [] : (names.split(' ') as Kind[])).map((kind, index) => [
          String(index + 1),
          () => void navigate(targets[kind]),
        ]),
      ),
    [names, navigate],
  )
  useHotkeys(hotkeys)
}

const grid = 'grid grid-cols-1 gap-2.5 md:grid-cols-2 xl:grid-cols-3'
const itemsExpected = 8

export function WorkCard({ work }: { work: Work | undefined }) {
  useWorkKeys(work?.items ?? [])
  return (
    <Card title={t('work')}>
      {work === undefined ? (
        <div role="status" aria-label={t('loading')} className={grid}>
          {Array.from({ length: itemsExpected }, (_, index) => (
            <Skeleton key={index} className="h-14.5" />
          ))}
        </div>
      ) : (
        <>
          <ol aria-label={t('work')} className={grid}>
            {work.items.map((item, index) => (
              <WorkItem key={item.kind} item={item} shortcut={String(index + 1)} />
            ))}
          </ol>
          <NothingElse items={work.items} />
        </>
      )}
    </Card>
  )
}
