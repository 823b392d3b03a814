// What entries of the audit log are about, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Payout destination': 'وجهة دفع',
  'Payment review': 'مراجعة دفعة',
  Payment: 'دفعة',
  Alert: 'تنبيه',
  'Export file': 'ملف مُصدَّر',
  Notification: 'إشعار',
  'Saved view': 'عرض محفوظ',
  Activity: 'نشاط',
  'Identity provider': 'مزوّد هوية',
  'Signing key': 'مفتاح توقيع',
  'Audit log': 'سجل التدقيق',
  Request: 'طلب',
} satisfies Catalog
