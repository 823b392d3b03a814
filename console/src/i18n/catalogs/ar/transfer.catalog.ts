// Translations of transfer, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  Export: 'تصدير',
  'All settings as a file, without passwords and keys': 'كل الإعدادات في ملف، دون كلمات مرور ومفاتيح',
  Import: 'استيراد',
  'Take settings over from a file': 'أخذ الإعدادات من ملف',
  'Nothing changes before you say so. Passwords and keys are in no such file: those that are set here stay.':
    'لا يتغير شيء قبل أن تؤكد ذلك. لا توجد كلمات مرور ولا مفاتيح في مثل هذا الملف: يبقى المعيّن منها هنا.',
  'Choose a file': 'اختيار ملف',
  'This is no file of settings.': 'هذا ليس ملف إعدادات.',
  'This file is too large to be one of settings.': 'هذا الملف أكبر من أن يكون ملف إعدادات.',
  'Everything in this file is set so already.': 'كل ما في هذا الملف معيّن هكذا من قبل.',
  '{count} settings will change': {
    zero: 'لن يتغير أي إعداد',
    one: 'سيتغير إعداد واحد',
    two: 'سيتغير إعدادان',
    few: 'ستتغير {count} إعدادات',
    many: 'سيتغير {count} إعدادًا',
    other: 'سيتغير {count} إعداد',
  },
  'Left out': 'ما لم يؤخذ',
  '{name}: not known here': '{name}: غير معروف هنا',
  'Take over': 'أخذها',
  'Taking over…': 'جارٍ الأخذ…',
  'The settings were taken over.': 'أُخذت الإعدادات.',
  'Nothing was changed. {reason}': 'لم يتغير شيء. {reason}',
  Cancel: 'إلغاء',
} satisfies Catalog
