// The exports of the reader: what is made, how far it is, what is ready and until when. Asked again each second while
// something is being made, and not otherwise.
import { useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useCursorTrail } from '../../lib/cursor-trail.ts'
import { formatCount } from '../../lib/format.ts'
import { readKeeping } from '../../lib/query.ts'
import { compact } from '../../lib/search.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { ExportItem } from './export.item.tsx'
import { isUnderWay, rowsMax } from './reports.rules.ts'
import type { ReportsPlace } from './reports.page.tsx'
import { t } from './reports.texts.ts'

const pageSize = 20
const lookEveryMs = 1_000

export function ExportsPanel({ place }: { place: ReportsPlace }) {
  const { search, patch } = place
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...readKeeping('exports.list', { query: compact({ limit: pageSize, cursor: search.cursor }) }),
    refetchInterval: (query) => (query.state.data?.items.some(isUnderWay) === true ? lookEveryMs : false),
  })
  const trail = useCursorTrail(search.cursor, data?.nextCursor, (cursor) => patch({ cursor }))
  const isEmpty = data?.items.length === 0 && search.cursor === undefined
  return (
    <>
      <p className="text-sm text-pretty text-ink-soft">{t('exportsHint', { most: formatCount(rowsMax) })}</p>
      {error !== null && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
          {data === undefined ? error.message : t('stale', { reason: error.message })}
        </ErrorBox>
      )}
      {(data !== undefined || error === null) && (
        <Card flush>
          {data === undefined && <SkeletonRows rows={4} label={t('loading')} className="h-20" />}
          {isEmpty && (
            <EmptyState
              icon={<FileDown />}
              title={t('noExports')}
              description={t('noExportsHint')}
              action={<Button onClick={() => patch({ tab: undefined })}>{t('buildReport')}</Button>}
            />
          )}
          {data !== undefined && !isEmpty && (
            <ul aria-label={t('exports')} className="divide-y divide-line">
              {data.items.map((job) => (
                <ExportItem key={job.id} job={job} place={place} />
              ))}
            </ul>
          )}
        </Card>
      )}
      {(trail.back !== undefined || trail.onward !== undefined) && (
        <Pagination onNewer={trail.back} onOlder={trail.onward} busy={isPlaceholderData} />
      )}
    </>
  )
}
