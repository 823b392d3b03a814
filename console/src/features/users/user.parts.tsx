// The small pieces of a user that table, details and dialogs share.
import type { Role } from '@inrange/contract/roles'
import type { CallOutput } from '../../lib/api.ts'
import { formatRole, initialOf } from '../../lib/person.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
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

export function StatusBadge({ isActive }: { isActive: boolean }) {
  return (
    <Badge tone={isActive ? 'good' : 'neutral'} dot>
      {t(isActive ? 'active' : 'inactive')}
    </Badge>
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
