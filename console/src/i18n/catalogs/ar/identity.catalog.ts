// Translations of identity, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  Language: 'اللغة',
  Username: 'اسم المستخدم',
  Password: 'كلمة المرور',
  'Sign In': 'تسجيل الدخول',
  or: 'أو',
  'Continue with a passkey': 'المتابعة بمفتاح مرور',
  'Continue with {provider}': 'المتابعة عبر {provider}',
  'Forgot password?': 'هل نسيت كلمة المرور؟',
  'Show password': 'إظهار كلمة المرور',
  'Hide password': 'إخفاء كلمة المرور',
  'Caps Lock is on.': 'مفتاح الأحرف الكبيرة مفعّل.',
  'Username is required.': 'اسم المستخدم مطلوب.',
  'Password is required.': 'كلمة المرور مطلوبة.',
  'Login failed. Please try again.': 'لم ينجح تسجيل الدخول. حاول مرة أخرى.',
  'No passkey was used. Try again, or sign in with your password.':
    'لم يُستخدم مفتاح مرور. حاول مرة أخرى أو ادخل بكلمة المرور.',
  'The proof that you are a person could not be loaded. Allow its provider, or try again later.':
    'تعذّر تحميل اختبار التحقق من أنك شخص. اسمح لمزوّده أو حاول لاحقًا.',
  'Try again in {count} seconds.': {
    zero: 'حاول مرة أخرى الآن.',
    one: 'حاول مرة أخرى بعد ثانية واحدة.',
    two: 'حاول مرة أخرى بعد ثانيتين.',
    few: 'حاول مرة أخرى بعد {count} ثوانٍ.',
    many: 'حاول مرة أخرى بعد {count} ثانية.',
    other: 'حاول مرة أخرى بعد {count} ثانية.',
  },
  'Your password was set by somebody else. Choose one that only you know.':
    'حدّد شخص آخر كلمة مرورك. اختر كلمة لا يعرفها غيرك.',
  'Current password': 'كلمة المرور الحالية',
  'New password': 'كلمة المرور الجديدة',
  'Repeat the new password': 'أعد كتابة كلمة المرور الجديدة',
  'Minimum {count} characters': '{count} أحرف على الأقل',
  'Not your username or email address': 'ليست اسم المستخدم ولا عنوان البريد',
  'Longer is stronger: a few words of your own are best': 'كلما طالت كانت أقوى: الأفضل بضع كلمات من عندك',
  met: 'مستوفى',
  'The two passwords differ.': 'كلمتا المرور مختلفتان.',
  'Choose a password other than the current one.': 'اختر كلمة مرور غير الحالية.',
  'The password was not changed: the server cannot be reached. Please try again.':
    'لم تتغير كلمة المرور: تعذّر الوصول إلى الخادم. حاول مرة أخرى.',
  'Your session has ended': 'انتهت جلستك',
  'Sign in as {name} again to go on. Nothing you typed is lost.':
    'سجّل الدخول مجددًا باسم {name} للمتابعة. لن يضيع شيء مما كتبته.',
  'Sign in another way, and drop what was typed': 'تسجيل الدخول بطريقة أخرى والتخلي عمّا كُتب',
  'Somebody else signed in, so what {name} was filling in is dropped.':
    'سجّل شخص آخر الدخول، لذلك أُهمل ما كان {name} يكتبه.',
} satisfies Catalog
