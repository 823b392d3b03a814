// Messages as their owner sees them, and the trace that explains one end to end.
import { z } from 'zod'
import { idInput, idSchema, messageIdInput } from './ids.ts'
import { moneySchema } from './money.schema.ts'
import { operation } from './operation.ts'
import { pageQuery, timestampSchema } from './page.ts'
import { zoneNameSchema } from './zone.ts'

export const messageFlags = ['partial', 'test', 'binary'] as const
export type MessageFlag = (typeof messageFlags)[number]

export const messageSchema = z
  .object({
    id: idSchema('message'),
    from: z.string(),
    /** E.164 with '+'. */
    to: z.string(),
    /** The text; null for binary content. Masked when the caller is an admin who is not the owner. */
    content: z.string().nullable(),
    masked: z.boolean(),
    /** Text and octets were dropped when the time was over for which they are kept; the rest stays. */
    contentDropped: z.boolean(),
    /** When it reached us. */
    time: timestampSchema,
    isRead: z.boolean(),
    range: z.object({ id: idSchema('range'), name: z.string() }),
    segments: z.number().int(),
    earned: moneySchema,
    flags: z.array(z.enum(messageFlags)),
    /** The cursor of "everything since"; microseconds, as a string. */
    position: z.string(),
  })
  .meta({ id: 'Message' })

const settlementLine = z.object({
  settlementId: idSchema('settlement'),
  transferId: idSchema('transfer'),
  settledAt: timestampSchema,
  /** What this settlement took from the whole range and hour, of which the message is one. */
  amount: moneySchema,
  maturesAt: timestampSchema,
  maturedTransferId: idSchema('transfer').nullable(),
  maturedAt: timestampSchema.nullable(),
})

export const traceSchema = messageSchema
  .extend({
    owner: z.object({ id: idSchema('user'), username: z.string() }),
    received: z.object({
      carrier: z.string(),
      connection: z.string(),
      connectionKind: z.string(),
      at: timestampSchema,
      landedAt: timestampSchema,
      providerId: z.string().nullable(),
      /** Each part as it came, hexadecimal; empty when masked. */
      parts: z.array(z.object({ octets: z.number().int(), hex: z.string() })),
    }),
    decoded: z.object({
      alphabet: z.string(),
      segments: z.number().int(),
      characters: z.number().int().nullable(),
      joined: z.boolean(),
    }),
    rated: z.object({
      rangeId: idSchema('range'),
      rangeName: z.string(),
      rangeText: z.string(),
      rate: moneySchema,
      segments: z.number().int(),
      earned: moneySchema,
      hour: timestampSchema,
    }),
    settlement: z.object({
      state: z.enum(['nothing_earned', 'hour_open', 'waiting', 'settled', 'matured']),
      hourEarned: moneySchema,
      hourSettled: moneySchema,
      lines: z.array(settlementLine),
    }),
  })
  .meta({ id: 'MessageTrace' })

/** How a part of a sender or of a number has to lie in it; `contains` unless given. Letters match in either case. */
export const matchModes = ['contains', 'starts', 'ends', 'is'] as const
export type MatchMode = (typeof matchModes)[number]

/** Stretches of time that go along with the clock, as days of `timeZone`; the last days include today. */
export const timeWords = ['today', 'yesterday', 'last_7_days', 'last_30_days', 'this_month', 'last_month'] as const
export type TimeWord = (typeof timeWords)[number]

/** ISO 639-1, or `und` where a text is too short or too mixed to say. */
const languageInput = z.string().regex(/^([a-z]{2}|und)$/, 'Give a language as two letters, such as es, or und.')

/**
 * What narrows messages down, wherever messages are listed, exported, marked or kept as a view; all that is given has
 * to hold. Parsed values hold database ids.
 */
export const messageFilter = {
  /** Whose messages; the caller's own unless given. Another's only for admins, and then without `text`. */
  ownerId: idInput('user').optional(),
  /**
   * Words that all occur, in any order, case and accent; the last one may be the beginning of a word, from three
   * letters on. "Words in quotes" occur exactly so.
   */
  text: z.string().trim().min(1).max(200).optional(),
  sender: z.string().trim().min(1).max(30).optional(),
  senderMatch: z.enum(matchModes).optional(),
  /** Digits of the number, as people write them: spaces, dashes and a leading + are passed over. */
  recipient: z.string().trim().min(1).max(20).optional(),
  recipientMatch: z.enum(matchModes).optional(),
  rangeId: idInput('range').optional(),
  connectionId: idInput('connection').optional(),
  /** Any connection of this carrier. */
  carrierId: idInput('carrier').optional(),
  read: z.enum(['read', 'unread']).optional(),
  flag: z.enum(messageFlags).optional(),
  language: languageInput.optional(),
  /** Instead of from and until. */
  during: z.enum(timeWords).optional(),
  /** Whose days `during` means; UTC unless given. */
  timeZone: zoneNameSchema.optional(),
  /** When it reached us: ISO 8601; `from` inclusive, `until` exclusive. */
  from: z.iso.datetime({ offset: true }).optional(),
  until: z.iso.datetime({ offset: true }).optional(),
}
const { ownerId: _ownerId, read: _read, ...ownFilter } = messageFilter
const parsedFilter = z.object(messageFilter)
/** A filter as a handler gets it: ids are those of the database. */
export type MessageFilterParsed = z.output<typeof parsedFilter>

export const messages = {
  'messages.list': operation({
    method: 'GET',
    path: '/messages',
    summary:
      'Messages, newest first. A filtered page looks back over a bounded number of messages; searchedBackTo says how far it got',
    query: z.object({ ...pageQuery, ...messageFilter }),
    response: z.object({
      items: z.array(messageSchema),
      nextCursor: z.string().nullable(),
      /** The oldest moment this page looked at; null when the owner has no messages older than the page. */
      searchedBackTo: timestampSchema.nullable(),
    }),
  }),
  'messages.filter-options': operation({
    method: 'GET',
    path: '/message-filter-options',
    summary: 'What there is to narrow messages down by: ranges, connections and languages that occur among them',
    query: z.object({ ownerId: idInput('user').optional() }),
    response: z.object({
      ranges: z.array(z.object({ id: idSchema('range'), name: z.string() })),
      connections: z.array(
        z.object({
          id: idSchema('connection'),
          name: z.string(),
          carrier: z.object({ id: idSchema('carrier'), name: z.string() }),
        }),
      ),
      /** The most frequent first. */
      languages: z.array(z.object({ language: z.string(), messages: z.number().int() })),
      /** Until when messages are counted here; null: none yet. What has just landed is counted within seconds. */
      countedUpTo: timestampSchema.nullable(),
    }),
  }),
  'messages.read': operation({
    method: 'GET',
    path: '/messages/{messageId}',
    summary: 'One message with its trace: received bytes, decoding, range and rate, earning, settlement, transfer',
    params: z.object({ messageId: messageIdInput }),
    response: traceSchema,
  }),
  'messages.reveal': operation({
    method: 'POST',
    path: '/messages/{messageId}/reveal',
    summary: 'The unmasked trace of a message that belongs to somebody else; recorded in the audit log',
    params: z.object({ messageId: messageIdInput }),
    response: traceSchema,
  }),
  'messages.mark-read': operation({
    method: 'POST',
    path: '/messages/mark-read',
    summary: 'Mark messages of your own read or unread',
    body: z.strictObject({ ids: z.array(messageIdInput).min(1).max(200), isRead: z.boolean().default(true) }),
    response: z.object({ unread: z.number().int() }),
  }),
  'messages.mark-all-read': operation({
    method: 'POST',
    path: '/messages/mark-all-read',
    summary: 'Mark everything read that has landed up to a position',
    body: z.strictObject({ position: z.string().regex(/^\d{1,18}$/) }),
    response: z.object({ unread: z.number().int() }),
  }),
  'messages.mark-matching': operation({
    method: 'POST',
    path: '/messages/mark-matching',
    summary:
      'Mark messages of your own that match a filter read or unread, newest first; a bounded part of them a request, the rest from nextCursor on',
    body: z.strictObject({
      isRead: z.boolean().default(true),
      filter: z.strictObject(ownFilter),
      cursor: pageQuery.cursor,
    }),
    response: z.object({
      /** How many this request changed. */
      marked: z.number().int(),
      unread: z.number().int(),
      /** Where to go on; null when all that match have been looked at. */
      nextCursor: z.string().nullable(),
    }),
  }),
  'messages.live': operation({
    method: 'GET',
    path: '/live',
    summary:
      'Server-sent events: `messages` with what landed since Last-Event-ID (or since now), `heartbeat`, `reset` when the gap is too old to replay',
    query: z.object({
      since: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
    }),
    response: 'event-stream',
  }),
}
/** The data of a `messages` event. */
export const liveEventSchema = z.object({
  items: z.array(messageSchema),
  position: z.string(),
  unread: z.number().int(),
  total: z.number().int(),
  earnedNotSettled: moneySchema,
})
