// The one policy table: which role may call which operation, and on whose objects. `own`: objects that belong to the
// caller; `any`: everybody's; absent: 403. What lies outside the scope answers 404, exactly like what does not exist.
import type { OperationId } from './operations.ts'
import type { Role } from './roles.ts'

export type Scope = 'own' | 'any'
type PolicyRow = { anonymous?: Scope } & Partial<Record<Role, Scope>>

const everybody = { anonymous: 'any', user: 'any', admin: 'any', super_admin: 'any' } as const
const ownOnly = { user: 'own', admin: 'own', super_admin: 'own' } as const
const ownThenAny = { user: 'own', admin: 'any', super_admin: 'any' } as const
const admins = { admin: 'any', super_admin: 'any' } as const
const superAdmins = { super_admin: 'any' } as const

export const policy = {
  'system.health': everybody,
  'dashboard.read': ownOnly,
  'messages.list': ownThenAny,
  'messages.read': ownThenAny,
  'messages.reveal': admins,
  'messages.mark-read': ownOnly,
  'messages.mark-all-read': ownOnly,
  'messages.live': ownOnly,
  'ranges.list': ownThenAny,
  'ranges.create': admins,
  'ranges.preview': admins,
  'ranges.read': ownThenAny,
  'ranges.update': admins,
  'users.list': admins,
  'users.options': admins,
  'users.create': admins,
  'users.read': ownThenAny,
  'users.update': admins,
  'users.reset-password': admins,
  'users.sign-out': admins,
  'users.reset-factors': admins,
  'users.unlock': admins,
  'users.sessions': admins,
  'users.act-as': admins,
  'users.stop-acting': ownOnly,
  'users.stats': ownThenAny,
  'users.activities': ownThenAny,
  'users.log-activity': ownOnly,
  'account.read': ownOnly,
  'account.update': ownOnly,
  'account.sessions': ownOnly,
  'account.end-session': ownOnly,
  'account.end-other-sessions': ownOnly,
  'audit.list': admins,
  'audit.export': admins,
  'audit.chain': admins,
  'audit.read': admins,
  'settings.public': everybody,
  'settings.read': superAdmins,
  'settings.update': superAdmins,
  'settings.test-mail': superAdmins,
  'settings.test-sms': superAdmins,
  'identity-providers.enabled': everybody,
  'identity-providers.list': superAdmins,
  'identity-providers.create': superAdmins,
  'identity-providers.update': superAdmins,
  'identity-providers.delete': superAdmins,
  'identity-providers.test': superAdmins,
  'identity.rotate-keys': superAdmins,
  'wallet.read': ownOnly,
  'wallet.transactions': ownOnly,
  'wallet.earnings': ownOnly,
  'wallet.settlement': ownThenAny,
  'carriers.list': admins,
  'carriers.create': admins,
  'carriers.read': admins,
  'carriers.update': admins,
  'connections.create': admins,
  'connections.read': admins,
  'connections.update': admins,
  'connections.rotate-secret': admins,
  'connections.test': admins,
  'connections.events': admins,
} as const satisfies Record<OperationId, PolicyRow>

/**
 * What an administrator who acts for somebody may never do in their place, not even where changes are allowed: touch
 * what signs the user in, where they are signed in and where their money goes; or act for yet another user.
 */
const refusedWhileActing: ReadonlySet<OperationId> = new Set<OperationId>([
  'account.update',
  'account.end-session',
  'account.end-other-sessions',
  'users.create',
  'users.update',
  'users.reset-password',
  'users.reset-factors',
  'users.sign-out',
  'users.unlock',
  'users.act-as',
  'identity-providers.create',
  'identity-providers.update',
  'identity-providers.delete',
  'identity.rotate-keys',
  'settings.update',
  'settings.test-mail',
  'settings.test-sms',
])

export function isRefusedWhileActing(operationId: OperationId): boolean {
  return refusedWhileActing.has(operationId)
}

/** The scope a role has for an operation, or null when it has none. */
export function scopeOf(operationId: OperationId, role: Role | 'anonymous'): Scope | null {
  const row: PolicyRow = policy[operationId]
  return row[role] ?? null
}
