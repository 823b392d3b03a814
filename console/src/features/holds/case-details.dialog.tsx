// One case, beside the list: what was seen against which threshold, whose money it holds, what was said, and the next
// step, which for its end takes two people.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSignedInUser } from '../../lib/auth.ts'
import { formatDateTime } from '../../lib/format.ts'
import { chunk, late } from '../../lib/late.ts'
import { read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { IdText, MoneyText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { DetailSection, FactRow, type Place } from '../payments/payments.parts.tsx'
import { CaseNotes } from './case.notes.tsx'
import { choiceOf, isEnded, sumHeld, type Case, type CaseAct } from './cases.rules.ts'
import { CaseState } from './cases.parts.tsx'
import { t } from './holds.texts.ts'

const loadAct = chunk(() => import('./case-act.dialog.tsx'))
const CaseActDialog = late(loadAct, 'CaseActDialog')
const renewMs = 20_000
const linkClass = 'underline decoration-ink-faint underline-offset-4 hover:decoration-current'

type OneProps = { one: Case }

function Money({ one }: OneProps) {
  const ended = isEnded(one)
  return (
    // The sheet is read first; the focus begins at its head, not in the field of a note.
    <div data-autofocus="" tabIndex={-1} className="rounded-xl border border-line bg-canvas p-4 outline-none">
      <p className="text-xs text-ink-soft">{t('money')}</p>
      <p className="text-2xl leading-8 font-semibold tracking-tight">
        <MoneyText value={sumHeld(one)} />
      </p>
      <dl className="mt-2 flex flex-col gap-1 text-[0.8125rem]">
        <div className="flex justify-between gap-4">
          <dt className="text-ink-soft">{t(ended ? 'wasFrozen' : 'frozen')}</dt>
          <dd>
            <MoneyText value={one.frozen} />
          </dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt className="text-ink-soft">{t(ended ? 'wasHeld' : 'held')}</dt>
          <dd>
            <MoneyText value={one.held} />
          </dd>
        </div>
      </dl>
    </div>
  )
}

function Figures({ one: { figures } }: OneProps) {
  if (figures.length === 0) return <p className="text-sm text-ink-soft">{t('noFigures')}</p>
  return (
    <table className="w-full text-sm">
      <thead className="text-xs text-ink-soft">
        <tr>
          <th scope="col" className="pb-1.5 text-start font-medium">
            {t('figure')}
          </th>
          <th scope="col" className="pb-1.5 text-end font-medium">
            {t('value')}
          </th>
          <th scope="col" className="pb-1.5 ps-4 text-end font-medium">
            {t('threshold')}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {figures.map(({ label, value, threshold }) => (
          <tr key={label}>
            <th scope="row" className="py-1.5 text-start font-normal text-ink-soft">
              {label}
            </th>
            <td className="py-1.5 text-end font-medium tabular-nums">
              <bdi>{value}</bdi>
            </td>
            <td className="py-1.5 ps-4 text-end tabular-nums text-ink-soft">
              <bdi>{threshold ?? '-'}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Facts({ one }: OneProps) {
  const { id, owner, range, from, until, openedBy, openedAt, proposedBy, endedBy, endedAt } = one
  return (
    <dl className="divide-y divide-line text-sm">
      <FactRow label={t('owner')}>
        <Link to="/manage-users" search={{ dialog: 'details', user: owner.id }} preload={false} className={linkClass}>
          <bdi>{owner.username}</bdi>
        </Link>
      </FactRow>
      <FactRow label={t('range')}>
        <Link to="/number-ranges" search={{ dialog: 'details', range: range.id }} preload={false} className={linkClass}>
          <bdi>{range.name}</bdi>
        </Link>
      </FactRow>
      <FactRow label={t('hours')}>
        {t('hoursOf', { from: formatDateTime(from), until: formatDateTime(until) })}
        <Link to="/inbox" search={{ range: range.id, from, until }} preload={false} className={`block ${linkClass}`}>
          {t('messages')}
        </Link>
      </FactRow>
      <FactRow label={t('openedBy')}>
        <bdi>{openedBy?.username ?? t('itself')}</bdi>, <RelativeTime iso={openedAt} />
      </FactRow>
      {proposedBy !== null && (
        <FactRow label={t('proposedBy')}>
          <bdi>{proposedBy.username}</bdi>
        </FactRow>
      )}
      {endedAt !== null && (
        <FactRow label={t('endedBy')}>
          <bdi>{endedBy?.username ?? t('itself')}</bdi>, <RelativeTime iso={endedAt} />
        </FactRow>
      )}
      <FactRow label={t('id')}>
        <span className="-me-1.5 flex items-center justify-end gap-0.5">
          <IdText value={id} className="text-xs" />
          <CopyButton text={id} label={t('copyId')} />
        </span>
      </FactRow>
    </dl>
  )
}

function Body({ one }: OneProps) {
  return (
    <div className="flex flex-col gap-6">
      <Money one={one} />
      <DetailSection title={t('seen')}>
        <p className="text-sm text-pretty wrap-anywhere">{one.summary}</p>
        <p className="mt-0.5 text-[0.8125rem] text-ink-soft">{t(`${one.signal}Hint`)}</p>
      </DetailSection>
      <DetailSection title={t('figures')}>
        <Figures one={one} />
      </DetailSection>
      <DetailSection title={t('facts')}>
        <Facts one={one} />
      </DetailSection>
      <DetailSection title={t('notes')}>
        <CaseNotes one={one} />
      </DetailSection>
    </div>
  )
}

type ActsProps = { acts: readonly CaseAct[]; refusal: 'own' | 'mine' | null; onAsk: (act: CaseAct) => void }

function Acts({ acts, refusal, onAsk }: ActsProps) {
  return (
    <div className="flex w-full flex-col gap-2.5">
      {refusal !== null && (
        <p className="text-[0.8125rem] text-pretty text-ink-soft">{t(refusal === 'own' ? 'ownHint' : 'mineHint')}</p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {acts.toReversed().map((act) => (
          <Button
            key={act}
            variant={act === 'confirm' || act === 'release' ? 'primary' : 'secondary'}
            onPointerEnter={() => void loadAct()}
            onFocus={() => void loadAct()}
            onClick={() => onAsk(act)}
          >
            {t(act)}
          </Button>
        ))}
      </div>
    </div>
  )
}

export function CaseDetailsDialog({ id, place: { search, patch } }: { id: string; place: Place }) {
  const me = useSignedInUser()
  const { data, error, isFetching, refetch } = useQuery({
    ...read('cases.read', { params: { caseId: id } }),
    refetchInterval: renewMs,
  })
  const { acts, refusal } = data === undefined ? { acts: [], refusal: null } : choiceOf(data, me.id)
  const asked = acts.find((act) => act === search.dialog)
  return (
    <>
      <Dialog
        layout="sheet"
        title={
          <span className="flex flex-wrap items-center gap-2.5">
            {data === undefined ? t('title') : t(data.signal)}
            {data !== undefined && <CaseState one={data} />}
          </span>
        }
        onClose={() => patch({ item: undefined, dialog: undefined })}
        {...(acts.length === 0 && refusal === null
          ? {}
          : { footer: <Acts acts={acts} refusal={refusal} onAsk={(act) => patch({ dialog: act })} /> })}
      >
        {error !== null && (
          <ErrorBox className="mb-4" onRetry={() => void refetch()} retrying={isFetching}>
            {data === undefined ? t('openFailed', { reason: error.message }) : t('stale', { reason: error.message })}
          </ErrorBox>
        )}
        {data === undefined && error === null && <SkeletonRows rows={8} label={t('loading')} />}
        {data !== undefined && <Body one={data} />}
      </Dialog>
      {data !== undefined && asked !== undefined && (
        <CaseActDialog key={asked} act={asked} one={data} onClose={() => patch({ dialog: undefined })} />
      )}
    </>
  )
}
