// Which kinds a role can receive, what holds for each until somebody chooses, and what is news. Pure.
import { notificationKinds, type NotificationKind } from '@inrange/contract/notifications'
import { roleCovers, type Role } from '@inrange/contract/roles'

type Default = {
  /** The least role that can receive it. */
  role: Role
  console: boolean
  /** `always`: its mails are written as notices of their own, whatever is chosen here. */
  mail: 'on' | 'off' | 'always'
}

const defaults: Record<NotificationKind, Default> = {
  range_assigned: { role: 'user', console: true, mail: 'on' },
  range_withdrawn: { role: 'user', console: true, mail: 'on' },
  payment: { role: 'user', console: true, mail: 'always' },
  hold: { role: 'user', console: true, mail: 'always' },
  connection_down: { role: 'admin', console: true, mail: 'on' },
  connection_up: { role: 'admin', console: true, mail: 'off' },
  limit_near: { role: 'user', console: true, mail: 'off' },
  alert: { role: 'admin', console: true, mail: 'on' },
  export_ready: { role: 'user', console: true, mail: 'off' },
}

export function defaultsOf(kind: NotificationKind): Default {
  return defaults[kind]
}

/** In the order in which they are shown. */
export function kindsOf(role: Role): NotificationKind[] {
  return notificationKinds.filter((kind) => roleCovers(role, defaults[kind].role))
}

export type Choice = { kind: string; inConsole: boolean; byMail: boolean }

/** What holds for each kind that a role can receive: what was chosen, or the default. */
export function preferencesOf(role: Role, chosen: readonly Choice[]) {
  return kindsOf(role).map((kind) => {
    const own = chosen.find((choice) => choice.kind === kind)
    const preset = defaults[kind]
    const mail = preset.mail === 'always' || own === undefined ? preset.mail : own.byMail ? 'on' : 'off'
    return { kind, console: own?.inConsole ?? preset.console, mail } as const
  })
}

/** Whether a step leads over four fifths of what is allowed. */
export function hasComeNear(step: { before: bigint; after: bigint; allowed: bigint }): boolean {
  const isNear = (used: bigint) => used * 5n >= step.allowed * 4n
  return step.allowed > 0n && !isNear(step.before) && isNear(step.after)
}

/**
 * Of the newest `max` ids those that were not among the newest before. Once there were as many, what is older than all
 * of them was there as well, and only comes up again because others were removed.
 */
export function newIdsSince(known: readonly string[], newest: readonly string[], max: number): string[] {
  const oldest = known.length < max ? undefined : known.at(-1)
  return newest.filter((id) => !known.includes(id) && (oldest === undefined || id > oldest))
}
