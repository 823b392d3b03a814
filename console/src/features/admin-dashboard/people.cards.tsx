// Whom it changes for: ranges that have gone quiet, users whose traffic is unusual, and the newest users.
import type { OperationOutput } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TimePhrase } from '../../ui/time-phrase.tsx'
import { t } from './admin-dashboard.texts.ts'
import type { Work } from './work.card.tsx'

export type People = OperationOutput<Operations['overview.users']>

const rowClass = 'relative flex min-h-14 items-center gap-3 px-4 py-2 transition-colors hover:bg-hover/60'
const linkClass = 'block truncate text-sm font-medium after:absolute after:inset-0'

function Nothing({ children }: { children: ReactNode }) {
  return <p className="px-4 py-6 text-center text-sm text-pretty text-ink-soft">{children}</p>
}

function Loading() {
  return <SkeletonRows rows={5} label={t('loading')} className="h-14" />
}

function QuietRange({ range }: { range: Work['quietRanges'][number] }) {
  return (
    <li className={rowClass}>
      <div className="min-w-0 flex-1">
        <Link to="/number-ranges" search={{ dialog: 'details', range: range.id }} className={linkClass}>
          <bdi>{range.name}</bdi>
        </Link>
        <bdi className="block truncate text-xs text-ink-soft">{range.owner.username}</bdi>
      </div>
      <span className="shrink-0 text-xs text-ink-soft">
        {range.lastReceivedAt === null ? (
          t('quietNever')
        ) : (
          <TimePhrase
            iso={range.lastReceivedAt}
            phrase={(time) => t('quietSince', { time })}
            className="relative z-1"
          />
        )}
      </span>
    </li>
  )
}

export function QuietRangesCard({ work }: { work: Work | undefined }) {
  return (
    <section id="quiet-ranges" aria-label={t('quiet')} className="scroll-mt-20">
      <Card title={t('quiet')} flush>
        {work === undefined && <Loading />}
        {work?.quietRanges.length === 0 && <Nothing>{t('quietNone')}</Nothing>}
        {work !== undefined && work.quietRanges.length > 0 && (
          <ul aria-label={t('quietHint')} className="divide-y divide-line">
            {work.quietRanges.map((range) => (
              <QuietRange key={range.id} range={range} />
            ))}
          </ul>
        )}
      </Card>
    </section>
  )
}

function UnusualUser({ user }: { user: People['unusual'][number] }) {
  const isHeld = user.openCases > 0
  return (
    <li className={rowClass}>
      <div className="min-w-0 flex-1">
        {isHeld ? (
          <Link to="/holds" search={{ user: user.id }} className={linkClass}>
            <bdi>{user.username}</bdi>
          </Link>
        ) : (
          <Link to="/manage-users" search={{ dialog: 'details', user: user.id }} className={linkClass}>
            <bdi>{user.username}</bdi>
          </Link>
        )}
        <span className="block truncate text-xs text-ink-soft">
          {t('grew', { before: formatCount(user.messagesBefore), now: formatCount(user.messages) })}
        </span>
      </div>
      {isHeld && <Badge tone="warn">{t('openCases', { count: user.openCases })}</Badge>}
    </li>
  )
}

export function UnusualCard({ people }: { people: People | undefined }) {
  return (
    <Card title={t('unusual')} flush>
      {people === undefined && <Loading />}
      {people?.unusual.length === 0 && <Nothing>{t('unusualNone')}</Nothing>}
      {people !== undefined && people.unusual.length > 0 && (
        <ul aria-label={t('unusualHint')} className="divide-y divide-line">
          {people.unusual.map((user) => (
            <UnusualUser key={user.id} user={user} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function NewestUser({ user }: { user: People['newest'][number] }) {
  return (
    <li className={rowClass}>
      <div className="min-w-0 flex-1">
        <Link to="/manage-users" search={{ dialog: 'details', user: user.id }} className={linkClass}>
          <bdi>{user.username}</bdi>
        </Link>
        <RelativeTime iso={user.createdAt} className="relative z-1 text-xs text-ink-soft" />
      </div>
      {!user.isActive && <Badge>{t('inactive')}</Badge>}
      <Badge tone={user.role === 'user' ? 'neutral' : 'accent'}>{t(user.role)}</Badge>
    </li>
  )
}

export function NewestUsersCard({ people }: { people: People | undefined }) {
  return (
    <Card
      title={t('newest')}
      flush
      action={
        <Link to="/manage-users" className={buttonClass('quiet', 'small')}>
          {t('allUsers')}
          <ArrowRight className="rtl:-scale-x-100" aria-hidden="true" />
        </Link>
      }
    >
      {people === undefined && <Loading />}
      {people?.newest.length === 0 && <Nothing>{t('newestNone')}</Nothing>}
      {people !== undefined && people.newest.length > 0 && (
        <ul aria-label={t('newest')} className="divide-y divide-line">
          {people.newest.map((user) => (
            <NewestUser key={user.id} user={user} />
          ))}
        </ul>
      )}
    </Card>
  )
}
