// What an edit of a connection means and what its state is called. Pure.
import { X509Certificate } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import {
  httpSettings,
  smppClientSettings,
  smppServerSettings,
  type CarrierState,
  type ConnectionKind,
  type ConnectionState,
} from '@inrange/contract/carriers'
import { AppError, type FieldErrors } from '@inrange/contract/errors'
import { allowListEntryFault } from './allow-list.rules.ts'
import type { ConnectionFacts } from './intake.ts'

export type SmppClientSettings = z.output<typeof smppClientSettings>
export type SmppServerSettings = z.output<typeof smppServerSettings>
export type HttpSettings = z.output<typeof httpSettings>
export type ConnectionSettings = SmppClientSettings | SmppServerSettings | HttpSettings

const schemaOf = { smpp_client: smppClientSettings, smpp_server: smppServerSettings, http: httpSettings }

/**
 * The settings of a kind, complete with their defaults.
 * @throws AppError invalid_request naming each wrong field as `settings.<name>`
 */
export function parseSettings(kind: 'smpp_client', settings: unknown): SmppClientSettings
export function parseSettings(kind: 'smpp_server', settings: unknown): SmppServerSettings
export function parseSettings(kind: 'http', settings: unknown): HttpSettings
export function parseSettings(kind: ConnectionKind, settings: unknown): ConnectionSettings
export function parseSettings(kind: ConnectionKind, settings: unknown): ConnectionSettings {
  const parsed = schemaOf[kind].safeParse(settings)
  if (!parsed.success) {
    const fields: FieldErrors = {}
    for (const issue of parsed.error.issues) {
      const name = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined
      const path = ['settings', ...issue.path.map(String), ...(name === undefined ? [] : [name])].join('.')
      fields[path] ??= name === undefined ? issue.message : 'This field is not known here.'
    }
    throw new AppError('invalid_request', { fields })
  }
  const fields = meaningFaults(parsed.data)
  if (Object.keys(fields).length > 0) throw new AppError('invalid_request', { fields })
  return parsed.data
}

// What a pattern cannot see: whether an entry is an address, and whether a certificate is one.
function meaningFaults(settings: ConnectionSettings): FieldErrors {
  const fields: FieldErrors = {}
  for (const [index, entry] of ('allowList' in settings ? settings.allowList : []).entries()) {
    const fault = allowListEntryFault(entry)
    if (fault !== null) fields[`settings.allowList.${index}`] = fault
  }
  if ('tlsCa' in settings && settings.tlsCa !== '' && !isCertificate(settings.tlsCa)) {
    fields['settings.tlsCa'] = 'This is not a certificate in PEM form.'
  }
  return fields
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== ''
  } catch {
    return false
  }
}

/** What the pipeline must know of a connection. */
export function factsOf(connection: {
  connectionId: string
  carrierId: string
  settings: ConnectionSettings
}): ConnectionFacts {
  const { settings } = connection
  return {
    connectionId: connection.connectionId,
    carrierId: connection.carrierId,
    dedupePolicy: settings.dedupePolicy,
    dedupeWindowMs: settings.dedupeWindowSeconds * 1_000,
    defaultAlphabet: settings.defaultAlphabet,
    reassemblyTimeoutMs: settings.reassemblyTimeoutSeconds * 1_000,
  }
}

// These change how messages are read, never how the carrier is spoken to, so a session outlives a change of them.
const READING_SETTINGS = ['dedupePolicy', 'dedupeWindowSeconds', 'defaultAlphabet', 'reassemblyTimeoutSeconds']

/** Whether sessions must be bound anew after a change of settings. */
export function needsNewSessions(before: ConnectionSettings, after: ConnectionSettings): boolean {
  return !isDeepStrictEqual(sessionSettings(before), sessionSettings(after))
}

function sessionSettings(settings: ConnectionSettings): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !READING_SETTINGS.includes(name)))
}

/** An HTTP connection counts as in use for so long after its last message, in milliseconds. */
const HTTP_IN_USE_MS = 5 * 60_000

export type ConnectionReport = {
  kind: ConnectionKind
  /** Connection and carrier both active. */
  isActive: boolean
  boundSessions: number
  /** SMPP client: sessions that should be bound. */
  wantedSessions: number
  /** SMPP client: an attempt is being made right now. */
  isConnecting: boolean
  lastMessageAtMs: number | null
}

/** The state an admin sees. */
export function stateOf(report: ConnectionReport, nowMs: number): ConnectionState {
  if (!report.isActive) return 'disabled'
  if (report.kind === 'http') {
    const inUse = report.lastMessageAtMs !== null && nowMs - report.lastMessageAtMs < HTTP_IN_USE_MS
    return inUse ? 'up' : 'idle'
  }
  if (report.kind === 'smpp_server') return report.boundSessions > 0 ? 'up' : 'idle'
  if (report.boundSessions >= report.wantedSessions) return 'up'
  if (report.boundSessions > 0) return 'partial'
  return report.isConnecting ? 'connecting' : 'down'
}

/**
 * The state of a carrier as a whole. A connection that nobody uses right now is no trouble.
 * @param states those of its connections
 */
export function stateOfCarrier(isActive: boolean, states: readonly ConnectionState[]): CarrierState {
  if (!isActive) return 'inactive'
  if (states.length === 0) return 'without'
  const wanted = states.filter((state) => state !== 'disabled')
  if (wanted.length === 0) return 'off'
  const isSomeUp = wanted.some((state) => state === 'up' || state === 'partial')
  if (!wanted.some((state) => state === 'down' || state === 'connecting' || state === 'partial')) {
    return isSomeUp ? 'up' : 'idle'
  }
  if (isSomeUp) return 'partial'
  return wanted.includes('down') ? 'down' : 'connecting'
}
