// Number ranges: a block of consecutive numbers, prefix + start … prefix + end, both of the same width, leading zeros
// kept. The rules that the form checks while a person types are here, pure; the database repeats them as constraints.
import { z } from 'zod'
import { idInput, idSchema } from './ids.ts'
import { moneySchema, rateInputSchema } from './money.schema.ts'
import { MSISDN_DIGITS_MAX } from './msisdn.ts'
import { operation } from './operation.ts'
import { pageOf, pageQuery, timestampSchema } from './page.ts'

export const rangeStatuses = ['active', 'inactive'] as const
export type RangeStatus = (typeof rangeStatuses)[number]

export type RangeNumbers = { prefix: string; startNumber: string; endNumber: string }
export type RangeFault = { field: 'prefix' | 'startNumber' | 'endNumber'; message: string }

/** The first fault of a block of numbers, in the order in which a person fills the form; null when it is sound. */
export function rangeFault({ prefix, startNumber, endNumber }: RangeNumbers): RangeFault | null {
  if (!/^[1-9]\d*$/.test(prefix))
    return { field: 'prefix', message: 'A prefix is digits and starts with the country code, for example 4477.' }
  if (!/^\d+$/.test(startNumber)) return { field: 'startNumber', message: 'A start number is digits only.' }
  if (!/^\d+$/.test(endNumber)) return { field: 'endNumber', message: 'An end number is digits only.' }
  if (startNumber.length !== endNumber.length)
    return {
      field: 'endNumber',
      message: `Start and end need the same width: they have ${startNumber.length} and ${endNumber.length} digits.`,
    }
  if (prefix.length + startNumber.length > MSISDN_DIGITS_MAX)
    return {
      field: 'startNumber',
      message: `A number has at most 15 digits (E.164); this one has ${prefix.length + startNumber.length}.`,
    }
  if (BigInt(endNumber) < BigInt(startNumber))
    return { field: 'endNumber', message: 'The end number comes before the start number.' }
  return null
}

/** end − start + 1; exact for every range that E.164 allows. */
export function rangeTotal({ startNumber, endNumber }: Pick<RangeNumbers, 'startNumber' | 'endNumber'>): bigint {
  return BigInt(endNumber) - BigInt(startNumber) + 1n
}

export const rangeSchema = z
  .object({
    id: idSchema('range'),
    name: z.string(),
    prefix: z.string(),
    startNumber: z.string(),
    endNumber: z.string(),
    /** A count; at most 10^15, so a JSON number holds it. */
    totalNumbers: z.number().int(),
    usedNumbers: z.number().int(),
    messages: z.number().int(),
    earnings: moneySchema,
    isActive: z.boolean(),
    isTest: z.boolean(),
    owner: z.object({ id: idSchema('user'), username: z.string(), email: z.string() }).nullable(),
    rate: moneySchema.nullable(),
    country: z.string().nullable(),
    createdAt: timestampSchema,
    lastMessageAt: timestampSchema.nullable(),
    /** Another after every edit; an edit that names an older one is refused. */
    version: z.string(),
  })
  .meta({ id: 'Range' })

const prefixInput = z
  .string()
  .trim()
  .transform((text) => text.replace(/^\+/, ''))
const digitsInput = z.string().trim().max(MSISDN_DIGITS_MAX, 'A number has at most 15 digits (E.164).')
const rangeBody = {
  name: z.string().trim().min(1, 'Range Name is required.').max(100),
  prefix: prefixInput,
  startNumber: digitsInput,
  endNumber: digitsInput,
  ownerId: idInput('user'),
  isActive: z.boolean(),
  isTest: z.boolean(),
  rate: rateInputSchema,
}
function checkNumbers(
  body: RangeNumbers,
  context: { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void },
) {
  const fault = rangeFault(body)
  if (fault) context.addIssue({ code: 'custom', path: [fault.field], message: fault.message })
}

const rangeParams = z.object({ rangeId: idInput('range') })
const rangeFilter = {
  search: z.string().trim().max(100).optional(),
  ownerId: idInput('user').optional(),
  status: z.enum(rangeStatuses).optional(),
}

export const ranges = {
  'ranges.list': operation({
    method: 'GET',
    path: '/ranges',
    summary: 'Ranges by name; users see their own, admins all. The summary covers everything that the filter matches',
    query: z.object({ ...pageQuery, ...rangeFilter }),
    response: pageOf(rangeSchema).extend({
      summary: z.object({
        totalRanges: z.number().int(),
        totalNumbers: z.number().int(),
        usedNumbers: z.number().int(),
        earnings: moneySchema,
      }),
    }),
  }),
  'ranges.create': operation({
    method: 'POST',
    path: '/ranges',
    summary: 'Create a range, its first owner and its first rate, effective now',
    body: z
      .strictObject({ ...rangeBody, isActive: z.boolean().default(true), isTest: z.boolean().default(false) })
      .superRefine(checkNumbers),
    response: rangeSchema,
    status: 201,
    errors: ['range_overlaps', 'owner_inactive'],
  }),
  'ranges.preview': operation({
    method: 'POST',
    path: '/range-preview',
    isReading: true,
    summary: 'What a block of numbers would be: total, text, country, and which ranges it would overlap',
    body: z
      .strictObject({
        prefix: prefixInput,
        startNumber: digitsInput,
        endNumber: digitsInput,
        rangeId: idInput('range').optional(),
      })
      .superRefine(checkNumbers),
    response: z.object({
      totalNumbers: z.number().int(),
      text: z.string(),
      country: z.string().nullable(),
      overlaps: z.array(z.object({ id: idSchema('range'), name: z.string(), numbers: z.number().int() })),
    }),
  }),
  'ranges.read': operation({
    method: 'GET',
    path: '/ranges/{rangeId}',
    summary: 'One range with the owners and rates that it had over time',
    params: rangeParams,
    response: rangeSchema.extend({
      owners: z.array(
        z.object({
          id: idSchema('user'),
          username: z.string(),
          from: timestampSchema,
          until: timestampSchema.nullable(),
        }),
      ),
      /** Who edited it last and when; null to its owner, and when that was long ago. */
      lastEdit: z.object({ by: z.string(), at: timestampSchema }).nullable(),
      rates: z.array(z.object({ rate: moneySchema, from: timestampSchema, until: timestampSchema.nullable() })),
    }),
  }),
  'ranges.update': operation({
    method: 'PATCH',
    path: '/ranges/{rangeId}',
    summary: 'Edit a range. A new owner or rate is effective from now; the past keeps what it had',
    params: rangeParams,
    body: z
      .strictObject({
        name: rangeBody.name.optional(),
        prefix: prefixInput.optional(),
        startNumber: digitsInput.optional(),
        endNumber: digitsInput.optional(),
        ownerId: rangeBody.ownerId.optional(),
        isActive: z.boolean().optional(),
        isTest: z.boolean().optional(),
        rate: rateInputSchema.optional(),
        /** What was read; without it the edit holds whatever others did meanwhile. */
        version: z
          .string()
          .regex(/^\d{1,18}$/)
          .optional(),
      })
      .refine((body) => Object.keys(body).some((name) => name !== 'version'), 'Give at least one field to change.'),
    response: rangeSchema,
    errors: ['range_overlaps', 'owner_inactive', 'range_in_use', 'range_changed'],
  }),
}
