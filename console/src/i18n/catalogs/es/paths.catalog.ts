// The names of the sections, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  Dashboard: 'Panel',
  'SMS Inbox': 'Bandeja de SMS',
  'Number Ranges': 'Rangos de números',
  'Test Numbers': 'Números de prueba',
  'My Wallet': 'Mi billetera',
  'My Earnings': 'Mis ganancias',
  Analytics: 'Análisis',
  Reports: 'Informes',
  'User Management': 'Gestión de usuarios',
  'Admin Dashboard': 'Panel de administración',
  Carriers: 'Operadores',
  Holds: 'Retenciones',
  Audit: 'Auditoría',
  'Super Admin Dashboard': 'Panel de superadministración',
  'Payment Settings': 'Ajustes de pagos',
  'Platform Settings': 'Ajustes de la plataforma',
  Notifications: 'Notificaciones',
  Account: 'Cuenta',
  Quarantine: 'Cuarentena',
} satisfies Catalog
