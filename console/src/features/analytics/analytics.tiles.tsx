// The figures at the head of Analytics. What is counted after the messages says up to when.
import { Hash, KeyRound, Layers, MessageSquare, Wallet } from 'lucide-react'
import { formatClock, formatCount, formatGrowth, formatMoney, formatPercent } from '../../lib/format.ts'
import { StatCard } from '../../ui/card.tsx'
import { CountText, MoneyText } from '../../ui/figures.tsx'
import { codeShare, type Analytics } from './analytics.figures.ts'
import { t } from './analytics.texts.ts'

type TilesProps = { analytics: Analytics | undefined }

function growthNote({ previous, growthPercent }: Analytics): string {
  if (previous === null) return ''
  if (growthPercent === null) return t('nothingBefore')
  return t('growthNote', { growth: formatGrowth(growthPercent / 100), former: formatCount(previous.messages) })
}

function countedNote({ senders }: Analytics): string {
  if (senders === null) return t('chooseOwner')
  return senders.countedUpTo === null ? t('notCounted') : t('countedUpTo', { time: formatClock(senders.countedUpTo) })
}

function SenderTiles({ analytics }: TilesProps) {
  const senders = analytics?.senders ?? null
  const share = senders === null ? null : codeShare(senders)
  const note = analytics === undefined ? '' : countedNote(analytics)
  const unique = senders === null ? '-' : formatCount(senders.unique)
  return (
    <>
      <StatCard
        label={t('uniqueSenders')}
        icon={<Hash />}
        pending={analytics === undefined}
        // Words beside the figure are smaller, and may take a second line, or they would stand in the next tile.
        value={
          senders?.isAtLeast === true ? (
            <bdi className="text-xl/8 whitespace-normal">{t('atLeast', { senders: unique })}</bdi>
          ) : (
            <bdi>{unique}</bdi>
          )
        }
        note={note}
      />
      <StatCard
        className="max-lg:col-span-2 lg:max-xl:col-span-1"
        label={t('codeShare')}
        icon={<KeyRound />}
        pending={analytics === undefined}
        value={share === null ? '-' : <bdi dir="ltr">{formatPercent(share)}</bdi>}
        note={share === null ? note : t('codes', { count: senders?.codes ?? 0 })}
      />
    </>
  )
}

export function AnalyticsTiles({ analytics }: TilesProps) {
  const pending = analytics === undefined
  const { messages = 0, segments = 0, earnings = '0' } = analytics?.totals ?? {}
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3 xl:grid-cols-5">
      <StatCard
        label={t('messages')}
        icon={<MessageSquare />}
        pending={pending}
        value={<CountText value={messages} />}
        note={analytics === undefined ? '' : growthNote(analytics)}
      />
      <StatCard
        label={t('segments')}
        icon={<Layers />}
        pending={pending}
        value={<CountText value={segments} />}
        note={messages === 0 ? '' : t('perMessage', { segments: (segments / messages).toFixed(2) })}
      />
      <StatCard
        label={t('earnings')}
        icon={<Wallet />}
        pending={pending}
        value={<MoneyText value={earnings} />}
        note={analytics?.previous ? earningsNote(analytics.totals.earnings, analytics.previous.earnings) : ''}
      />
      <SenderTiles analytics={analytics} />
    </div>
  )
}

/** For a percentage of one decimal a float is enough. */
function earningsNote(earnings: string, former: string): string {
  if (Number(former) === 0) return t('nothingBefore')
  const growth = formatGrowth((Number(earnings) - Number(former)) / Number(former))
  return t('growthNote', { growth, former: formatMoney(former) })
}
