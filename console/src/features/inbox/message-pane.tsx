// One message beside the list, which gives it room, or on a sheet over it where there is none: its code large, its
// text whole, its facts, and the way to its trace. It shows a copy of its own, so it stays when the list has let the
// message go.
import { Link } from '@tanstack/react-router'
import { ArrowRight, Copy, MailOpen, X } from 'lucide-react'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { acting } from '../../lib/acting.ts'
import type { ApiError } from '../../lib/api.ts'
import { formatDateTime, formatPhone } from '../../lib/format.ts'
import type { LiveMessage } from '../../lib/live-store.ts'
import { shownLine } from '../../lib/shown-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { IdText, PhoneText, RateText } from '../../ui/figures.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { MessageBody } from '../../ui/message-body.tsx'
import { findCode } from '../../lib/one-time-code.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { SearchPatch } from './inbox.search.ts'
import { t } from './inbox.texts.ts'

type PaneActions = {
  isCopied: boolean
  onCopy: (message: LiveMessage) => void
  onToggleRead: (message: LiveMessage) => void
  onSearch: (patch: SearchPatch) => void
}

function CodeCard({ message, isCopied, onCopy }: { message: LiveMessage } & Pick<PaneActions, 'isCopied' | 'onCopy'>) {
  const code = message.content === null ? null : findCode(message.content)
  if (code === null) return null
  return (
    <div className="rounded-xl bg-accent-soft p-4">
      <p className="text-xs font-medium text-accent-ink">{t('code')}</p>
      <bdi
        dir="ltr"
        className={cx(
          'mt-0.5 block font-mono text-[2rem] leading-10 font-semibold tracking-[0.16em] break-all',
          'text-accent-ink',
        )}
      >
        {code.text}
      </bdi>
      <Button variant="primary" className="mt-3 w-full" onClick={() => onCopy(message)}>
        <Copy aria-hidden="true" />
        {isCopied ? t('copiedShort') : t('copyCode')}
        <span aria-hidden="true" className="ms-1 max-lg:hidden">
          <Kbd>c</Kbd>
        </span>
      </Button>
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
      {message.flags.length > 0 && (
        <Fact name={t('flags')}>
          <span className="flex flex-wrap gap-1.5">
            {message.flags.includes('partial') && <Badge tone="warn">{t('partial')}</Badge>}
            {message.flags.includes('test') && <Badge>{t('test')}</Badge>}
            {message.flags.includes('binary') && <Badge>{t('binaryFlag')}</Badge>}
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

const quietLink = 'text-[0.8125rem] font-medium text-accent-ink underline-offset-4 hover:underline'

/** What leads from here to more of the same. */
function Ways({ message, onSearch, onToggleRead }: { message: LiveMessage } & PaneActions) {
  return (
    <div className="flex flex-col items-start gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap gap-2">
        <Link to="/inbox" search={{ message: message.id }} className={buttonClass('secondary')}>
          {t('trace')}
          <ArrowRight aria-hidden="true" className="rtl:rotate-180" />
        </Link>
        {message.isRead && acting?.isReadOnly !== true && (
          <Button variant="quiet" icon={<MailOpen aria-hidden="true" />} onClick={() => onToggleRead(message)}>
            {t('markUnread')}
          </Button>
        )}
      </div>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {message.from !== '' && (
          <button type="button" className={quietLink} onClick={() => onSearch({ sender: message.from })}>
            {t('ofSender')}
          </button>
        )}
        <button type="button" className={quietLink} onClick={() => onSearch({ number: message.to })}>
          {t('ofNumber')}
        </button>
      </div>
    </div>
  )
}

function Body(props: { message: LiveMessage } & PaneActions) {
  const { message } = props
  return (
    <div className="flex flex-col gap-4 p-5 pt-0">
      <CodeCard {...props} />
      <div className="relative rounded-xl border border-line bg-canvas px-4 py-3 pe-11">
        <MessageBody key={message.id} {...message} />
        {message.content !== null && message.content !== '' && (
          <CopyButton text={message.content} label={t('copyMessage')} className="absolute end-1.5 top-1.5" />
        )}
      </div>
      <Facts message={message} />
      <Ways {...props} />
    </div>
  )
}

function HeadText({ message }: { message: LiveMessage }) {
  const sender = shownLine(formatPhone(message.from), 64)
  return (
    <>
      <h2 className="flex items-center gap-1 text-base font-semibold">
        <bdi dir="ltr" className="truncate">
          {sender === '' ? t('noSender') : sender}
        </bdi>
        {sender !== '' && <CopyButton text={message.from} label={t('copySender')} className="-my-1" />}
      </h2>
      <p className="flex items-center gap-1 text-sm text-ink-soft">
        <PhoneText value={message.to} />
        <CopyButton text={message.to} label={t('copyNumber')} className="-my-1" />
      </p>
    </>
  )
}

type PaneProps = PaneActions & {
  message: LiveMessage | null
  failure: ApiError | Error | null
  onRetry: () => void
  onClose: () => void
}

function Nothing({ failure, onRetry }: Pick<PaneProps, 'failure' | 'onRetry'>) {
  if (failure === null) {
    return (
      <div className="flex flex-col gap-4 px-5">
        <Skeleton className="h-32 w-full" />
        <Skeleton className="h-16 w-full" />
      </div>
    )
  }
  if ('status' in failure && failure.status === 404) return <EmptyState title={t('gone')} description={t('goneHint')} />
  return (
    <ErrorBox className="mx-5" onRetry={onRetry}>
      {t('openFailed')} {failure.message}
    </ErrorBox>
  )
}

/** Where it is a sheet it takes the focus. What had the focus before, or the list, has it again when it closes. */
function usePaneFocus(isSheet: boolean) {
  const pane = useRef<HTMLElement>(null)
  // Before the pane is taken away, and the focus with it.
  useLayoutEffect(() => {
    const opened = pane.current
    const former = document.activeElement
    if (isSheet) opened?.focus()
    return () => {
      if (!isSheet && opened?.contains(document.activeElement) !== true) return
      const isKnown = former instanceof HTMLElement && former !== document.body && former.isConnected
      const place = isKnown ? former : document.querySelector<HTMLElement>('main :is([role=grid], [role=treegrid])')
      place?.focus({ preventScroll: true })
    }
  }, [isSheet])
  return pane
}

export function MessagePane({ isSheet, ...props }: PaneProps & { isSheet: boolean }) {
  const { message, failure, onRetry, onClose } = props
  const pane = usePaneFocus(isSheet)
  return (
    <>
      {isSheet && (
        // The button in the head does the same for the keyboard.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <div className="fixed inset-0 z-30 animate-fade bg-scrim" onClick={onClose} />
      )}
      <aside
        ref={pane}
        tabIndex={-1}
        aria-label={t('details')}
        className={cx(
          'flex flex-col overflow-y-auto border-line bg-surface outline-none',
          isSheet
            ? cx(
                'fixed inset-x-0 bottom-0 z-40 max-h-[88dvh] animate-rise overscroll-contain rounded-t-2xl border-t',
                'shadow-modal',
              )
            : 'w-88 shrink-0 border-s xl:w-100',
        )}
      >
        <div className="sticky top-0 z-1 flex items-start gap-3 bg-surface p-5 pb-4">
          <div className="min-w-0 flex-1">
            {message === null ? <Skeleton className="h-5 w-32" /> : <HeadText message={message} />}
          </div>
          <IconButton label={t('close')} shortcut="Esc" className="-me-2 -mt-1" onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
        {message === null ? <Nothing failure={failure} onRetry={onRetry} /> : <Body {...props} message={message} />}
      </aside>
    </>
  )
}
