// One message beside the list: its code large, its text whole, its facts, and the way to its trace. It shows a copy of
// its own, so it stays when the list has let the message go.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDateTime, formatPhone } from '../../lib/format.ts'
import type { LiveMessage } from '../../lib/live-store.ts'
import { read } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { CodeText } from '../../ui/code-text.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { IdText, PhoneText, RateText } from '../../ui/figures.tsx'
import { findCode } from '../../ui/one-time-code.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { t } from './inbox.texts.ts'

function CodeCard({ content }: { content: string | null }) {
  const code = content === null ? null : findCode(content)
  if (code === null) return null
  return (
    <div className="flex items-center justify-between gap-3 rounded-xl bg-accent-soft py-3 ps-5 pe-3">
      <div className="min-w-0">
        <p className="text-xs font-medium text-accent-ink">{t('code')}</p>
        <bdi dir="ltr" className="font-mono text-2xl font-semibold tracking-[0.14em] break-all text-accent-ink">
          {code.text}
        </bdi>
      </div>
      <CopyButton text={code.text} label={t('copyCode')} className="size-10 text-accent-ink" />
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-start gap-3 py-2">
      <dt className="text-[0.8125rem] text-ink-soft">{name}</dt>
      <dd className="min-w-0 text-[0.8125rem]">{children}</dd>
    </div>
  )
}

function Facts({ message }: { message: LiveMessage }) {
  return (
    <dl className="divide-y divide-line">
      <Fact name={t('received')}>
        <RelativeTime iso={message.time} className="font-medium" />
        <span className="block text-ink-soft">{formatDateTime(message.time)}</span>
      </Fact>
      <Fact name={t('range')}>{message.range.name}</Fact>
      <Fact name={t('segments')}>
        <bdi dir="ltr" className="tabular-nums">
          {message.segments}
        </bdi>
      </Fact>
      <Fact name={t('earned')}>
        <RateText value={message.earned} className="font-medium" />
      </Fact>
      {message.flags.some((flag) => flag !== 'binary') && (
        <Fact name={t('flags')}>
          <span className="flex flex-wrap gap-1.5">
            {message.flags.includes('partial') && <Badge tone="warn">{t('partial')}</Badge>}
            {message.flags.includes('test') && <Badge>{t('test')}</Badge>}
          </span>
        </Fact>
      )}
      <Fact name={t('messageId')}>
        <span className="flex items-start gap-1">
          <IdText value={message.id} />
          <CopyButton text={message.id} label={t('copyId')} className="-my-1" />
        </span>
      </Fact>
    </dl>
  )
}

function MessageBody({ message }: { message: LiveMessage }) {
  return (
    <div className="flex flex-col gap-4 p-5 pt-0">
      <CodeCard content={message.content} />
      <div className="group relative rounded-xl border border-line bg-canvas px-4 py-3 pe-11">
        {message.content === null ? (
          <p className="text-sm text-ink-soft italic">{t('binary', { count: message.segments })}</p>
        ) : (
          <>
            <p className="text-[0.9375rem] leading-relaxed break-words whitespace-pre-wrap">
              <CodeText text={message.content} />
            </p>
            <CopyButton text={message.content} label={t('copyMessage')} className="absolute end-1.5 top-1.5" />
          </>
        )}
      </div>
      <Facts message={message} />
      <Link to="/inbox" search={{ message: message.id }} className={cx(buttonClass('secondary'), 'self-start')}>
        {t('trace')}
        <ArrowRight aria-hidden="true" className="rtl:rotate-180" />
      </Link>
    </div>
  )
}

function PaneHead({ message, onClose }: { message: LiveMessage | null; onClose: () => void }) {
  return (
    <div className="flex items-start gap-3 p-5 pb-4">
      <div className="min-w-0 flex-1">
        {message === null ? (
          <Skeleton className="h-5 w-32" />
        ) : (
          <>
            <h2 className="flex items-center gap-1 text-base font-semibold">
              <bdi dir="ltr" className="truncate">
                {formatPhone(message.from)}
              </bdi>
              <CopyButton text={message.from} label={t('copySender')} className="-my-1" />
            </h2>
            <p className="flex items-center gap-1 text-sm text-ink-soft">
              <PhoneText value={message.to} />
              <CopyButton text={message.to} label={t('copyNumber')} className="-my-1" />
            </p>
          </>
        )}
      </div>
      <IconButton label={t('close')} shortcut="Esc" className="-me-2 -mt-1" onClick={onClose}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** `known` is the message when the list has it; another (from a pasted address) is read. */
export function MessagePane({ id, known, onClose }: { id: string; known: LiveMessage | null; onClose: () => void }) {
  const reading = useQuery({ ...read('messages.read', { params: { messageId: id } }), enabled: known === null })
  const message = known ?? reading.data ?? null
  return (
    <aside
      aria-label={t('details')}
      className={cx(
        'flex w-[24rem] shrink-0 flex-col overflow-y-auto border-s border-line bg-surface',
        'max-lg:fixed max-lg:inset-0 max-lg:z-30 max-lg:w-full max-lg:animate-fade max-lg:border-0',
      )}
    >
      <PaneHead message={message} onClose={onClose} />
      {message !== null && <MessageBody message={message} />}
      {message === null && reading.isError && (
        <ErrorBox className="mx-5" onRetry={() => void reading.refetch()} retrying={reading.isFetching}>
          {t('openFailed')} {reading.error.message}
        </ErrorBox>
      )}
      {message === null && reading.isPending && (
        <div className="flex flex-col gap-4 px-5">
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-16 w-full" />
        </div>
      )}
    </aside>
  )
}
