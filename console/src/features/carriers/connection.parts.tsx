// The small pieces of a connection that its card and its details share.
import type { ConnectionKind } from '@inrange/contract/carriers'
import { CircleCheck, CircleX } from 'lucide-react'
import { serverText } from '../../i18n/server-texts.ts'
import { Badge, StatusDot } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { CountText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import {
  isTrouble,
  isTroubled,
  sessionsOf,
  stateTones,
  type Connection,
  type CounterName,
} from './connections.rules.ts'
import { t } from './connections.texts.ts'
import type { ConnectionTest } from './use-connection-test.ts'

export function KindBadge({ kind }: { kind: ConnectionKind }) {
  return (
    <span title={t(`${kind}_hint`)}>
      <Badge tone="accent">{t(kind)}</Badge>
    </span>
  )
}

/** The state in a word, with its meaning on hover. A connection that only its carrier takes down says so. */
export function StateBadge({ connection: { state, isActive } }: { connection: Connection }) {
  const tone = stateTones[state]
  return (
    <span title={t(`${state}Hint`)}>
      <Badge tone={tone}>
        <StatusDot tone={tone} pulse={state === 'connecting'} />
        {state === 'disabled' && isActive ? t('disabledByCarrier') : t(state)}
      </Badge>
    </span>
  )
}

/** '2 of 2'; nothing for HTTP, which has no sessions. */
export function SessionsText({ connection }: { connection: Connection }) {
  const sessions = sessionsOf(connection)
  if (sessions === null) return <span className="text-ink-soft">–</span>
  return (
    <span className="tabular-nums">
      {sessions.wanted === undefined
        ? t('sessionsUpTo', { bound: sessions.bound, most: sessions.most })
        : t('sessionsOf', { bound: sessions.bound, wanted: sessions.wanted })}
    </span>
  )
}

/** Where it leads, or what the carrier has to know to come in. */
export function EndpointText({ connection: { settings, systemId, ingressPath } }: { connection: Connection }) {
  if (ingressPath !== null) {
    const url = location.origin + ingressPath
    return <Copyable text={url} shown={ingressPath} label={t('copyUrl')} />
  }
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3">
      {'host' in settings && (
        <bdi dir="ltr" className="font-mono text-[0.8125rem] break-all text-ink-soft">
          {settings.host}:{settings.port}
        </bdi>
      )}
      {systemId !== null && (
        <span className="inline-flex min-w-0 items-center gap-1.5 text-[0.8125rem] text-ink-soft">
          {t('systemId')}
          <Copyable text={systemId} shown={systemId} label={t('copySystemId')} />
        </span>
      )}
    </span>
  )
}

function Copyable({ text, shown, label }: { text: string; shown: string; label: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <bdi dir="ltr" className="min-w-0 font-mono text-[0.8125rem] break-all text-ink">
        {shown}
      </bdi>
      <span data-list-copy>
        <CopyButton text={text} label={label} />
      </span>
    </span>
  )
}

const counterNames: readonly CounterName[] = [
  'received',
  'acknowledged',
  'duplicates',
  'receipts',
  'quarantined',
  'refused',
  'malformed',
  'throttled',
]

/** All counters; a nought steps back, so that what happened stands out. */
export function Counters({ counters }: { counters: Connection['counters'] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
      {counterNames.map((name) => {
        const count = counters[name]
        return (
          <div key={name} className="min-w-0" title={t(`${name}Hint`)}>
            <dt className="truncate text-xs text-ink-soft">{t(`counter_${name}`)}</dt>
            <dd
              className={cx(
                'mt-0.5 truncate font-medium',
                count === 0 && 'font-normal text-ink-faint',
                isTrouble(name, count) && 'text-warn',
              )}
            >
              <CountText value={count} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** The last error: loud while the connection is in trouble, quiet once it has recovered. */
export function LastError({ connection: { lastError, lastErrorAt, state } }: { connection: Connection }) {
  if (lastError === null) return null
  return (
    <div className={cx('text-[0.8125rem]', isTroubled(state) ? 'text-bad' : 'text-ink-soft')}>
      <span className="font-medium">{t('lastError')}</span>
      {lastErrorAt !== null && (
        <>
          {' · '}
          <RelativeTime iso={lastErrorAt} />
        </>
      )}
      <bdi dir="auto" className="mt-0.5 block break-words">
        {serverText(lastError)}
      </bdi>
    </div>
  )
}

/** What came of a test, where it was asked for. Announced. */
export function TestResult({ test: { outcome } }: { test: ConnectionTest }) {
  return (
    <div role="status" className={cx(outcome === null && 'hidden')}>
      {outcome !== null && <Outcome outcome={outcome} />}
    </div>
  )
}

/** Of HTTP also the command by which the carrier's engineer can try it from where they are. */
function Outcome({ outcome: { ok, detail, durationMs } }: { outcome: NonNullable<ConnectionTest['outcome']> }) {
  const [sentence = '', ...command] = detail.split('\n')
  return (
    <div
      className={cx(
        'rounded-lg border px-3 py-2.5 text-sm',
        ok ? 'border-good/25 bg-good-soft text-good' : 'border-bad/25 bg-bad-soft text-bad',
      )}
    >
      <p className="flex flex-wrap items-center gap-x-2 font-medium [&_svg]:size-4 [&_svg]:shrink-0">
        {ok ? <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />}
        {t(ok ? 'testGood' : 'testBad')}
        {durationMs !== null && (
          <span className="text-xs font-normal tabular-nums">{t('tookMs', { ms: durationMs })}</span>
        )}
      </p>
      <p className="mt-0.5 break-words text-ink">{sentence}</p>
      {command.length > 1 && (
        <details className="mt-2 text-ink">
          <summary className="cursor-pointer text-[0.8125rem] font-medium">{t('testByCommand')}</summary>
          <Command text={command.slice(1).join('\n')} />
        </details>
      )}
    </div>
  )
}

/** A command to paste, shown in full. */
export function Command({ text }: { text: string }) {
  return (
    <div className="mt-2 flex items-start gap-1 rounded-lg border border-line bg-surface p-1 text-ink">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region needs the keyboard. */}
      <pre dir="ltr" tabIndex={0} className="max-h-56 min-w-0 flex-1 overflow-auto px-2 py-1.5 font-mono text-xs/5">
        {text}
      </pre>
      <CopyButton text={text} label={t('copySample')} />
    </div>
  )
}
