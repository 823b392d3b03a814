// The forms of users and the questions before an act, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Create User': 'إنشاء مستخدم',
  'Edit User': 'تعديل المستخدم',
  'Minimum 6 characters': '6 أحرف على الأقل',
  'First sign-in': 'أول تسجيل دخول',
  'Temporary password': 'كلمة مرور مؤقتة',
  'You hand it over. It is changed at the first sign-in.': 'تسلّمها بنفسك. تُغيَّر عند أول تسجيل دخول.',
  'Invitation link': 'رابط دعوة',
  'They choose a password themselves. The link is mailed if mail is set up, else shown to you once.':
    'يختار المستخدم كلمة المرور بنفسه. يُرسل الرابط بالبريد إن كان مُعدًّا، وإلا عُرض عليك مرة واحدة.',
  'Create and Invite': 'إنشاء ودعوة',
  '{name} is invited': 'دُعي {name}',
  'Your own role cannot be changed by yourself.': 'لا يمكنك تغيير دورك بنفسك.',
  '{name} becomes {role}. It takes effect with their next request.':
    'يصبح دور {name}: {role}. يسري ذلك مع طلبه التالي.',
  Generate: 'توليد',
  'Copy password': 'نسخ كلمة المرور',
  'Failed to create user': 'تعذّر إنشاء المستخدم',
  'Save Changes': 'حفظ التغييرات',
  'An error occurred': 'حدث خطأ',
  '{name} is saved': 'حُفظ {name}',
  'Loading user': 'جارٍ تحميل المستخدم',
  'This user could not be read. {reason}': 'تعذّرت قراءة هذا المستخدم. {reason}',
  'Activate {name}?': 'تفعيل {name}؟',
  'They can sign in again with the password they have, and earnings that were held go on.':
    'يستطيع تسجيل الدخول من جديد بكلمة مروره، وتُستأنف الأرباح المحجوزة.',
  'Nothing is erased, and you can activate them again at any time.': 'لا يُحذف شيء، ويمكنك إعادة تفعيله في أي وقت.',
  'They are signed out everywhere at once and cannot sign in.': 'يُسجَّل خروجه من كل مكان فورًا ولا يستطيع تسجيل الدخول.',
  'Their access to the API ends.': 'ينتهي وصوله إلى واجهة API.',
  'Messages to their numbers still arrive and are kept.': 'تستمر الرسائل إلى أرقامه في الوصول وتُحفظ.',
  'What those earn is held until they are active again.': 'تُحجز أرباحها حتى يُفعَّل من جديد.',
  'Reset the password of {name}?': 'إعادة تعيين كلمة مرور {name}؟',
  'Invite {name} again?': 'دعوة {name} من جديد؟',
  'How they get a new one': 'كيف يحصل على كلمة جديدة',
  'Shown to you once. They are signed out everywhere at once, and change it at the next sign-in.':
    'تُعرض عليك مرة واحدة. يُسجَّل خروجه من كل مكان فورًا، ويغيّرها عند تسجيل الدخول التالي.',
  'Link to choose one': 'رابط لاختيار كلمة',
  'Mailed if mail is set up, else shown to you once. The present password works until it is used.':
    'يُرسل بالبريد إن كان مُعدًّا، وإلا عُرض عليك مرة واحدة. تعمل كلمة المرور الحالية حتى استخدامه.',
  'Mailed if mail is set up, else shown to you once. Earlier links stop working.':
    'يُرسل بالبريد إن كان مُعدًّا، وإلا عُرض عليك مرة واحدة. تتوقف الروابط السابقة عن العمل.',
  'Reset password': 'إعادة تعيين كلمة المرور',
  'Make link': 'إنشاء رابط',
  'Temporary password of {name}': 'كلمة المرور المؤقتة لـ {name}',
  'Hand it over now: it is not shown again. It is changed at the next sign-in.':
    'سلّمها الآن: لن تُعرض مرة أخرى. تُغيَّر عند تسجيل الدخول التالي.',
  'Link for {name}': 'رابط لـ {name}',
  'madeLink|Link': 'الرابط',
  'The link was mailed to {email}. It works once, until {time}.':
    'أُرسل الرابط بالبريد إلى {email}. يعمل مرة واحدة حتى {time}.',
  'No mail was sent. Hand the link over yourself: it is not shown again. It works once, until {time}.':
    'لم يُرسل بريد. سلّم الرابط بنفسك: لن يُعرض مرة أخرى. يعمل مرة واحدة حتى {time}.',
  'Reset the second factors of {name}?': 'إعادة تعيين العوامل الثانية لـ {name}؟',
  'Their {count} second factors and the recovery codes are removed, and they are signed out everywhere at once.': {
    zero: 'تُزال رموز الاسترداد، ويُسجَّل خروجه من كل مكان فورًا.',
    one: 'يُزال عامله الثاني ورموز الاسترداد، ويُسجَّل خروجه من كل مكان فورًا.',
    two: 'يُزال عاملاه الثانيان ورموز الاسترداد، ويُسجَّل خروجه من كل مكان فورًا.',
    few: 'تُزال عوامله الثانية وعددها {count} ورموز الاسترداد، ويُسجَّل خروجه من كل مكان فورًا.',
    many: 'تُزال عوامله الثانية وعددها {count} ورموز الاسترداد، ويُسجَّل خروجه من كل مكان فورًا.',
    other: 'تُزال عوامله الثانية وعددها {count} ورموز الاسترداد، ويُسجَّل خروجه من كل مكان فورًا.',
  },
  'Do this only when you are sure who asks: afterwards the password alone lets somebody in.':
    'لا تفعل هذا إلا إن كنت متأكدًا ممن يطلبه: بعده تكفي كلمة المرور وحدها للدخول.',
  'Reset second factors': 'إعادة تعيين العوامل الثانية',
  '{count} second factors of {name} removed': {
    zero: 'لم يكن لدى {name} عامل ثانٍ',
    one: 'أُزيل عامل ثانٍ واحد لـ {name}',
    two: 'أُزيل عاملان ثانيان لـ {name}',
    few: 'أُزيلت {count} عوامل ثانية لـ {name}',
    many: 'أُزيل {count} عاملًا ثانيًا لـ {name}',
    other: 'أُزيل {count} عامل ثانٍ لـ {name}',
  },
  'Sign {name} out everywhere?': 'تسجيل خروج {name} من كل مكان؟',
  'Every session on every device ends. They can sign in again at once.':
    'تنتهي كل جلسة على كل جهاز. يستطيع تسجيل الدخول من جديد فورًا.',
  'Sign out everywhere': 'تسجيل الخروج من كل مكان',
  '{count} sessions of {name} ended': {
    zero: 'لم تكن لدى {name} جلسة مفتوحة',
    one: 'أُنهيت جلسة واحدة لـ {name}',
    two: 'أُنهيت جلستان لـ {name}',
    few: 'أُنهيت {count} جلسات لـ {name}',
    many: 'أُنهيت {count} جلسة لـ {name}',
    other: 'أُنهيت {count} جلسة لـ {name}',
  },
  'Act as {name}': 'التصرف نيابةً عن {name}',
  'This tab shows the console as they see it, for at most an hour. They read in their activities who looked, and why.':
    'تعرض علامة التبويب هذه اللوحة كما يراها المستخدم لمدة ساعة على الأكثر. يقرأ في نشاطه من اطّلع ولماذا.',
  'Such as the number of a support case.': 'مثل رقم طلب دعم.',
  'Allow changes': 'السماح بالتغييرات',
  'Without it you only look. What you change is recorded under both names.':
    'دونه تطّلع فقط. يُسجَّل ما تغيّره بالاسمين معًا.',
  'Act as user': 'التصرف نيابةً عن المستخدم',
  'Beginning...': 'جارٍ البدء...',
} satisfies Catalog
