// Words of the components themselves, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Application Error': 'خطأ في التطبيق',
  'Something went wrong. Please check the console for more details.':
    'حدث خطأ ما. يُرجى مراجعة وحدة تحكم المتصفح لمزيد من التفاصيل.',
  'Reload Page': 'إعادة تحميل الصفحة',
  'Error Details': 'تفاصيل الخطأ',
  'To get help, quote this error id:': 'للحصول على المساعدة، اذكر معرّف الخطأ هذا:',
  Close: 'إغلاق',
  Cancel: 'إلغاء',
  Undo: 'تراجع',
  Pages: 'الصفحات',
  Newer: 'الأحدث',
  Older: 'الأقدم',
  'Access Denied': 'الوصول مرفوض',
  'Admin access required.': 'يلزم حساب مدير.',
  'Super Admin access required.': 'يلزم حساب مدير أعلى.',
} satisfies Catalog
