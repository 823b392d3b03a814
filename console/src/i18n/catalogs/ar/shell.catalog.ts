// The frame around every page, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Loading...': 'جارٍ التحميل...',
  Retry: 'إعادة المحاولة',
  'The server cannot be reached': 'تعذّر الوصول إلى الخادم',
  'Check your connection. Nothing that was sent to your numbers is lost meanwhile.':
    'تحقّق من اتصالك. لا يضيع في هذه الأثناء شيء مما أُرسل إلى أرقامك.',
  'You are offline. What you see may be out of date.': 'أنت غير متصل بالإنترنت. قد لا يكون ما تراه محدّثًا.',
  'The database cannot be reached. Carriers keep their messages until it is back; everything continues by itself.':
    'تعذّر الوصول إلى قاعدة البيانات. يحتفظ المشغّلون برسائلهم إلى أن تعود، ثم يستمر كل شيء تلقائيًا.',
  'Skip to content': 'الانتقال إلى المحتوى',
  'Main menu': 'القائمة الرئيسية',
  'Open menu': 'فتح القائمة',
  'Close menu': 'إغلاق القائمة',
  'Collapse menu': 'طي القائمة',
  'Expand menu': 'توسيع القائمة',
  'Welcome back, {name}': 'مرحبًا بعودتك، {name}',
  'Search...': 'بحث...',
  Search: 'بحث',
  'Theme: {theme}': 'المظهر: {theme}',
  System: 'النظام',
  Light: 'فاتح',
  Dark: 'داكن',
  'Sign out': 'تسجيل الخروج',
  'You are still signed in: the server could not be told. Try again.':
    'ما زلت مسجّل الدخول: تعذّر إبلاغ الخادم. حاول مرة أخرى.',
  Messages: 'الرسائل',
  'SMS Services': 'خدمات الرسائل القصيرة',
  Administration: 'الإدارة',
  'Super Admin': 'الإدارة العليا',
  'Go to': 'الانتقال إلى',
  Actions: 'الإجراءات',
  'Keyboard shortcuts': 'اختصارات لوحة المفاتيح',
  'Single-key shortcuts are on': 'اختصارات المفتاح الواحد مفعّلة',
  'Acting for {name}': 'نيابةً عن {name}',
  '{count} unread': {
    zero: 'لا رسائل غير مقروءة',
    one: 'رسالة واحدة غير مقروءة',
    two: 'رسالتان غير مقروءتين',
    few: '{count} رسائل غير مقروءة',
    many: '{count} رسالة غير مقروءة',
    other: '{count} رسالة غير مقروءة',
  },
  'Message Receiving Platform': 'منصة استقبال الرسائل',
  'Live: new messages appear by themselves': 'مباشر: تظهر الرسائل الجديدة تلقائيًا',
  'Reconnecting: new messages appear late': 'جارٍ إعادة الاتصال: تتأخر الرسائل الجديدة في الظهور',
} satisfies Catalog
