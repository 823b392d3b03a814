// Translations of period, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  Period: 'Período',
  '{count} days': { one: '{count} día', other: '{count} días' },
  '1 year': '1 año',
  Custom: 'Personalizado',
  From: 'Desde',
  To: 'Hasta',
  'Week of {day}': 'Semana del {day}',
  'Days in {zone}': 'Días en {zone}',
  'Days in {zone}, today so far': 'Días en {zone}, hoy hasta ahora',
} satisfies Catalog
