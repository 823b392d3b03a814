// The small pieces that the list and the details of quarantine share.
import type { CallOutput } from '../../lib/api.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { t } from './quarantine.texts.ts'
import type { reasons, states } from './quarantine.search.ts'

export type Quarantined = CallOutput<'quarantine.list'>['items'][number]
export type Summary = CallOutput<'quarantine.summary'>
export type Reason = (typeof reasons)[number]
export type State = (typeof states)[number]

const reasonTones: Record<Reason, Tone> = {
  no_range: 'warn',
  inactive_range: 'neutral',
  no_owner: 'accent',
  bad_recipient: 'bad',
}
const stateTones: Record<State, Tone> = { waiting: 'warn', routed: 'good', set_aside: 'neutral' }

export function ReasonBadge({ reason }: { reason: Reason }) {
  return (
    <span title={t(`${reason}_what`)}>
      <Badge tone={reasonTones[reason]}>{t(reason)}</Badge>
    </span>
  )
}

export function StateBadge({ state }: { state: State }) {
  return (
    <Badge tone={stateTones[state]} dot>
      {t(state)}
    </Badge>
  )
}

/** As it was received, which may be no number at all. */
export function RecipientText({ value, className }: { value: string; className?: string }) {
  return (
    <bdi dir="ltr" className={className}>
      {value}
    </bdi>
  )
}
