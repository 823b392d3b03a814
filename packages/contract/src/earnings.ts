// What one's ranges earned and when it becomes available. Money of the ledger comes from the ledger; what is earned but
// not settled comes from the hours, and each says its time.
import { z } from 'zod'
import { byCountrySchema, byRangeSchema, sendersSchema, trafficSums } from './analytics.ts'
import { idSchema } from './ids.ts'
import { moneySchema } from './money.schema.ts'
import { operation } from './operation.ts'
import { timestampSchema } from './page.ts'
import { periodQuery, periodSchema, refinePeriod } from './period.ts'

export const earnings = {
  'earnings.read': operation({
    method: 'GET',
    path: '/earnings',
    summary: 'Your earnings of today, this week, this month and a period: by day, range, country and sender',
    query: z.object(periodQuery).superRefine(refinePeriod),
    response: z.object({
      period: periodSchema,
      today: moneySchema,
      /** Since Monday. */
      week: moneySchema,
      month: moneySchema,
      inPeriod: z.object(trafficSums),
      previous: z.object(trafficSums),
      points: z.array(z.object({ at: z.iso.date(), ...trafficSums })),
      byRange: z.array(byRangeSchema),
      byCountry: z.array(byCountrySchema),
      senders: sendersSchema,
      asOf: timestampSchema,
    }),
  }),
  'earnings.maturity': operation({
    method: 'GET',
    path: '/earnings/maturity',
    summary: 'What matures on which day, as far as it is settled',
    query: z.object({ zone: periodQuery.zone }),
    response: z.object({
      /** In order; a day on which nothing matures is left out. */
      days: z.array(z.object({ day: z.iso.date(), amount: moneySchema })),
      /** Matures after the days that are listed. */
      later: moneySchema,
      /** Waits until a case is ended. */
      frozen: moneySchema,
      asOf: timestampSchema,
    }),
  }),
  'earnings.rates': operation({
    method: 'GET',
    path: '/earnings/rates',
    summary: 'Your rate card: the rate of each of your ranges, and its former ones while you had it',
    response: z.object({
      items: z.array(
        z.object({
          range: z.object({ id: idSchema('range'), name: z.string(), country: z.string().nullable() }),
          isActive: z.boolean(),
          isTest: z.boolean(),
          /** Per segment; null where none is set. */
          rate: moneySchema.nullable(),
          since: timestampSchema.nullable(),
          ownedSince: timestampSchema,
          /** Newest first. */
          former: z.array(z.object({ rate: moneySchema, from: timestampSchema, until: timestampSchema })),
        }),
      ),
      /** More ranges than are listed here. */
      isCut: z.boolean(),
    }),
  }),
}
