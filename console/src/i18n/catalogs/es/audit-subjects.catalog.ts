// What entries of the audit log are about, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Payout destination': 'Destino de retiro',
  'Payment review': 'Revisión de pago',
  Payment: 'Pago',
  Alert: 'Alerta',
  'Export file': 'Archivo exportado',
  Notification: 'Notificación',
  'Saved view': 'Vista guardada',
  Activity: 'Actividad',
  'Identity provider': 'Proveedor de identidad',
  'Signing key': 'Clave de firma',
  'Audit log': 'Registro de auditoría',
  Request: 'Solicitud',
} satisfies Catalog
