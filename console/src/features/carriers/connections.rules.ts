// What the facts about connections mean on screen: tones of states, what a session count is measured against. Pure.
import type { CarrierState, ConnectionKind, ConnectionState } from '@inrange/contract/carriers'
import type { CallOutput } from '../../lib/api.ts'
import type { Tone } from '../../ui/badge.tsx'

export type Carrier = CallOutput<'carriers.list'>['items'][number]
export type CarrierDetails = CallOutput<'carriers.read'>
export type Connection = CallOutput<'connections.read'>
export type ConnectionEvent = CallOutput<'connections.events'>['items'][number]
export type CounterName = keyof Connection['counters']

export const stateTones: Record<ConnectionState, Tone> = {
  up: 'good',
  partial: 'warn',
  connecting: 'warn',
  down: 'bad',
  idle: 'neutral',
  disabled: 'neutral',
}

export const eventTones: Record<ConnectionEvent['kind'], Tone> = {
  bound: 'good',
  closed: 'neutral',
  throttled: 'warn',
  protocol_error: 'warn',
  refused: 'bad',
  connect_failed: 'bad',
  bad_signature: 'bad',
}

/** Counters that call for a look when they are not zero. */
const troubles: readonly CounterName[] = ['quarantined', 'refused', 'malformed', 'throttled']

export function isTrouble(name: CounterName, count: number): boolean {
  return count > 0 && troubles.includes(name)
}

/** True while a connection should be receiving and is not entirely able to. */
export function isTroubled(state: ConnectionState): boolean {
  return state === 'down' || state === 'connecting' || state === 'partial'
}

export const carrierTones: Record<CarrierState, Tone> = {
  up: 'good',
  partial: 'warn',
  connecting: 'warn',
  down: 'bad',
  idle: 'neutral',
  inactive: 'neutral',
  without: 'neutral',
  off: 'neutral',
}

/** Sessions that should be bound (SMPP client) or may be (SMPP server); null for a kind without sessions. */
export function sessionsOf({ kind, settings, boundSessions }: Pick<Connection, 'kind' | 'settings' | 'boundSessions'>) {
  if (kind === 'smpp_client' && 'binds' in settings) return { bound: boundSessions, wanted: settings.binds }
  if (kind === 'smpp_server' && 'bindsMax' in settings) return { bound: boundSessions, most: settings.bindsMax }
  return null
}

export const kindsInOrder: readonly ConnectionKind[] = ['smpp_client', 'smpp_server', 'http']
