// When a session ends by itself. Pure.
import type { Settings } from '../settings/settings.public.ts'

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
