// The roles, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  user: 'مستخدم',
  admin: 'مدير',
  'super admin': 'مدير أعلى',
} satisfies Catalog
