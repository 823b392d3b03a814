// Translations of server-identity, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Invalid username or password': 'اسم المستخدم أو كلمة المرور غير صحيح',
  'Account is disabled': 'الحساب معطّل',
  '{username}, an administrator, began to look at your account: {reason}':
    'بدأ المدير {username} بالاطلاع على حسابك: {reason}',
  '{value} stopped looking at your account': 'توقف {value} عن الاطلاع على حسابك',
  'Some fields need attention: {field}.': 'بعض الحقول تحتاج إلى انتباه: {field}.',
  'Too many attempts. Try again in {seconds}.': 'محاولات كثيرة جدًا. حاول مرة أخرى بعد {seconds}.',
  'This grant type is not served here.': 'نوع المنح هذا غير متاح هنا.',
  'Show that you are a person, then try again.': 'أثبت أنك شخص ثم حاول مرة أخرى.',
  'This session was ended because its token was used twice. Sign in again.':
    'أُنهيت هذه الجلسة لأن رمزها استُخدم مرتين. سجّل الدخول من جديد.',
  'Your session has ended. Sign in again.': 'انتهت جلستك. سجّل الدخول من جديد.',
  'This link was asked for in another browser. Open it there.': 'طُلب هذا الرابط في متصفح آخر. افتحه هناك.',
  'The current password is not right.': 'كلمة المرور الحالية غير صحيحة.',
  'Give the current password as well.': 'اكتب كلمة المرور الحالية أيضًا.',
  'An administrator changes this for you.': 'يغيّر أحد المديرين هذا نيابةً عنك.',
  'This temporary password has expired. Ask for a new one.': 'انتهت صلاحية كلمة المرور المؤقتة هذه. اطلب كلمة جديدة.',
  'This access token is not valid.': 'رمز الوصول هذا غير صالح.',
  'This link has expired. Ask for a new one.': 'انتهت صلاحية هذا الرابط. اطلب رابطًا جديدًا.',
  'This link was used already or has expired. Ask for a new one.':
    'استُخدم هذا الرابط أو انتهت صلاحيته. اطلب رابطًا جديدًا.',
  'This link was used already. Ask for a new one.': 'استُخدم هذا الرابط من قبل. اطلب رابطًا جديدًا.',
  'This passkey is not known here. Sign in another way.': 'مفتاح المرور هذا غير معروف هنا. سجّل الدخول بطريقة أخرى.',
  'There is no such factor.': 'لا يوجد عامل كهذا.',
  'There is no such identity.': 'لا توجد هوية كهذه.',
  'There is nothing here.': 'لا يوجد شيء هنا.',
  'Accounts are created by an administrator.': 'ينشئ الحسابات أحد المديرين.',
  'This took too long or was used already. Try again.': 'استغرق هذا وقتًا طويلًا أو استُخدم من قبل. حاول مرة أخرى.',
  'This passkey could not be verified.': 'تعذّر التحقق من مفتاح المرور هذا.',
  'This passkey is registered already.': 'مفتاح المرور هذا مسجّل من قبل.',
  'Passkeys need the console at a host name. It is reached at a bare address.':
    'تحتاج مفاتيح المرور إلى أن تكون اللوحة على اسم مضيف، وهي الآن على عنوان رقمي.',
  'This took too long or too many tries. Ask for a new code.': 'استغرق هذا وقتًا أو محاولات كثيرة جدًا. اطلب رمزًا جديدًا.',
  'This code is not right, or was used already.': 'هذا الرمز غير صحيح أو استُخدم من قبل.',
  'You have this factor already.': 'لديك هذا العامل من قبل.',
  'Your role needs a second factor. Add another before you remove this one.':
    'يحتاج دورك إلى عامل ثانٍ. أضف غيره قبل إزالة هذا.',
  'Codes are sent by SMS alone.': 'تُرسل الرموز برسائل SMS فقط.',
  'Add a second factor before you make recovery codes.': 'أضف عاملًا ثانيًا قبل إنشاء رموز الاسترداد.',
  'Codes cannot be sent to phones here. Use another factor.': 'لا يمكن إرسال الرموز إلى الهواتف هنا. استخدم عاملًا آخر.',
  'The code could not be sent. Try again in half a minute, or use another factor.':
    'تعذّر إرسال الرمز. حاول بعد نصف دقيقة أو استخدم عاملًا آخر.',
  'Remove a factor before you add another.': 'أزل عاملًا قبل إضافة غيره.',
  'Another factor of yours has this name.': 'لعامل آخر من عواملك هذا الاسم.',
  'This is your last way to sign in. Add another first.': 'هذه آخر طريقة لديك لتسجيل الدخول. أضف غيرها أولًا.',
  'This identity belongs to an account already.': 'هذه الهوية تابعة لحساب من قبل.',
  'This way to sign in is not available.': 'طريقة تسجيل الدخول هذه غير متاحة.',
  'This sign-in began in another browser, took too long or was used already.':
    'بدأ تسجيل الدخول هذا في متصفح آخر أو استغرق وقتًا طويلًا أو استُخدم من قبل.',
  'The other service did not vouch for you.': 'لم تؤكد الخدمة الأخرى هويتك.',
  'Unlink an identity before you link another.': 'افصل هوية قبل ربط غيرها.',
  'This password is too weak.': 'كلمة المرور هذه ضعيفة جدًا.',
  'The new password must differ from the current one.': 'يجب أن تختلف كلمة المرور الجديدة عن الحالية.',
  'No more codes are sent today. Use another factor.': 'لا تُرسل رموز أخرى اليوم. استخدم عاملًا آخر.',
  'Too many codes were asked for. Wait a few minutes.': 'طُلبت رموز كثيرة جدًا. انتظر بضع دقائق.',
  'Too many attempts. Wait a moment and try again.': 'محاولات كثيرة جدًا. انتظر لحظة ثم حاول مرة أخرى.',
  'The other service does not answer as it should. Try again later.': 'لا تجيب الخدمة الأخرى كما ينبغي. حاول لاحقًا.',
  '{username} signed out': 'سجّل {username} الخروج',
  '{SUPER_ADMIN_USERNAME} was created at first start': 'أُنشئ {SUPER_ADMIN_USERNAME} عند التشغيل الأول',
  'Another provider has this id.': 'لمزوّد آخر هذا المعرّف.',
  'Another provider has this issuer and client id.': 'لمزوّد آخر جهة الإصدار هذه ومعرّف العميل هذا.',
  'A code challenge by S256 is needed.': 'يلزم تحدي رمز من نوع S256.',
  'You did not agree at the other service.': 'لم توافق لدى الخدمة الأخرى.',
  'No account is linked to this identity. Sign in another way, then link it in your account.':
    'لا حساب مرتبط بهذه الهوية. سجّل الدخول بطريقة أخرى ثم اربطها من حسابك.',
  '{host} did not answer as an OpenID provider: {value}.': 'لم يجب {host} كمزوّد OpenID: {value}.',
  'It calls itself {value}: enter the issuer exactly so.': 'يسمّي نفسه {value}: اكتب جهة الإصدار هكذا بالضبط.',
  'Its {unsafe} is missing or is no https address.': 'حقل {unsafe} لديه مفقود أو ليس عنوان https.',
  'Found {issuer}; people sign in at {origin}.': 'عُثر على {issuer}؛ يسجّل الناس الدخول في {origin}.',
  '{found} It does not list the scopes {value}.': '{found} لا يذكر النطاقات {value}.',
  'Users are linked at this issuer. Connect the other one as a provider of its own.':
    'هناك مستخدمون مرتبطون بجهة الإصدار هذه. أضف الأخرى كمزوّد مستقل.',
  'Give the number with its country code: +90 532 000 00 00.':
    'اكتب الرقم مع رمز البلد: \u2068+90 532 000 00 00\u2069.',
  'A code was sent a moment ago. Ask for another in {value}.': 'أُرسل رمز قبل قليل. اطلب غيره بعد {value}.',
  'Too many attempts. Try again in {value}.': 'محاولات كثيرة جدًا. حاول مرة أخرى بعد {value}.',
  '{code} is your Inrange code. It works once, for {lifeMinutes} minutes. Nobody of us will ever ask for it.':
    '{code} هو رمزك في Inrange. يعمل مرة واحدة لمدة {lifeMinutes} دقيقة. لن يطلبه منك أحد منا أبدًا.',
  'The scope is local, others or global.': 'النطاق هو local أو others أو global.',
  'Some fields need attention: password.': 'بعض الحقول تحتاج إلى انتباه: كلمة المرور.',
  'An administrator changes your email address for you.': 'يغيّر أحد المديرين عنوان بريدك نيابةً عنك.',
  'A phone is a second factor: add it there.': 'الهاتف عامل ثانٍ: أضفه هناك.',
  'The password may not be the username or the email address.':
    'لا يجوز أن تكون كلمة المرور اسم المستخدم أو عنوان البريد.',
  'This password is among the most used ones.': 'كلمة المرور هذه من أكثر الكلمات استخدامًا.',
  'The password says little besides the name of its user or of this service.':
    'لا تحوي كلمة المرور سوى القليل غير اسم صاحبها أو اسم هذه الخدمة.',
  'A session on {device} was ended because its token had been copied': 'أُنهيت جلسة على {device} لأن رمزها نُسخ',
  'The account of {username} was opened again from the machine of the platform':
    'أُعيد فتح حساب {username} من جهاز المنصة',
  'A new signing key is published already and signs soon.': 'نُشر مفتاح توقيع جديد من قبل وسيوقّع قريبًا.',
  '{username} signed in': 'سجّل {username} الدخول',
  'Minimum {lengthMin} characters': '{lengthMin} أحرف على الأقل',
  'Maximum {PASSWORD_CHARS_MAX} characters': '{PASSWORD_CHARS_MAX} حرفًا على الأكثر',
  'An identity at {name} was linked': 'رُبطت هوية لدى {name}',
  'An identity at {providerId} was unlinked and all other sessions were ended':
    'أُلغي ربط هوية لدى {providerId} وأُنهيت كل الجلسات الأخرى',
  'The second factor "{friendlyName}" was added and all other sessions were ended':
    'أُضيف العامل الثاني «{friendlyName}» وأُنهيت كل الجلسات الأخرى',
  'New recovery codes replaced the old ones': 'حلّت رموز استرداد جديدة محل القديمة',
  'Recovery codes were made': 'أُنشئت رموز استرداد',
  'The second factor "{friendlyName}" was removed and all other sessions were ended':
    'أُزيل العامل الثاني «{friendlyName}» وأُنهيت كل الجلسات الأخرى',
  'The recovery codes were removed': 'أُزيلت رموز الاسترداد',
  'A recovery code was used; 1 is left': 'استُخدم رمز استرداد؛ بقي رمز واحد',
  'A recovery code was used; {remaining} are left': 'استُخدم رمز استرداد؛ عدد الرموز الباقية: {remaining}',
  'The passkey "{friendlyName}" was added and all other sessions were ended':
    'أُضيف مفتاح المرور «{friendlyName}» وأُنهيت كل الجلسات الأخرى',
  'The passkey "{friendlyName}" was added': 'أُضيف مفتاح المرور «{friendlyName}»',
} satisfies Catalog
