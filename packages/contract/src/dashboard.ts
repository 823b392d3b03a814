// What the dashboard shows, in one read of rollups: never a count over messages.
import { z } from 'zod'
import { messageSchema } from './messages.ts'
import { moneySchema } from './money.schema.ts'
import { operation } from './operation.ts'
import { timestampSchema } from './page.ts'
import { activitySchema } from './users.ts'

export const dashboard = {
  'dashboard.read': operation({
    method: 'GET',
    path: '/dashboard',
    summary:
      'Totals, growth against the previous period, messages per day, recent messages and activity; of your own ranges',
    query: z.object({
      days: z.coerce
        .number()
        .pipe(z.union([z.literal(7), z.literal(30), z.literal(90)]))
        .default(30),
    }),
    response: z.object({
      totalMessages: z.number().int(),
      unreadMessages: z.number().int(),
      totalEarnings: moneySchema,
      numberRanges: z.number().int(),
      activeRanges: z.number().int(),
      period: z.object({
        messages: z.number().int(),
        previousMessages: z.number().int(),
        earnings: moneySchema,
        previousEarnings: moneySchema,
        /** Percent, one decimal; null when the previous period had no messages. */
        growthPercent: z.number().nullable(),
      }),
      days: z.array(z.object({ day: z.iso.date(), messages: z.number().int(), earnings: moneySchema })),
      recentMessages: z.array(messageSchema),
      recentActivity: z.array(activitySchema),
      /** For the super admin only: the set-up steps, each true when it has really been done. */
      gettingStarted: z
        .object({
          userCreated: z.boolean(),
          carrierConnected: z.boolean(),
          rangeCreated: z.boolean(),
          messageReceived: z.boolean(),
        })
        .nullable(),
      asOf: timestampSchema,
    }),
  }),
}
