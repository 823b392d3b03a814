// One range as a card: whose it is, how full it is, what it earned, and the two ways into it.
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { CountText, MoneyText, RateText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { CountryCode, OwnerText, RangeNumbers, StatusBadge, TestBadge, Usage } from './range.parts.tsx'
import type { Range } from './ranges.figures.ts'
import { t } from './ranges.texts.ts'

export type RangeActions = {
  canEdit: boolean
  onDetails: (range: Range) => void
  onEdit: (range: Range) => void
  onWarm: () => void
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-soft">{label}</dt>
      <dd className="mt-0.5 truncate font-medium">{children}</dd>
    </div>
  )
}

function Facts({ range }: { range: Range }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm">
      <Fact label={t('earnings')}>
        <MoneyText value={range.earnings} />
      </Fact>
      <Fact label={t('totalNumbers')}>
        <CountText value={range.totalNumbers} />
      </Fact>
      <Fact label={t('rate')}>
        {range.rate === null ? (
          <span className="font-normal text-ink-soft">{t('noRate')}</span>
        ) : (
          <>
            <RateText value={range.rate} />
            <span className="ms-1 text-xs font-normal text-ink-soft">{t('perSegment')}</span>
          </>
        )}
      </Fact>
      <Fact label={t('lastMessage')}>
        {range.lastMessageAt === null ? (
          <span className="font-normal text-ink-soft">{t('never')}</span>
        ) : (
          <RelativeTime iso={range.lastMessageAt} />
        )}
      </Fact>
    </dl>
  )
}

type RangeCardProps = RangeActions & { range: Range }

export function RangeCard({ range, canEdit, onDetails, onEdit, onWarm }: RangeCardProps) {
  return (
    <article
      data-list-row
      aria-label={range.name}
      className="flex min-w-0 flex-col rounded-xl border border-line bg-surface shadow-card"
    >
      <header className="px-4 pt-4">
        <div className="flex items-center gap-2">
          <h2 className="min-w-0 truncate text-[0.9375rem] font-semibold">
            <bdi>{range.name}</bdi>
          </h2>
          <CountryCode code={range.country} />
          <span className="ms-auto flex shrink-0 items-center gap-1.5">
            {range.isTest && <TestBadge />}
            <StatusBadge isActive={range.isActive} />
          </span>
        </div>
        <RangeNumbers range={range} className="mt-0.5" />
      </header>
      <div className="flex flex-1 flex-col gap-4 px-4 pt-3 pb-4">
        <OwnerText owner={range.owner} />
        <Usage range={range} />
        <Facts range={range} />
      </div>
      <footer className="flex gap-2 border-t border-line px-4 py-3">
        <Button
          data-list-item
          size="small"
          className="flex-1"
          onPointerEnter={onWarm}
          onFocus={onWarm}
          onClick={() => onDetails(range)}
        >
          {t('viewDetails')}
        </Button>
        {canEdit && (
          <Button
            size="small"
            className="flex-1"
            onPointerEnter={onWarm}
            onFocus={onWarm}
            onClick={() => onEdit(range)}
          >
            {t('editRange')}
          </Button>
        )}
      </footer>
    </article>
  )
}
