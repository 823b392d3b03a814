// The audit log as admins read it: who did what to whom, from where, with what before and after, and whether the record
// is whole. Nothing here writes: an entry is made by what it describes.
import { z } from 'zod'
import { idInput, idSchema } from './ids.ts'
import { operation } from './operation.ts'
import { pageOf, pageQuery, timestampSchema } from './page.ts'

export const auditOutcomes = ['done', 'refused', 'failed'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

/** An export holds at most so many entries, the newest; a longer one says so in its last line. */
export const AUDIT_EXPORT_ROWS_MAX = 50_000

const personSchema = z.object({
  id: idSchema('user'),
  /** As it is now; null for somebody who is no user any more. */
  username: z.string().nullable(),
})

export const auditEntrySchema = z
  .object({
    id: idSchema('audit'),
    at: timestampSchema,
    /** Null: nobody known, such as the program itself or a stranger at the sign-in. */
    actor: personSchema.nullable(),
    /** The user for whom the actor acted. */
    onBehalfOf: personSchema.nullable(),
    /** In the past tense: user_updated, sign_in_refused. */
    action: z.string(),
    outcome: z.enum(auditOutcomes),
    subject: z.object({
      type: z.string(),
      /** An id as the API shows it where the subject has one, else what names it. */
      id: z.string(),
      name: z.string().nullable(),
    }),
    /** Null where none is known, and where the entry is about somebody above the reader. */
    address: z.string().nullable(),
    isAddressHidden: z.boolean(),
    requestId: z.string().nullable(),
    /** The changed facts, before and after; null for nothing. */
    before: z.unknown(),
    after: z.unknown(),
  })
  .meta({ id: 'AuditEntry' })

const filters = {
  actorId: idInput('user').optional(),
  onBehalfOfId: idInput('user').optional(),
  /** An id of anything (usr_…, rng_…, car_…, con_…, msg_…), or the text that names it. */
  subject: z.string().trim().min(1).max(200).optional(),
  /** Beginnings of actions, separated by commas: `sign,session` finds signed_in and session_ended. */
  action: z
    .string()
    .max(300)
    .regex(/^[a-z_]{1,60}(,[a-z_]{1,60}){0,19}$/, 'Give beginnings of actions, separated by commas.')
    .optional(),
  outcome: z.enum(auditOutcomes).optional(),
  from: timestampSchema.optional(),
  until: timestampSchema.optional(),
  address: z.union([z.ipv4(), z.ipv6()], 'Give an IP address.').optional(),
  requestId: z.string().trim().min(1).max(100).optional(),
}

export const audit = {
  'audit.list': operation({
    method: 'GET',
    path: '/audit',
    summary: 'Who did what to whom, newest first',
    query: z.object({ ...pageQuery, ...filters }),
    response: pageOf(auditEntrySchema),
  }),
  'audit.export': operation({
    method: 'GET',
    path: '/audit/export',
    summary: 'The same entries as CSV, at most 50 000, newest first; that it was exported is recorded',
    query: z.object(filters),
    response: 'csv',
  }),
  'audit.chain': operation({
    method: 'GET',
    path: '/audit/chain',
    summary: 'How far the log is sealed, and what its last verification found',
    response: z
      .object({
        sealedBlocks: z.number().int(),
        sealedEntries: z.number().int(),
        /** When the newest block was sealed. */
        sealedAt: timestampSchema.nullable(),
        /** SHA-256 of the newest block, which covers everything before it; keep it elsewhere. */
        headHash: z.string().nullable(),
        /** Entries that no block covers yet; they are sealed within minutes. At most 10 000 are counted. */
        unsealedEntries: z.number().int(),
        verification: z
          .object({
            at: timestampSchema,
            isSound: z.boolean(),
            entries: z.number().int(),
            faults: z.array(z.object({ blockId: z.string(), problem: z.string() })),
          })
          .nullable(),
      })
      .meta({ id: 'AuditChain' }),
  }),
  'audit.read': operation({
    method: 'GET',
    path: '/audit/entries/{entryId}',
    summary: 'One entry',
    params: z.object({ entryId: idInput('audit') }),
    response: auditEntrySchema,
  }),
}
