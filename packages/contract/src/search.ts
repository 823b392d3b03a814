// One search over everything that the caller may see: bounded groups of hits, each with what a line of it shows and the
// ids that lead to it. How the words are read is in search-words.ts.
import { z } from 'zod'
import { idSchema } from './ids.ts'
import { moneySchema } from './money.schema.ts'
import { operation } from './operation.ts'
import { timestampSchema } from './page.ts'
import { SEARCH_CHARS_MAX } from './search-words.ts'

export const SEARCH_HITS_MAX = 5
export const searchGroups = ['things', 'numbers', 'ranges', 'users', 'carriers', 'payments', 'messages'] as const

const named = (noun: 'range' | 'carrier') => z.object({ id: idSchema(noun), name: z.string() })
/** Null where the hit is the caller's own, or nobody's. */
const owner = z.string().nullable()

const hitSchema = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('number'),
      /** E.164 with '+'. */
      number: z.string(),
      range: named('range'),
      /** Whether it has received anything. */
      isUsed: z.boolean(),
      owner,
    }),
    z.object({
      type: z.literal('message'),
      id: idSchema('message'),
      from: z.string(),
      to: z.string(),
      /** The first words; null for binary content, and of somebody else's message. */
      content: z.string().nullable(),
      at: timestampSchema,
      owner,
    }),
    z.object({
      type: z.literal('range'),
      id: idSchema('range'),
      name: z.string(),
      numbers: z.string(),
      isActive: z.boolean(),
      owner,
    }),
    z.object({
      type: z.literal('user'),
      id: idSchema('user'),
      username: z.string(),
      email: z.string(),
      role: z.string(),
      isActive: z.boolean(),
    }),
    z.object({ type: z.literal('carrier'), id: idSchema('carrier'), name: z.string(), isActive: z.boolean() }),
    z.object({
      type: z.literal('connection'),
      id: idSchema('connection'),
      name: z.string(),
      kind: z.string(),
      carrier: named('carrier'),
      isActive: z.boolean(),
    }),
    z.object({
      type: z.enum(['deposit', 'withdrawal', 'settlement']),
      id: z.string(),
      amount: moneySchema,
      state: z.string().nullable(),
      at: timestampSchema,
      owner,
    }),
    z.object({ type: z.literal('case'), id: idSchema('case'), range: z.string(), state: z.string(), owner }),
    z.object({ type: z.literal('audit'), id: idSchema('audit'), action: z.string(), at: timestampSchema }),
    z.object({ type: z.literal('quarantined'), id: idSchema('quarantine'), to: z.string(), at: timestampSchema }),
  ])
  .meta({ id: 'SearchHit' })

export const search = {
  'search.everything': operation({
    method: 'GET',
    path: '/search',
    summary:
      'Everything that matches and that you may see, in groups of at most five; a group that took too long says so',
    query: z.object({
      q: z.string().max(4 * SEARCH_CHARS_MAX),
      /** `quick`: what is found at once; `patient`: a second for what was too slow. */
      patience: z.enum(['quick', 'patient']).default('quick'),
    }),
    response: z.object({
      groups: z.array(
        z.object({
          group: z.enum(searchGroups),
          hits: z.array(hitSchema).max(SEARCH_HITS_MAX),
          /** `cut`: there is more. `too_slow`: it was not looked through in time. */
          state: z.enum(['whole', 'cut', 'too_slow']),
        }),
      ),
    }),
  }),
}
export type SearchHit = z.output<typeof hitSchema>
