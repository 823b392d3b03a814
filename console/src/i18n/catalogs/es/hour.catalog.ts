// Hours of the ledger, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  '{day}, {start} to {end} UTC': '{day}, de {start} a {end} UTC',
} satisfies Catalog
