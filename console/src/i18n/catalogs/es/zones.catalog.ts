// Time zones, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  '{zone} (yours)': '{zone} (la suya)',
} satisfies Catalog
