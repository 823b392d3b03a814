// Translations of doors, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Forgot your password?': 'هل نسيت كلمة المرور؟',
  'Give the email address of your account. We send a link to it.':
    'اكتب عنوان البريد الإلكتروني لحسابك. سنرسل إليه رابطًا.',
  'Email address': 'عنوان البريد الإلكتروني',
  'Give an email address such as name@example.com.': 'اكتب عنوان بريد إلكتروني مثل name@example.com.',
  'Send link': 'إرسال الرابط',
  'Look into your mail': 'تفقّد بريدك',
  'If an account has this address, a link is on its way to it. Open it in this browser; it works once, for a short time.':
    'إذا كان لحساب ما هذا العنوان فالرابط في طريقه إليه. افتحه في هذا المتصفح؛ يعمل مرة واحدة ولمدة قصيرة.',
  'This platform sends no mail. Ask an administrator for a link.':
    'لا ترسل هذه المنصة بريدًا. اطلب رابطًا من أحد المديرين.',
  'No link was asked for: the server cannot be reached. Please try again.':
    'لم يُطلب رابط: تعذّر الوصول إلى الخادم. حاول مرة أخرى.',
  'Back to sign-in': 'العودة إلى تسجيل الدخول',
  'Choose a new password': 'اختر كلمة مرور جديدة',
  'For {name}. Your other sessions end when it is changed.': 'لحساب {name}. تنتهي جلساتك الأخرى عند تغييرها.',
  'Second factor': 'العامل الثاني',
  'A link alone does not replace your second factor.': 'الرابط وحده لا يغني عن العامل الثاني.',
  'Reset your password': 'إعادة تعيين كلمة المرور',
  'This link works once. Continue when you are ready to choose a new password.':
    'يعمل هذا الرابط مرة واحدة. تابع عندما تكون مستعدًا لاختيار كلمة مرور جديدة.',
  Welcome: 'مرحبًا',
  'An account was made for you. Continue to choose your password; this link works once.':
    'أُنشئ لك حساب. تابع لاختيار كلمة المرور؛ يعمل هذا الرابط مرة واحدة.',
  'Choose your password': 'اختر كلمة المرور',
  'You sign in as {name}.': 'ستسجّل الدخول باسم {name}.',
  Continue: 'متابعة',
  'Save and continue': 'حفظ ومتابعة',
  'Checking your link...': 'جارٍ التحقق من الرابط...',
  'This link was asked for in another browser, or on another device. Open it there, or ask for a new one here.':
    'طُلب هذا الرابط في متصفح آخر أو على جهاز آخر. افتحه هناك أو اطلب رابطًا جديدًا هنا.',
  'This link has expired or was used already. Ask for a new one.':
    'انتهت صلاحية هذا الرابط أو استُخدم من قبل. اطلب رابطًا جديدًا.',
  'This invitation has expired or was used already. Ask whoever invited you for a new one.':
    'انتهت صلاحية هذه الدعوة أو استُخدمت من قبل. اطلب دعوة جديدة ممن دعاك.',
  'This page is opened by a link. Ask for one, or sign in.': 'تُفتح هذه الصفحة برابط. اطلب رابطًا أو سجّل الدخول.',
  'The link could not be checked: the server cannot be reached.': 'تعذّر التحقق من الرابط: لا يمكن الوصول إلى الخادم.',
  'Ask for a new link': 'طلب رابط جديد',
  'Your password is changed.': 'تغيّرت كلمة المرور.',
  'Signing you in...': 'جارٍ تسجيل دخولك...',
  'Sign-in did not work': 'لم ينجح تسجيل الدخول',
  'The provider did not sign you in. Try again, or sign in another way.':
    'لم يسجّل المزوّد دخولك. حاول مرة أخرى أو سجّل الدخول بطريقة أخرى.',
  'Nobody here is linked to that identity. Sign in another way, then link it in your account.':
    'لا أحد هنا مرتبط بتلك الهوية. سجّل الدخول بطريقة أخرى ثم اربطها من حسابك.',
  'Account is disabled': 'الحساب معطّل',
  'This provider cannot be used at the moment. Sign in another way.':
    'لا يمكن استخدام هذا المزوّد حاليًا. سجّل الدخول بطريقة أخرى.',
  'You could not be signed in: the server cannot be reached.': 'تعذّر تسجيل دخولك: لا يمكن الوصول إلى الخادم.',
} satisfies Catalog
