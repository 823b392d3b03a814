// How somebody gets in, in their details: second factors, wrong passwords, and where they are signed in now. What can
// be done about each stands beside it.
import { useQuery } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { locale } from '../../i18n/language.ts'
import type { CallOutput } from '../../lib/api.ts'
import { formatClock, formatDay } from '../../lib/format.ts'
import { read } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { FailureBox } from './user.failure.tsx'
import { useUnlock, type UserDialog } from './user.menu.tsx'
import { FactorText, useLockedUntil, type User } from './user.parts.tsx'
import type { UserActions } from './users.rules.ts'
import { t } from './users.texts.ts'

type Session = CallOutput<'users.sessions'>['items'][number]
type AccessProps = { user: User; may: UserActions; onOpen: (dialog: UserDialog) => void }

const regionNames = new Intl.DisplayNames(locale, { type: 'region' })

function placeOf({ place }: Session): string {
  if (place === null) return t('unknownPlace')
  return place === 'local' ? t('localPlace') : (regionNames.of(place) ?? place)
}

function Line({ label, action, children }: { label: string; action: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center gap-3 py-1.5">
      <dt className="shrink-0 text-ink-soft">{label}</dt>
      <dd className="flex min-w-0 flex-1 flex-wrap items-center justify-end gap-x-3 gap-y-1 text-end">
        {children}
        {action}
      </dd>
    </div>
  )
}

/** Only as wide as its words: the fact is what is read, the act is beside it. */
function Act({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <Button size="small" onClick={onClick}>
      {children}
    </Button>
  )
}

function SessionItem({ session }: { session: Session }) {
  return (
    <li className="flex items-start gap-3 py-2.5 text-sm">
      <MonitorSmartphone className="mt-0.5 size-4 shrink-0 text-ink-faint" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{session.device}</span>
          {session.isCurrent && <Badge tone="accent">{t('thisSession')}</Badge>}
          {session.aal === 'aal2' && <Badge tone="good">{t('strong')}</Badge>}
        </p>
        <p className="mt-0.5 text-xs break-words text-ink-soft">
          {placeOf(session)}
          {session.address !== null && (
            <>
              {' · '}
              <bdi dir="ltr" className="font-mono">
                {session.address}
              </bdi>
            </>
          )}
          {' · '}
          {t('since', { day: formatDay(session.createdAt) })}
        </p>
      </div>
      <span className="shrink-0 text-end text-xs text-ink-soft">
        {t('lastSeen')} <RelativeTime iso={session.lastSeenAt} />
      </span>
    </li>
  )
}

function Sessions({ user }: { user: User }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...read('users.sessions', { params: { userId: user.id } }),
    staleTime: 0,
  })
  if (data === undefined && error === null) return <SkeletonRows rows={2} label={t('loading')} className="h-11" />
  return (
    <>
      {error !== null && <FailureBox error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {data?.items.length === 0 && <p className="py-2 text-sm text-ink-soft">{t('noSessions')}</p>}
      {data !== undefined && data.items.length > 0 && (
        <ul className="divide-y divide-line">
          {data.items.map((session) => (
            <SessionItem key={session.id} session={session} />
          ))}
        </ul>
      )}
    </>
  )
}

export function AccessSection({ user, may, onOpen }: AccessProps) {
  const unlock = useUnlock(user)
  const lockedUntil = useLockedUntil(user)
  return (
    <section>
      <h3 className="mb-1.5 text-[0.8125rem] font-semibold">{t('access')}</h3>
      <dl className="divide-y divide-line text-sm">
        <Line
          label={t('passwordFact')}
          action={
            may.resetPassword && (
              <Act onClick={() => onOpen('reset-password')}>{t(user.isInvited ? 'newLink' : 'resetPassword')}</Act>
            )
          }
        >
          {t(user.isInvited ? 'notYetChosen' : 'chosen')}
        </Line>
        <Line
          label={t('secondFactor')}
          action={may.resetFactors && <Act onClick={() => onOpen('reset-factors')}>{t('resetFactors')}</Act>}
        >
          <FactorText count={user.factorCount} />
        </Line>
        <Line label={t('waits')} action={may.unlock && <Act onClick={unlock}>{t('unlock')}</Act>}>
          {lockedUntil === null ? (
            <span className="text-ink-soft">{t('noWait')}</span>
          ) : (
            <span className="font-medium text-warn">{t('waitsUntil', { time: formatClock(lockedUntil) })}</span>
          )}
        </Line>
      </dl>
      <div className="mt-4 flex min-h-8 items-center justify-between gap-3">
        <h4 className="text-[0.8125rem] font-semibold">{t('sessions')}</h4>
        {may.signOut && user.sessionCount > 0 && <Act onClick={() => onOpen('sign-out')}>{t('signOut')}</Act>}
      </div>
      <Sessions user={user} />
    </section>
  )
}
