// The names of the sections, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  Dashboard: 'لوحة المعلومات',
  'SMS Inbox': 'صندوق الوارد',
  'Number Ranges': 'نطاقات الأرقام',
  'Test Numbers': 'أرقام الاختبار',
  'My Wallet': 'محفظتي',
  'My Earnings': 'أرباحي',
  Analytics: 'التحليلات',
  Reports: 'التقارير',
  'User Management': 'إدارة المستخدمين',
  'Admin Dashboard': 'لوحة الإدارة',
  Carriers: 'المشغّلون',
  Holds: 'المبالغ المحجوزة',
  Audit: 'سجل التدقيق',
  'Super Admin Dashboard': 'لوحة الإدارة العليا',
  'Payment Settings': 'إعدادات الدفع',
  'Platform Settings': 'إعدادات المنصة',
  Notifications: 'الإشعارات',
  Account: 'الحساب',
  Quarantine: 'الحجر',
} satisfies Catalog
