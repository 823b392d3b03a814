// Hours of the ledger, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  '{day}, {start} to {end} UTC': '{day}، من {start} إلى {end} UTC',
} satisfies Catalog
