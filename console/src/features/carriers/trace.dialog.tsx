// The live protocol trace of one connection: every line as it passes, newest first, with pause, filter, copy and
// download. Pausing holds the view still; the stream goes on behind it.
import { Copy, Download, Eraser, Pause, Play, ScanText } from 'lucide-react'
import { useState } from 'react'
import { Badge, StatusDot } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { Checkbox, SearchInput } from '../../ui/input.tsx'
import { notify } from '../../ui/toast.ts'
import type { Connection } from './connections.rules.ts'
import { t } from './health.texts.ts'
import { clockText, fittingLines, lineText } from './trace.rules.ts'
import { useTrace, type Trace, type TraceLine } from './use-trace.ts'

const SHOWN_MAX = 500

function Line({ line }: { line: TraceLine }) {
  const { direction, command, sequence, status, statusText, tookMs, octets, fields } = line
  const isIn = direction === 'in'
  const isFault = status !== null && status !== 0 && status !== 200
  return (
    <>
      <tr className="border-t border-line/60 first:border-t-0">
        <td className="pt-1 ps-3 pe-2 whitespace-nowrap text-ink-soft">{clockText(line.atMs)}</td>
        <td className="px-2 pt-1">
          <span
            title={t(isIn ? 'receivedFull' : 'sentFull')}
            className={cx('font-semibold', isIn ? 'text-accent-ink' : 'text-good')}
          >
            {t(isIn ? 'received' : 'sent')}
          </span>
        </td>
        <td className="px-2 pt-1 font-medium whitespace-nowrap">{command}</td>
        <td className="px-2 pt-1 text-end whitespace-nowrap text-ink-soft">{sequence}</td>
        <td className={cx('px-2 pt-1 whitespace-nowrap', isFault ? 'text-bad' : 'text-ink-soft')}>{statusText}</td>
        <td className="w-full px-2 pt-1 pe-3 text-end whitespace-nowrap text-ink-soft">
          {tookMs !== null && t('took', { ms: Math.round(tookMs) })}
          {octets > 0 && <span className="ms-3">{t('octets', { count: octets })}</span>}
        </td>
      </tr>
      <tr>
        <td colSpan={6} className="ps-3 pe-3 pb-1 break-words text-ink-soft">
          {fields.map(([name, value]) => (
            <span key={name} className="me-3 inline-block">
              {name}
              {'='}
              <bdi className="text-ink">{value}</bdi>
            </span>
          ))}
        </td>
      </tr>
    </>
  )
}

function Lines({ lines, isFiltered, trace }: { lines: readonly TraceLine[]; isFiltered: boolean; trace: Trace }) {
  if (lines.length === 0) {
    const isQuiet = trace.state === 'watching' && trace.begun?.sessionsHere === 0 && trace.begun.kind !== 'http'
    return <EmptyState title={t(isFiltered ? 'nothingFits' : isQuiet ? 'notHere' : 'nothingYet')} />
  }
  return (
    <table dir="ltr" aria-label={t('table')} className="w-full border-collapse font-mono text-xs/5">
      <thead className="sr-only">
        <tr>
          {(['time', 'direction', 'command', 'sequence', 'status', 'size'] as const).map((name) => (
            <th key={name} scope="col">
              {t(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.slice(0, SHOWN_MAX).map((line) => (
          <Line key={line.key} line={line} />
        ))}
      </tbody>
    </table>
  )
}

function State({ trace, isPaused }: { trace: Trace; isPaused: boolean }) {
  const { state } = trace
  if (state === 'watching' && isPaused) return <Badge tone="warn">{t('paused')}</Badge>
  if (state === 'watching') {
    return (
      <Badge tone="good">
        <StatusDot tone="good" pulse />
        {t('watching')}
      </Badge>
    )
  }
  return state === 'beginning' ? <Badge>{t('beginning')}</Badge> : null
}

function Notes({ trace, onAgain }: { trace: Trace; onAgain: () => void }) {
  const { state, begun, reason, skipped } = trace
  return (
    <>
      {state === 'lost' && <ErrorBox onRetry={onAgain}>{t('endedLost', { reason: reason ?? '' })}</ErrorBox>}
      {state === 'time' && <NoticeBox tone="info">{t('endedTime')}</NoticeBox>}
      {state === 'signed_out' && <NoticeBox>{t('endedSession')}</NoticeBox>}
      {begun !== null && begun.sessionsElsewhere > 0 && (
        <NoticeBox>{t('elsewhere', { count: begun.sessionsElsewhere })}</NoticeBox>
      )}
      {skipped > 0 && <NoticeBox>{t('skipped', { count: skipped })}</NoticeBox>}
    </>
  )
}

function textOf(lines: readonly TraceLine[]): string {
  return lines.toReversed().map(lineText).join('\n')
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.txt`
  link.click()
  URL.revokeObjectURL(url)
}

type View = { text: string; hidesLinks: boolean; held: readonly TraceLine[] | null }
type ViewProps = { view: View; onView: (change: Partial<View>) => void }
type ToolsProps = ViewProps & { trace: Trace; onBegin: () => void; onClear: () => void }

function Tools({ view, onView, trace, onBegin, onClear }: ToolsProps) {
  const { held } = view
  const isRunning = trace.state === 'watching' || trace.state === 'beginning'
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchInput
        label={t('filterLabel')}
        placeholder={t('filter')}
        value={view.text}
        onChange={(event) => onView({ text: event.currentTarget.value })}
        className="w-56 max-sm:w-full"
      />
      <Checkbox
        checked={view.hidesLinks}
        onChange={({ currentTarget: { checked } }) => onView({ hidesLinks: checked })}
      >
        {t('hideLinks')}
      </Checkbox>
      <span className="ms-auto flex gap-2">
        {isRunning && (
          <Button
            size="small"
            icon={held === null ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
            onClick={() => onView({ held: held === null ? trace.lines : null })}
          >
            {t(held === null ? 'pause' : 'resume')}
          </Button>
        )}
        {!isRunning && trace.state !== 'idle' && (
          <Button size="small" variant="primary" icon={<Play aria-hidden="true" />} onClick={onBegin}>
            {t('again')}
          </Button>
        )}
        <Button
          size="small"
          icon={<Eraser aria-hidden="true" />}
          disabled={trace.lines.length === 0}
          onClick={() => {
            onClear()
            onView({ held: null })
          }}
        >
          {t('clear')}
        </Button>
      </span>
    </div>
  )
}

function Footer({ lines, name }: { lines: readonly TraceLine[]; name: string }) {
  const copy = () =>
    void navigator.clipboard.writeText(textOf(lines)).then(
      () => notify(t('copied')),
      () => undefined,
    )
  return (
    <>
      <span className="me-auto self-center text-xs text-ink-soft" role="status">
        {t('lines', { count: lines.length })}
      </span>
      <Button disabled={lines.length === 0} icon={<Copy aria-hidden="true" />} onClick={copy}>
        {t('copy')}
      </Button>
      <Button
        disabled={lines.length === 0}
        icon={<Download aria-hidden="true" />}
        onClick={() => save(textOf(lines), name)}
      >
        {t('download')}
      </Button>
    </>
  )
}

type TraceDialogProps = { connectionId: string; connection: Connection | undefined; onClose: () => void }

export function TraceDialog({ connectionId, connection, onClose }: TraceDialogProps) {
  const { trace, begin, clear } = useTrace(connectionId)
  const [view, setView] = useState<View>({ text: '', hidesLinks: false, held: null })
  const lines = fittingLines(view.held ?? trace.lines, view)
  const onView = (change: Partial<View>) => setView({ ...view, ...change })
  return (
    <Dialog
      layout="sheet"
      size="large"
      title={
        <span className="flex flex-wrap items-center gap-2.5">
          {connection === undefined ? t('traceTitle') : t('traceOf', { name: connection.name })}
          <State trace={trace} isPaused={view.held !== null} />
        </span>
      }
      description={t('traceDescription')}
      onClose={onClose}
      footer={<Footer lines={lines} name={connectionId} />}
    >
      <div className="flex min-h-full flex-col gap-3">
        <Tools view={view} onView={onView} trace={trace} onBegin={begin} onClear={clear} />
        <Notes trace={trace} onAgain={begin} />
        {trace.state === 'idle' ? (
          <EmptyState
            size="page"
            icon={<ScanText />}
            title={t('idleTitle')}
            description={t('idleHint')}
            action={
              <Button variant="primary" icon={<Play aria-hidden="true" />} onClick={begin}>
                {t('begin')}
              </Button>
            }
          />
        ) : (
          <div
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region needs the keyboard.
            tabIndex={0}
            role="region"
            aria-label={t('traceTitle')}
            className="min-h-40 flex-1 overflow-x-auto rounded-lg border border-line bg-sunken"
          >
            <Lines lines={lines} isFiltered={trace.lines.length > 0} trace={trace} />
          </div>
        )}
      </div>
    </Dialog>
  )
}
