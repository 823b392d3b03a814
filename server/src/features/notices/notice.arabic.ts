// The words of every mail in Arabic; see notice.texts.ts. What is put in stands between marks that keep it from turning
// the words around it.
import type { NoticeWords } from './notice.texts.ts'

const units = (unit: 'minute' | 'day') =>
  new Intl.NumberFormat('ar-u-nu-latn', { style: 'unit', unit, unitDisplay: 'long' })
const minutesText = (minutes: number) => units('minute').format(minutes)
const daysText = (days: number) => units('day').format(days)
const as = (value: string) => `\u2068${value}\u2069`

const notYou = 'إذا لم تكن أنت من فعل ذلك، فسجّل الدخول وأنهِ جميع الجلسات الأخرى في حسابك واختر كلمة مرور جديدة.'

export const arabic: NoticeWords = {
  password_reset: ({ link, minutes }, product) => ({
    subject: `اختر كلمة مرور جديدة في ${as(product)}`,
    paragraphs: [
      'أفاد شخص ما، ونأمل أن يكون أنت، بأن كلمة المرور قد نُسيت.',
      { link, label: 'اختيار كلمة مرور جديدة' },
      `يعمل الرابط مرة واحدة خلال ${minutesText(minutes)}، وفي المتصفح الذي طُلب منه فقط.`,
      'إذا لم تطلبه فتجاهل هذه الرسالة: لم يتغير شيء.',
    ],
  }),
  password_link: ({ link, minutes, madeBy }, product) => ({
    subject: `اختر كلمة مرور جديدة في ${as(product)}`,
    paragraphs: [
      `أنشأ ${as(madeBy)} رابطًا لتختار كلمة مرور جديدة.`,
      { link, label: 'اختيار كلمة مرور جديدة' },
      `يعمل الرابط مرة واحدة خلال ${minutesText(minutes)}. من يملكه يستطيع الدخول، فلا تعطه لأحد.`,
    ],
  }),
  invitation: ({ link, days, invitedBy }, product) => ({
    subject: `دعوة إلى ${as(product)}`,
    paragraphs: [
      `أنشأ ${as(invitedBy)} حسابًا لك. اختر كلمة مرور للبدء.`,
      { link, label: 'قبول الدعوة' },
      `يعمل الرابط مرة واحدة خلال ${daysText(days)}. من يملكه يستطيع الدخول، فلا تعطه لأحد.`,
    ],
  }),
  new_sign_in: ({ device, place, address, at }, product) => ({
    subject: `تسجيل دخول جديد إلى ${as(product)}`,
    paragraphs: [
      'سُجّل الدخول إلى حسابك من جهاز أو مكان لم يُستخدم منه من قبل.',
      `${as(device)}، ${as(place === null ? address : `${address} (${place})`)}، ${as(at)}`,
      `إذا كنت أنت فلا حاجة إلى فعل شيء. ${notYou}`,
    ],
  }),
  factor_changed: ({ what, at }, product) => ({
    subject: `تغيّر عامل ثانٍ في حسابك لدى ${as(product)}`,
    paragraphs: [`${as(what)}، ${as(at)}.`, notYou],
  }),
  password_changed: ({ address, at }, product) => ({
    subject: `تغيّرت كلمة مرورك في ${as(product)}`,
    paragraphs: [
      `تغيّرت كلمة مرورك من العنوان ${as(address)}، ${as(at)}. وأُنهيت الجلسات الأخرى.`,
      'إذا لم تكن أنت، فاطلب كلمة مرور جديدة من صفحة تسجيل الدخول وأخبر المدير المسؤول عنك.',
    ],
  }),
  email_changed: ({ email, at }, product) => ({
    subject: `تغيّر عنوان بريدك الإلكتروني في ${as(product)}`,
    paragraphs: [
      `في ${as(at)} تغيّر عنوان البريد الإلكتروني لحسابك إلى ${as(email)}. ستُرسل الرسائل إليه من الآن فصاعدًا.`,
      'إذا لم تكن أنت فأخبر أحد المديرين فورًا: من يقرأ ذلك البريد يستطيع اختيار كلمة مرور جديدة.',
    ],
  }),
  session_stolen: ({ device, at }, product) => ({
    subject: `أُنهيت جلسة من حسابك لدى ${as(product)}`,
    paragraphs: [
      `أُنهيت جلسة على ${as(device)}، ${as(at)}: عاد رمزها بعد أن استُبدل، وهذا يحدث حين ينسخه شخص ما.`,
      'سجّل الدخول من جديد. إذا كنت تستخدم ذلك الجهاز فابحث فيه عن برامج لا تعرفها، واختر كلمة مرور جديدة.',
    ],
  }),
  payment_method_changed: ({ method, what, by, at }, product) => ({
    subject: `تغيّرت ${as(method)} في ${as(product)}`,
    paragraphs: [
      `${as(what)}. فعل ذلك ${as(by)}، ${as(at)}.`,
      'إذا لم يقصد أحد ذلك، فأوقف السحوبات فورًا من إعدادات المنصة، وتراجع عن التغيير، وأنهِ جميع جلسات من فعله.',
    ],
  }),
  deposit_credited: ({ amount, method }, product) => ({
    subject: `أُضيف ${as(amount)} إلى محفظتك في ${as(product)}`,
    paragraphs: [`وصل إيداعك عبر ${as(method)} بمبلغ ${as(amount)} وهو الآن في محفظتك.`],
  }),
  deposit_reversed: ({ amount, reason }, product) => ({
    subject: `استُرد إيداع بمبلغ ${as(amount)} في ${as(product)}`,
    paragraphs: [
      `استُرد ${as(amount)} من أحد إيداعاتك. ${as(reason)}`,
      'ما أُنفق منه يُعوَّض مما تكسبه لاحقًا. أما السحوبات المنتظرة فينظر فيها شخص أولًا.',
    ],
  }),
  case_opened: ({ range, reason }, product) => ({
    subject: `أرباح ${as(range)} محجوزة في ${as(product)}`,
    paragraphs: [
      `بدت حركة ${as(range)} غير معتادة، لذلك حُجز ما كسبته إلى أن ينظر فيها شخصان.`,
      as(reason),
      'تستمر الرسائل في الوصول والاحتساب. تعرض محفظتك ما هو محجوز؛ اسأل المدير المسؤول عنك.',
    ],
  }),
  case_released: ({ range, amount }, product) => ({
    subject: `عادت إليك أرباح ${as(range)} في ${as(product)}`,
    paragraphs: [`أُفرج عما كان محجوزًا من ${as(range)}، وهو ${as(amount)}.`],
  }),
  case_forfeited: ({ range, amount }, product) => ({
    subject: `استُردت أرباح من ${as(range)} في ${as(product)}`,
    paragraphs: [
      `نظر شخصان في حركة ${as(range)} ووجدا أن ${as(amount)} ما كان ينبغي دفعه، فاستُرد.`,
      'يستطيع المدير المسؤول عنك إخبارك بالمزيد.',
    ],
  }),
  destination_added: ({ destination, usableFrom, address }, product) => ({
    subject: `وجهة سحب جديدة في ${as(product)}`,
    paragraphs: [
      `أُضيفت الوجهة ${as(destination)} من العنوان ${as(address)}. يمكن إرسال المال إليها ابتداءً من ${as(usableFrom)}.`,
      notYou,
    ],
  }),
  withdrawal_requested: ({ gross, net, destination, method }, product) => ({
    subject: `طُلب سحب بمبلغ ${as(gross)} في ${as(product)}`,
    paragraphs: [
      `حُجز ${as(gross)} ليُسحب عبر ${as(method)}: يذهب ${as(net)} إلى ${as(destination)}.`,
      `إذا لم تكن أنت فألغِه فورًا من محفظتك. ${notYou}`,
    ],
  }),
  withdrawal_sent: ({ net, destination, method }, product) => ({
    subject: `أُرسل سحب من ${as(product)}`,
    paragraphs: [`أُرسل ${as(net)} إلى ${as(destination)} عبر ${as(method)}. ستصلك رسالة أخرى حين يصبح نهائيًا.`],
  }),
  withdrawal_completed: ({ net, destination, method }, product) => ({
    subject: `اكتمل سحب من ${as(product)}`,
    paragraphs: [`دُفع ${as(net)} إلى ${as(destination)} عبر ${as(method)}.`],
  }),
  withdrawal_failed: ({ gross, destination, reason }, product) => ({
    subject: `لم يُدفع سحب بمبلغ ${as(gross)} من ${as(product)}`,
    paragraphs: [`لم ينجح السحب إلى ${as(destination)}. ${as(reason)}`, 'تعرض محفظتك المبلغ الجاهز للسحب.'],
  }),
  report_ready: ({ report, period, rows, until, link }, product) => ({
    subject: `${as(report)} جاهز في ${as(product)}`,
    paragraphs: [
      `أُعدّ تقريرك المجدول ${as(report)}: ${as(period)}، عدد الصفوف: ${as(rows)}.`,
      { link, label: 'فتحه' },
      `يُحتفظ بالملف حتى ${as(until)}.`,
    ],
  }),
  report_failed: ({ report, reason, link }, product) => ({
    subject: `تعذّر إعداد ${as(report)} في ${as(product)}`,
    paragraphs: [`تعذّر إعداد تقريرك المجدول ${as(report)}. ${as(reason)}`, { link, label: 'فتح تقاريرك' }],
  }),
  notification: ({ subject, sentences, more, link }, product) => ({
    subject: `${as(subject.replace(/\.$/, ''))} (${as(product)})`,
    paragraphs: [
      ...sentences.map(as),
      ...(more > 0 ? [`و${more} غيرها.`] : []),
      { link, label: 'عرض إشعاراتك' },
      'تختار من حسابك الإشعارات التي تصلك بالبريد.',
    ],
  }),
  mail_test: (_facts, product) => ({
    subject: `اختبار من ${as(product)}`,
    paragraphs: ['البريد يعمل: أُرسلت هذه الرسالة من إعدادات المنصة.'],
  }),
}
