// Acting for somebody, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Acting for a user': 'التصرف نيابةً عن مستخدم',
  'You are acting for': 'أنت تتصرف نيابةً عن',
  'read-only': 'للقراءة فقط',
  'changes allowed': 'التغييرات مسموحة',
  'ends at {time}': 'ينتهي عند {time}',
  'Stop acting': 'إنهاء النيابة',
  'You are still acting: the server could not be told. Try again.':
    'ما زلت تتصرف نيابةً عنه: تعذّر إبلاغ الخادم. حاول مرة أخرى.',
  'You may look, not change': 'يمكنك الاطلاع دون التغيير',
  'You act for {name}, read-only. Nothing was changed.': 'أنت تتصرف نيابةً عن {name} للقراءة فقط. لم يتغير شيء.',
  'Nobody may do this for somebody else': 'لا يجوز لأحد فعل ذلك نيابةً عن غيره',
  'You act for {name}. Nothing was changed.': 'أنت تتصرف نيابةً عن {name}. لم يتغير شيء.',
  'You no longer act for {name}': 'لم تعد تتصرف نيابةً عن {name}',
  'The time is up, or it was ended. Nothing more is shown or changed in their name.':
    'انتهى الوقت أو أُنهيت النيابة. لن يُعرض أو يتغير شيء بعد الآن باسمه.',
  'Back to your own view': 'العودة إلى عرضك',
  'Not while you act for {name}': 'غير متاح أثناء التصرف نيابةً عن {name}',
  'Password, factors, sessions and payouts of an account are for its owner alone.':
    'كلمة المرور والعوامل والجلسات والدفعات تخص صاحب الحساب وحده.',
} satisfies Catalog
