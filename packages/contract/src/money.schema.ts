// Money on the wire, apart from its arithmetic, so that a browser can format money without the schema library.
import { z } from 'zod'
import { decimalToMicros, MICROS_PER_USD } from './money.ts'

/** Money on the wire. */
export const moneySchema = z
  .string()
  .regex(/^-?\d{1,12}\.\d{6}$/)
  .meta({ id: 'Money', description: 'USD, six decimals' })

/** A rate as a person types it: dollars per segment, 0 to 10, at most six decimals; parsed to micro-USD. */
export const rateInputSchema = z
  .string()
  .trim()
  .regex(/^\d{1,2}(\.\d{1,6})?$/, 'Give dollars per segment with at most six decimals, for example 0.0043.')
  .transform((text) => decimalToMicros(text) ?? 0n)
  .refine(
    (micros) => micros <= 10n * MICROS_PER_USD,
    'A rate of more than $10 per segment is refused as a typing error.',
  )

/** An amount as a person types it: dollars with at most two decimals, above zero; parsed to micro-USD. */
export const amountInputSchema = z
  .string()
  .trim()
  .regex(/^\d{1,9}(\.\d{1,2})?$/, 'Give dollars with at most two decimals, for example 25.50.')
  .transform((text) => decimalToMicros(text) ?? 0n)
  .refine((micros) => micros > 0n, 'Give an amount above zero.')
