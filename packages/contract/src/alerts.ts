// Alerts: what is wrong with the installation now, and what was. They are opened and resolved by what is measured,
// never by hand; a person acknowledges one, which says that somebody is looking after it.
import { z } from 'zod'
import { alertKindNames } from './alert-kinds.ts'
import { idInput, idSchema } from './ids.ts'
import { operation } from './operation.ts'
import { pageOf, pageQuery, timestampSchema } from './page.ts'

export const alertStates = ['open', 'acknowledged', 'resolved'] as const
export type AlertState = (typeof alertStates)[number]
export const alertSeverities = ['warning', 'critical'] as const
export type AlertSeverity = (typeof alertSeverities)[number]

export const alertSchema = z
  .object({
    id: idSchema('alert'),
    kind: z.enum(alertKindNames),
    severity: z.enum(alertSeverities),
    state: z.enum(alertStates),
    /** What it is about; null: the installation as a whole. `id` as callers see it, where the thing has one. */
    subject: z.object({ id: z.string().nullable(), name: z.string() }).nullable(),
    /** The figures its sentence names: counts, minutes, texts of errors; of a connection also its `carrier`. */
    facts: z.record(z.string(), z.union([z.string(), z.number()])),
    /** Since when it holds, as far as that is known. */
    since: timestampSchema,
    openedAt: timestampSchema,
    /** More than one: it was resolved and came back within the hour. */
    openings: z.number().int(),
    acknowledgedBy: z.string().nullable(),
    acknowledgedAt: timestampSchema.nullable(),
    note: z.string(),
    resolvedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'Alert' })

export const alerts = {
  'alerts.list': operation({
    method: 'GET',
    path: '/alerts',
    summary: 'What is wrong now, the gravest first; or what was, the latest first. Only what your role can act on',
    query: z.object({ ...pageQuery, state: z.enum(['open', 'resolved']).default('open') }),
    response: pageOf(alertSchema),
  }),
  'alerts.acknowledge': operation({
    method: 'POST',
    path: '/alerts/{alertId}/acknowledge',
    summary: 'Say that you look after it. It stays until what it is about is over',
    params: z.object({ alertId: idInput('alert') }),
    body: z.strictObject({ note: z.string().trim().max(500, 'At most 500 characters.').default('') }),
    response: alertSchema,
    errors: ['state_changed'],
  }),
}
