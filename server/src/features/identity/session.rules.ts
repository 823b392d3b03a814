// When a session ends by itself, and what its user has to do before anything else. Pure.
import type { Duty } from '../../platform/http.ts'
import type { Role } from '@inrange/contract/roles'
import { mfaRequiredFor, type Settings } from '../settings/settings.public.ts'
import type { Aal } from './identity.queries.ts'
import { isSecure } from './origin.rules.ts'

const DAY_MS = 86_400_000

/** The end of a session that begins now, however busy it is. */
export function sessionEnd(now: Date, settings: Settings): Date {
  return new Date(now.getTime() + settings.sessionAbsoluteDays * DAY_MS)
}

/** A session last seen before this instant is over. */
export function idleSince(now: Date, settings: Settings): Date {
  return new Date(now.getTime() - settings.sessionIdleDays * DAY_MS)
}

/** Why a session is over now, or null. */
export function sessionOver(
  session: { endedAt: Date | null; expiresAt: Date; lastSeenAt: Date },
  now: Date,
  settings: Settings,
): 'ended' | 'expired' | 'idle' | null {
  if (session.endedAt) return 'ended'
  if (session.expiresAt <= now) return 'expired'
  return session.lastSeenAt <= idleSince(now, settings) ? 'idle' : null
}

/** Whether this role needs a second factor here. */
export function mustHaveFactor(role: Role, settings: Settings, publicUrl: string): boolean {
  return mfaRequiredFor(role, settings, isSecure(publicUrl))
}

/**
 * What comes first. A second factor comes before a new password, because whoever has only the password may not replace
 * it; setting a factor up comes last, with a password that is one's own.
 */
export function dutyOf(session: {
  aal: Aal
  hasFactor: boolean
  mustChangePassword: boolean
  mustHaveFactor: boolean
}): Duty | null {
  if (session.hasFactor && session.aal === 'aal1') return 'second_factor'
  if (session.mustChangePassword) return 'new_password'
  return session.mustHaveFactor && !session.hasFactor ? 'second_factor_enrolment' : null
}

/** Whether the session showed a second factor within the last minutes, as a change of how somebody signs in asks. */
export function isFresh(session: { aal2At: Date | null }, now: Date, minutes: number): boolean {
  return session.aal2At !== null && now.getTime() - session.aal2At.getTime() <= minutes * 60_000
}
