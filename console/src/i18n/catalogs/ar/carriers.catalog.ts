// Translations of carriers, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Who delivers messages, and how.': 'من يسلّم الرسائل وكيف.',
  'Add Carrier': 'إضافة مشغّل',
  'No Carriers Yet': 'لا مشغّلين بعد',
  'A carrier delivers messages over one or more connections: SMPP in either direction, or HTTP.':
    'يسلّم المشغّل الرسائل عبر اتصال أو أكثر: SMPP في أي من الاتجاهين، أو HTTP.',
  'Create First Carrier': 'إنشاء أول مشغّل',
  'No carriers on this page': 'لا مشغّلين في هذه الصفحة',
  'Back to the first page': 'العودة إلى الصفحة الأولى',
  'Loading carriers': 'جارٍ تحميل المشغّلين',
  '{up} of {all} up': '{up} من {all} قائمة',
  'Bound sessions': 'الجلسات المربوطة',
  'Messages, 24 h': 'الرسائل، 24 ساعة',
  'Messages by the hour, last 24 hours': 'الرسائل بالساعة، آخر 24 ساعة',
  'Search carriers...': 'بحث في المشغّلين...',
  'All states': 'كل الحالات',
  'No carrier matches': 'لا مشغّل مطابق',
  'Search by the name or the notes of a carrier, by a connection or its system_id.':
    'ابحث باسم المشغّل أو ملاحظاته، أو باتصال أو system_id الخاص به.',
  Up: 'قائم',
  'Partly up': 'قائم جزئيًا',
  Down: 'متوقف',
  Connecting: 'جارٍ الاتصال',
  Idle: 'خامل',
  'No connection': 'لا اتصال',
  'All inactive': 'الكل غير نشط',
  'This carrier could not be read. {reason}': 'تعذّرت قراءة هذا المشغّل. {reason}',
  'Loading the carrier': 'جارٍ تحميل المشغّل',
  'Edit Carrier': 'تعديل المشغّل',
  'Add Connection': 'إضافة اتصال',
  'More actions for {name}': 'إجراءات أخرى لـ {name}',
  '{name} was not activated. {reason}': 'لم يُنشَّط {name}. {reason}',
  'This carrier is inactive: none of its connections is up, and nothing is received.':
    'هذا المشغّل غير نشط: لا اتصال قائم له ولا يُستقبل شيء.',
  'No connections yet': 'لا اتصالات بعد',
  'Add the first way in: bind to the carrier, let the carrier bind to you, or take messages by HTTP.':
    'أضف أول طريق للدخول: ارتبط بالمشغّل، أو دعه يرتبط بك، أو استقبل الرسائل عبر HTTP.',
  'Add First Connection': 'إضافة أول اتصال',
  'Copy carrier id': 'نسخ معرّف المشغّل',
} satisfies Catalog
