// The route tester: where a number would go at a moment, whose it is and what a segment earns, or why it would stay in
// quarantine and what to do about it. What is asked is in the address, so an answer can be passed on.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX } from 'lucide-react'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import type { CallOutput } from '../../lib/api.ts'
import { fieldText } from '../../lib/form-text.ts'
import { formatDateTime } from '../../lib/format.ts'
import { read } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Field } from '../../ui/field.tsx'
import { PhoneText, RateText } from '../../ui/figures.tsx'
import { Input } from '../../ui/input.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { t } from './route.texts.ts'
import { t as texts } from './quarantine.texts.ts'

type Trial = CallOutput<'quarantine.test-route'>
type TesterProps = {
  number: string | undefined
  at: string | undefined
  onAsk: (asked: { number: string; at: string | undefined }) => void
  onClose: () => void
}

/** A moment as a field of the browser shows it, in its own zone. */
function localField(iso: string | undefined): string {
  if (iso === undefined) return ''
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function Verdict({ trial }: { trial: Trial }) {
  const lands = trial.outcome === 'lands'
  return (
    <div
      className={cx(
        'rounded-lg border px-3 py-2.5 text-sm',
        lands ? 'border-good/25 bg-good-soft text-good' : 'border-warn/25 bg-warn-soft text-warn',
      )}
    >
      <p className="flex flex-wrap items-center gap-x-2 font-medium [&_svg]:size-4 [&_svg]:shrink-0">
        {lands ? <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />}
        {t(lands ? 'lands' : 'wouldStay')}
      </p>
      {!lands && <p className="mt-0.5 text-ink">{whyNot(trial)}</p>}
    </div>
  )
}

function whyNot({ outcome, range }: Trial): string {
  if (outcome === 'bad_recipient') return t('isNoNumber')
  if (range === null) return t('noRange')
  return t(outcome === 'inactive_range' ? 'inactiveRange' : 'noOwner', { name: range.name })
}

function Facts({ trial: { number, range, owner, rate, earnsPerSegment, at } }: { trial: Trial }) {
  const isTest = range?.isTest === true
  const rows: [string, ReactNode][] = []
  if (number !== null) {
    rows.push([
      t('number'),
      <span key="number" className="inline-flex items-center gap-1">
        <PhoneText value={number} />
        <CopyButton text={number} label={texts('copyNumber')} />
      </span>,
    ])
  }
  if (range !== null) {
    rows.push([
      t('range'),
      <span key="range" className="inline-flex flex-wrap items-center justify-end gap-2">
        <Link
          to="/number-ranges"
          search={{ dialog: 'details', range: range.id }}
          className="font-medium text-accent-ink hover:underline"
        >
          <bdi>{range.name}</bdi>
        </Link>
        {isTest && <Badge tone="accent">{t('testRange')}</Badge>}
        {!range.isActive && <Badge>{t('inactive')}</Badge>}
      </span>,
    ])
  }
  if (owner !== null) rows.push([t('owner'), <bdi key="owner">{owner.username}</bdi>])
  if (rate !== null) {
    rows.push([
      t('perSegment'),
      isTest && Number(earnsPerSegment) === 0 ? t('testEarns') : <RateText key="rate" value={rate} />,
    ])
  }
  rows.push([t('at'), formatDateTime(at)])
  return (
    <dl className="divide-y divide-line text-sm">
      {rows.map(([label, value]) => (
        <div key={label} className="flex min-h-9 items-center justify-between gap-4 py-1.5">
          <dt className="shrink-0 text-ink-soft">{label}</dt>
          <dd className="min-w-0 text-end break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Nearest({ near }: { near: Trial['nearest'] }) {
  return (
    <section>
      <h3 className="mb-2 text-[0.8125rem] font-semibold">{t('nearest')}</h3>
      <ul className="divide-y divide-line rounded-lg border border-line text-sm">
        {near.map(({ id, name, first, last, isActive, side, distance }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2">
            <span className="min-w-0">
              <Link
                to="/number-ranges"
                search={{ dialog: 'details', range: id }}
                className="font-medium text-accent-ink hover:underline"
              >
                <bdi>{name}</bdi>
              </Link>
              {!isActive && <Badge className="ms-2">{t('inactive')}</Badge>}
              <bdi dir="ltr" className="block font-mono text-xs text-ink-soft">
                {first} – {last}
              </bdi>
            </span>
            <span className="text-xs text-ink-soft">{distanceText(side, distance)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Beyond it a count of numbers says nothing to anybody. */
const TOLD_MAX = 1_000_000

/** Where the number lies, seen from the range. */
function distanceText(side: 'below' | 'above', distance: string): string {
  const count = Number(distance)
  if (count > TOLD_MAX) return t(side === 'below' ? 'farAbove' : 'farBelow')
  return t(side === 'below' ? 'above' : 'below', { count })
}

function Way({ trial: { outcome, range } }: { trial: Trial }) {
  if (outcome === 'no_range') {
    return (
      <Link to="/number-ranges" search={{ dialog: 'add' }} className={buttonClass('secondary')}>
        {t('createRange')}
      </Link>
    )
  }
  if (range === null || outcome === 'lands') return null
  return (
    <Link to="/number-ranges" search={{ dialog: 'edit', range: range.id }} className={buttonClass('secondary')}>
      {t('editRange')}
    </Link>
  )
}

export function RouteTesterDialog({ number, at, onAsk, onClose }: TesterProps) {
  const [typedAt, setTypedAt] = useState(localField(at))
  const trial = useQuery({
    ...read('quarantine.test-route', { body: { number: number ?? '', ...(at === undefined ? {} : { at }) } }),
    enabled: number !== undefined,
    staleTime: 0,
  })
  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault()
    const asked = fieldText(new FormData(event.currentTarget), 'number').trim()
    if (asked === '') return
    const moment = typedAt === '' ? undefined : new Date(typedAt).toISOString()
    if (asked === number && moment === at) void trial.refetch()
    else onAsk({ number: asked, at: moment })
  }
  return (
    <Dialog title={t('testerTitle')} description={t('testerDescription')} onClose={onClose}>
      <div className="flex flex-col gap-5">
        <form onSubmit={submit} className="grid grid-cols-1 items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
          <Field label={t('number')} hint={t('numberHint')} required className="sm:col-span-2">
            {(tie) => (
              <Input {...tie} name="number" dir="ltr" inputMode="tel" maxLength={40} defaultValue={number ?? ''} />
            )}
          </Field>
          <Field label={t('moment')} hint={t('momentHint')}>
            {(tie) => (
              <Input
                {...tie}
                type="datetime-local"
                value={typedAt}
                onChange={(event) => setTypedAt(event.currentTarget.value)}
              />
            )}
          </Field>
          <Button type="submit" variant="primary" busy={trial.isFetching} className="sm:mt-6">
            {t(trial.isFetching ? 'asking' : 'ask')}
          </Button>
        </form>
        <div aria-live="polite" className="flex flex-col gap-4">
          {trial.error !== null && (
            <ErrorBox onRetry={() => void trial.refetch()} retrying={trial.isFetching}>
              {t('testFailed', { reason: trial.error.message })}
            </ErrorBox>
          )}
          {number !== undefined && trial.isPending && <SkeletonRows rows={4} label={t('asking')} />}
          {trial.data !== undefined && number !== undefined && (
            <>
              <Verdict trial={trial.data} />
              <Facts trial={trial.data} />
              {trial.data.nearest.length > 0 && <Nearest near={trial.data.nearest} />}
              <div>
                <Way trial={trial.data} />
              </div>
            </>
          )}
        </div>
      </div>
    </Dialog>
  )
}
