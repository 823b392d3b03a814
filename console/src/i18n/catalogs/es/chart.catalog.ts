// Translations of chart, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'No data.': 'Sin datos.',
  '1 point: {label}, {value}.': '1 punto: {label}, {value}.',
  '{points} points from {first} to {last}. Lowest {lowest} ({lowestLabel}), highest {highest} ({highestLabel}), latest {latest}.':
    '{points} puntos de {first} a {last}. Mínimo {lowest} ({lowestLabel}), máximo {highest} ({highestLabel}), último {latest}.',
  When: 'Cuándo',
  'Previous period': 'Período anterior',
  'View as table': 'Ver como tabla',
  'View as chart': 'Ver como gráfico',
  'View as list': 'Ver como lista',
  'Download CSV': 'Descargar CSV',
  'Copy link': 'Copiar enlace',
  'Link copied': 'Enlace copiado',
  'Drag to zoom, or press Shift and arrow keys, then Enter.':
    'Arrastre para ampliar, o pulse Mayús y las flechas, y luego Intro.',
  '{first} to {last} selected. Press Enter to zoom in.': 'De {first} a {last} seleccionado. Pulse Intro para ampliar.',
  'Nothing in this period': 'Nada en este período',
  Hour: 'Hora',
  Less: 'Menos',
  More: 'Más',
  'Busiest: {cell}.': 'Lo más activo: {cell}.',
} satisfies Catalog
