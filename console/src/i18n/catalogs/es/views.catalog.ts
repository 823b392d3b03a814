// Translations of views, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Saved views': 'Vistas guardadas',
  'No view is saved yet. Set filters, then keep them here under a name.':
    'Aún no hay vistas guardadas. Defina filtros y guárdelos aquí con un nombre.',
  'Keep these filters as a view': 'Guardar estos filtros como vista',
  'Name of the view': 'Nombre de la vista',
  'View saved: {name}': 'Vista guardada: {name}',
  Rename: 'Renombrar',
  'Delete {name}': 'Eliminar {name}',
  'View deleted: {name}': 'Vista eliminada: {name}',
  'Copy the link of {name}': 'Copiar el enlace de {name}',
  'The link is copied': 'El enlace se copió',
  'That did not work. Please try again.': 'No funcionó. Inténtelo de nuevo.',
} satisfies Catalog
