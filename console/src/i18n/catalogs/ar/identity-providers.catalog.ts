// Translations of identity-providers, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Identity providers': 'مزوّدو الهوية',
  'Services that users may sign in with, over OpenID Connect. One says who somebody is: it makes no account, and a second factor is still asked for here.':
    'خدمات يستطيع المستخدمون تسجيل الدخول بها عبر OpenID Connect. يحدّد المزوّد هوية الشخص فقط: لا ينشئ حسابًا، ويبقى العامل الثاني مطلوبًا هنا.',
  'Add Provider': 'إضافة مزوّد',
  'Loading identity providers': 'جارٍ تحميل مزوّدي الهوية',
  'The identity providers could not be read: {reason}': 'تعذّرت قراءة مزوّدي الهوية: {reason}',
  'Everybody signs in with a password or a passkey.': 'يسجّل الجميع الدخول بكلمة مرور أو مفتاح مرور.',
  Enabled: 'مفعّل',
  Disabled: 'معطّل',
  Issuer: 'جهة الإصدار',
  'Linked users': 'المستخدمون المرتبطون',
  'Callback address': 'عنوان العودة',
  'Copy callback address of {name}': 'نسخ عنوان العودة لـ {name}',
  'Copy callback address': 'نسخ عنوان العودة',
  'None: public client': 'لا يوجد: عميل عام',
  'Whether client id and secret are right shows at the first sign-in.': 'تظهر صحة معرّف العميل وسره عند أول دخول.',
  Enable: 'تفعيل',
  'Enable {name}': 'تفعيل {name}',
  Disable: 'تعطيل',
  'Disable {name}': 'تعطيل {name}',
  '{name} is offered at the sign-in.': 'يُعرض {name} في صفحة الدخول.',
  '{name} could not be enabled: {reason}': 'تعذّر تفعيل {name}: {reason}',
  'Add Identity Provider': 'إضافة مزوّد هوية',
  'Register this platform at the provider first, with the callback address below.':
    'سجّل هذه المنصة لدى المزوّد أولًا بعنوان العودة أدناه.',
  'Edit Identity Provider': 'تعديل مزوّد الهوية',
  'To enter at the provider as redirect address, exactly so.': 'يُدخل لدى المزوّد عنوانًا لإعادة التوجيه، كما هو تمامًا.',
  'What people read at the sign-in.': 'ما يقرؤه الناس في صفحة الدخول.',
  Id: 'المعرّف',
  'A word for addresses, such as google. It cannot be changed later.':
    'كلمة تُستخدم في العناوين، مثل google. لا يمكن تغييرها لاحقًا.',
  'It cannot be changed.': 'لا يمكن تغييره.',
  'To the letter, as the provider writes it, with or without a slash at its end.':
    'حرفيًا كما يكتبها المزوّد، بشرطة مائلة في آخرها أو من دونها.',
  '{count} users are linked at this issuer, so it stays. Another one is a provider of its own.': {
    zero: 'لا مستخدم مرتبط بجهة الإصدار هذه. وأي جهة أخرى مزوّد مستقل.',
    one: 'مستخدم واحد مرتبط بجهة الإصدار هذه، لذلك تبقى. وأي جهة أخرى مزوّد مستقل.',
    two: 'مستخدمان مرتبطان بجهة الإصدار هذه، لذلك تبقى. وأي جهة أخرى مزوّد مستقل.',
    few: '{count} مستخدمين مرتبطون بجهة الإصدار هذه، لذلك تبقى. وأي جهة أخرى مزوّد مستقل.',
    many: '{count} مستخدمًا مرتبطون بجهة الإصدار هذه، لذلك تبقى. وأي جهة أخرى مزوّد مستقل.',
    other: '{count} مستخدم مرتبطون بجهة الإصدار هذه، لذلك تبقى. وأي جهة أخرى مزوّد مستقل.',
  },
  'Client id': 'معرّف العميل',
  'Kept sealed and never shown again. Empty: a public client, which proves itself by PKCE alone.':
    'يُحفظ مختومًا ولا يُعرض مرة أخرى أبدًا. إذا تُرك فارغًا: عميل عام يثبت نفسه بـ PKCE وحده.',
  'Will be removed': 'سيُزال',
  'From then on a public client, which proves itself by PKCE alone.': 'بعدها يصبح عميلًا عامًا يثبت نفسه بـ PKCE وحده.',
  'Give the new secret, or keep the former one.': 'اكتب السر الجديد أو أبقِ على السابق.',
  Replace: 'استبدال',
  Scopes: 'نطاقات الصلاحية',
  'openid at least; email and profile let users tell their identities apart.':
    'openid على الأقل؛ ويساعد email وprofile المستخدمين على التمييز بين هوياتهم.',
  'Offer it at the sign-in': 'عرضه في صفحة الدخول',
  'Leave it off until the test has passed.': 'اتركه معطّلًا حتى ينجح الاختبار.',
  'Saving…': 'جارٍ الحفظ…',
  '{name} was added. Test it, then enable it.': 'أُضيف {name}. اختبره ثم فعّله.',
  '{name} was saved.': 'حُفظ {name}.',
  'There is no such provider any more.': 'لم يعد هذا المزوّد موجودًا.',
  'Disable {name}?': 'تعطيل {name}؟',
  'It is no longer offered at the sign-in. No user is linked to it.':
    'لن يُعرض بعد الآن في صفحة الدخول. لا مستخدم مرتبط به.',
  'From now on nobody signs in through it. {count} users are linked to it: who has no other way in needs a new password from an administrator. Sessions that are open go on.':
    {
      zero: 'من الآن لا يدخل أحد عبره. لا مستخدم مرتبط به. وتستمر الجلسات المفتوحة.',
      one: 'من الآن لا يدخل أحد عبره. مستخدم واحد مرتبط به: إن لم يكن له طريق آخر للدخول احتاج إلى كلمة مرور جديدة من أحد المديرين. وتستمر الجلسات المفتوحة.',
      two: 'من الآن لا يدخل أحد عبره. مستخدمان مرتبطان به: من لا طريق آخر له للدخول يحتاج إلى كلمة مرور جديدة من أحد المديرين. وتستمر الجلسات المفتوحة.',
      few: 'من الآن لا يدخل أحد عبره. {count} مستخدمين مرتبطون به: من لا طريق آخر له للدخول يحتاج إلى كلمة مرور جديدة من أحد المديرين. وتستمر الجلسات المفتوحة.',
      many: 'من الآن لا يدخل أحد عبره. {count} مستخدمًا مرتبطون به: من لا طريق آخر له للدخول يحتاج إلى كلمة مرور جديدة من أحد المديرين. وتستمر الجلسات المفتوحة.',
      other:
        'من الآن لا يدخل أحد عبره. {count} مستخدم مرتبطون به: من لا طريق آخر له للدخول يحتاج إلى كلمة مرور جديدة من أحد المديرين. وتستمر الجلسات المفتوحة.',
    },
  '{name} is no longer offered.': 'لم يعد {name} معروضًا.',
  'Its client id and secret are gone with it. No user is linked to it.':
    'يزول معه معرّف العميل وسره. لا مستخدم مرتبط به.',
  '{count} users are linked to it, so it cannot be deleted. Disable it instead: nobody signs in through it then, and the links stay theirs.':
    {
      zero: 'لا مستخدم مرتبط به.',
      one: 'مستخدم واحد مرتبط به، لذلك لا يمكن حذفه. عطّله بدلًا من ذلك: عندها لا يدخل أحد عبره، ويبقى الارتباط لصاحبه.',
      two: 'مستخدمان مرتبطان به، لذلك لا يمكن حذفه. عطّله بدلًا من ذلك: عندها لا يدخل أحد عبره، ويبقى الارتباط لصاحبيه.',
      few: '{count} مستخدمين مرتبطون به، لذلك لا يمكن حذفه. عطّله بدلًا من ذلك: عندها لا يدخل أحد عبره، وتبقى الارتباطات لأصحابها.',
      many: '{count} مستخدمًا مرتبطون به، لذلك لا يمكن حذفه. عطّله بدلًا من ذلك: عندها لا يدخل أحد عبره، وتبقى الارتباطات لأصحابها.',
      other:
        '{count} مستخدم مرتبطون به، لذلك لا يمكن حذفه. عطّله بدلًا من ذلك: عندها لا يدخل أحد عبره، وتبقى الارتباطات لأصحابها.',
    },
  '{count} users are linked to it, so it cannot be deleted. It is disabled: nobody signs in through it.': {
    zero: 'لا مستخدم مرتبط به.',
    one: 'مستخدم واحد مرتبط به، لذلك لا يمكن حذفه. إنه معطّل: لا يدخل أحد عبره.',
    two: 'مستخدمان مرتبطان به، لذلك لا يمكن حذفه. إنه معطّل: لا يدخل أحد عبره.',
    few: '{count} مستخدمين مرتبطون به، لذلك لا يمكن حذفه. إنه معطّل: لا يدخل أحد عبره.',
    many: '{count} مستخدمًا مرتبطون به، لذلك لا يمكن حذفه. إنه معطّل: لا يدخل أحد عبره.',
    other: '{count} مستخدم مرتبطون به، لذلك لا يمكن حذفه. إنه معطّل: لا يدخل أحد عبره.',
  },
  'Disable instead': 'التعطيل بدلًا من الحذف',
  '{name} was deleted.': 'حُذف {name}.',
} satisfies Catalog
