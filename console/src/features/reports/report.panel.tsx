// The CDR report: what it is built of, its totals, its first lines, and the ways out of it.
import { useMutation, useQuery } from '@tanstack/react-query'
import { CalendarClock, ChevronDown, Download, Printer } from 'lucide-react'
import { ApiError, call } from '../../lib/api.ts'
import { outdate, readKeeping } from '../../lib/query.ts'
import { readerZone } from '../../lib/zones.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Menu } from '../../ui/menu.tsx'
import { notify } from '../../ui/toast.ts'
import { ReportBuilder } from './report.builder.tsx'
import { ReportPreview } from './report.preview.tsx'
import { formats, requestOf, type ReportRequest } from './reports.rules.ts'
import type { ReportsPlace } from './reports.page.tsx'
import { t } from './reports.texts.ts'

function Ways({ place, request }: { place: ReportsPlace; request: ReportRequest }) {
  const { mutate, isPending } = useMutation({
    mutationFn: (format: (typeof formats)[number]) =>
      call('exports.create', { body: { kind: 'cdr', format, ...request } }),
    onSuccess: async ({ id }) => {
      notify(t('exportStarted'))
      await outdate('exports.list')
      place.patch({ tab: 'exports', export: id })
    },
    onError: (error) => notify(t('exportFailed'), { tone: 'bad', description: error.message }),
  })
  return (
    <div data-print="hide" className="flex flex-wrap gap-2">
      <Menu
        trigger={
          <Button variant="primary" busy={isPending} icon={<Download aria-hidden="true" />}>
            {t('export')}
            <ChevronDown aria-hidden="true" className="-me-1" />
          </Button>
        }
        align="start"
        items={formats.map((format) => ({ label: t(format), onSelect: () => mutate(format) }))}
      />
      <Button
        icon={<CalendarClock aria-hidden="true" />}
        onClick={() => place.patch({ dialog: 'schedule', schedule: undefined })}
      >
        {t('schedule')}
      </Button>
      <Button variant="quiet" icon={<Printer aria-hidden="true" />} onClick={() => print()}>
        {t('print')}
      </Button>
    </div>
  )
}

export function ReportPanel({ place }: { place: ReportsPlace }) {
  const { search, isAdmin } = place
  const request = requestOf(search, { isAdmin, zone: readerZone })
  const isComplete = request.period !== 'custom' || (request.from !== undefined && request.to !== undefined)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...readKeeping('reports.cdr', { body: request }),
    enabled: isComplete,
  })
  // What the server says about a field stands at the field; the rest stands where the report would.
  const fields = error instanceof ApiError ? error.fields : {}
  const isRefused = Object.keys(fields).length > 0
  return (
    <>
      <ReportBuilder place={place} request={request} faults={fields} />
      {error !== null && !isRefused && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
          {data === undefined ? error.message : t('stale', { reason: error.message })}
        </ErrorBox>
      )}
      {!isRefused && <Ways place={place} request={request} />}
      {!isRefused && isComplete && (data !== undefined || error === null) && (
        <ReportPreview report={data} request={request} isStale={isPlaceholderData} />
      )}
    </>
  )
}
