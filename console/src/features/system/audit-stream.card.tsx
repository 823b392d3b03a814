// The latest entries of the audit log, as they come.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, ScrollText } from 'lucide-react'
import { read } from '../../lib/query.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { actionText } from '../audit/audit.actions.ts'
import { OutcomeBadge, SubjectText, WhoText } from '../audit/audit.parts.tsx'
import type { Entry } from '../audit/audit.rules.ts'
import { t } from './system.texts.ts'

const shown = 10

function EntryItem({ entry }: { entry: Entry }) {
  return (
    <li className="relative px-4 py-2.5 transition-colors hover:bg-hover/60">
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <Link
          to="/audit"
          search={{ entry: entry.id }}
          preload={false}
          className="min-w-0 truncate font-medium after:absolute after:inset-0"
        >
          {actionText(entry.action)}
        </Link>
        <RelativeTime iso={entry.at} className="relative z-1 shrink-0 text-xs text-ink-soft" />
      </div>
      <div className="mt-0.5 flex items-center justify-between gap-3 text-[0.8125rem]">
        <span className="min-w-0 truncate">
          <WhoText entry={entry} /> <span className="text-ink-faint">·</span> <SubjectText entry={entry} />
        </span>
        {entry.outcome !== 'done' && <OutcomeBadge outcome={entry.outcome} />}
      </div>
    </li>
  )
}

export function AuditStream({ refetchInterval }: { refetchInterval: number | false }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...read('audit.list', { query: { limit: shown } }),
    refetchInterval,
  })
  return (
    <Card
      title={t('activity')}
      flush
      action={
        <Link to="/audit" className={buttonClass('quiet', 'small')}>
          {t('activityAll')}
          <ArrowRight className="rtl:-scale-x-100" aria-hidden="true" />
        </Link>
      }
    >
      {error !== null && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching} className="m-4">
          {error.message}
        </ErrorBox>
      )}
      {data === undefined && error === null && <SkeletonRows rows={shown} label={t('loading')} className="h-15" />}
      {data?.items.length === 0 && <EmptyState icon={<ScrollText />} title={t('activityEmpty')} />}
      {data !== undefined && data.items.length > 0 && (
        <ul aria-label={t('activity')} className="divide-y divide-line">
          {data.items.map((entry) => (
            <EntryItem key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </Card>
  )
}
