// Test numbers: the numbers of test ranges, which every user of the platform may look at. What arrives on them earns
// nothing and is nobody's secret. An admin can send a message to one through a real connection.
import { z } from 'zod'
import { idInput, idSchema } from './ids.ts'
import { messageSchema } from './messages.ts'
import { operation } from './operation.ts'
import { pageOf, pageQuery, timestampSchema } from './page.ts'

/** Messages that one user may send to test numbers in an hour of UTC. */
export const TEST_INJECTIONS_PER_HOUR_MAX = 30

export const testNumberSchema = z
  .object({
    /** E.164 with '+'. */
    number: z.string(),
    range: z.object({ id: idSchema('range'), name: z.string(), numbers: z.number().int() }),
    country: z.string().nullable(),
    /** False: nothing that is sent to it lands. */
    isActive: z.boolean(),
    /** Of its range; null when none came yet. */
    lastMessageAt: timestampSchema.nullable(),
  })
  .meta({ id: 'TestNumber' })

export const testMessageSchema = messageSchema
  .pick({ id: true, from: true, to: true, content: true, time: true, segments: true, flags: true, position: true })
  .meta({ id: 'TestMessage' })

const numberParams = z.object({
  number: z
    .string()
    .regex(/^[1-9]\d{2,14}$/)
    .transform(BigInt),
})

const stepSchema = z.object({
  step: z.enum(['sent', 'accepted', 'committed', 'visible']),
  /** Milliseconds after it was sent; null when it did not come to that. */
  afterMs: z.number().nullable(),
})

export const testNumbers = {
  'test-numbers.list': operation({
    method: 'GET',
    path: '/test-numbers',
    summary: 'The numbers of test ranges, in their order',
    query: z.object({
      ...pageQuery,
      /** The beginning of a number, or part of the name of its range. */
      search: z.string().trim().max(100).optional(),
      rangeId: idInput('range').optional(),
    }),
    response: pageOf(testNumberSchema),
  }),
  'test-numbers.read': operation({
    method: 'GET',
    path: '/test-numbers/{number}',
    summary: 'One test number',
    params: numberParams,
    response: testNumberSchema,
  }),
  'test-numbers.messages': operation({
    method: 'GET',
    path: '/test-numbers/{number}/messages',
    summary: 'The newest messages that arrived on a test number; with `since`, those after a position',
    params: numberParams,
    query: z.object({
      since: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
    }),
    response: z.object({
      items: z.array(testMessageSchema),
      /** Everything up to here has been looked at; to be given as `since`. */
      position: z.string(),
    }),
  }),
  'test-numbers.ways': operation({
    method: 'GET',
    path: '/test-number-ways',
    summary: 'The connections by which a test message can be sent, and how many may still be sent this hour',
    response: z.object({
      items: z.array(
        z.object({
          id: idSchema('connection'),
          name: z.string(),
          carrier: z.object({ id: idSchema('carrier'), name: z.string() }),
        }),
      ),
      left: z.number().int(),
      perHour: z.number().int(),
    }),
  }),
  'test-numbers.inject': operation({
    method: 'POST',
    path: '/test-numbers/{number}/inject',
    summary: 'Send a message to a test number through an HTTP connection, as its carrier would, and tell the steps',
    params: numberParams,
    body: z.strictObject({
      connectionId: idInput('connection'),
      sender: z.string().trim().min(1, 'Give a sender.').max(20),
      text: z.string().min(1, 'Give a text.').max(1_000),
    }),
    response: z.object({
      ok: z.boolean(),
      /** What happened, in a sentence. */
      detail: z.string(),
      steps: z.array(stepSchema),
      message: testMessageSchema.nullable(),
      left: z.number().int(),
    }),
    errors: ['too_many_requests'],
  }),
}
