// What a trace says at a glance: the message itself, and how far its money has come.
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { call } from '../../lib/api.ts'
import { formatDateTime, formatDay, formatPhone } from '../../lib/format.ts'
import { findCode } from '../../lib/one-time-code.ts'
import { shownLine } from '../../lib/shown-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { IdText, PhoneText, RateText } from '../../ui/figures.tsx'
import { MessageBody } from '../../ui/message-body.tsx'
import type { Trace } from './trace.money.tsx'
import { t } from './trace.texts.ts'

const link = 'text-[0.8125rem] font-medium text-accent-ink underline-offset-4 hover:underline'

type Stage = { name: string; value: ReactNode; isAhead: boolean }

function stagesOf({ received, rated, settlement }: Trace): Stage[] {
  const earnsNothing = settlement.state === 'nothing_earned'
  const line = settlement.lines.at(-1)
  const ahead = earnsNothing ? t('stageNone') : t('stageAhead')
  const maturedAt = line?.maturedAt ?? null
  const matures = line === undefined ? ahead : formatDay(maturedAt ?? line.maturesAt)
  return [
    { name: t('stage_received'), value: formatDateTime(received.at), isAhead: false },
    { name: t('stage_rated'), value: <RateText value={rated.earned} />, isAhead: false },
    {
      name: t('stage_settled'),
      value: line === undefined ? ahead : formatDay(line.settledAt),
      isAhead: line === undefined,
    },
    { name: t('stage_matured'), value: matures, isAhead: maturedAt === null },
  ]
}

/** Four stages from the carrier to money that can be withdrawn; those ahead are hollow. */
export function Journey({ trace }: { trace: Trace }) {
  return (
    <ol
      aria-label={t('journey')}
      className="grid grid-cols-2 gap-3 rounded-xl border border-line bg-surface p-4 shadow-card sm:grid-cols-4"
    >
      {stagesOf(trace).map(({ name, value, isAhead }) => (
        <li key={name} className="min-w-0">
          <span aria-hidden="true" className={cx('block h-1 rounded-full', isAhead ? 'bg-sunken' : 'bg-accent')} />
          <span className="mt-2 block text-xs text-ink-soft">{name}</span>
          <span className={cx('block text-sm tabular-nums', isAhead ? 'text-ink-soft' : 'font-semibold')}>{value}</span>
        </li>
      ))}
    </ol>
  )
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
      <bdi dir="ltr" className="font-mono text-2xl font-semibold tracking-[0.16em] break-all text-accent-ink">
        {code.text}
      </bdi>
      <span data-list-copy="">
        <CopyButton text={code.text} label={t('copyCode')} className="size-9 text-accent-ink" />
      </span>
    </div>
  )
}

function Parties({ trace }: { trace: Trace }) {
  const sender = shownLine(formatPhone(trace.from), 64)
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <h2 className="flex items-center gap-1 text-base font-semibold">
          <bdi dir="ltr" className="truncate">
            {sender === '' ? t('noSender') : sender}
          </bdi>
          {sender !== '' && <CopyButton text={trace.from} label={t('copySender')} className="-my-1" />}
        </h2>
        <p className="flex items-center gap-1 text-sm text-ink-soft">
          <PhoneText value={trace.to} />
          <CopyButton text={trace.to} label={t('copyNumber')} className="-my-1" />
        </p>
      </div>
      <RateText value={trace.earned} className="text-base font-semibold" />
    </div>
  )
}

function Flags({ trace }: { trace: Trace }) {
  if (trace.flags.length === 0) return null
  return (
    <div className="flex flex-wrap gap-1.5">
      {trace.flags.includes('partial') && <Badge tone="warn">{t('partial')}</Badge>}
      {trace.flags.includes('test') && <Badge>{t('test')}</Badge>}
      {trace.flags.includes('binary') && <Badge>{t('binaryFlag')}</Badge>}
    </div>
  )
}

/** To more of the same, as the reader's archive or the owner's has it. */
function Ways({ trace, isOwn }: { trace: Trace; isOwn: boolean }) {
  const owner = isOwn ? {} : { owner: trace.owner.id }
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1">
      {trace.from !== '' && (
        <Link
          to="/inbox"
          search={{
            sender: trace.from.slice(0, 30),
            ...(trace.from.length <= 30 ? { senderMatch: 'is' } : {}),
            ...owner,
          }}
          className={link}
        >
          {t('ofSender')}
        </Link>
      )}
      <Link to="/inbox" search={{ recipient: trace.to, recipientMatch: 'is', ...owner }} className={link}>
        {t('ofNumber')}
      </Link>
    </p>
  )
}

type SummaryProps = { trace: Trace; isOwn: boolean; onReveal: (trace: Trace) => void }

export function Summary({ trace, isOwn, onReveal }: SummaryProps) {
  return (
    <Card className="lg:sticky lg:top-[calc(5rem+var(--bar))]">
      <div className="flex flex-col gap-4">
        <Parties trace={trace} />
        <Flags trace={trace} />
        <Code trace={trace} />
        <div className="relative rounded-xl border border-line bg-canvas px-4 py-3 pe-11">
          <MessageBody {...trace} />
          {trace.content !== null && trace.content !== '' && !trace.masked && (
            <CopyButton text={trace.content} label={t('copyText')} className="absolute end-1.5 top-1.5" />
          )}
        </div>
        {trace.masked && <Reveal trace={trace} onReveal={onReveal} />}
        {!isOwn && !trace.masked && <p className="text-xs text-warn">{t('revealed')}</p>}
        <Ways trace={trace} isOwn={isOwn} />
        <div className="flex items-start gap-1 border-t border-line pt-3">
          <IdText value={trace.id} className="text-ink-soft" />
          <CopyButton text={trace.id} label={t('copyId')} className="-my-1" />
        </div>
      </div>
    </Card>
  )
}
