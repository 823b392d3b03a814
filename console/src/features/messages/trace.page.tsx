// One message from the first octet to withdrawable money. A message that belongs to somebody else is masked until an
// admin reveals it; what was revealed is forgotten when the page is left.
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, ChevronDown, ChevronUp, MailQuestionMark } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { acting } from '../../lib/acting.ts'
import { ApiError, call } from '../../lib/api.ts'
import { useSignedInUser } from '../../lib/auth.ts'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { setUnread } from '../../lib/live-unread.ts'
import { outdate, read } from '../../lib/query.ts'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Page } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { readerZone } from '../../lib/zones.ts'
import { filterOf } from './messages.rules.ts'
import type { MessagesSearch } from './messages.search.ts'
import { HourStep, RatedStep, SettlementSteps, type Trace } from './trace.money.tsx'
import { DecodedStep, ReceivedStep } from './trace.received.tsx'
import { Journey, Summary } from './trace.summary.tsx'
import { t } from './trace.texts.ts'
import { pageRead } from './use-archive.ts'

const layout = 'grid items-start gap-5 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]'

/** Who opens their own message has read it. */
function useReading(trace: Trace | undefined, isOwn: boolean): void {
  const unreadId = trace !== undefined && isOwn && !trace.isRead && acting === null ? trace.id : null
  useEffect(() => {
    if (unreadId === null) return
    call('messages.mark-read', { body: { ids: [unreadId], isRead: true } }).then(
      ({ unread }) => {
        setUnread(unread)
        return outdate('messages.list', 'dashboard.read')
      },
      // It is only not marked; whoever reads the message is not told of it.
      () => undefined,
    )
  }, [unreadId])
}

/** The messages before and after it on the page that it was opened from. */
function useNeighbours(id: string, back: MessagesSearch): { newer: string | undefined; older: string | undefined } {
  const filter = useMemo(() => filterOf(back, readerZone), [back])
  const { data } = useQuery({ ...pageRead(filter, back.cursor), staleTime: Infinity })
  const ids = data?.items.map((item) => item.id) ?? []
  const at = ids.indexOf(id)
  return at < 0 ? { newer: undefined, older: undefined } : { newer: ids[at - 1], older: ids[at + 1] }
}

function TraceBody({ trace, onReveal }: { trace: Trace; onReveal: (trace: Trace) => void }) {
  const isOwn = trace.owner.username === useSignedInUser().username
  useReading(trace, isOwn)
  return (
    <div className={layout}>
      <Summary trace={trace} isOwn={isOwn} onReveal={onReveal} />
      <div className="flex min-w-0 flex-col gap-5">
        <Journey trace={trace} />
        <Card>
          <ol className="p-1 sm:p-2">
            <ReceivedStep trace={trace} />
            <DecodedStep trace={trace} />
            <RatedStep trace={trace} isOwn={isOwn} />
            <HourStep trace={trace} isOwn={isOwn} />
            <SettlementSteps trace={trace} isOwn={isOwn} />
          </ol>
        </Card>
      </div>
    </div>
  )
}

function Pending() {
  return (
    <div role="status" aria-label={t('loading')} className={layout}>
      <Skeleton className="h-72 w-full" />
      <Skeleton className="h-144 w-full" />
    </div>
  )
}

function Failure({
  error,
  back,
  onRetry,
  retrying,
}: {
  error: Error
  back: MessagesSearch
  onRetry: () => void
  retrying: boolean
}) {
  const isGone = error instanceof ApiError && (error.status === 404 || error.code === 'invalid_request')
  if (!isGone) {
    return (
      <ErrorBox requestId={error instanceof ApiError ? error.requestId : null} onRetry={onRetry} retrying={retrying}>
        {error.message}
      </ErrorBox>
    )
  }
  return (
    <Card flush>
      <EmptyState
        size="page"
        icon={<MailQuestionMark />}
        title={t('goneTitle')}
        description={t('goneHint')}
        action={
          <Link to="/inbox" search={back} className={buttonClass('primary')}>
            {t('openArchive')}
          </Link>
        }
      />
    </Card>
  )
}

function Head({
  back,
  newer,
  older,
  open,
}: {
  back: MessagesSearch
  newer: string | undefined
  older: string | undefined
  open: (id: string) => void
}) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Link to="/inbox" search={back} className={buttonClass('quiet', 'small')}>
        <ArrowLeft aria-hidden="true" className="rtl:rotate-180" />
        {t('back')}
      </Link>
      <h1 className="text-xl font-semibold tracking-tight">{t('title')}</h1>
      {(newer !== undefined || older !== undefined) && (
        <div className="ms-auto flex gap-1">
          <IconButton
            label={t('newer')}
            shortcut="k"
            disabled={newer === undefined}
            onClick={() => newer !== undefined && open(newer)}
          >
            <ChevronUp aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t('older')}
            shortcut="j"
            disabled={older === undefined}
            onClick={() => older !== undefined && open(older)}
          >
            <ChevronDown aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </div>
  )
}

export function TracePage({ id, back }: { id: string; back: MessagesSearch }) {
  const navigate = useNavigate()
  const { newer, older } = useNeighbours(id, back)
  const open = (message: string) => void navigate({ to: '/inbox', search: { ...back, message }, replace: true })
  useHotkeys({
    Escape: () => void navigate({ to: '/inbox', search: back }),
    k: () => newer !== undefined && open(newer),
    j: () => older !== undefined && open(older),
  })
  const reading = useQuery({ ...read('messages.read', { params: { messageId: id } }), retry: false })
  const [revealed, setRevealed] = useState<Trace | null>(null)
  const trace = revealed?.id === id ? revealed : reading.data
  return (
    <Page>
      <Head back={back} newer={newer} older={older} open={open} />
      {reading.isError && (
        <Failure
          error={reading.error}
          back={back}
          onRetry={() => void reading.refetch()}
          retrying={reading.isFetching}
        />
      )}
      {reading.isPending && <Pending />}
      {trace !== undefined && <TraceBody key={id} trace={trace} onReveal={setRevealed} />}
    </Page>
  )
}
