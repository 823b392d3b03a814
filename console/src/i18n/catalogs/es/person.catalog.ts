// The roles, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  user: 'usuario',
  admin: 'administrador',
  'super admin': 'superadministrador',
} satisfies Catalog
