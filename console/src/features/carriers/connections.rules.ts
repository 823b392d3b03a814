// What the facts about connections mean on screen: tones of states, the state of a carrier as a whole, what a session
// count is measured against. Pure.
import type { ConnectionKind, ConnectionState } from '@inrange/contract/carriers'
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

export type CarrierState = 'up' | 'partial' | 'down' | 'connecting' | 'idle' | 'inactive' | 'without' | 'off'

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

/**
 * The state of a carrier as a whole. A connection that nobody uses right now is no trouble, so the counts of the list
 * are not enough for a carrier that is not entirely up.
 *
 * @param states those of its connections; undefined while they are not known
 * @returns null while it cannot be told
 */
export function stateOfCarrier(
  carrier: Pick<Carrier, 'isActive' | 'connections' | 'connectionsUp'>,
  states: readonly ConnectionState[] | undefined,
): CarrierState | null {
  if (!carrier.isActive) return 'inactive'
  if (states === undefined) return stateByCounts(carrier)
  if (states.length === 0) return 'without'
  const wanted = states.filter((state) => state !== 'disabled')
  if (wanted.length === 0) return 'off'
  const isSomeUp = wanted.some((state) => state === 'up' || state === 'partial')
  if (!wanted.some(isTroubled)) return isSomeUp ? 'up' : 'idle'
  if (isSomeUp) return 'partial'
  return wanted.includes('down') ? 'down' : 'connecting'
}

function stateByCounts({ connections, connectionsUp }: Pick<Carrier, 'connections' | 'connectionsUp'>) {
  if (connections === 0) return 'without'
  return connectionsUp === connections ? 'up' : null
}

/** Sessions that should be bound (SMPP client) or may be (SMPP server); null for a kind without sessions. */
export function sessionsOf({ kind, settings, boundSessions }: Pick<Connection, 'kind' | 'settings' | 'boundSessions'>) {
  if (kind === 'smpp_client' && 'binds' in settings) return { bound: boundSessions, wanted: settings.binds }
  if (kind === 'smpp_server' && 'bindsMax' in settings) return { bound: boundSessions, most: settings.bindsMax }
  return null
}

export const kindsInOrder: readonly ConnectionKind[] = ['smpp_client', 'smpp_server', 'http']
