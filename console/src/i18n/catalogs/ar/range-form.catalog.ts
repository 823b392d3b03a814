// Translations of range-form, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Create Number Range': 'إنشاء نطاق أرقام',
  'Numbers in this range start receiving messages at once.': 'تبدأ أرقام هذا النطاق باستقبال الرسائل فورًا.',
  'Edit Number Range': 'تعديل نطاق الأرقام',
  'A new user or rate is effective from now; the past keeps what it had.':
    'يسري المستخدم أو السعر الجديد من الآن؛ ويبقى الماضي كما كان.',
  'Range Name': 'اسم النطاق',
  'UK Mobile 01': 'UK Mobile 01',
  'Assign to User': 'إسناد إلى مستخدم',
  'Choose a user': 'اختر مستخدمًا',
  'No users available. Create users first in User Management.':
    'لا مستخدمين متاحين. أنشئ مستخدمين أولًا في إدارة المستخدمين.',
  'Go to User Management': 'الانتقال إلى إدارة المستخدمين',
  'Choose the user who owns these numbers.': 'اختر المستخدم الذي يملك هذه الأرقام.',
  Active: 'نشط',
  Prefix: 'البادئة',
  'Start Number': 'رقم البداية',
  'End Number': 'رقم النهاية',
  'The numbers stay as they are: this range has received messages.': 'تبقى الأرقام كما هي: استقبل هذا النطاق رسائل.',
  'Dollars that the user earns for each segment, at most six decimals.':
    'المبلغ بالدولار الذي يكسبه المستخدم عن كل مقطع، بست خانات عشرية على الأكثر.',
  'Test numbers': 'أرقام اختبار',
  'Visible to every user of the platform; their messages never earn.':
    'مرئية لكل مستخدمي المنصة؛ ولا تكسب رسائلها شيئًا أبدًا.',
  Preview: 'معاينة',
  'Total numbers': 'إجمالي الأرقام',
  'Fill in prefix, start and end to see what they are.': 'اكتب البادئة والبداية والنهاية لترى ما تعنيه.',
  'Not in a numbering plan': 'خارج خطط الترقيم',
  'Overlaps {name} by {count} numbers': {
    zero: 'لا يتداخل مع {name}',
    one: 'يتداخل مع {name} في رقم واحد',
    two: 'يتداخل مع {name} في رقمين',
    few: 'يتداخل مع {name} في {count} أرقام',
    many: 'يتداخل مع {name} في {count} رقمًا',
    other: 'يتداخل مع {name} في {count} رقم',
  },
  'Overlaps no other range.': 'لا يتداخل مع أي نطاق آخر.',
  'Checking for overlaps...': 'جارٍ التحقق من التداخل...',
  'Overlaps could not be checked: {reason}': 'تعذّر التحقق من التداخل: {reason}',
  'Create Range': 'إنشاء النطاق',
  'Creating...': 'جارٍ الإنشاء...',
  'Update Range': 'تحديث النطاق',
  'Updating...': 'جارٍ التحديث...',
  '{name} is created': 'أُنشئ {name}',
  '{name} is updated': 'حُدّث {name}',
  'Loading range': 'جارٍ تحميل النطاق',
  'Somebody changed this range while you were editing it.': 'غيّر شخص ما هذا النطاق أثناء تعديلك له.',
  '{name} changed this range while you were editing it.': 'غيّر {name} هذا النطاق أثناء تعديلك له.',
  'Nothing you typed is lost. Where both of you changed the same, choose whose stays, then save again.':
    'لم يضع شيء مما كتبته. حيث غيّرتما الشيء نفسه اختر القيمة التي تبقى، ثم احفظ مرة أخرى.',
  'Nothing you typed is lost. What changed elsewhere was taken over; look at it and save again.':
    'لم يضع شيء مما كتبته. أُخذ ما تغيّر من جهة أخرى؛ راجعه ثم احفظ مرة أخرى.',
  'Taken over': 'تغييرات أُخذت',
  'Stored now': 'المحفوظ الآن',
  Yours: 'قيمتك',
  Yes: 'نعم',
  No: 'لا',
  'Save again': 'الحفظ مرة أخرى',
} satisfies Catalog
