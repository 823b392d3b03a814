// What the parts of payments are given. `outside` replaces the pinned chains and PayPal's own addresses; only tests
// give it, so that no setting can.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Notices } from '../notices/notices.public.ts'
import type { Network } from '@inrange/contract/payment-kinds'
import type { ChainConstants } from './chain/networks.ts'

export type Outside = {
  chains?: Partial<Record<Network, ChainConstants>>
  /** Where PayPal is, instead of its own live and sandbox addresses. */
  paypalBaseUrl?: string
  /** Certificates that webhooks may be signed under, besides public ones (PEM). */
  paypalRootCertificates?: readonly string[]
}

export type PaymentsDeps = {
  database: Database
  clock: Clock
  log: Log
  secrets: Secrets
  notices: Notices
  /** Where the console is, for return addresses and webhooks. */
  publicUrl: string
  outside?: Outside
}
