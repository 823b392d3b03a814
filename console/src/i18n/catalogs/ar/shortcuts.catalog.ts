// Translations of shortcuts, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Those with Ctrl always work. The others can be switched off, here and in your account.':
    'تعمل الاختصارات التي فيها Ctrl دائمًا. أما غيرها فيمكن إيقافها هنا وفي حسابك.',
  Everywhere: 'في كل مكان',
  'Search everything': 'البحث في كل شيء',
  'Fold the menu': 'طي القائمة',
  'Show this list': 'عرض هذه القائمة',
  'Close what is open': 'إغلاق ما هو مفتوح',
  'In lists': 'في القوائم',
  'Next row': 'الصف التالي',
  'Previous row': 'الصف السابق',
  'Open the row': 'فتح الصف',
  'Copy what the row offers': 'نسخ ما يتيحه الصف',
  'To the search field of the page': 'إلى حقل البحث في الصفحة',
  'Copy the code of the chosen or newest message': 'نسخ رمز الرسالة المختارة أو الأحدث',
  'Hold the list, or let it go on': 'إيقاف القائمة أو تركها تستمر',
  'Mark as read or unread': 'وضع علامة مقروءة أو غير مقروءة',
  'Choose the message': 'اختيار الرسالة',
  'Choose all up to it': 'اختيار كل ما قبلها حتى تصل إليها',
  'Mark what is chosen as read': 'وضع علامة مقروءة على المختار',
  'Mark what is chosen as unread': 'وضع علامة غير مقروءة على المختار',
  'Newer or older page': 'الصفحة الأحدث أو الأقدم',
  'Open that line of the work list': 'فتح ذلك السطر من قائمة العمل',
} satisfies Catalog
