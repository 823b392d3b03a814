// What the operations of the slice are given.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Notices } from '../notices/notices.public.ts'

export type ReportsDeps = { database: Database; clock: Clock }
export type WorkDeps = ReportsDeps & {
  log: Log
  notices: Notices
  /** Where the console is, for links in mails. */
  publicUrl: string
}
