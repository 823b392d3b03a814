// What an administrator looks at first: the work that waits for a person, the traffic and the connections it comes
// over, and the users it changes for. Read from counters and rollups; nothing is counted over messages.
import { z } from 'zod'
import { connectionKinds, connectionStates } from './carriers.ts'
import { idSchema } from './ids.ts'
import { moneySchema } from './money.schema.ts'
import { operation } from './operation.ts'
import { timestampSchema } from './page.ts'
import { roles } from './roles.ts'

/** In the order of their urgency. */
export const workKinds = [
  'withdrawals',
  'withdrawals_attention',
  'cases_second',
  'cases',
  'reviews',
  'connections',
  'quarantine',
  'locked_users',
  'quiet_ranges',
] as const
export type WorkKind = (typeof workKinds)[number]

const day = z.object({ messages: z.number().int(), segments: z.number().int(), earned: moneySchema })
const person = z.object({ id: idSchema('user'), username: z.string() })

export const overview = {
  'overview.work': operation({
    method: 'GET',
    path: '/overview/work',
    summary: 'What waits for a person, with its count and the age of the oldest; only what your role can do',
    response: z.object({
      items: z.array(
        z.object({
          kind: z.enum(workKinds),
          count: z.number().int(),
          /** It was counted up to a bound, and there are more. */
          isMore: z.boolean(),
          oldestAt: timestampSchema.nullable(),
          /** Of the quarantine: how many came within the last hour. */
          lastHour: z.number().int().nullable(),
        }),
      ),
      /** Active ranges with an owner that have received nothing for a week, the longest quiet first; a few of them. */
      quietRanges: z.array(
        z.object({
          id: idSchema('range'),
          name: z.string(),
          owner: person,
          lastReceivedAt: timestampSchema.nullable(),
        }),
      ),
      asOf: timestampSchema,
    }),
  }),
  'overview.traffic': operation({
    method: 'GET',
    path: '/overview/traffic',
    summary: 'Messages a second over the last minutes and the last hour, today beside yesterday, and each connection',
    response: z.object({
      /** Over the last half minute; null until it has been watched for so long. */
      perSecond: z.number().nullable(),
      /** Every ten seconds of the last five minutes, as far as it has been watched. */
      recent: z.array(z.object({ at: timestampSchema, perSecond: z.number() })),
      /** Every minute of the last hour; one in which no process ran is nought. */
      minutes: z.array(z.object({ at: timestampSchema, perSecond: z.number() })),
      today: day,
      /** Up to the same time of day; the hour that is running counts whole. */
      yesterday: day,
      /** The 24 hours of the day, UTC; today's are null from the next one on. */
      hours: z.array(z.object({ hour: z.number().int(), today: z.number().int().nullable(), yesterday: z.number() })),
      connections: z.array(
        z.object({
          id: idSchema('connection'),
          name: z.string(),
          carrierId: idSchema('carrier'),
          carrier: z.string(),
          kind: z.enum(connectionKinds),
          state: z.enum(connectionStates),
          perSecond: z.number().nullable(),
          recent: z.array(z.number()),
          /** How old the oldest item of its newest batch was when it was durable; null when it had none lately. */
          lagMs: z.number().nullable(),
          messages24h: z.number().int(),
          lastMessageAt: timestampSchema.nullable(),
          lastError: z.string().nullable(),
          lastErrorAt: timestampSchema.nullable(),
        }),
      ),
      asOf: timestampSchema,
    }),
  }),
  'overview.users': operation({
    method: 'GET',
    path: '/overview/users',
    summary: 'The newest users, and those whose traffic grew most or who have an open case',
    response: z.object({
      newest: z.array(person.extend({ role: z.enum(roles), isActive: z.boolean(), createdAt: timestampSchema })),
      unusual: z.array(
        person.extend({
          /** Messages of the last 24 whole hours, and of the 24 before them. */
          messages: z.number().int(),
          messagesBefore: z.number().int(),
          openCases: z.number().int(),
        }),
      ),
      asOf: timestampSchema,
    }),
  }),
}
