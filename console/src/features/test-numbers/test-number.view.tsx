// One test number: what arrived on it, a wait for what comes, and how to send to it.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  ChevronLeft,
  CircleAlert,
  Clock3,
  LoaderCircle,
  MessageSquareDashed,
  Pause,
  PhoneOff,
  Play,
} from 'lucide-react'
import { roleCovers } from '@inrange/contract/roles'
import type { CallOutput } from '../../lib/api.ts'
import { useSignedInUser } from '../../lib/auth.ts'
import { read } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { CodeText, withoutReordering } from '../../ui/code-text.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { PhoneText } from '../../ui/figures.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { QrCode } from '../payments/qr.code.tsx'
import { CountryCode } from '../ranges/range.parts.tsx'
import { SendMessageCard } from './send-message.card.tsx'
import { t } from './test-numbers.texts.ts'
import { useArrivals, type Arrival, type Waiting } from './use-arrivals.ts'

type TestNumber = CallOutput<'test-numbers.read'>

const waitingTexts = {
  waiting: ['waiting', 'waitingNote'],
  long: ['waiting', 'longWait'],
  paused: ['paused', 'pausedNote'],
  over: ['over', 'overNote'],
} as const satisfies Record<Waiting, readonly [string, string]>

type WaitProps = { waiting: Waiting; isAdmin: boolean; onPause: () => void; onGoOn: () => void }

function Wait({ waiting, isAdmin, onPause, onGoOn }: WaitProps) {
  const [title, note] = waitingTexts[waiting]
  const isLooking = waiting === 'waiting' || waiting === 'long'
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-line bg-surface px-4 py-3.5 shadow-card">
      {isLooking ? (
        <LoaderCircle
          className="size-6 shrink-0 animate-spin text-accent motion-reduce:animate-none"
          aria-hidden="true"
        />
      ) : (
        <Clock3 className="size-6 shrink-0 text-ink-faint" aria-hidden="true" />
      )}
      <div role="status" className="min-w-0 flex-1 basis-52">
        <p className="font-medium">{t(title)}</p>
        <p className="text-[0.8125rem] text-ink-soft">
          {t(note)} {waiting === 'long' && isAdmin && t('longWaitAdmin')}
        </p>
      </div>
      <Button
        size="small"
        icon={isLooking ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        onClick={isLooking ? onPause : onGoOn}
      >
        {t(isLooking ? 'pause' : 'goOn')}
      </Button>
    </div>
  )
}

function ArrivalRow({ message, isFresh }: { message: Arrival; isFresh: boolean }) {
  return (
    <li className={cx('flex flex-col gap-1.5 px-4 py-3', isFresh && 'bg-accent-soft/50')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="min-w-0 truncate font-medium">{withoutReordering(message.from)}</bdi>
        {isFresh && <Badge tone="accent">{t('fresh')}</Badge>}
        <span className="ms-auto flex items-center gap-2 text-xs text-ink-soft">
          {message.segments > 1 && <span>{t('segments', { count: message.segments })}</span>}
          <RelativeTime iso={message.time} />
          {message.content !== null && <CopyButton text={message.content} label={t('copyText')} />}
        </span>
      </div>
      <div className="text-sm break-words whitespace-pre-wrap">
        {message.content === null ? (
          <span className="text-ink-soft">{t('noText')}</span>
        ) : (
          <CodeText text={message.content} />
        )}
      </div>
    </li>
  )
}

function Arrived({ arrivals }: { arrivals: ReturnType<typeof useArrivals>['arrivals'] }) {
  const { data, error, isPending, isFetching, refetch } = arrivals
  const count = data?.items.length ?? 0
  return (
    <Card
      flush
      title={t('arrived')}
      action={<span className="text-xs text-ink-soft">{t('arrivedCount', { count })}</span>}
    >
      {error !== null && (
        <ErrorBox className="m-4" onRetry={() => void refetch()} retrying={isFetching}>
          {t('messagesFailed', { reason: error.message })}
        </ErrorBox>
      )}
      {isPending && error === null && <SkeletonRows rows={4} label={t('messagesLoading')} className="h-16" />}
      {data !== undefined && count === 0 && (
        <EmptyState icon={<MessageSquareDashed />} title={t('nothingYet')} description={t('nothingYetHint')} />
      )}
      {count > 0 && (
        <ol className="divide-y divide-line" aria-live="polite">
          {data?.items.map((message) => (
            <ArrivalRow key={message.id} message={message} isFresh={data.freshIds.includes(message.id)} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function HowTo({ number }: { number: string }) {
  return (
    <Card title={t('howTo')}>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={`sms:${number}`} label={t('qr', { number })} />
        <div className="flex min-w-0 flex-1 basis-44 flex-col items-start gap-3 text-sm">
          <p>{t('qrHint')}</p>
          <p className="text-ink-soft">{t('anyPhone')}</p>
          <a href={`sms:${number}`} className={buttonClass('secondary', 'small')}>
            {t('openPhone')}
          </a>
        </div>
      </div>
    </Card>
  )
}

function Header({ stored }: { stored: TestNumber }) {
  return (
    <PageHeader
      title={
        <span className="flex flex-wrap items-center gap-2.5">
          <PhoneText value={stored.number} />
          <CopyButton text={stored.number} label={t('copyNumber', { number: stored.number })} />
        </span>
      }
      description={
        <span className="inline-flex flex-wrap items-center gap-2">
          <CountryCode code={stored.country} />
          <span>
            {t('range')} <bdi className="font-medium text-ink">{stored.range.name}</bdi>
          </span>
        </span>
      }
    />
  )
}

function Opened({ stored, number }: { stored: TestNumber; number: string }) {
  const isAdmin = roleCovers(useSignedInUser().role, 'admin')
  const { arrivals, waiting, pause, goOn } = useArrivals(number)
  return (
    <>
      <Header stored={stored} />
      {!stored.isActive && <NoticeBox>{t('inactiveHint')}</NoticeBox>}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <Wait waiting={waiting} isAdmin={isAdmin} onPause={pause} onGoOn={goOn} />
          <Arrived arrivals={arrivals} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {isAdmin && <SendMessageCard number={number} />}
          <HowTo number={stored.number} />
        </div>
      </div>
    </>
  )
}

export function TestNumberView({ number }: { number: string }) {
  const stored = useQuery({ ...read('test-numbers.read', { params: { number } }), retry: false })
  const { data, error, isPending, isFetching, refetch } = stored
  const isGone = error !== null && 'status' in error && error.status === 404
  return (
    <>
      <nav aria-label={t('back')} className="-mb-3">
        <Link
          to="/test-numbers"
          search={{}}
          className="inline-flex min-h-6 items-center gap-1 text-[0.8125rem] font-medium text-ink-soft hover:text-ink pointer-coarse:min-h-11"
        >
          <ChevronLeft className="size-4 rtl:rotate-180" aria-hidden="true" />
          {t('back')}
        </Link>
      </nav>
      {data === undefined && <h1 className="sr-only">{t('numberOf', { number })}</h1>}
      {isGone && (
        <EmptyState
          size="page"
          icon={<PhoneOff />}
          title={t('gone')}
          action={
            <Link to="/test-numbers" search={{}} className={buttonClass('secondary')}>
              {t('toList')}
            </Link>
          }
        />
      )}
      {error !== null && !isGone && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
          {t('readFailed', { reason: error.message })}
        </ErrorBox>
      )}
      {isPending && <Skeleton className="h-12 w-64" />}
      {data !== undefined && !isGone && <Opened stored={data} number={number} />}
    </>
  )
}

/** For a card of the list. */
export function InactiveMark() {
  return (
    <span title={t('inactiveHint')}>
      <Badge icon={<CircleAlert aria-hidden="true" />}>{t('inactive')}</Badge>
    </span>
  )
}
