// Who has said yes to a withdrawal, and everything that happened to it with the notes of those who run the queue.
import { LockKeyhole } from 'lucide-react'
import { serverText } from '../../i18n/server-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { yesCount, type QueuedWithdrawal } from './withdrawals.rules.ts'
import { t } from './withdrawals.texts.ts'

type OneProps = { withdrawal: QueuedWithdrawal }

function Missing({ withdrawal }: OneProps) {
  const { state, approvals, approvalsNeeded } = withdrawal
  if (state === 'requested' || state === 'in_review') {
    const count = approvalsNeeded - yesCount(withdrawal)
    return count > 0 ? <p className="mt-2 text-[0.8125rem] text-ink-soft">{t('needMore', { count })}</p> : null
  }
  const isWaiting = state === 'approved' || state === 'needs_attention'
  if (!isWaiting || !approvals.some(({ purpose }) => purpose === 'give_back')) return null
  return <p className="mt-2 text-[0.8125rem] text-warn">{t('needMoreStated')}</p>
}

export function WithdrawalApprovals({ withdrawal }: OneProps) {
  const { approvals } = withdrawal
  return (
    <>
      {approvals.length === 0 && <p className="text-sm text-ink-soft">{t('nobodyYet')}</p>}
      {approvals.length > 0 && (
        <ul className="flex flex-col gap-2 text-sm">
          {approvals.map(({ by, purpose, at, statement }) => (
            <li key={`${by.id} ${purpose}`}>
              <p>
                <bdi className="font-medium">{by.username}</bdi>{' '}
                <span>{t(purpose === 'send' ? 'saidYes' : 'saidNotSent')}</span>{' '}
                <RelativeTime iso={at} className="text-ink-soft" />
              </p>
              {statement !== '' && (
                <p className="mt-0.5 border-s-2 border-line ps-3 text-[0.8125rem] wrap-anywhere text-ink-soft">
                  {statement}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      <Missing withdrawal={withdrawal} />
    </>
  )
}

export function WithdrawalTimeline({ withdrawal: { internalEvents } }: OneProps) {
  return (
    <ol
      className={cx(
        'relative flex flex-col gap-4 ps-5',
        'before:absolute before:inset-y-1.5 before:start-1.25 before:w-px before:bg-line',
      )}
    >
      {internalEvents.map(({ at, state, detail, note, actor }, index) => (
        <li key={index} className="relative text-sm">
          <span
            aria-hidden="true"
            className="absolute -start-5 top-1.5 size-2.5 rounded-full border-2 border-surface bg-accent ring-1 ring-line"
          />
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{t(state)}</span>
            <span className="text-xs text-ink-soft">
              <RelativeTime iso={at} /> · <bdi>{actor ?? t('platform')}</bdi>
            </span>
          </p>
          {detail !== '' && (
            <p className="text-[0.8125rem] text-pretty wrap-anywhere text-ink-soft">{serverText(detail)}</p>
          )}
          {note !== null && note !== '' && (
            <p className="mt-1 flex flex-wrap items-baseline gap-x-2 text-[0.8125rem] wrap-anywhere">
              <Badge icon={<LockKeyhole aria-hidden="true" />}>{t('internal')}</Badge>
              <span>{note}</span>
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
