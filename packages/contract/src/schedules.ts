// Schedules: an export that is made again every day, week or month, at an hour of a time zone, and told by mail.
import { z } from 'zod'
import { exportRequestSchema, madeRequestSchema, exportSchema } from './exports.ts'
import { idInput, idSchema } from './ids.ts'
import { operation } from './operation.ts'
import { timestampSchema } from './page.ts'
import { zoneNameSchema, zoneSchema } from './zone.ts'

export const scheduleRhythms = ['day', 'week', 'month'] as const
export type ScheduleRhythm = (typeof scheduleRhythms)[number]
/** So many of one person. */
export const SCHEDULES_MAX = 20

const timing = {
  every: z.enum(scheduleRhythms),
  /** 1 Monday to 7 Sunday; of a week alone. */
  weekday: z.int().min(1).max(7).default(1),
  /** Of a month alone; in a shorter month its last day. */
  monthDay: z.int().min(1).max(31).default(1),
  /** Full hour of the day in `zone`. Where summer time skips it, the next moment there is. */
  hour: z.int().min(0).max(23),
  zone: zoneSchema,
}
const name = z.string().trim().min(1, 'Give it a name.').max(80)

export const scheduleSchema = z
  .object({
    id: idSchema('schedule'),
    name: z.string(),
    request: madeRequestSchema,
    every: z.enum(scheduleRhythms),
    weekday: z.int(),
    monthDay: z.int(),
    hour: z.int(),
    zone: z.string(),
    isPaused: z.boolean(),
    /** Why it was paused, when nobody did it. */
    pausedReason: z.string().nullable(),
    /** Null while paused. */
    nextAt: timestampSchema.nullable(),
    lastExport: exportSchema.nullable(),
    createdAt: timestampSchema,
  })
  .meta({ id: 'Schedule' })

const params = z.object({ scheduleId: idInput('schedule') })

export const schedules = {
  'schedules.list': operation({
    method: 'GET',
    path: '/schedules',
    summary: 'Your schedules, newest first, and whether mails about them can be sent',
    response: z.object({ items: z.array(scheduleSchema), isMailSent: z.boolean() }),
  }),
  'schedules.create': operation({
    method: 'POST',
    path: '/schedules',
    summary: 'Make an export again and again',
    body: z.strictObject({ name, ...timing, request: exportRequestSchema }),
    response: scheduleSchema,
    status: 201,
    errors: ['limit_exceeded'],
  }),
  'schedules.update': operation({
    method: 'PATCH',
    path: '/schedules/{scheduleId}',
    summary: 'Change, pause or resume a schedule',
    params,
    body: z.strictObject({
      name: name.optional(),
      every: timing.every.optional(),
      weekday: z.int().min(1).max(7).optional(),
      monthDay: z.int().min(1).max(31).optional(),
      hour: timing.hour.optional(),
      zone: zoneNameSchema.optional(),
      request: exportRequestSchema.optional(),
      isPaused: z.boolean().optional(),
    }),
    response: scheduleSchema,
  }),
  'schedules.delete': operation({
    method: 'DELETE',
    path: '/schedules/{scheduleId}',
    summary: 'End a schedule; the files it made stay until they expire',
    params,
  }),
}
