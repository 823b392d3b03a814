// Whether the installation works. Its health is open to everybody and without detail, for the console's banner and for
// load balancers; what it measured of itself is the super admin's.
import { z } from 'zod'
import { idSchema } from './ids.ts'
import { operation } from './operation.ts'
import { timestampSchema } from './page.ts'
import { methodKinds } from './payment-kinds.ts'

const count = z.number().int()
const bytes = z.number().int()
const time = timestampSchema.nullable()
/** Null where nothing was measured. */
const milliseconds = z.number().nullable()

const factsSchema = z
  .object({
    measuredAt: timestampSchema,
    program: z.object({
      version: z.string(),
      nodeVersion: z.string(),
      startedAt: timestampSchema,
      memoryBytes: bytes,
      /** That wrote down their figures within the last minutes. */
      processes: count,
    }),
    users: z.object({ total: count, active: count }),
    /** Over the last five minutes, of all processes. */
    api: z.object({ requests: count, faults: count, p50Ms: milliseconds, p95Ms: milliseconds, p99Ms: milliseconds }),
    receiving: z.object({
      /** Items answered a second over the last five minutes. */
      perSecond: z.number(),
      queued: count,
      inFlight: count,
      commitP95Ms: milliseconds,
      /** From received to durable: the age of a batch's oldest item. */
      lagP95Ms: milliseconds,
      connectionsUp: count,
      connectionsDown: count,
      quarantinedLastHour: count,
      lastMessageAt: time,
    }),
    database: z.object({
      version: z.string(),
      isEmbedded: z.boolean(),
      answerMs: z.number(),
      bytes,
      /** Per day, over what has been measured of the last week; null before there is an hour of it. */
      growthBytes: z.number().nullable(),
      connections: count,
      connectionsMax: count,
      pool: z.object({ open: count, idle: count, waiting: count, max: count }),
    }),
    /** Of the folder of this program; null where the system does not tell. */
    disk: z.object({ freeBytes: bytes, totalBytes: bytes }).nullable(),
    ledger: z.object({
      check: z.object({ at: timestampSchema, faults: count, firstFault: z.string().nullable() }).nullable(),
      settledAt: time,
      /** A closed hour whose earnings no settlement has taken yet, the oldest. */
      unsettledHour: time,
    }),
    audit: z.object({ verifiedAt: time, faults: count, sealedAt: time }),
    jobs: z.object({
      waiting: count,
      oldestAt: time,
      scheduledAt: time,
      failing: z.array(
        z.object({
          name: z.string(),
          attempts: count,
          isGivenUp: z.boolean(),
          error: z.string(),
          since: timestampSchema,
        }),
      ),
    }),
    digests: z.object({ owners: count, behindSince: time }),
    mail: z.object({
      isConfigured: z.boolean(),
      waiting: count,
      oldestAt: time,
      failedLastDay: count,
      error: z.string().nullable(),
    }),
    payments: z.object({
      methods: z.array(
        z.object({
          id: idSchema('paymentMethod'),
          name: z.string(),
          kind: z.enum(methodKinds),
          isOk: z.boolean(),
          detail: z.string(),
          checkedAt: time,
        }),
      ),
      webhooksWaiting: count,
      webhooksOldestAt: time,
      withdrawalsWaiting: count,
      withdrawalsOldestAt: time,
    }),
    backups: z.object({
      isConfigured: z.boolean(),
      newest: z.object({ name: z.string(), at: timestampSchema, bytes }).nullable(),
      /** Why the folder could not be read. */
      error: z.string().nullable(),
    }),
    live: z.object({ streams: count, isConnected: z.boolean() }),
  })
  .meta({ id: 'SystemFacts' })

export const system = {
  'system.health': operation({
    method: 'GET',
    path: '/health',
    summary: 'Whether the program and its database answer',
    response: z.object({ status: z.enum(['ok', 'degraded']), database: z.enum(['up', 'down']), version: z.string() }),
  }),
  'system.report-client-error': operation({
    method: 'POST',
    path: '/client-errors',
    summary: 'Tell of a crash of the console: which kind, where in its files, and the id that the person can quote',
    servedUnderDuty: true,
    isReading: true,
    body: z.strictObject({
      id: z.string().regex(/^[a-z0-9]{4}-[a-z0-9]{4}$/),
      /** The kind of the error: one word. */
      name: z.string().regex(/^[\w$.]{1,60}$/),
      section: z.string().regex(/^[a-z-]{0,40}$/),
      places: z.array(z.string().regex(/^\/(assets|src)\/[\w./?=&-]{1,160}:\d+:\d+$/)).max(12),
    }),
  }),
  'system.read': operation({
    method: 'GET',
    path: '/system',
    summary: 'What the installation measures of itself right now',
    response: factsSchema,
  }),
  'system.history': operation({
    method: 'GET',
    path: '/system/history',
    summary: 'The same over time, in steps of a quarter of an hour for a day, longer ones for longer',
    query: z.object({
      hours: z.coerce
        .number()
        .pipe(z.union([z.literal(24), z.literal(168), z.literal(720)]))
        .default(24),
    }),
    response: z.object({
      stepSeconds: count,
      /** Every step of the period in order; figures are null where nothing was measured. */
      steps: z.array(
        z.object({
          at: timestampSchema,
          requests: count.nullable(),
          faults: count.nullable(),
          p95Ms: milliseconds,
          perSecond: z.number().nullable(),
          lagP95Ms: milliseconds,
          streams: count.nullable(),
          memoryBytes: bytes.nullable(),
          databaseBytes: bytes.nullable(),
          connections: count.nullable(),
          jobsWaiting: count.nullable(),
          users: count.nullable(),
          usersActive: count.nullable(),
        }),
      ),
    }),
  }),
}
