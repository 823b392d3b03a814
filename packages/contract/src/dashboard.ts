// What the dashboard shows, in one read of rollups: never a count over messages.
import { z } from 'zod'
import { messageSchema } from './messages.ts'
import { moneySchema } from './money.schema.ts'
import { operation } from './operation.ts'
import { timestampSchema } from './page.ts'
import { periodQuery, periodSchema, refinePeriod } from './period.ts'
import { activitySchema } from './users.ts'

export const dashboard = {
  'dashboard.read': operation({
    method: 'GET',
    path: '/dashboard',
    summary:
      'Totals, growth against the previous period, messages per day, recent messages and activity; of your own ranges',
    query: z.object(periodQuery).superRefine(refinePeriod),
    response: z.object({
      totalMessages: z.number().int(),
      unreadMessages: z.number().int(),
      totalEarnings: moneySchema,
      numberRanges: z.number().int(),
      activeRanges: z.number().int(),
      period: periodSchema.extend({
        messages: z.number().int(),
        previousMessages: z.number().int(),
        earnings: moneySchema,
        previousEarnings: moneySchema,
        /** Percent, one decimal; null when the previous period had no messages. */
        growthPercent: z.number().nullable(),
      }),
      /** Of a long period the first days of weeks or months, with what these had. */
      days: z.array(
        z.object({
          day: z.iso.date(),
          messages: z.number().int(),
          earnings: moneySchema,
          /** The same place in the previous period; null where that one is shorter. */
          previousDay: z.iso.date().nullable(),
          previousMessages: z.number().int(),
          previousEarnings: moneySchema,
        }),
      ),
      recentMessages: z.array(messageSchema),
      recentActivity: z.array(activitySchema),
      /** What waits for the reader, besides unread messages. */
      waiting: z.object({ openCases: z.number().int(), quietRanges: z.number().int() }),
      /** For the super admin only: the set-up steps, each true when it has really been done. */
      gettingStarted: z
        .object({
          userCreated: z.boolean(),
          carrierConnected: z.boolean(),
          rangeCreated: z.boolean(),
          messageReceived: z.boolean(),
          paymentMethodAdded: z.boolean(),
          mailServerSet: z.boolean(),
        })
        .nullable(),
      /** For users only: the way to the first money. */
      firstSteps: z
        .object({
          rangeAssigned: z.boolean(),
          messageReceived: z.boolean(),
          payoutDestination: z.boolean(),
          secondFactor: z.boolean(),
        })
        .nullable(),
      asOf: timestampSchema,
    }),
  }),
}
