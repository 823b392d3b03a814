// One quarantined message, beside the list: what came, over which connection, why it lies here, what was decided. Its
// text is masked until it is revealed, which is recorded.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Eye, Route } from 'lucide-react'
import type { ReactNode } from 'react'
import { call, type CallOutput } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format.ts'
import { read } from '../../lib/query.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CodeText, withoutReordering } from '../../ui/code-text.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { IdText } from '../../ui/figures.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { ReasonBadge, RecipientText, StateBadge } from './quarantine.parts.tsx'
import type { Patch } from './quarantine.search.ts'
import { t } from './quarantine.texts.ts'
import { useDecision } from './use-decision.ts'

type Details = CallOutput<'quarantine.read'>

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 py-1.5">
      <dt className="shrink-0 text-ink-soft">{label}</dt>
      <dd className="min-w-0 text-end break-words">{children}</dd>
    </div>
  )
}

function Facts({ item }: { item: Details }) {
  return (
    <dl className="divide-y divide-line text-sm">
      <Fact label={t('sentTo')}>
        <span className="inline-flex items-center gap-1">
          <RecipientText value={item.to} className="font-medium tabular-nums" />
          <CopyButton text={item.to} label={t('copyNumber')} />
        </span>
      </Fact>
      <Fact label={t('sentFrom')}>
        <bdi>{withoutReordering(item.from)}</bdi>
      </Fact>
      <Fact label={t('received')}>{formatDateTime(item.time)}</Fact>
      <Fact label={t('connection')}>
        {item.connection === null || item.carrier === null ? (
          t('unknownConnection')
        ) : (
          <Link
            to="/carriers"
            search={{ carrier: item.carrier.id, connection: item.connection.id }}
            className="text-accent-ink hover:underline"
          >
            <bdi>
              {item.carrier.name} · {item.connection.name}
            </bdi>
          </Link>
        )}
      </Fact>
      <Fact label={t('segments')}>{item.segments}</Fact>
      <Fact label={t('encoding')}>{item.alphabet}</Fact>
      {item.providerId !== null && (
        <Fact label={t('providerId')}>
          <IdText value={item.providerId} />
        </Fact>
      )}
      <Fact label={t('id')}>
        <span className="inline-flex items-center gap-1">
          <IdText value={item.id} />
          <CopyButton text={item.id} label={t('copyId')} />
        </span>
      </Fact>
      {item.decidedAt !== null && <Fact label={t('decided')}>{formatDateTime(item.decidedAt)}</Fact>}
      {item.decidedAt !== null && (
        <Fact label={t('decidedBy')}>
          <bdi>{item.decidedBy ?? t('nobody')}</bdi>
        </Fact>
      )}
    </dl>
  )
}

function Text({ item, revealing }: { item: Details; revealing: ReturnType<typeof useReveal> }) {
  return (
    <section className="flex flex-col gap-3">
      <div className="rounded-lg border border-line bg-sunken px-3 py-2.5 text-sm break-words whitespace-pre-wrap">
        {item.content === null ? (
          <span className="text-ink-soft">
            {t('noText')}. {t('noTextHint')}
          </span>
        ) : (
          <CodeText text={item.content} />
        )}
      </div>
      {revealing.error !== null && <ErrorBox>{revealing.error.message}</ErrorBox>}
      {item.masked ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 text-xs text-ink-soft">{t('masked')}</p>
          <Button
            size="small"
            icon={<Eye aria-hidden="true" />}
            busy={revealing.isPending}
            onClick={() => revealing.mutate()}
          >
            {t('reveal')}
          </Button>
        </div>
      ) : (
        <p role="status" className="text-xs text-ink-soft">
          {t('revealed')}
        </p>
      )}
      {item.parts.map((part, index) => (
        <details key={index} open={item.parts.length === 1}>
          <summary className="cursor-pointer text-[0.8125rem] font-medium">
            {item.parts.length > 1 && `${t('part', { number: index + 1 })} · `}
            {t('octets', { count: part.octets })}
          </summary>
          <pre
            dir="ltr"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region needs the keyboard.
            tabIndex={0}
            className="mt-2 max-h-40 overflow-auto rounded-lg border border-line bg-sunken p-2.5 font-mono text-xs/5 whitespace-pre-wrap"
          >
            {part.hex.replaceAll(/(..)/g, '$1 ').trimEnd()}
          </pre>
        </details>
      ))}
    </section>
  )
}

function useReveal(quarantineId: string) {
  return useMutation({ mutationFn: () => call('quarantine.reveal', { params: { quarantineId } }) })
}

function Actions({ item, patch, onClose }: { item: Details; patch: Patch; onClose: () => void }) {
  const deciding = useDecision(onClose)
  if (item.state === 'routed') {
    return item.messageId === null ? null : (
      <Link to="/inbox" search={{ message: item.messageId }} className={buttonClass('primary')}>
        {t('openMessage')}
      </Link>
    )
  }
  const isWaiting = item.state === 'waiting'
  return (
    <>
      <Button
        className="me-auto"
        variant="quiet"
        onClick={() => patch({ dialog: 'tester', number: item.to, at: item.time })}
      >
        {t('testNumber')}
      </Button>
      <Button busy={deciding.isPending} onClick={() => deciding.mutate({ ids: [item.id], isSetAside: isWaiting })}>
        {t(isWaiting ? 'setAsideSelected' : 'takeBack')}
      </Button>
      <Button variant="primary" icon={<Route aria-hidden="true" />} onClick={() => patch({ dialog: 'route' })}>
        {t('route')}
      </Button>
    </>
  )
}

type DialogProps = { quarantineId: string; patch: Patch; onClose: () => void }

export function QuarantinedDialog({ quarantineId, patch, onClose }: DialogProps) {
  const stored = useQuery(read('quarantine.read', { params: { quarantineId } }))
  const revealing = useReveal(quarantineId)
  const item = revealing.data ?? stored.data
  return (
    <Dialog
      layout="sheet"
      title={t('details')}
      onClose={onClose}
      footer={item !== undefined && <Actions item={item} patch={patch} onClose={onClose} />}
    >
      {stored.error !== null && (
        <ErrorBox onRetry={() => void stored.refetch()} retrying={stored.isFetching}>
          {t('readFailed', { reason: stored.error.message })}
        </ErrorBox>
      )}
      {stored.isPending && <SkeletonRows rows={8} label={t('loading')} />}
      {item !== undefined && (
        <div className="flex flex-col gap-5">
          <div className="-mt-1 flex flex-wrap gap-1.5">
            <StateBadge state={item.state} />
            <ReasonBadge reason={item.reason} />
          </div>
          {item.state === 'waiting' && (
            <NoticeBox>
              {t(`${item.reason}_what`)} {t(`${item.reason}_next`)}
            </NoticeBox>
          )}
          <Text item={item} revealing={revealing} />
          <Facts item={item} />
        </div>
      )}
    </Dialog>
  )
}
