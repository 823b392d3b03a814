// Words of the components themselves, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Application Error': 'Error de la aplicación',
  'Something went wrong. Please check the console for more details.':
    'Se ha producido un error. Consulte la consola para más detalles.',
  'Reload Page': 'Volver a cargar la página',
  'Error Details': 'Detalles del error',
  'To get help, quote this error id:': 'Para recibir ayuda, indique este identificador de error:',
  Close: 'Cerrar',
  Cancel: 'Cancelar',
  Undo: 'Deshacer',
  Pages: 'Páginas',
  Newer: 'Más recientes',
  Older: 'Más antiguos',
  'Access Denied': 'Acceso denegado',
  'Admin access required.': 'Se requiere acceso de administrador.',
  'Super Admin access required.': 'Se requiere acceso de superadministrador.',
} satisfies Catalog
