// Saved views: what a section showed, under a name, to come back to. Each person's own; any section may have them.
import { z } from 'zod'
import { idInput, idSchema } from './ids.ts'
import { operation } from './operation.ts'
import { timestampSchema } from './page.ts'

/** So many a person may keep of one section. */
export const SAVED_VIEWS_MAX = 50
export const SAVED_VIEW_NAME_MAX = 60
/** Octets of a state as JSON. */
export const SAVED_VIEW_STATE_MAX = 4_096

/** The section as its address names it. */
const section = z.string().regex(/^[a-z][a-z-]{0,39}$/, 'Give the section as its address names it, such as inbox.')
const name = z
  .string()
  .trim()
  .min(1, 'Give the view a name.')
  .max(SAVED_VIEW_NAME_MAX, `At most ${SAVED_VIEW_NAME_MAX} characters.`)
/** What the section's address says after its question mark. Kept as it is: the section reads it with care. */
const state = z
  .record(z.string(), z.unknown())
  .refine(
    (value) => new TextEncoder().encode(JSON.stringify(value)).length <= SAVED_VIEW_STATE_MAX,
    'This view is too large to keep.',
  )

export const savedViewSchema = z
  .object({
    id: idSchema('savedView'),
    section: z.string(),
    name: z.string(),
    state: z.record(z.string(), z.unknown()),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'SavedView' })

const params = z.object({ viewId: idInput('savedView') })

export const savedViews = {
  'saved-views.list': operation({
    method: 'GET',
    path: '/saved-views',
    summary: 'The views that the caller keeps of a section, by name',
    query: z.object({ section }),
    response: z.object({ items: z.array(savedViewSchema) }),
  }),
  'saved-views.create': operation({
    method: 'POST',
    path: '/saved-views',
    summary: `Keep a view of a section under a name of one's own; at most ${SAVED_VIEWS_MAX} of a section`,
    body: z.strictObject({ section, name, state }),
    response: savedViewSchema,
    status: 201,
    errors: ['view_name_taken', 'too_many_views'],
  }),
  'saved-views.update': operation({
    method: 'PATCH',
    path: '/saved-views/{viewId}',
    summary: 'Give a view another name, or let it show something else',
    params,
    body: z
      .strictObject({ name: name.optional(), state: state.optional() })
      .refine((change) => change.name !== undefined || change.state !== undefined, 'Give a name or a state.'),
    response: savedViewSchema,
    errors: ['view_name_taken'],
  }),
  'saved-views.delete': operation({
    method: 'DELETE',
    path: '/saved-views/{viewId}',
    summary: 'Keep a view no longer',
    params,
  }),
}
