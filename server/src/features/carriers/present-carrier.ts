// Brings stored carriers and connections, and what the runtime knows of them right now, to the form of the contract.
// Secrets are not among what is presented: a reader learns that one is set.
import { toApiId } from '@inrange/contract/ids'
import type { CarrierState, ConnectionState } from '@inrange/contract/carriers'
import type { Clock } from '../../platform/clock.ts'
import type { CarrierRow, ConnectionRow } from './carriers.queries.ts'
import { parseSettings, stateOf, stateOfCarrier, type ConnectionSettings } from './connections.rules.ts'
import { ingressPath } from './http-ingress.rules.ts'

/** What the runtime knows of a connection, and the database does not. */
export type LiveStatus = {
  boundSessions: number
  /** SMPP client: sessions that should be bound. */
  wantedSessions: number
  isConnecting: boolean
  /** Newer than the counters of the database by a few seconds. */
  lastMessageAtMs: number | null
  /** Since when nothing is bound here, while that lasts; null where this process does not know the connection. */
  unboundSinceMs: number | null
}

export type PresentDeps = { clock: Clock; status: { statusOf(connectionId: string): LiveStatus } }

/** As the contract's `connectionSchema` wants it. */
export type PresentedConnection = {
  id: string
  carrierId: string
  name: string
  kind: ConnectionRow['kind']
  isActive: boolean
  settings: ConnectionSettings
  systemId: string | null
  secretSet: boolean
  ingressPath: string | null
  state: ConnectionState
  boundSessions: number
  lastError: string | null
  lastErrorAt: string | null
  lastMessageAt: string | null
  counters: Record<CounterName, number>
  createdAt: string
}
type CounterName =
  | 'received'
  | 'acknowledged'
  | 'duplicates'
  | 'quarantined'
  | 'receipts'
  | 'refused'
  | 'malformed'
  | 'throttled'

export function presentConnection(deps: PresentDeps, row: ConnectionRow): PresentedConnection {
  const live = deps.status.statusOf(row.id)
  const lastMessageAtMs = newest(row.lastMessageAt?.getTime() ?? null, live.lastMessageAtMs)
  const isActive = row.status === 'active' && row.carrierStatus === 'active'
  return {
    id: toApiId('connection', row.id),
    carrierId: toApiId('carrier', row.carrierId),
    name: row.name,
    kind: row.kind,
    isActive: row.status === 'active',
    // Stored settings may be older than the newest setting; parsing fills in its default.
    settings: parseSettings(row.kind, row.settings),
    systemId: row.systemId,
    secretSet: row.secretSet,
    ingressPath: row.kind === 'http' ? ingressPath(row.id) : null,
    state: stateOf({ ...live, kind: row.kind, isActive, lastMessageAtMs }, deps.clock.nowMs()),
    boundSessions: live.boundSessions,
    lastError: row.lastError,
    lastErrorAt: row.lastErrorAt?.toISOString() ?? null,
    lastMessageAt: lastMessageAtMs === null ? null : new Date(lastMessageAtMs).toISOString(),
    counters: countersOf(row),
    createdAt: row.createdAt.toISOString(),
  }
}

function countersOf(row: ConnectionRow): Record<CounterName, number> {
  return {
    received: Number(row.received),
    acknowledged: Number(row.acknowledged),
    duplicates: Number(row.duplicates),
    quarantined: Number(row.quarantined),
    receipts: Number(row.receipts),
    refused: Number(row.refused),
    malformed: Number(row.malformed),
    throttled: Number(row.throttled),
  }
}

/** As the contract's `carrierSchema` wants it. */
export type PresentedCarrier = {
  id: string
  name: string
  isActive: boolean
  notes: string
  createdAt: string
  connections: number
  connectionsUp: number
  messages24h: number
  lastMessageAt: string | null
  state: CarrierState
}

/** @param connections those of this carrier */
export function presentCarrier(row: CarrierRow, connections: readonly PresentedConnection[]): PresentedCarrier {
  const times = connections.map((one) => (one.lastMessageAt === null ? null : Date.parse(one.lastMessageAt)))
  const lastMessageAtMs = times.reduce(newest, row.lastMessageAt?.getTime() ?? null)
  return {
    id: toApiId('carrier', row.id),
    name: row.name,
    isActive: row.status === 'active',
    notes: row.notes,
    createdAt: row.createdAt.toISOString(),
    connections: connections.length,
    connectionsUp: connections.filter((one) => one.state === 'up').length,
    messages24h: Number(row.messages24h),
    lastMessageAt: lastMessageAtMs === null ? null : new Date(lastMessageAtMs).toISOString(),
    state: stateOfCarrier(
      row.status === 'active',
      connections.map((one) => one.state),
    ),
  }
}

function newest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.max(one, other)
}
