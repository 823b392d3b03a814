// One entry of the audit log, beside the list: all that is known of it, what it changed, and the ways on to what
// belongs to it.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDateTime, formatUtc } from '../../lib/format.ts'
import { read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { IdText } from '../../ui/figures.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { actionText } from './audit.actions.ts'
import { AddressText, OutcomeBadge, personName, SubjectText, WhoText } from './audit.parts.tsx'
import type { Entry } from './audit.rules.ts'
import type { AuditPatch } from './audit.search.ts'
import { t } from './audit.texts.ts'
import { EntryDifference } from './entry.difference.tsx'

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-[0.8125rem] font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 py-1">
      <dt className="shrink-0 text-ink-soft">{label}</dt>
      <dd className="min-w-0 text-end wrap-anywhere">{children}</dd>
    </div>
  )
}

function Copyable({ text, label, children }: { text: string; label: string; children: ReactNode }) {
  return (
    // The icon, not the space around it, ends where the other facts end.
    <span className="-me-1.5 flex items-center justify-end gap-0.5 pointer-coarse:-me-3.5">
      <span className="min-w-0">{children}</span>
      <CopyButton text={text} label={label} />
    </span>
  )
}

/** Where the subject itself is shown, if anywhere. */
function SubjectLink({ subject: { type, id, name } }: { subject: Entry['subject'] }) {
  const look = 'underline underline-offset-4 decoration-ink-faint hover:decoration-current'
  const text = t('open')
  if (type === 'message')
    return (
      <Link to="/inbox" search={{ message: id }} className={look}>
        {text}
      </Link>
    )
  // What has a name exists; anything else would lead nowhere.
  if (name === null) return null
  if (type === 'user')
    return (
      <Link to="/manage-users" search={{ dialog: 'details', user: id }} className={look}>
        {text}
      </Link>
    )
  if (type === 'range')
    return (
      <Link to="/number-ranges" search={{ dialog: 'details', range: id }} className={look}>
        {text}
      </Link>
    )
  if (type === 'carrier')
    return (
      <Link to="/carriers" search={{ carrier: id }} className={look}>
        {text}
      </Link>
    )
  if (type === 'connection')
    return (
      <Link to="/carriers" search={{ connection: id }} className={look}>
        {text}
      </Link>
    )
  return null
}

function Facts({ entry }: { entry: Entry }) {
  const { subject, address, requestId } = entry
  return (
    <dl className="divide-y divide-line text-sm">
      <Fact label={t('at')}>
        {formatDateTime(entry.at)}
        <bdi dir="ltr" className="block text-xs text-ink-soft">
          {formatUtc(entry.at)}
        </bdi>
      </Fact>
      <Fact label={t('who')}>
        <WhoText entry={entry} />
      </Fact>
      <Fact label={t('toWhom')}>
        <span className="inline-flex flex-wrap items-baseline justify-end gap-x-3">
          <SubjectText entry={entry} />
          <SubjectLink subject={subject} />
        </span>
        {subject.name !== null && (
          <Copyable text={subject.id} label={t('copySubject')}>
            <IdText value={subject.id} className="text-xs text-ink-soft" />
          </Copyable>
        )}
      </Fact>
      <Fact label={t('where')}>
        {address === null ? (
          <AddressText entry={entry} />
        ) : (
          <Copyable text={address} label={t('copyAddress')}>
            <AddressText entry={entry} />
          </Copyable>
        )}
      </Fact>
      {requestId !== null && (
        <Fact label={t('request')}>
          <Copyable text={requestId} label={t('copyRequest')}>
            <IdText value={requestId} className="max-sm:text-xs" />
          </Copyable>
        </Fact>
      )}
      <Fact label={t('entryId')}>
        <Copyable text={entry.id} label={t('copyEntryId')}>
          <IdText value={entry.id} className="max-sm:text-xs" />
        </Copyable>
      </Fact>
    </dl>
  )
}

type FilterBy = (patch: AuditPatch) => void

/** The filters that an entry suggests. */
function Related({ entry, onFilter }: { entry: Entry; onFilter: FilterBy }) {
  const { actor, subject, address, requestId } = entry
  const suggestions: (readonly [string, AuditPatch] | null)[] = [
    actor && [t('byActor', { user: personName(actor) }), { actor: actor.id }],
    subject.type === 'request' || subject.id === 'unknown' ? null : [t('aboutSubject'), { subject: subject.id }],
    address === null ? null : [t('fromAddress'), { address }],
    requestId === null ? null : [t('ofRequest'), { request: requestId }],
  ]
  return (
    <div className="flex flex-wrap gap-2">
      {suggestions
        .filter((suggestion) => suggestion !== null)
        .map(([label, patch]) => (
          <Button key={label} size="small" onClick={() => onFilter(patch)}>
            {label}
          </Button>
        ))}
    </div>
  )
}

type EntryDetailsDialogProps = {
  entryId: string
  /** The row of the list; an entry that is not on the page is read. */
  listed: Entry | undefined
  onFilter: FilterBy
  onClose: () => void
}

export function EntryDetailsDialog({ entryId, listed, onFilter, onClose }: EntryDetailsDialogProps) {
  const { data, error, isFetching, refetch } = useQuery({
    ...read('audit.read', { params: { entryId } }),
    // An entry never changes.
    enabled: listed === undefined,
  })
  const entry = listed ?? data
  return (
    <Dialog
      layout="sheet"
      title={
        <span className="flex flex-wrap items-center gap-2.5">
          {entry === undefined ? t('entry') : actionText(entry.action)}
          {entry !== undefined && <OutcomeBadge outcome={entry.outcome} />}
        </span>
      }
      onClose={onClose}
    >
      {entry === undefined && error !== null && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
          {t('entryFailed', { reason: error.message })}
        </ErrorBox>
      )}
      {entry === undefined && error === null && <SkeletonRows rows={8} label={t('loading')} />}
      {entry !== undefined && (
        <div className="flex flex-col gap-6">
          <Section title={t('difference')}>
            <EntryDifference entry={entry} />
          </Section>
          <Section title={t('facts')}>
            <Facts entry={entry} />
          </Section>
          <Section title={t('related')}>
            <Related entry={entry} onFilter={onFilter} />
          </Section>
        </div>
      )}
    </Dialog>
  )
}
