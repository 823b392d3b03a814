// The small pieces of a user that table, details and dialogs share.
import type { Role } from '@inrange/contract/roles'
import { Lock, ShieldCheck } from 'lucide-react'
import type { CallOutput } from '../../lib/api.ts'
import { useNowMs } from '../../lib/clock.ts'
import { formatClock } from '../../lib/format.ts'
import { formatRole, initialOf } from '../../lib/person.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { t } from './users.texts.ts'

export type UsersAnswer = CallOutput<'users.list'>
export type User = UsersAnswer['items'][number]

const roleTones: Record<Role, Tone> = { user: 'neutral', admin: 'accent', super_admin: 'warn' }

export function RoleBadge({ role }: { role: Role }) {
  return (
    <Badge tone={roleTones[role]} className="capitalize">
      {formatRole(role)}
    </Badge>
  )
}

/** Active or inactive, and invited in the place of active for who has not come yet. */
export function StatusBadge({ user: { isActive, isInvited } }: { user: User }) {
  if (!isActive) {
    return (
      <Badge tone="neutral" dot>
        {t('inactive')}
      </Badge>
    )
  }
  return (
    <Badge tone={isInvited ? 'accent' : 'good'} dot>
      {t(isInvited ? 'invited' : 'active')}
    </Badge>
  )
}

/** Until when the next sign-in waits; null from the second on in which it does not, also when nothing was read anew. */
export function useLockedUntil(user: User): string | null {
  const nowMs = useNowMs()
  return user.lockedUntil !== null && Date.parse(user.lockedUntil) > nowMs ? user.lockedUntil : null
}

export function LockedBadge({ user }: { user: User }) {
  const until = useLockedUntil(user)
  if (until === null) return null
  return (
    <Tooltip label={t('lockedHint', { time: formatClock(until) })} side="top">
      <span>
        <Badge tone="warn" icon={<Lock aria-hidden="true" />}>
          {t('locked')}
        </Badge>
      </span>
    </Tooltip>
  )
}

export function FactorText({ count }: { count: number }) {
  if (count === 0) return <span className="text-ink-soft">{t('noFactor')}</span>
  return (
    <span className="inline-flex items-center gap-1.5">
      <ShieldCheck className="size-4 shrink-0 text-good" aria-hidden="true" />
      {t('withFactor', { count })}
    </span>
  )
}

export function Avatar({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-full bg-accent-soft text-sm font-semibold',
        'text-accent-ink',
        className,
      )}
    >
      {initialOf(name)}
    </span>
  )
}
