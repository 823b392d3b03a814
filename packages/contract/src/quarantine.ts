// Quarantine: messages that were acknowledged and lie in no active, owned range, and what is done with them. And the
// route tester: where a number would go at a moment, and for how much, as the pipeline itself says.
import { z } from 'zod'
import { idInput, idSchema } from './ids.ts'
import { messageFlags } from './messages.ts'
import { moneySchema } from './money.schema.ts'
import { operation } from './operation.ts'
import { pageQuery, timestampSchema } from './page.ts'

/**
 * no_range: no range holds the number. inactive_range: one does, and is inactive. no_owner: nobody owned it when the
 * message was received. bad_recipient: the recipient is no E.164 number.
 */
export const quarantineReasons = ['no_range', 'inactive_range', 'no_owner', 'bad_recipient'] as const
export type QuarantineReason = (typeof quarantineReasons)[number]
/** waiting: for a decision. routed: it became a message. set_aside: somebody decided that it stays here. */
export const quarantineStates = ['waiting', 'routed', 'set_aside'] as const
export type QuarantineState = (typeof quarantineStates)[number]
export const numberMatches = ['starts', 'contains', 'ends'] as const
export type NumberMatch = (typeof numberMatches)[number]

/** What one request decides about at most. */
export const QUARANTINE_ROUTED_MAX = 1_000

export const quarantinedSchema = z
  .object({
    id: idSchema('quarantine'),
    state: z.enum(quarantineStates),
    reason: z.enum(quarantineReasons),
    from: z.string(),
    /** As it was received. */
    to: z.string(),
    /** Masked unless it was revealed; null for binary content, and once its time of keeping is over. */
    content: z.string().nullable(),
    masked: z.boolean(),
    time: timestampSchema,
    segments: z.number().int(),
    flags: z.array(z.enum(messageFlags)),
    carrier: z.object({ id: idSchema('carrier'), name: z.string() }).nullable(),
    connection: z.object({ id: idSchema('connection'), name: z.string() }).nullable(),
    decidedAt: timestampSchema.nullable(),
    /** Username of who decided. */
    decidedBy: z.string().nullable(),
    /** The message that it became. */
    messageId: idSchema('message').nullable(),
  })
  .meta({ id: 'QuarantinedMessage' })

const quarantinedDetailsSchema = quarantinedSchema.extend({
  alphabet: z.string(),
  providerId: z.string().nullable(),
  /** Each part as it came, hexadecimal; empty when masked. */
  parts: z.array(z.object({ octets: z.number().int(), hex: z.string() })),
})

export const quarantineFilter = {
  state: z.enum(quarantineStates).optional(),
  reason: z.enum(quarantineReasons).optional(),
  carrierId: idInput('carrier').optional(),
  connectionId: idInput('connection').optional(),
  recipient: z.string().trim().min(1).max(30).optional(),
  recipientMatch: z.enum(numberMatches).optional(),
  sender: z.string().trim().min(1).max(64).optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  until: z.iso.datetime({ offset: true }).optional(),
}

const which = {
  /** These, or all that the filter matches; one of both. */
  ids: z.array(idInput('quarantine')).min(1).max(QUARANTINE_ROUTED_MAX).optional(),
  filter: z.strictObject(quarantineFilter).optional(),
}
function checkWhich(body: { ids?: unknown; filter?: unknown }, context: z.RefinementCtx): void {
  if ((body.ids === undefined) !== (body.filter === undefined)) return
  context.addIssue({ code: 'custom', path: ['ids'], message: 'Give either ids or a filter.' })
}

const routeBody = {
  ...which,
  /** Absent: the range that holds the number now. Given: this one, where it can hold the number. */
  rangeId: idInput('range').optional(),
  /** Whose message it is and at which rate: as it was when it was received, or as it is now. */
  as: z.enum(['received', 'now']),
  /** False: it lands and earns nothing. */
  withEarnings: z.boolean(),
}

const routePlanSchema = z.object({
  /** Looked at: at most QUARANTINE_ROUTED_MAX. */
  considered: z.number().int(),
  /** More match the filter than one request decides about. */
  hasMore: z.boolean(),
  messages: z.number().int(),
  segments: z.number().int(),
  earned: moneySchema,
  targets: z.array(
    z.object({
      range: z.object({ id: idSchema('range'), name: z.string() }),
      owner: z.object({ id: idSchema('user'), username: z.string() }),
      isTest: z.boolean(),
      messages: z.number().int(),
      segments: z.number().int(),
      /** Per segment; null where several applied. */
      rate: moneySchema.nullable(),
      earned: moneySchema,
    }),
  ),
  /** Why the others stay. decided: somebody decided about it before. */
  stays: z.array(z.object({ reason: z.enum([...quarantineReasons, 'decided']), messages: z.number().int() })),
})

const nearRangeSchema = z.object({
  id: idSchema('range'),
  name: z.string(),
  first: z.string(),
  last: z.string(),
  isActive: z.boolean(),
  side: z.enum(['below', 'above']),
  /** How many numbers lie between, plus one. */
  distance: z.string(),
})

export const quarantine = {
  'quarantine.list': operation({
    method: 'GET',
    path: '/quarantine',
    summary:
      'Quarantined messages, newest first; those that wait, unless a state is asked for. A filtered page looks back over a bounded number',
    query: z.object({ ...pageQuery, ...quarantineFilter }),
    response: z.object({
      items: z.array(quarantinedSchema),
      nextCursor: z.string().nullable(),
      /** The oldest moment this page looked at; null when nothing is older. */
      searchedBackTo: timestampSchema.nullable(),
    }),
  }),
  'quarantine.summary': operation({
    method: 'GET',
    path: '/quarantine-summary',
    summary: 'How many wait, by reason and by connection, and how many came in each hour of the last days',
    query: z.object({ hours: z.coerce.number().int().min(1).max(168).default(24) }),
    response: z.object({
      waiting: z.number().int(),
      routed: z.number().int(),
      setAside: z.number().int(),
      reasons: z.array(z.object({ reason: z.enum(quarantineReasons), waiting: z.number().int() })),
      connections: z.array(
        z.object({
          id: idSchema('connection'),
          name: z.string(),
          carrier: z.object({ id: idSchema('carrier'), name: z.string() }),
          waiting: z.number().int(),
        }),
      ),
      hours: z.array(z.object({ hour: timestampSchema, messages: z.number().int() })),
    }),
  }),
  'quarantine.read': operation({
    method: 'GET',
    path: '/quarantine/{quarantineId}',
    summary: 'One quarantined message, masked',
    params: z.object({ quarantineId: idInput('quarantine') }),
    response: quarantinedDetailsSchema,
  }),
  'quarantine.reveal': operation({
    method: 'POST',
    path: '/quarantine/{quarantineId}/reveal',
    summary: 'Its text and its octets; recorded in the audit log',
    params: z.object({ quarantineId: idInput('quarantine') }),
    response: quarantinedDetailsSchema,
  }),
  'quarantine.preview-route': operation({
    method: 'POST',
    path: '/quarantine/preview-route',
    isReading: true,
    summary: 'Where messages would land and what they would earn, before it is decided',
    body: z.strictObject(routeBody).superRefine(checkWhich),
    response: routePlanSchema,
  }),
  'quarantine.route': operation({
    method: 'POST',
    path: '/quarantine/route',
    summary: 'Let messages land: inbox, traffic and earnings in one transaction. What was decided before stays',
    body: z
      .strictObject({
        ...routeBody,
        /** What the preview said; refused when it is not so any more. */
        expected: z.strictObject({ messages: z.number().int().min(1), earned: moneySchema }),
      })
      .superRefine(checkWhich),
    response: routePlanSchema,
    errors: ['state_changed'],
  }),
  'quarantine.set-aside': operation({
    method: 'POST',
    path: '/quarantine/set-aside',
    summary: 'Decide that messages stay here, or that they wait again. A routed one is not touched',
    body: z.strictObject({ ...which, isSetAside: z.boolean() }).superRefine(checkWhich),
    response: z.object({ messages: z.number().int(), hasMore: z.boolean() }),
  }),
  'quarantine.test-route': operation({
    method: 'POST',
    path: '/route-test',
    isReading: true,
    summary: 'Where a number would go at a moment, whose it is and what a segment earns, or why it would stay here',
    body: z.strictObject({
      number: z.string().trim().min(1, 'Give a number.').max(40),
      /** Absent: now. */
      at: z.iso.datetime({ offset: true }).optional(),
    }),
    response: z.object({
      /** E.164 with '+'; null when it is none. */
      number: z.string().nullable(),
      at: timestampSchema,
      outcome: z.enum(['lands', ...quarantineReasons]),
      range: z
        .object({
          id: idSchema('range'),
          name: z.string(),
          first: z.string(),
          last: z.string(),
          isActive: z.boolean(),
          isTest: z.boolean(),
        })
        .nullable(),
      owner: z.object({ id: idSchema('user'), username: z.string() }).nullable(),
      /** Per segment; what a segment earns is nought in a test range, whatever the rate. */
      rate: moneySchema.nullable(),
      earnsPerSegment: moneySchema.nullable(),
      nearest: z.array(nearRangeSchema),
    }),
  }),
}
