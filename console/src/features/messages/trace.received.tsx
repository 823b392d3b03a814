// The first half of a trace: how the message reached us, octet by octet, and how they were read.
import { Binary, RadioTower } from 'lucide-react'
import { formatDateTime } from '../../lib/format.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { IdText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ReceivedParts } from './trace.bytes.tsx'
import type { Trace } from './trace.money.tsx'
import { Fact, Facts, Step } from './trace.parts.tsx'
import { t } from './trace.texts.ts'

const kinds = ['smpp_client', 'smpp_server', 'http'] as const

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

/** 'after 12 ms'; nothing where clocks disagree. */
function landedAfter(at: string, landedAt: string): string | null {
  const durationMs = Date.parse(landedAt) - Date.parse(at)
  if (Number.isNaN(durationMs) || durationMs < 0) return null
  const duration =
    durationMs < 1_000
      ? t('milliseconds', { count: durationMs })
      : t('seconds', { count: Math.round(durationMs / 1_000) })
  return t('landedAfter', { duration })
}

export function ReceivedStep({ trace }: { trace: Trace }) {
  const { received } = trace
  const { carrier, connection, connectionKind } = received
  const why = t('receivedBy', { carrier, connection, kind: kindText(connectionKind) })
  const after = landedAfter(received.at, received.landedAt)
  return (
    <Step icon={<RadioTower />} title={t('received')} why={why} aside={<RelativeTime iso={received.at} />}>
      <Facts>
        <Fact name={t('receivedAt')}>
          <ExactTime iso={received.at} />
        </Fact>
        <Fact name={t('landedAt')}>
          {after !== null && <span className="me-2 font-normal text-ink-soft">{after}</span>}
          <ExactTime iso={received.landedAt} />
        </Fact>
        <Fact name={t('providerId')}>
          {received.providerId === null ? (
            <span className="font-normal text-ink-faint">{t('none')}</span>
          ) : (
            <span className="flex items-center gap-1">
              <IdText value={received.providerId} />
              <CopyButton text={received.providerId} label={t('copyProvider')} className="-my-1 -me-1.5" />
            </span>
          )}
        </Fact>
      </Facts>
      {received.parts.length === 0 ? (
        <p className="text-sm text-ink-soft">{t(trace.masked ? 'bytesMasked' : 'bytesGone')}</p>
      ) : (
        <ReceivedParts parts={received.parts} isHttp={connectionKind === 'http'} />
      )}
    </Step>
  )
}

function decodedWhy({ decoded, flags }: Trace): string {
  const { alphabet, segments, joined } = decoded
  if (flags.includes('partial')) return t('decodedPartial', { alphabet })
  if (joined) return t('decodedJoined', { alphabet, segments })
  return segments > 1 ? t('decodedLong', { alphabet, segments }) : t('decodedOne', { alphabet })
}

export function DecodedStep({ trace }: { trace: Trace }) {
  const { characters } = trace.decoded
  const aside = characters === null ? undefined : t('characters', { count: characters })
  return <Step icon={<Binary />} title={t('decoded')} why={decodedWhy(trace)} aside={aside} />
}
