// What the operations of the slice are given.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'

export type InsightsDeps = { database: Database; clock: Clock }
