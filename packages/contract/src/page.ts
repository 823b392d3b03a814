// Keyset pages: never an offset, never a total. A cursor is opaque to callers; null means there is nothing older.
import { z } from 'zod'

export const PAGE_SIZE_DEFAULT = 50
export const PAGE_SIZE_MAX = 200

export const pageQuery = {
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE_DEFAULT),
}

export function pageOf<const S extends z.ZodType>(item: S) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() })
}

export const timestampSchema = z.iso.datetime().meta({ description: 'ISO 8601, UTC' })
