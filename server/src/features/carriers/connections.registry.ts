// What this process knows of every connection: the stored row, its parsed settings, and what lives because of it.
// Secrets are opened here, once per change, and never leave the process.
import type { Log } from '../../platform/log.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { createAllowList, type AllowList } from './allow-list.rules.ts'
import type { CarrierSession, SessionOwner } from './carrier-session.runtime.ts'
import { secretPlace } from './connection-secrets.ts'
import type { ConnectionTrace } from './connection-trace.runtime.ts'
import type { ConnectionsJournal, Tally } from './connections.journal.ts'
import type { StoredConnection } from './connections.queries.ts'
import {
  factsOf,
  needsNewSessions,
  parseSettings,
  type ConnectionSettings,
  type HttpSettings,
  type SmppClientSettings,
  type SmppServerSettings,
} from './connections.rules.ts'
import type { ConnectionFacts } from './intake.ts'

export type KindSettings =
  | { kind: 'smpp_client'; settings: SmppClientSettings; secret: string | null }
  | { kind: 'smpp_server'; settings: SmppServerSettings; passwordHash: string | null }
  | { kind: 'http'; settings: HttpSettings; secret: string | null }

type EditDeps = { secrets: Secrets; log: Log; clock: Clock }

/** One connection in this process. The object stays; what an edit changes is replaced in it. */
export class LiveConnection implements SessionOwner {
  readonly connectionId: string
  readonly tally: Tally
  readonly sessions = new Set<CarrierSession>()
  stored: StoredConnection
  of: KindSettings
  facts: ConnectionFacts
  allowList: AllowList
  trace: ConnectionTrace | null = null
  unboundSinceMs: number
  /** SMPP client: attempts to bind that are under way. */
  connecting = 0

  constructor(stored: StoredConnection, deps: EditDeps & { journal: ConnectionsJournal }) {
    this.connectionId = stored.id
    this.tally = deps.journal.tallyOf(stored.id)
    this.stored = stored
    this.of = kindSettingsOf(stored, deps)
    this.facts = factsOf({ connectionId: stored.id, carrierId: stored.carrierId, settings: this.of.settings })
    this.allowList = allowListOf(this.of.settings)
    this.unboundSinceMs = deps.clock.nowMs()
  }

  get isActive(): boolean {
    return this.stored.isActive
  }

  /** Takes an edited row over. @returns whether its sessions have to be bound anew */
  replace(stored: StoredConnection, deps: EditDeps): boolean {
    const before = { stored: this.stored, settings: this.of.settings }
    this.stored = stored
    this.of = kindSettingsOf(stored, deps)
    this.facts = factsOf({ connectionId: stored.id, carrierId: stored.carrierId, settings: this.of.settings })
    this.allowList = allowListOf(this.of.settings)
    // While it was switched off nothing was missing.
    if (stored.isActive && !before.stored.isActive) this.unboundSinceMs = deps.clock.nowMs()
    return (
      before.stored.isActive !== stored.isActive ||
      before.stored.systemId !== stored.systemId ||
      before.stored.passwordHash !== stored.passwordHash ||
      before.stored.secretSealed !== stored.secretSealed ||
      needsNewSessions(before.settings, this.of.settings)
    )
  }
}

function kindSettingsOf(stored: StoredConnection, deps: { secrets: Secrets; log: Log }): KindSettings {
  const { kind } = stored
  if (kind === 'smpp_client') {
    return { kind, settings: parseSettings(kind, stored.settings), secret: openSecret(stored, deps) }
  }
  if (kind === 'http') return { kind, settings: parseSettings(kind, stored.settings), secret: openSecret(stored, deps) }
  return { kind, settings: parseSettings(kind, stored.settings), passwordHash: stored.passwordHash }
}

// A secret that does not open (the key ring lost its key) makes one connection unusable, not the program.
function openSecret(stored: StoredConnection, deps: { secrets: Secrets; log: Log }): string | null {
  if (stored.secretSealed === null) return null
  try {
    return deps.secrets.open(stored.secretSealed, secretPlace(stored.id))
  } catch (error) {
    deps.log.error({ err: error, connectionId: stored.id }, 'the secret of a connection does not open')
    return null
  }
}

function allowListOf(settings: ConnectionSettings): AllowList {
  return createAllowList('allowList' in settings ? settings.allowList : [])
}
