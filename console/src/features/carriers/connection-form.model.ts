// The form of a connection as data: what it starts with, what it means to the contract, and what differs from what is
// stored. One flat form for all kinds: a kind takes the fields that it has. Pure.
import {
  carriers as contract,
  httpSettings,
  smppClientSettings,
  smppServerSettings,
  type ConnectionKind,
} from '@inrange/contract/carriers'
import type { FieldPath } from 'react-hook-form'
import { ApiError, type CallInput } from '../../lib/api.ts'
import { contractFaults } from '../../lib/contract-faults.ts'
import { t } from './connection-form.texts.ts'
import type { Connection } from './connections.rules.ts'

// Functions, since no schema may parse before `lib/contract-form.ts` has told zod how.
const defaultsOf = {
  // A host has no default; whatever stands here is not shown.
  smpp_client: () => ({ ...smppClientSettings.parse({ host: '-' }), host: '' }),
  smpp_server: () => smppServerSettings.parse({}),
  http: () => httpSettings.parse({}),
}
type SettingsOf<K extends ConnectionKind> = ReturnType<(typeof defaultsOf)[K]>
type AllSettings = SettingsOf<'smpp_client'> & SettingsOf<'smpp_server'> & SettingsOf<'http'>

/** A number is kept as it was typed, a list as lines, until the contract is asked. */
type Typed<T> = T extends readonly unknown[] ? string : T extends number ? string : T
export type ConnectionForm = {
  kind: ConnectionKind
  name: string
  systemId: string
  password: string
  settings: { [K in keyof AllSettings]: Typed<AllSettings[K]> }
}

export type ConnectionBody = CallInput<'connections.create'>['body']
export type ConnectionChange = NonNullable<CallInput<'connections.update'>['body']>
export type FormFault = { path: FieldPath<ConnectionForm>; message: string }

function typed(value: unknown): unknown {
  if (Array.isArray(value)) return value.join('\n')
  return typeof value === 'number' ? String(value) : value
}

/** What a form starts with; `connection` is null for a new one of this kind. */
export function formOf(connection: Connection | null, kind: ConnectionKind): ConnectionForm {
  const base = { ...defaultsOf.smpp_client(), ...defaultsOf.smpp_server(), ...defaultsOf.http(), ...defaultsOf[kind]() }
  const settings = Object.entries({ ...base, ...connection?.settings }).map(([name, value]) => [name, typed(value)])
  return {
    kind,
    name: connection?.name ?? '',
    systemId: connection?.systemId ?? '',
    password: '',
    settings: Object.fromEntries(settings) as ConnectionForm['settings'],
  }
}

/** Empty text is no number: Number('') would be 0. */
function numberOf(text: string): number {
  return /^\s*-?\d+\s*$/.test(text) ? Number(text) : Number.NaN
}

/** The entries of the list with the number of the line each stands in, from 1. */
function linesOf(text: string): { line: number; entry: string }[] {
  const lines = text.split('\n').map((entry, index) => ({ line: index + 1, entry: entry.trim() }))
  return lines.filter(({ entry }) => entry !== '')
}

/** The settings of the form's kind, as the contract takes them. */
export function settingsOf({ kind, settings }: ConnectionForm): Record<string, unknown> {
  const read = (name: string, usual: unknown): unknown => {
    const given = (settings as Record<string, unknown>)[name]
    if (typeof given !== 'string') return given
    if (Array.isArray(usual)) return linesOf(given).map(({ entry }) => entry)
    return typeof usual === 'number' ? numberOf(given) : given
  }
  const defaults = defaultsOf[kind]()
  const all = Object.fromEntries(Object.entries(defaults).map(([name, usual]) => [name, read(name, usual)]))
  // What is hidden cannot be mended there, so it does not stand in the way.
  if (settings.dedupePolicy !== 'window' && Number.isNaN(all['dedupeWindowSeconds'])) {
    all['dedupeWindowSeconds'] = defaults.dedupeWindowSeconds
  }
  return all
}

function bodyOf(form: ConnectionForm): Record<string, unknown> {
  const { kind, name, systemId, password } = form
  return { kind, name, ...(kind === 'http' ? {} : { systemId, password }), settings: settingsOf(form) }
}

type Issue = { code: string; path: PropertyKey[]; message: string; minimum?: unknown; maximum?: unknown }

/** Numbers get a sentence of their own; everything else has one in the contract. */
function sentenceOf(issue: Issue, isNumber: boolean): string {
  if (!isNumber) return issue.message
  if (issue.code === 'too_small') return t('atLeast', { least: Number(issue.minimum) })
  return issue.code === 'too_big' ? t('atMost', { most: Number(issue.maximum) }) : t('wholeNumber')
}

/** Where a fault of the body belongs in the form: entries of a list share one field, which says the line. */
export function placeOf(path: readonly PropertyKey[], message: string, form: ConnectionForm): FormFault {
  const [first, name, index] = path.map(String)
  if (first === 'settings' && name === 'allowList' && index !== undefined) {
    const line = linesOf(form.settings.allowList)[Number(index)]?.line ?? Number(index) + 1
    return { path: 'settings.allowList', message: t('allowListLine', { line, fault: message }) }
  }
  return { path: path.map(String).join('.') as FieldPath<ConnectionForm>, message }
}

/**
 * What the contract has against the form, the first fault of each field.
 *
 * @param isNew an existing connection keeps its password when none is typed
 */
export function faultsOf(form: ConnectionForm, isNew: boolean): FormFault[] {
  const body = bodyOf(form)
  const settings = body['settings'] as Record<string, unknown>
  const faults = new Map<string, FormFault>()
  for (const issue of contractFaults(contract['connections.create'].body, body) as Issue[]) {
    const [first, name] = issue.path
    if (first === 'password' && !isNew && form.password === '') continue
    const isNumber = first === 'settings' && typeof settings[String(name)] === 'number'
    const fault = placeOf(issue.path, sentenceOf(issue, isNumber), form)
    if (!faults.has(fault.path)) faults.set(fault.path, fault)
  }
  return [...faults.values()]
}

/** What is sent for a new connection. Call it with a form without faults. */
export function creationOf(form: ConnectionForm): ConnectionBody {
  return contract['connections.create'].body.parse(bodyOf(form))
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Only what differs from the stored connection; null when nothing does. */
export function changeOf(connection: Connection, form: ConnectionForm): ConnectionChange | null {
  const stored = settingsOf(formOf(connection, connection.kind))
  const settings = Object.entries(settingsOf(form)).filter(([name, value]) => !isSame(value, stored[name]))
  const change: ConnectionChange = {
    ...(form.name.trim() === connection.name ? {} : { name: form.name }),
    ...(form.kind === 'http' || form.systemId.trim() === connection.systemId ? {} : { systemId: form.systemId }),
    ...(form.kind === 'http' || form.password === '' ? {} : { password: form.password }),
    ...(settings.length === 0 ? {} : { settings: Object.fromEntries(settings) }),
  }
  return Object.keys(change).length === 0 ? null : change
}

/** The server's field errors under the names of the form. */
export function inFormWords(error: unknown, form: ConnectionForm): unknown {
  if (!(error instanceof ApiError)) return error
  const { code, status, message, requestId, retryAfterSeconds } = error
  const faults = Object.entries(error.fields).map(([path, sentence]) => placeOf(path.split('.'), sentence, form))
  const fields = Object.fromEntries(faults.map((fault) => [fault.path, fault.message]))
  return new ApiError({ code, status, message, requestId, retryAfterSeconds, fields })
}
