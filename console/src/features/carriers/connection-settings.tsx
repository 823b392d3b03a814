// The settings of a connection in words, so that an admin can read them to the carrier's engineer.
import type { ReactNode } from 'react'
import type { Connection } from './connections.rules.ts'
import { t } from './connections.texts.ts'

type Line = { label: string; value: ReactNode }
type Settings = Connection['settings']

function Code({ children }: { children: ReactNode }) {
  return (
    <bdi dir="ltr" className="font-mono text-[0.8125rem] break-all">
      {children}
    </bdi>
  )
}

function tlsText(tls: boolean, ca: string): string {
  if (!tls) return t('noTls')
  return t(ca === '' ? 'tls' : 'tlsOwnCa')
}

function allowListLine(allowList: readonly string[]): Line {
  return {
    label: t('allowList'),
    value: allowList.length === 0 ? t('anywhere') : <Code>{allowList.join(', ')}</Code>,
  }
}

function kindLines(settings: Settings): Line[] {
  const seconds = (count: number) => t('seconds', { count })
  if ('host' in settings) {
    const { host, port, tls, tlsCa, bindType, binds, systemType } = settings
    return [
      { label: t('address'), value: <Code>{`${host}:${port}`}</Code> },
      { label: t('encryption'), value: tlsText(tls, tlsCa) },
      { label: t('bind'), value: t(bindType) },
      { label: t('binds'), value: binds },
      ...(systemType === '' ? [] : [{ label: t('systemType'), value: <Code>{systemType}</Code> }]),
      { label: t('enquireLink'), value: seconds(settings.enquireLinkSeconds) },
      { label: t('responseTimeout'), value: seconds(settings.responseTimeoutSeconds) },
    ]
  }
  if ('bindsMax' in settings) {
    return [
      allowListLine(settings.allowList),
      { label: t('bindsMax'), value: settings.bindsMax },
      { label: t('enquireLink'), value: seconds(settings.enquireLinkSeconds) },
      { label: t('inactivity'), value: seconds(settings.inactivitySeconds) },
    ]
  }
  const { id, sender, recipient, text } = settings.fields
  return [
    { label: t('authentication'), value: t(settings.authentication) },
    allowListLine(settings.allowList),
    { label: t('fields'), value: <Code>{[id, sender, recipient, text].join(', ')}</Code> },
  ]
}

function linesOf({ kind, settings, systemId, secretSet }: Connection): Line[] {
  const isWindow = settings.dedupePolicy === 'window'
  return [
    ...(systemId === null ? [] : [{ label: t('systemId'), value: <Code>{systemId}</Code> }]),
    { label: t(kind === 'http' ? 'secret' : 'password'), value: t(secretSet ? 'isSet' : 'isNotSet') },
    ...kindLines(settings),
    {
      label: t('dedupe'),
      value: isWindow
        ? `${t('window')}: ${t('seconds', { count: settings.dedupeWindowSeconds })}`
        : t(settings.dedupePolicy),
    },
    { label: t('alphabet'), value: t(settings.defaultAlphabet) },
    { label: t('reassembly'), value: t('seconds', { count: settings.reassemblyTimeoutSeconds }) },
  ]
}

export function Settings({ connection }: { connection: Connection }) {
  return (
    <dl className="grid grid-cols-1 gap-x-8 text-sm sm:grid-cols-2">
      {linesOf(connection).map(({ label, value }) => (
        <div
          key={label}
          className="flex min-h-9 items-center justify-between gap-4 border-b border-line py-1.5 tabular-nums"
        >
          <dt className="shrink-0 text-ink-soft">{label}</dt>
          <dd className="min-w-0 text-end break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
