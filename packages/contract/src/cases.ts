// Cases: why earnings of a range are held, opened by a signal over hourly traffic or by an admin, and ended by two
// people. Their owner sees that there is one, why, and how much of their money it holds.
import { z } from 'zod'
import { idInput, idSchema } from './ids.ts'
import { moneySchema } from './money.schema.ts'
import { operation } from './operation.ts'
import { pageOf, pageQuery, timestampSchema } from './page.ts'

export const caseSignals = ['burst', 'fan_out', 'one_sender', 'one_text', 'new_range', 'manual'] as const
export const caseStates = ['open', 'release_proposed', 'forfeit_proposed', 'released', 'forfeited'] as const

const person = z.object({ id: idSchema('user'), username: z.string() })
export const caseSchema = z
  .object({
    id: idSchema('case'),
    signal: z.enum(caseSignals),
    state: z.enum(caseStates),
    /** What was seen, in a sentence with its figures. */
    summary: z.string(),
    owner: person,
    range: z.object({ id: idSchema('range'), name: z.string() }),
    from: timestampSchema,
    until: timestampSchema,
    /** Not mature yet and kept from maturing. */
    frozen: moneySchema,
    /** Taken from what was ready for withdrawal. */
    held: moneySchema,
    openedAt: timestampSchema,
    openedBy: person.nullable(),
    proposedBy: person.nullable(),
    endedBy: person.nullable(),
    endedAt: timestampSchema.nullable(),
    mayEnd: z.boolean(),
    figures: z.array(z.object({ label: z.string(), value: z.string(), threshold: z.string().nullable() })),
    notes: z.array(z.object({ at: timestampSchema, by: person.nullable(), text: z.string() })),
  })
  .meta({ id: 'Case' })

const params = z.object({ caseId: idInput('case') })
const text = z.string().trim().min(3, 'Say why, for whoever reads it later.').max(1_000)

export const cases = {
  'cases.list': operation({
    method: 'GET',
    path: '/cases',
    summary: 'Cases, newest first',
    query: z.object({
      ...pageQuery,
      state: z.enum(['open', 'ended']).default('open'),
      userId: idInput('user').optional(),
    }),
    response: pageOf(caseSchema),
  }),
  'cases.read': operation({
    method: 'GET',
    path: '/cases/{caseId}',
    summary: 'One case',
    params,
    response: caseSchema,
  }),
  'cases.create': operation({
    method: 'POST',
    path: '/cases',
    summary: "Open a case by hand: a range's earnings of some hours are held",
    body: z.strictObject({
      rangeId: idInput('range'),
      from: timestampSchema,
      until: timestampSchema,
      reason: text,
    }),
    response: caseSchema,
    status: 201,
    errors: ['conflict'],
  }),
  'cases.note': operation({
    method: 'POST',
    path: '/cases/{caseId}/notes',
    summary: 'Add a note',
    params,
    body: z.strictObject({ text }),
    response: caseSchema,
  }),
  'cases.propose': operation({
    method: 'POST',
    path: '/cases/{caseId}/propose',
    summary: 'Propose to release the money, or to take it back',
    params,
    body: z.strictObject({ outcome: z.enum(['release', 'forfeit']), reason: text }),
    response: caseSchema,
    errors: ['state_changed'],
  }),
  'cases.decide': operation({
    method: 'POST',
    path: '/cases/{caseId}/decide',
    summary: 'Confirm what another person proposed, or send it back',
    params,
    body: z.strictObject({ decision: z.enum(['confirm', 'refuse']), reason: text }),
    response: caseSchema,
    errors: ['state_changed', 'other_person_needed'],
  }),
  'cases.own': operation({
    method: 'GET',
    path: '/wallet/holds',
    summary: 'What holds your money, and why',
    response: z.object({
      items: z.array(
        z.object({
          id: idSchema('case'),
          reason: z.string(),
          range: z.object({ id: idSchema('range'), name: z.string() }),
          amount: moneySchema,
          since: timestampSchema,
        }),
      ),
    }),
  }),
}
