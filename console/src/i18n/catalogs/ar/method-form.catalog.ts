// Translations of method-form, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Add Payment Method': 'إضافة طريقة دفع',
  'Edit Payment Method': 'تعديل طريقة الدفع',
  'Add Method': 'إضافة الطريقة',
  'Update Method': 'تحديث الطريقة',
  'Updating…': 'جارٍ التحديث…',
  'Loading the payment method': 'جارٍ تحميل طريقة الدفع',
  'This payment method does not exist.': 'طريقة الدفع هذه غير موجودة.',
  '{name} was added.': 'أُضيف {name}.',
  '{name} was added. It is inactive.': 'أُضيف {name}. وهو غير نشط.',
  '{name} was updated.': 'حُدّث {name}.',
  'Where money comes and goes is changed only by whoever shows their second factor again. What you typed is kept.':
    'لا يغيّر وجهات دخول المال وخروجه إلا من يقدّم عامله الثاني مجددًا. وما كتبته محفوظ.',
  'Nothing was changed.': 'لم يتغير شيء.',
  'The type of a method cannot be changed.': 'لا يمكن تغيير نوع الطريقة.',
  'USDT on Tron': 'USDT على Tron',
  'Users see it.': 'يراه المستخدمون.',
  'The network stays, since addresses were given out on it.': 'تبقى الشبكة كما هي لأن عناوين قد وُزّعت عليها.',
  'Wallet Address': 'عنوان المحفظة',
  'Where the money is kept, and what withdrawals are sent from. No private key is ever asked for.':
    'حيث يُحفظ المال ومنه تُرسل السحوبات. لا يُطلب أي مفتاح خاص أبدًا.',
  Node: 'العقدة',
  'JSON-RPC address of a node of this network. Needed to enable the method.':
    'عنوان JSON-RPC لعقدة من هذه الشبكة. يلزم لتفعيل الطريقة.',
  'Second node': 'العقدة الثانية',
  'Asked as well about large deposits; both must say the same. Optional.':
    'تُسأل أيضًا عن الإيداعات الكبيرة؛ ويجب أن تتفق العقدتان. اختياري.',
  'Extended public key': 'المفتاح العام الموسّع',
  'Gives each user an address of their own. Without it deposits share one address and are told apart by exact amounts.':
    'يعطي كل مستخدم عنوانًا خاصًا به. ومن دونه تشترك الإيداعات في عنوان واحد وتُميَّز بالمبالغ الدقيقة.',
  'A new key has to be confirmed by another super admin, and begins a day later.':
    'يجب أن يؤكد المفتاح الجديد مدير أعلى آخر، ويبدأ العمل به بعد يوم.',
  'Set, ends in {last4}. Leave it blank to keep it.': 'معيّن وينتهي بـ {last4}. اترك الحقل فارغًا للإبقاء عليه.',
  'Set. Leave it blank to keep it.': 'معيّن. اترك الحقل فارغًا للإبقاء عليه.',
  'Set, fingerprint {fingerprint}. Leave it blank to keep it.':
    'معيّن، بصمته {fingerprint}. اترك الحقل فارغًا للإبقاء عليه.',
  'Remove the second node': 'إزالة العقدة الثانية',
  'Client ID': 'معرّف العميل',
  'Client Secret': 'سر العميل',
  'Kept sealed and never shown again.': 'يُحفظ مختومًا ولا يُعرض مرة أخرى أبدًا.',
  Environment: 'البيئة',
  'Sandbox, no real money': 'بيئة تجريبية دون مال حقيقي',
  'Webhook ID': 'معرّف Webhook',
  'PayPal gives it for the webhook address on the card. Optional.':
    'يعطيه PayPal لعنوان Webhook المعروض في البطاقة. اختياري.',
  'Minimum Amount': 'الحد الأدنى للمبلغ',
  'USD, of a deposit and of a withdrawal.': 'بالدولار، للإيداع وللسحب.',
  'Fees (%)': 'الرسوم (%)',
  '0 to 10, of each withdrawal.': 'من 0 إلى 10، من كل سحب.',
  'Of a withdrawal of $100.00 the fee is {fee}, and {net} is sent.':
    'من سحب قدره $100.00 تكون الرسوم {fee} ويُرسل {net}.',
  'Take the fees of deposits, too': 'أخذ الرسوم من الإيداعات أيضًا',
  'Enable this payment method': 'تفعيل طريقة الدفع هذه',
  'Its token is checked on the chain first; of each network one method can be enabled.':
    'يجري أولًا التحقق من عملتها على السلسلة؛ ويمكن تفعيل طريقة واحدة لكل شبكة.',
  'One PayPal method can be enabled.': 'يمكن تفعيل طريقة PayPal واحدة.',
  'environment_live|Live': 'بيئة الإنتاج',
} satisfies Catalog
