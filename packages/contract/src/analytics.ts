// Traffic over time and by what it came from, in one read of rollups: never a count over messages. A user reads their
// own; whoever runs the platform reads any owner's, or all together.
import { z } from 'zod'
import { idInput, idSchema } from './ids.ts'
import { moneySchema } from './money.schema.ts'
import { operation } from './operation.ts'
import { timestampSchema } from './page.ts'
import { periodQuery, periodSchema, refinePeriod } from './period.ts'

const count = z.number().int()
export const trafficSums = { messages: count, segments: count, earnings: moneySchema }
export const trafficSchema = z.object(trafficSums)

export const byRangeSchema = z.object({
  id: idSchema('range'),
  name: z.string(),
  country: z.string().nullable(),
  ...trafficSums,
})
export const byCountrySchema = z.object({
  /** ISO 3166-1 alpha-2, or null where the numbers tell none. */
  country: z.string().nullable(),
  ...trafficSums,
})

/** By sender, counted a few seconds after the messages. */
export const sendersSchema = z.object({
  /** The days of UTC that were looked at: of a long period its last ones. */
  from: z.iso.date(),
  to: z.iso.date(),
  /** Null before anything was counted. */
  countedUpTo: timestampSchema.nullable(),
  unique: count,
  /** Some senders of a busy day are counted together, so there were more. */
  isAtLeast: z.boolean(),
  messages: count,
  /** Messages with a one-time code. */
  codes: count,
  /** The largest; '' stands for those that are counted together. */
  items: z.array(z.object({ sender: z.string(), codes: count, ...trafficSums })),
})

/** The first day, 'YYYY-MM-DD', or of an hour its beginning. */
const place = z.union([z.iso.date(), timestampSchema])
export const analyticsPoint = z.object({
  at: place,
  ...trafficSums,
  /** The same place in the period that it is compared with. */
  previous: z.object({ at: place, ...trafficSums }).nullable(),
})

export const markKinds = ['range_assigned', 'range_withdrawn', 'rate_changed'] as const

export const analytics = {
  'analytics.read': operation({
    method: 'GET',
    path: '/analytics',
    summary: 'Messages, segments and earnings over time, compared, and by range, sender, country and language',
    query: z
      .object({
        ...periodQuery,
        compare: z.enum(['previous', 'year', 'none']).default('previous'),
        /** Whose; without it your own, and the whole platform for those who run it. */
        ownerId: idInput('user').optional(),
      })
      .superRefine(refinePeriod),
    errors: ['not_found'],
    response: z.object({
      period: periodSchema,
      compared: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
      isPlatform: z.boolean(),
      totals: trafficSchema,
      previous: trafficSchema.nullable(),
      /** Percent of messages, one decimal; null where there was nothing to grow from. */
      growthPercent: z.number().nullable(),
      points: z.array(analyticsPoint),
      byRange: z.array(byRangeSchema),
      byCountry: z.array(byCountrySchema),
      /** Of the whole platform only. */
      byOwner: z.array(z.object({ id: idSchema('user'), username: z.string(), ...trafficSums })),
      /** The day from which `byRange`, `byCountry` and `byOwner` count, where it is not the first of the period. */
      brokenDownFrom: z.iso.date().nullable(),
      /** Null for the whole platform: senders are counted for each owner. */
      senders: sendersSchema.nullable(),
      languages: z.array(z.object({ language: z.string(), messages: count })),
      /** Messages by hour of the week in the reader's zone, Monday 00:00 first: 168 figures. */
      week: z.object({ from: z.iso.date(), to: z.iso.date(), messages: z.array(count) }),
      marks: z.array(
        z.object({
          at: timestampSchema,
          kind: z.enum(markKinds),
          range: z.object({ id: idSchema('range'), name: z.string() }),
          rate: moneySchema.nullable(),
        }),
      ),
      asOf: timestampSchema,
    }),
  }),
}
