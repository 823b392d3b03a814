// Exports: files of any size, made in the background and kept for some days. An export belongs to whoever asked for it
// and holds what they see on the screen, masked where the screen is masked.
import { z } from 'zod'
import { idInput, idSchema } from './ids.ts'
import { messageFilter } from './messages.ts'
import { operation } from './operation.ts'
import { pageOf, pageQuery, timestampSchema } from './page.ts'
import { cdrFigures, cdrGroups, cdrRequestShape, reportPeriods } from './reports.ts'
import { zoneSchema } from './zone.ts'

export const exportKinds = ['messages', 'cdr'] as const
export type ExportKind = (typeof exportKinds)[number]
/** `json`: one array. `ndjson`: one object a line. */
export const exportFormats = ['csv', 'xlsx', 'json', 'ndjson'] as const
export type ExportFormat = (typeof exportFormats)[number]
export const exportStates = ['queued', 'running', 'done', 'failed', 'cancelled', 'expired'] as const
export type ExportState = (typeof exportStates)[number]

/** An export holds at most so many rows; one that is known to be larger is refused before it starts. */
export const EXPORT_ROWS_MAX = 10_000_000
/** So many of one person are worked on or wait at once. */
export const EXPORTS_RUNNING_MAX = 3
/** So many files of one person are kept; a new one takes the place of the oldest. */
export const EXPORTS_KEPT_MAX = 10
/** A file is deleted so many days after it was done. */
export const EXPORT_EXPIRY_DAYS_DEFAULT = 7

export const messageExportColumns = [
  'time',
  'sender',
  'recipient',
  'range',
  'text',
  'segments',
  'earned',
  'read',
  'flags',
  'id',
] as const
export type MessageExportColumn = (typeof messageExportColumns)[number]

const messagesRequest = z.strictObject({
  kind: z.literal('messages'),
  format: z.enum(exportFormats),
  /** Times in the file are local times of this zone; JSON has them in UTC. */
  zone: zoneSchema,
  columns: z.array(z.enum(messageExportColumns)).min(1).max(messageExportColumns.length).optional(),
  /** As in `messages.list`. */
  filter: z.strictObject(messageFilter).default({}),
})
const cdrRequest = z.strictObject({ kind: z.literal('cdr'), format: z.enum(exportFormats), ...cdrRequestShape })

export const exportRequestSchema = z.discriminatedUnion('kind', [messagesRequest, cdrRequest])
export type ExportRequest = z.output<typeof exportRequestSchema>
/** What a caller sends, and what `exports.list` gives back for "run again". */
export type ExportRequestInput = z.input<typeof exportRequestSchema>

const userId = idSchema('user').optional()
const rangeId = idSchema('range').optional()
/** A request as it was made; it can be sent again as it is. */
export const madeRequestSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('messages'),
    format: z.enum(exportFormats),
    zone: z.string(),
    columns: z.array(z.enum(messageExportColumns)).optional(),
    filter: z.record(z.string(), z.unknown()),
  }),
  z.object({
    kind: z.literal('cdr'),
    format: z.enum(exportFormats),
    period: z.enum(reportPeriods),
    from: z.string().optional(),
    to: z.string().optional(),
    zone: z.string(),
    groupBy: z.enum(cdrGroups),
    rangeId,
    sender: z.string().optional(),
    userId,
    figures: z.array(z.enum(cdrFigures)).optional(),
  }),
])

export const exportSchema = z
  .object({
    id: idSchema('export'),
    kind: z.enum(exportKinds),
    format: z.enum(exportFormats),
    state: z.enum(exportStates),
    fileName: z.string(),
    request: madeRequestSchema,
    /** The schedule that made it. */
    scheduleId: idSchema('schedule').nullable(),
    createdAt: timestampSchema,
    startedAt: timestampSchema.nullable(),
    finishedAt: timestampSchema.nullable(),
    /** When the file is deleted; null before it is done. */
    expiresAt: timestampSchema.nullable(),
    rows: z.number().int(),
    /** Null: nobody knows before it is done. */
    estimatedRows: z.number().int().nullable(),
    /** Over the time it was worked on; null before there is something to tell. */
    rowsPerSecond: z.number().int().nullable(),
    /** Octets of the file so far. */
    octets: z.number().int(),
    /** Why it failed, in words. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'Export' })

const params = z.object({ exportId: idInput('export') })

export const exports = {
  'exports.create': operation({
    method: 'POST',
    path: '/exports',
    summary: 'Start making a file of messages, or of a CDR report',
    body: exportRequestSchema,
    response: exportSchema,
    status: 201,
    errors: ['limit_exceeded'],
  }),
  'exports.list': operation({
    method: 'GET',
    path: '/exports',
    summary: 'Your exports, newest first, with their progress',
    query: z.object({ ...pageQuery, scheduleId: idInput('schedule').optional() }),
    response: pageOf(exportSchema),
  }),
  'exports.read': operation({
    method: 'GET',
    path: '/exports/{exportId}',
    summary: 'One export with its progress',
    params,
    response: exportSchema,
  }),
  'exports.cancel': operation({
    method: 'POST',
    path: '/exports/{exportId}/cancel',
    summary: 'Stop an export that waits or runs; what was made of it is deleted',
    params,
    response: exportSchema,
    errors: ['state_changed'],
  }),
  'exports.download': operation({
    method: 'POST',
    path: '/exports/{exportId}/download',
    summary: 'An address that gives the file once, within minutes, without a token, so that a browser can save it',
    params,
    response: z.object({
      /** Below this origin: /api/files/… */
      address: z.string(),
      expiresAt: timestampSchema,
    }),
    errors: ['state_changed'],
  }),
}
