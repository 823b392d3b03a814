// What the operations of this slice are given, spelled once.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'

export type IdentityDeps = {
  database: Database
  clock: Clock
  log: Log
  /** Seals the private halves of the signing keys. */
  secrets: Secrets
  /** The address people open the console at; https decides that cookies are Secure. Also the issuer of tokens. */
  publicUrl: string
}

/** Where a request came from, for sessions, back-off and the audit log. */
export type RequestOrigin = { address: string; userAgent: string; requestId: string }
