// Time zones as callers name them: by the IANA database, in whose days a period is meant.
import { z } from 'zod'

/** Whether it is a zone that dates can be told in: 'UTC', 'Europe/Berlin'. */
export function isTimeZone(name: string): boolean {
  try {
    // Offsets such as +02:00 are zones to Intl; here a zone is a name, because it decides about summer time.
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export const zoneNameSchema = z
  .string()
  .max(64)
  .refine(isTimeZone, 'This is not a time zone; one is named like Europe/Berlin.')
export const zoneSchema = zoneNameSchema.default('UTC')
