// Time zones, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  '{zone} (yours)': '{zone} (منطقتك)',
} satisfies Catalog
