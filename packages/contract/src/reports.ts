// The CDR report: traffic of a period, grouped, with totals. Every figure is read from rollups, whose hours and days
// are UTC; what a grouping cannot be filtered by is refused in words, never ignored.
import { z } from 'zod'
import { idInput } from './ids.ts'
import { moneySchema } from './money.schema.ts'
import { operation } from './operation.ts'
import { timestampSchema } from './page.ts'
import { zoneSchema } from './zone.ts'

/** Time words, each meant in the time zone of the report. `custom` takes `from` and `to`. */
export const reportPeriods = [
  'today',
  'yesterday',
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'this_year',
  'last_year',
  'last_12_months',
  'custom',
] as const
export type ReportPeriod = (typeof reportPeriods)[number]

/** `message`: one line a message, which is only ever exported. */
export const cdrGroups = ['day', 'range', 'country', 'sender', 'carrier', 'user', 'message'] as const
export type CdrGroup = (typeof cdrGroups)[number]
/** Columns that may be chosen; what a line is about is always there. */
export const cdrFigures = ['messages', 'segments', 'earned', 'rate', 'share'] as const
export type CdrFigure = (typeof cdrFigures)[number]

/** A preview shows so many lines; an export has up to CDR_GROUPS_MAX. */
export const CDR_PREVIEW_LINES = 100
export const CDR_GROUPS_MAX = 50_000
/** The longest period: ten years and a day. */
export const REPORT_DAYS_MAX = 3_654

const date = z.iso.date('Give a day such as 2026-03-31.')
/** The fields of a CDR report, in a preview, in an export and in a schedule alike. */
export const cdrRequestShape = {
  period: z.enum(reportPeriods).default('last_30_days'),
  /** First and last day, both included, in `zone`; for `custom` alone. */
  from: date.optional(),
  to: date.optional(),
  zone: zoneSchema,
  groupBy: z.enum(cdrGroups).default('day'),
  rangeId: idInput('range').optional(),
  /** Exactly this sender. */
  sender: z.string().trim().min(1).max(30).optional(),
  /** For admins; without it, everybody's. Users always get their own. */
  userId: idInput('user').optional(),
  figures: z.array(z.enum(cdrFigures)).min(1).max(cdrFigures.length).optional(),
}
export const cdrRequestSchema = z.strictObject(cdrRequestShape)

const figuresShape = {
  messages: z.number().int(),
  segments: z.number().int(),
  earned: moneySchema,
  /** Earned by segment, USD; null without segments. */
  rate: moneySchema.nullable(),
  /** Of the report's messages, 0 to 1. */
  share: z.number(),
}

export const reports = {
  'reports.cdr': operation({
    method: 'POST',
    path: '/reports/cdr',
    summary: 'A CDR report on the screen: totals and the first lines; exports.create makes the whole as a file',
    body: cdrRequestSchema,
    isReading: true,
    response: z.object({
      /** The period as it was understood: `from` inclusive, `until` exclusive. */
      from: timestampSchema,
      until: timestampSchema,
      zone: z.string(),
      groupBy: z.enum(cdrGroups),
      /** Null: nobody knows before the file is made (by message, of one sender). */
      totals: z.object(figuresShape).nullable(),
      /** The first CDR_PREVIEW_LINES: days in their order, everything else by what it earned. None by message. */
      lines: z.array(
        z.object({
          /** What the line is about: a day (2026-03-31), an id, a country code, a sender. Empty: none known. */
          key: z.string(),
          /** For people; for a day the day itself. */
          label: z.string(),
          /** More about it, such as the numbers of a range. */
          detail: z.string().nullable(),
          ...figuresShape,
        }),
      ),
      /** How many lines there are, counted up to CDR_GROUPS_MAX + 1; by message, how many messages or null. */
      lineCount: z.number().int().nullable(),
      /** Rollups by sender are kept by day of UTC and a moment later than the rest; null: complete to this minute. */
      countedUntil: timestampSchema.nullable(),
      /** Whether the period was cut to days of UTC, because nothing finer is kept. */
      isInUtcDays: z.boolean(),
    }),
  }),
}
