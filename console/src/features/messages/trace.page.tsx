// One message from the first octet to withdrawable money. A message that belongs to somebody else is masked until an
// admin reveals it; what was revealed is forgotten when the page is left.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, Binary, Eye, RadioTower } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSignedInUser } from '../../lib/auth.ts'
import { ApiError, call } from '../../lib/api.ts'
import { formatDateTime, formatPhone } from '../../lib/format.ts'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { read } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { IdText, PhoneText, RateText } from '../../ui/figures.tsx'
import { findCode } from '../../lib/one-time-code.ts'
import { Page } from '../../ui/page-header.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { MessagesSearch } from './messages.search.ts'
import { MessageContent } from './messages.table.tsx'
import { t } from './messages.texts.ts'
import { HourStep, RatedStep, SettlementSteps, type Trace } from './trace.money.tsx'
import { Fact, Facts, ReceivedPart, Step } from './trace.parts.tsx'

const kinds = ['smpp_client', 'smpp_server', 'http'] as const

/** As the standards call them; an alphabet that is not here is shown by its own word. */
const alphabetNames: Readonly<Record<string, string>> = {
  gsm7: 'GSM 7-bit',
  'gsm7-packed': 'GSM 7-bit, packed',
  ascii: 'ASCII (IA5)',
  latin1: 'Latin-1',
  binary: 'binary data',
  ucs2: 'UCS-2 (UTF-16)',
  'iso-8859-5': 'ISO 8859-5, Cyrillic',
  'iso-8859-8': 'ISO 8859-8, Hebrew',
}

function kindText(kind: string): string {
  const known = kinds.find((name) => name === kind)
  return known === undefined ? kind : t(known)
}

/** Both moments are seconds apart at most, so a trace tells them to the millisecond, in UTC. */
function ExactTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      <bdi dir="ltr" className="tabular-nums">
        {`${iso.slice(0, 10)} ${iso.slice(11, 23).replace('Z', '')} UTC`}
      </bdi>
    </time>
  )
}

function ReceivedStep({ trace }: { trace: Trace }) {
  const { received } = trace
  const { carrier, connection, connectionKind } = received
  const why = t('receivedBy', { carrier, connection, kind: kindText(connectionKind) })
  return (
    <Step icon={<RadioTower />} title={t('received')} why={why} aside={<RelativeTime iso={received.at} />}>
      <Facts>
        <Fact name={t('receivedAt')}>
          <ExactTime iso={received.at} />
        </Fact>
        <Fact name={t('landedAt')}>
          <ExactTime iso={received.landedAt} />
        </Fact>
        <Fact name={t('providerId')}>
          {received.providerId === null ? (
            <span className="font-normal text-ink-faint">{t('none')}</span>
          ) : (
            <IdText value={received.providerId} />
          )}
        </Fact>
      </Facts>
      {received.parts.map((part, index) => (
        // Parts have no names but their places, and the list never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <ReceivedPart key={index} number={index + 1} count={received.parts.length} {...part} />
      ))}
    </Step>
  )
}

function DecodedStep({ trace }: { trace: Trace }) {
  const { segments, characters, joined } = trace.decoded
  const alphabet = alphabetNames[trace.decoded.alphabet] ?? trace.decoded.alphabet
  const why = trace.flags.includes('partial')
    ? t('decodedPartial', { alphabet })
    : joined
      ? t('decodedJoined', { alphabet, segments })
      : t('decodedOne', { alphabet })
  const aside = characters === null ? undefined : t('characters', { count: characters })
  return <Step icon={<Binary />} title={t('decoded')} why={why} {...(aside === undefined ? {} : { aside })} />
}

function Reveal({ trace, onReveal }: { trace: Trace; onReveal: (trace: Trace) => void }) {
  const revealing = useMutation({
    mutationFn: () => call('messages.reveal', { params: { messageId: trace.id } }),
    onSuccess: onReveal,
  })
  return (
    <div className="rounded-xl border border-warn/25 bg-warn-soft p-4">
      <p className="text-sm font-medium text-warn">{t('maskedTitle', { owner: trace.owner.username })}</p>
      <p className="mt-1 text-sm text-ink-soft">{t('maskedHint')}</p>
      {revealing.isError && <ErrorBox className="mt-3">{revealing.error.message}</ErrorBox>}
      <Button
        className="mt-3"
        busy={revealing.isPending}
        icon={<Eye aria-hidden="true" />}
        onClick={() => revealing.mutate()}
      >
        {t('reveal')}
      </Button>
    </div>
  )
}

function Code({ trace }: { trace: Trace }) {
  const code = trace.content === null || trace.masked ? null : findCode(trace.content)
  if (code === null) return null
  return (
    <div className="flex items-center justify-between gap-3 rounded-xl bg-accent-soft py-2.5 ps-4 pe-2.5">
      <bdi dir="ltr" className="font-mono text-xl font-semibold tracking-[0.14em] break-all text-accent-ink">
        {code.text}
      </bdi>
      <CopyButton text={code.text} label={t('copyCode')} className="size-9 text-accent-ink" />
    </div>
  )
}

function Summary({ trace, onReveal }: { trace: Trace; onReveal: (trace: Trace) => void }) {
  return (
    <Card className="lg:sticky lg:top-[calc(5rem+var(--bar))]">
      <div className="flex flex-col gap-4">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 className="truncate text-base font-semibold">
              <bdi dir="ltr">{formatPhone(trace.from)}</bdi>
            </h2>
            <p className="flex items-center gap-1 text-sm text-ink-soft">
              <PhoneText value={trace.to} />
              <CopyButton text={trace.to} label={t('copyNumber')} className="-my-1" />
            </p>
          </div>
          <RateText value={trace.earned} className="text-base font-semibold" />
        </div>
        {trace.flags.length > 0 && (
          <div className="flex flex-wrap gap-1.5">
            {trace.flags.includes('partial') && <Badge tone="warn">{t('partial')}</Badge>}
            {trace.flags.includes('test') && <Badge>{t('test')}</Badge>}
            {trace.flags.includes('binary') && <Badge>{t('binaryFlag')}</Badge>}
          </div>
        )}
        <Code trace={trace} />
        <div className="relative rounded-xl border border-line bg-canvas px-4 py-3 pe-11">
          <p className="text-[0.9375rem] leading-relaxed break-words whitespace-pre-wrap">
            <MessageContent message={trace} />
          </p>
          {trace.content !== null && !trace.masked && (
            <CopyButton text={trace.content} label={t('copyText')} className="absolute end-1.5 top-1.5" />
          )}
        </div>
        {trace.masked && <Reveal trace={trace} onReveal={onReveal} />}
        <div className="flex items-start gap-1 border-t border-line pt-3">
          <IdText value={trace.id} className="text-ink-soft" />
          <CopyButton text={trace.id} label={t('copyId')} className="-my-1" />
        </div>
      </div>
    </Card>
  )
}

function TraceBody({ trace, onReveal }: { trace: Trace; onReveal: (trace: Trace) => void }) {
  const isOwn = trace.owner.username === useSignedInUser().username
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
      <Summary trace={trace} onReveal={onReveal} />
      <Card>
        <ol className="p-1 sm:p-2">
          <ReceivedStep trace={trace} />
          <DecodedStep trace={trace} />
          <RatedStep trace={trace} />
          <HourStep trace={trace} isOwn={isOwn} />
          <SettlementSteps trace={trace} isOwn={isOwn} />
        </ol>
      </Card>
    </div>
  )
}

function Pending() {
  return (
    <div
      role="status"
      aria-label={t('traceLoading')}
      className="grid items-start gap-5 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]"
    >
      <Skeleton className="h-72 w-full" />
      <Skeleton className="h-[36rem] w-full" />
    </div>
  )
}

export function TracePage({ id, back }: { id: string; back: MessagesSearch }) {
  const navigate = useNavigate()
  useHotkeys(useMemo(() => ({ Escape: () => void navigate({ to: '/inbox', search: back }) }), [navigate, back]))
  const reading = useQuery(read('messages.read', { params: { messageId: id } }))
  const [revealed, setRevealed] = useState<Trace | null>(null)
  const trace = revealed?.id === id ? revealed : reading.data
  return (
    <Page>
      <div className="flex flex-wrap items-center gap-3">
        <Link to="/inbox" search={back} className={buttonClass('quiet', 'small')}>
          <ArrowLeft aria-hidden="true" className="rtl:rotate-180" />
          {t('back')}
        </Link>
        <h1 className="text-xl font-semibold tracking-tight">{t('traceTitle')}</h1>
      </div>
      {reading.isError && (
        <ErrorBox
          requestId={reading.error instanceof ApiError ? reading.error.requestId : null}
          onRetry={() => void reading.refetch()}
          retrying={reading.isFetching}
        >
          {reading.error.message}
        </ErrorBox>
      )}
      {reading.isPending && <Pending />}
      {trace !== undefined && <TraceBody trace={trace} onReveal={setRevealed} />}
    </Page>
  )
}
