// The small pieces of an entry that table and details share: who, to whom, from where, and what came of it.
import { cx } from '../../ui/class-names.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { subjectText } from './audit.actions.ts'
import type { Entry } from './audit.rules.ts'
import { t } from './audit.texts.ts'

const tones: Record<Entry['outcome'], Tone> = { done: 'good', refused: 'warn', failed: 'bad' }

export function OutcomeBadge({ outcome }: { outcome: Entry['outcome'] }) {
  return (
    <Badge tone={tones[outcome]} dot>
      {t(outcome)}
    </Badge>
  )
}

export function personName(person: NonNullable<Entry['actor']>): string {
  return person.username ?? t('formerUser')
}

/** 'operator for ayse'; where nobody is known, whether it was a stranger or the platform itself. */
export function WhoText({ entry, className }: { entry: Entry; className?: string }) {
  const { actor, onBehalfOf, outcome } = entry
  if (actor === null)
    return <span className={cx('text-ink-soft', className)}>{t(outcome === 'done' ? 'platform' : 'stranger')}</span>
  return (
    <span className={className}>
      <bdi className="font-medium">{personName(actor)}</bdi>
      {onBehalfOf !== null && (
        <span className="text-ink-soft">
          {' '}
          <bdi>{t('forUser', { user: personName(onBehalfOf) })}</bdi>
        </span>
      )}
    </span>
  )
}

/** The name of what it was done to, behind the word for its kind. */
export function SubjectText({ entry: { subject }, className }: { entry: Entry; className?: string }) {
  const isNobody = subject.type === 'user' && subject.id === 'unknown'
  return (
    <span className={className}>
      <span className="text-ink-soft">{subjectText(subject.type)}</span>{' '}
      <bdi className={cx(isNobody && 'text-ink-soft')}>
        {isNobody ? t('unknownUser') : (subject.name ?? subject.id)}
      </bdi>
    </span>
  )
}

export function AddressText({ entry, className }: { entry: Entry; className?: string }) {
  if (entry.isAddressHidden) {
    return (
      <Tooltip label={t('hiddenAddressHint')} describes>
        <span className={cx('text-ink-soft italic', className)}>{t('hiddenAddress')}</span>
      </Tooltip>
    )
  }
  if (entry.address === null) return <span className={cx('text-ink-soft', className)}>{t('noAddress')}</span>
  return (
    <bdi dir="ltr" className={cx('font-mono text-[0.8125rem]', className)}>
      {entry.address}
    </bdi>
  )
}
