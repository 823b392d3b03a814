// The second half of a trace: from the rate to money that can be withdrawn. Each step says in a sentence why the
// amount is what it is.
import { Link } from '@tanstack/react-router'
import { Banknote, CircleDollarSign, Clock, Hourglass, LockOpen } from 'lucide-react'
import type { CallOutput } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format.ts'
import { hourEnd, hourText, searchOfHour } from '../../lib/hour.ts'
import { RateText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { t } from './trace.texts.ts'
import { Fact, Facts, IdFact, Step } from './trace.parts.tsx'

export type Trace = CallOutput<'messages.read'>
type Line = Trace['settlement']['lines'][number]

const link = 'font-medium text-accent-ink underline-offset-4 hover:underline'

export function RatedStep({ trace, isOwn }: { trace: Trace; isOwn: boolean }) {
  const { rated, owner } = trace
  const isTest = trace.flags.includes('test')
  const why = isTest ? t('ratedTest') : t('ratedWhy', { range: rated.rangeName, owner: owner.username })
  return (
    <Step icon={<CircleDollarSign />} title={t('rated')} why={why}>
      <Facts>
        <Fact name={rated.rangeName}>
          <bdi dir="ltr" className="tabular-nums">
            {rated.rangeText}
          </bdi>
        </Fact>
        <IdFact name={t('range')} id={rated.rangeId} copy={t('copyRange')} />
        <Fact name={t('earned')}>
          <bdi dir="ltr" className="flex flex-wrap items-baseline justify-end gap-x-1.5 tabular-nums">
            <span className="font-normal text-ink-soft">
              <RateText value={rated.rate} /> {t('perSegment')} × {t('segmentCount', { count: rated.segments })} =
            </span>
            <RateText value={rated.earned} className="text-[0.9375rem] font-semibold" />
          </bdi>
        </Fact>
      </Facts>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-[0.8125rem]">
        <Link to="/number-ranges" search={{ dialog: 'details', range: rated.rangeId }} preload={false} className={link}>
          {t('openRange')}
        </Link>
        {!isOwn && (
          <Link to="/manage-users" search={{ dialog: 'details', user: owner.id }} preload={false} className={link}>
            {t('openOwner')}
          </Link>
        )}
      </p>
    </Step>
  )
}

export function HourStep({ trace, isOwn }: { trace: Trace; isOwn: boolean }) {
  const { rated, settlement, owner } = trace
  const search = { ...searchOfHour(rated.rangeId, rated.hour), ...(isOwn ? {} : { owner: owner.id }) }
  return (
    <Step icon={<Clock />} title={t('hourTitle')} why={t('hourWhy', { hour: hourText(rated.hour) })}>
      <Facts>
        <Fact name={t('hourEarned')}>
          <RateText value={settlement.hourEarned} />
        </Fact>
        <Fact name={t('hourSettled')}>
          <RateText value={settlement.hourSettled} />
        </Fact>
      </Facts>
      <Link to="/inbox" search={search} className={`${link} self-start text-[0.8125rem]`}>
        {t('hourMessages')}
      </Link>
    </Step>
  )
}

function MaturityStep({ line }: { line: Line }) {
  if (line.maturedTransferId === null) {
    const why = t('maturesWhy', { time: formatDateTime(line.maturesAt) })
    return (
      <Step
        icon={<LockOpen />}
        title={t('matured')}
        why={why}
        aside={<RelativeTime iso={line.maturesAt} />}
        isAhead
        isLast
      />
    )
  }
  return (
    <Step
      icon={<LockOpen />}
      title={t('matured')}
      why={t('maturedWhy')}
      aside={line.maturedAt === null ? undefined : <RelativeTime iso={line.maturedAt} />}
      isLast
    >
      <Facts>
        <IdFact name={t('transfer')} id={line.maturedTransferId} copy={t('copyTransfer')} />
      </Facts>
    </Step>
  )
}

function SettledStep({ line, owner, isOwn }: { line: Line; owner: string; isOwn: boolean }) {
  return (
    <Step
      icon={<Banknote />}
      title={t('settled')}
      why={t('settledWhy', { owner })}
      aside={<RelativeTime iso={line.settledAt} />}
    >
      <Facts>
        <Fact name={t('amount')}>
          <RateText value={line.amount} />
        </Fact>
        <IdFact name={t('settlement')} id={line.settlementId} copy={t('copySettlement')} />
        <IdFact name={t('transfer')} id={line.transferId} copy={t('copyTransfer')} />
      </Facts>
      {isOwn && (
        <Link to="/wallet" search={{ settlement: line.settlementId }} className={`${link} self-start text-[0.8125rem]`}>
          {t('openSettlement')}
        </Link>
      )}
    </Step>
  )
}

export function SettlementSteps({ trace, isOwn }: { trace: Trace; isOwn: boolean }) {
  const { settlement, rated, owner } = trace
  if (settlement.state === 'nothing_earned')
    return <Step icon={<Hourglass />} title={t('nothingEarned')} why={t('nothingEarnedWhy')} isAhead isLast />
  const last = settlement.lines.at(-1)
  if (last === undefined) {
    const isOpen = settlement.state === 'hour_open'
    const why = isOpen ? t('willSettleWhy', { time: formatDateTime(hourEnd(rated.hour)) }) : t('waitingWhy')
    return <Step icon={<Hourglass />} title={t(isOpen ? 'willSettle' : 'waiting')} why={why} isAhead isLast />
  }
  return (
    <>
      {settlement.lines.map((line) => (
        <SettledStep key={line.settlementId} line={line} owner={owner.username} isOwn={isOwn} />
      ))}
      <MaturityStep line={last} />
    </>
  )
}
