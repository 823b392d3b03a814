// Notifications: what happened that one person should know, as a kind and typed facts. The sentence is the reader's,
// in the reader's language; a notification carries none.
import { z } from 'zod'
import { idInput, idSchema } from './ids.ts'
import { moneySchema } from './money.schema.ts'
import { operation } from './operation.ts'
import { pageOf, pageQuery, timestampSchema } from './page.ts'

/** The shown unread count stops here: a bell says "99+" beyond. */
export const UNREAD_MAX = 100

export const paymentSteps = [
  'deposit_credited',
  'deposit_reversed',
  'withdrawal_approved',
  'withdrawal_sent',
  'withdrawal_completed',
  'withdrawal_rejected',
  'withdrawal_cancelled',
  'withdrawal_failed',
  'withdrawal_returned',
] as const
export type PaymentStep = (typeof paymentSteps)[number]

const numbers = { range: z.string(), numbers: z.string() }
const connection = { carrier: z.string(), connection: z.string() }

/** What each kind tells: names as they were then, amounts as decimal strings. Addresses and texts are never facts. */
export const notificationFacts = {
  range_assigned: z.object(numbers),
  range_withdrawn: z.object(numbers),
  payment: z.object({ step: z.enum(paymentSteps), amount: moneySchema, method: z.string() }),
  hold: z.object({
    step: z.enum(['opened', 'released', 'forfeited']),
    range: z.string(),
    /** What was released or taken back; null while it is held. */
    amount: moneySchema.nullable(),
  }),
  connection_down: z.object({ ...connection, reason: z.string().nullable() }),
  connection_up: z.object({ ...connection, downSeconds: z.number().int() }),
  /** Of a limit per day, once a day, when four fifths of it are used. */
  limit_near: z.object({
    limit: z.enum(['withdrawals', 'phone_codes', 'exports']),
    /** Money for withdrawals, a count otherwise. */
    used: z.string(),
    allowed: z.string(),
  }),
  alert: z.object({ name: z.string(), state: z.enum(['raised', 'over']), detail: z.string() }),
  export_ready: z.object({ name: z.string(), state: z.enum(['ready', 'failed']), rows: z.number().int().nullable() }),
} as const
export const notificationKinds = [
  'range_assigned',
  'range_withdrawn',
  'payment',
  'hold',
  'connection_down',
  'connection_up',
  'limit_near',
  'alert',
  'export_ready',
] as const satisfies readonly (keyof typeof notificationFacts)[]
export type NotificationKind = (typeof notificationKinds)[number]

/** What a notification leads to: a noun of ids.ts, its id as callers see it, and the thing that holds it. */
export const notificationSubject = z
  .object({ noun: z.string(), id: z.string(), within: z.string().optional() })
  .nullable()

const common = {
  id: idSchema('notification'),
  subject: notificationSubject,
  at: timestampSchema,
  isRead: z.boolean(),
}
const shape = <const K extends NotificationKind>(kind: K) =>
  z.object({ ...common, kind: z.literal(kind), facts: notificationFacts[kind] })
export const notificationSchema = z
  .discriminatedUnion('kind', [
    shape('range_assigned'),
    shape('range_withdrawn'),
    shape('payment'),
    shape('hold'),
    shape('connection_down'),
    shape('connection_up'),
    shape('limit_near'),
    shape('alert'),
    shape('export_ready'),
  ])
  .meta({ id: 'Notification' })
export type NotificationFactsOf<K extends NotificationKind> = z.output<(typeof notificationFacts)[K]>

/** The data of a `notifications` event of the live stream: the count, and what is new since the last one. */
export const notificationsEventSchema = z.object({
  /** At most UNREAD_MAX. */
  unread: z.number().int(),
  items: z.array(notificationSchema),
})

export const mailChoices = ['on', 'off', 'always'] as const
const preferencesSchema = z.object({
  /** Whether there is a mail server. */
  mailIsSent: z.boolean(),
  items: z.array(
    z.object({
      kind: z.enum(notificationKinds),
      console: z.boolean(),
      /** `always`: mails about money and safety are written on their own and cannot be switched off. */
      mail: z.enum(mailChoices),
    }),
  ),
})
const unreadSchema = z.object({ unread: z.number().int() })

export const notifications = {
  'notifications.list': operation({
    method: 'GET',
    path: '/notifications',
    summary: 'Your notifications, newest first',
    query: z.object({
      ...pageQuery,
      read: z.enum(['read', 'unread']).optional(),
      kind: z.enum(notificationKinds).optional(),
    }),
    response: pageOf(notificationSchema).extend({ unread: z.number().int() }),
  }),
  'notifications.mark-read': operation({
    method: 'POST',
    path: '/notifications/mark-read',
    summary: 'Mark notifications of your own read or unread',
    body: z.strictObject({ ids: z.array(idInput('notification')).min(1).max(200), isRead: z.boolean().default(true) }),
    response: unreadSchema,
  }),
  'notifications.mark-all-read': operation({
    method: 'POST',
    path: '/notifications/mark-all-read',
    summary: 'Mark everything read up to a notification, and that one',
    body: z.strictObject({ upTo: idInput('notification') }),
    response: unreadSchema,
  }),
  'notifications.preferences': operation({
    method: 'GET',
    path: '/notification-preferences',
    summary: 'Which kinds reach you in the console and by mail; only the kinds that your role can receive',
    response: preferencesSchema,
  }),
  'notifications.update-preferences': operation({
    method: 'PATCH',
    path: '/notification-preferences',
    summary: 'Choose for one kind whether it reaches you in the console and by mail',
    body: z.strictObject({
      kind: z.enum(notificationKinds),
      console: z.boolean().optional(),
      mail: z.boolean().optional(),
    }),
    response: preferencesSchema,
  }),
}
