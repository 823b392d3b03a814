// Translations of settings, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'What the platform calls itself: on every page, in mails and on statements.':
    'ما تسمّي به المنصة نفسها: في كل صفحة وفي رسائل البريد والكشوف.',
  'Name of the platform': 'اسم المنصة',
  'In the menu, at the sign-in, in mails, on statements and in the title of the window.':
    'في القائمة وصفحة الدخول ورسائل البريد والكشوف وعنوان النافذة.',
  'Line below the name': 'السطر تحت الاسم',
  'Unchanged, it is shown in the language of the reader. Empty: none.':
    'إذا لم يتغير عُرض بلغة القارئ. إذا تُرك فارغًا: لا سطر.',
  'Policies and services of the whole platform. Each change is in the audit log.':
    'سياسات المنصة كلها وخدماتها. كل تغيير مدوَّن في سجل التدقيق.',
  Sections: 'الأقسام',
  'Loading settings': 'جارٍ تحميل الإعدادات',
  'The settings could not be read: {reason}': 'تعذّرت قراءة الإعدادات: {reason}',
  'Sign-in policy': 'سياسة الدخول',
  'How hard it is to be somebody else here, and how long a sign-in lasts.':
    'مدى صعوبة انتحال شخص آخر هنا، ومدة بقاء تسجيل الدخول.',
  'Mail server': 'خادم البريد',
  'Sends links to forgotten passwords and invitations, and tells people what happens to their account.':
    'يرسل روابط كلمات المرور المنسية والدعوات، ويخبر الأشخاص بما يحدث لحساباتهم.',
  'While no server is set, admins hand links over themselves, and “Forgot password?” is not offered.':
    'ما دام الخادم غير معيّن يسلّم المديرون الروابط بأنفسهم، ولا يُعرض «هل نسيت كلمة المرور؟».',
  'SMS gateway': 'بوابة الرسائل القصيرة',
  'Sends sign-in codes to phones, one HTTP request each.': 'ترسل رموز الدخول إلى الهواتف، بطلب HTTP لكل رمز.',
  'While no gateway is set, nobody can use a phone as second factor.':
    'ما دامت البوابة غير معيّنة لا يستطيع أحد استخدام هاتف عاملًا ثانيًا.',
  Captcha: 'اختبار التحقق (Captcha)',
  'Asks for proof of a person when a password is forgotten, and after failed sign-ins.':
    'يطلب إثبات أن الزائر شخص عند نسيان كلمة المرور وبعد محاولات دخول فاشلة.',
  'When what was earned may leave.': 'متى يجوز خروج الأرباح.',
  'Shortest password': 'أقصر كلمة مرور',
  'Counts for passwords chosen from now on; nobody has to change theirs.':
    'يسري على كلمات المرور المختارة من الآن؛ ولا يلزم أحدًا تغيير كلمته.',
  '{length} or more are recommended (OWASP ASVS 5.0, 6.2.1).': 'يوصى بـ {length} أو أكثر (OWASP ASVS 5.0, 6.2.1).',
  'Use {length}': 'استخدام {length}',
  'Second factor required': 'العامل الثاني إلزامي',
  'Whoever has none must set one up at their next request, before anything else.':
    'من لا عامل لديه يجب أن يُعدّ واحدًا عند طلبه التالي قبل أي شيء آخر.',
  'By default': 'الافتراضي',
  'Super admins: the console is served over https, where strangers reach it.':
    'المديرون الأعلون: تُقدَّم اللوحة عبر https حيث يصل إليها الغرباء.',
  'Nobody: the console is not served over https.': 'لا أحد: لا تُقدَّم اللوحة عبر https.',
  'These roles': 'هذه الأدوار',
  'Whatever the address of the console.': 'أيًّا كان عنوان اللوحة.',
  Admins: 'المديرون',
  'Super admins': 'المديرون الأعلون',
  'Sign-in ends when unused for': 'ينتهي الدخول إذا لم يُستخدم مدة',
  'A shorter time ends sign-ins that are unused for longer at once.': 'المدة الأقصر تُنهي فورًا ما لم يُستخدم مدة أطول.',
  'Has no effect: every sign-in ends after {days} days anyway.': 'لا أثر له: ينتهي كل دخول على أي حال بعد {days} يوم.',
  'Sign-in ends at the latest after': 'ينتهي الدخول على أبعد تقدير بعد',
  'However much it is used. A shorter time counts from when each sign-in began.':
    'مهما كثر استخدامه. وتُحسب المدة الأقصر من بداية كل دخول.',
  'Temporary password ends after': 'تنتهي كلمة المرور المؤقتة بعد',
  'One that an admin made; it must be changed at the first sign-in anyway.':
    'كلمة أنشأها مدير؛ ويجب تغييرها عند أول دخول على أي حال.',
  'Invitation ends after': 'تنتهي الدعوة بعد',
  'Links that are on their way keep their end.': 'تحتفظ الروابط المرسلة بموعد انتهائها.',
  'Password link ends after': 'ينتهي رابط كلمة المرور بعد',
  'Whoever has the link is in, so it should be short.': 'من لديه الرابط يدخل، لذلك ينبغي أن تكون المدة قصيرة.',
  days: { zero: 'يوم', one: 'يوم', two: 'يوم', few: 'أيام', many: 'يومًا', other: 'يوم' },
  minutes: { zero: 'دقيقة', one: 'دقيقة', two: 'دقيقة', few: 'دقائق', many: 'دقيقة', other: 'دقيقة' },
  seconds: { zero: 'ثانية', one: 'ثانية', two: 'ثانية', few: 'ثوانٍ', many: 'ثانية', other: 'ثانية' },
  characters: { zero: 'حرف', one: 'حرف', two: 'حرف', few: 'أحرف', many: 'حرفًا', other: 'حرف' },
  codes: { zero: 'رمز', one: 'رمز', two: 'رمز', few: 'رموز', many: 'رمزًا', other: 'رمز' },
  'Name of the server, such as smtp.example.com. Empty: no mail is sent.':
    'اسم الخادم، مثل smtp.example.com. إذا تُرك فارغًا: لا يُرسل بريد.',
  'TLS from the first octet, usually port 465. The certificate is verified.':
    'TLS من أول بايت، والمنفذ عادةً 465. يجري التحقق من الشهادة.',
  'TLS is insisted on before anything is said, usually port 587. The certificate is verified.':
    'يُشترط TLS قبل تبادل أي شيء، والمنفذ عادةً 587. يجري التحقق من الشهادة.',
  'Everybody on the way can read links that open accounts. Only for a server on this machine.':
    'يستطيع كل من في الطريق قراءة روابط تفتح الحسابات. لخادم على هذا الجهاز فقط.',
  STARTTLS: 'STARTTLS',
  'Empty: the server is used without signing in.': 'إذا تُرك فارغًا: يُستخدم الخادم دون تسجيل دخول.',
  'From address': 'عنوان المرسل',
  'What people see as the sender, and answer to.': 'ما يراه الناس مرسلًا ويردّون عليه.',
  'From name': 'اسم المرسل',
  'Send Test Mail': 'إرسال بريد اختبار',
  'To the address of your own account.': 'إلى عنوان حسابك.',
  'Sending…': 'جارٍ الإرسال…',
  'Where one code is posted to. Empty: no codes are sent.':
    'العنوان الذي يُرسل إليه كل رمز. إذا تُرك فارغًا: لا تُرسل رموز.',
  'Form fields': 'حقول نموذج',
  'Field of the number': 'حقل الرقم',
  'Field of the text': 'حقل النص',
  'Field of the sender': 'حقل المرسل',
  'What phones show. Empty: the gateway decides.': 'ما تعرضه الهواتف. إذا تُرك فارغًا: تقرّر البوابة.',
  'Header of the credential': 'ترويسة بيانات الاعتماد',
  Credential: 'بيانات الاعتماد',
  'The whole value of the header, such as Bearer and a token.': 'قيمة الترويسة كاملة، مثل Bearer ورمز.',
  'Codes to one number a day': 'الرموز إلى رقم واحد في اليوم',
  'Each disturbs whoever has the number.': 'كل رمز يزعج صاحب الرقم.',
  'Codes for one user a day': 'الرموز لمستخدم واحد في اليوم',
  'To whatever numbers.': 'إلى أي أرقام كانت.',
  'Codes in all a day': 'مجموع الرموز في اليوم',
  'Each costs money. Beyond it no code is sent until midnight UTC.':
    'لكل رمز تكلفة. وبعد هذا الحد لا يُرسل رمز حتى منتصف الليل بتوقيت UTC.',
  'Send Test SMS': 'إرسال رسالة اختبار',
  'With its country code. One SMS is sent and paid for.': 'مع رمز البلد. تُرسل رسالة قصيرة واحدة مدفوعة.',
  Provider: 'المزوّد',
  'Failed attempts are slowed down all the same.': 'تُبطَّأ المحاولات الفاشلة على أي حال.',
  'Cloudflare Turnstile': 'Cloudflare Turnstile',
  'Mostly invisible. Browsers of visitors talk to Cloudflare.': 'خفي في الغالب. تتصل متصفحات الزوار بـ Cloudflare.',
  hCaptcha: 'hCaptcha',
  'A picture puzzle where in doubt. Browsers of visitors talk to hCaptcha.':
    'لغز صور عند الشك. تتصل متصفحات الزوار بـ hCaptcha.',
  'Site key': 'مفتاح الموقع',
  'Public; every visitor of the sign-in gets it.': 'عام؛ يحصل عليه كل زائر لصفحة الدخول.',
  'Secret key': 'المفتاح السري',
  'Earnings mature for': 'مدة استحقاق الأرباح',
  'Settled earnings wait so long before they are available. 0: at once. What is settled already keeps its day.':
    'تنتظر الأرباح المسوّاة هذه المدة قبل أن تصبح متاحة. 0: فورًا. وما سُوّي من قبل يحتفظ بيومه.',
  'When money that came becomes a user’s. Each network needs confirmations of its own, whatever is set here.':
    'متى يصبح المال الواصل للمستخدم. تحتاج كل شبكة إلى تأكيداتها الخاصة أيًّا كانت الإعدادات هنا.',
  'Least deposit': 'الحد الأدنى للإيداع',
  'Less cannot be announced; what comes all the same goes to the reviews. A method may ask for more.':
    'لا يمكن الإعلان عن أقل منه؛ وما يصل رغم ذلك يذهب إلى المراجعات. وقد تطلب الطريقة أكثر.',
  'Announced deposits wait for': 'مدة انتظار الإيداعات المعلنة',
  'Then they expire. A payment that comes later goes to the reviews.':
    'بعدها تنتهي صلاحيتها. والدفعة التي تصل لاحقًا تذهب إلى المراجعات.',
  'Exact amounts rest for': 'مدة راحة المبالغ الدقيقة',
  'So long nobody else is given the amount of an ended deposit, so that a late payment is not taken for theirs. Only where deposits share an address.':
    'طوال هذه المدة لا يُعطى مبلغ إيداع منتهٍ لشخص آخر، حتى لا تُحسب له دفعة متأخرة. فقط حيث تشترك الإيداعات في عنوان.',
  'Second node asked from': 'تُسأل العقدة الثانية بدءًا من',
  'From so much on a second node has to say the same before it is credited, where one is set. 0: always.':
    'بدءًا من هذا المبلغ يجب أن تتفق عقدة ثانية قبل الإضافة إلى الرصيد، حيث تكون معيّنة. 0: دائمًا.',
  'Further confirmations': 'تأكيدات إضافية',
  'Blocks beyond what each network needs. More is safer and slower.':
    'كتل فوق ما تحتاج إليه كل شبكة. كلما زادت كان أأمن وأبطأ.',
  'How much may leave, how soon, and who has to say yes. Counts for what is requested from now on.':
    'كم يجوز أن يخرج، وبأي سرعة، ومن يجب أن يوافق. يسري على ما يُطلب من الآن.',
  'Pause withdrawals': 'إيقاف السحوبات مؤقتًا',
  'Stops them for everybody at once: nothing can be requested, approved or sent until they go on. What is on its way to be final still is, and the money stays with its owners.':
    'يوقفها للجميع فورًا: لا يمكن طلب شيء أو الموافقة عليه أو إرساله حتى تُستأنف. وما كان في طريقه ليصبح نهائيًا يستمر، ويبقى المال لمالكيه.',
  'Withdrawals are paused': 'السحوبات موقوفة مؤقتًا',
  'Nothing can be requested, approved or sent. What waits keeps its place.':
    'لا يمكن طلب شيء أو الموافقة عليه أو إرساله. وما ينتظر يحتفظ بمكانه.',
  'Let withdrawals go on': 'استئناف السحوبات',
  'Pause withdrawals for everybody?': 'إيقاف السحوبات مؤقتًا للجميع؟',
  'At once nothing can be requested, approved or sent. Users are told that withdrawals are paused. Nothing is lost, and you can let them go on at any time.':
    'يتعذّر فورًا طلب أي شيء أو الموافقة عليه أو إرساله. ويُبلَّغ المستخدمون بأن السحوبات موقوفة مؤقتًا. لا يضيع شيء، ويمكنك استئنافها في أي وقت.',
  'Let withdrawals go on?': 'استئناف السحوبات؟',
  'Users can request again, and what waits can be approved and sent.':
    'يستطيع المستخدمون الطلب من جديد، ويمكن الموافقة على ما ينتظر وإرساله.',
  'Withdrawals are paused.': 'أُوقفت السحوبات مؤقتًا.',
  'Withdrawals go on.': 'استُؤنفت السحوبات.',
  Limits: 'الحدود',
  'Who says yes': 'من يوافق',
  Rests: 'فترات الانتظار',
  'Least withdrawal': 'الحد الأدنى للسحب',
  'A method may ask for more.': 'قد تطلب الطريقة أكثر.',
  'Most at a time': 'الحد الأقصى للطلب',
  'One request cannot be for more.': 'لا يمكن أن يزيد طلب واحد على ذلك.',
  'Most for one user a day': 'الحد الأقصى لمستخدم واحد في اليوم',
  'A day of UTC. What was rejected or cancelled does not count.': 'يوم بتوقيت UTC. لا يُحسب ما رُفض أو أُلغي.',
  'Requests of one user a day': 'طلبات مستخدم واحد في اليوم',
  'Each is looked at by people.': 'ينظر أشخاص في كل طلب.',
  'Most for everybody a day': 'الحد الأقصى للجميع في اليوم',
  'Bounds what a break-in can cost in one day.': 'يحدّ مما قد يكلّفه اختراق في يوم واحد.',
  'Second person from': 'شخص ثانٍ بدءًا من',
  'From so much on two people have to approve. 0: always two.':
    'بدءًا من هذا المبلغ يجب أن يوافق شخصان. 0: شخصان دائمًا.',
  'Nobody needed below': 'لا حاجة إلى أحد دون',
  'Below so much a request without anything odd is approved by itself. 0: somebody always has to.':
    'دون هذا المبلغ تتم الموافقة تلقائيًا على طلب لا غرابة فيه. 0: يجب أن يوافق شخص دائمًا.',
  'New destinations rest for': 'مدة انتظار الوجهات الجديدة',
  'So that whoever broke into an account cannot empty it at once.': 'حتى لا يستطيع من اخترق حسابًا إفراغه فورًا.',
  'Rest after a change of sign-in': 'الانتظار بعد تغيير طريقة الدخول',
  'After a new password, email address or factor nothing leaves for so long.':
    'بعد كلمة مرور أو عنوان بريد أو عامل جديد لا يخرج شيء طوال هذه المدة.',
  'Accounts rest at first for': 'مدة انتظار الحسابات في بدايتها',
  'A new account cannot withdraw for so long.': 'لا يستطيع حساب جديد السحب طوال هذه المدة.',
  'PayPal money stays with PayPal for': 'مدة بقاء أموال PayPal في PayPal',
  'What PayPal brought may leave only to PayPal for so long, since it may be charged back. 0: anywhere at once.':
    'ما جاء عبر PayPal لا يخرج طوال هذه المدة إلا إلى PayPal، لأنه قد يُستردّ. 0: إلى أي مكان فورًا.',
  'Nobody withdraws without one. Otherwise the password proves those who have none.':
    'لا يسحب أحد من دونه. وإلا فكلمة المرور هي إثبات من لا عامل لديه.',
  Integrity: 'النزاهة',
  'When traffic looks inflated: each signal opens a case that holds what the range earned, until two people end it.':
    'متى تبدو الحركة مضخّمة: يفتح كل مؤشر قضية تحجز ما ربحه النطاق حتى يُنهيها شخصان.',
  'Off: nothing is judged, and no case opens by itself.': 'معطّلة: لا يُقيَّم شيء، ولا تُفتح قضية تلقائيًا.',
  'Watch traffic': 'مراقبة الحركة',
  'Every closed hour of every range is judged.': 'تُقيَّم كل ساعة مغلقة من كل نطاق.',
  'Hours judged from': 'تُقيَّم الساعات بدءًا من',
  'An hour with fewer messages is never judged: small numbers say little.':
    'لا تُقيَّم أبدًا ساعة برسائل أقل: الأعداد الصغيرة لا تدل على الكثير.',
  'An hour so many times the range’s own median of the two weeks before.':
    'ساعة تبلغ هذا القدر من أضعاف وسيط النطاق في الأسبوعين السابقين.',
  'So much of a range’s numbers hit in one hour, in their order.':
    'هذه النسبة من أرقام النطاق وصلتها رسائل في ساعة واحدة بترتيبها.',
  'So much of an hour’s messages from one sender.': 'هذه النسبة من رسائل الساعة من مرسل واحد.',
  'So much of an hour’s messages with one text.': 'هذه النسبة من رسائل الساعة بنص واحد.',
  'A range is new for': 'يُعدّ النطاق جديدًا مدة',
  'So long after it began it is watched for earning too much. 0: never.':
    'طوال هذه المدة من بدايته يُراقَب إن ربح أكثر من اللازم. 0: أبدًا.',
  'A new range earns too much from': 'يربح النطاق الجديد أكثر من اللازم بدءًا من',
  'In one day.': 'في يوم واحد.',
  'From when on something is wrong. An alert opens by itself, is told to super admins, and resolves by itself.':
    'متى يُعدّ الأمر خللًا. يُفتح التنبيه تلقائيًا، ويُبلَّغ به المديرون الأعلون، ويُحلّ تلقائيًا.',
  'Connection down for': 'توقف الاتصال مدة',
  'One that should be up and is not. 0: at once.': 'اتصال يجب أن يكون قائمًا وليس كذلك. 0: فورًا.',
  'Quiet instead of': 'صمت بدلًا من',
  'An hour without messages, on a connection that usually has at least so many in it.':
    'ساعة بلا رسائل في اتصال يستقبل فيها عادةً هذا العدد على الأقل.',
  'Into quarantine': 'إلى الحجر',
  'So many within an hour: numbers that nobody owns, or a carrier that sends to the wrong place.':
    'هذا العدد خلال ساعة: أرقام لا مالك لها، أو مشغّل يرسل إلى المكان الخطأ.',
  'Not stored for': 'تأخر التخزين مدة',
  'From received to durable. Carriers wait meanwhile; nothing is lost.':
    'من الاستقبال حتى الحفظ الدائم. ينتظر المشغّلون في هذه الأثناء؛ ولا يضيع شيء.',
  'Faults of requests': 'أخطاء الطلبات',
  'So much of what is asked within five minutes is answered with a fault of ours.':
    'هذه النسبة مما يُطلب خلال خمس دقائق يُجاب عنها بخطأ من جهتنا.',
  'Slow requests': 'طلبات بطيئة',
  'One request in twenty takes longer.': 'طلب من كل عشرين يستغرق وقتًا أطول.',
  'Free disk below': 'المساحة الحرة أقل من',
  'Of the disk with the database, where it is on this machine.': 'من قرص قاعدة البيانات إذا كانت على هذا الجهاز.',
  'Withdrawal waits for': 'انتظار السحب مدة',
  'Somebody has to approve or send it, and nobody did.': 'يجب أن يوافق عليه أو يرسله شخص، ولم يفعل أحد.',
  'Newest backup older than': 'أحدث نسخة احتياطية أقدم من',
  'Where a folder of backups is configured.': 'حيث يكون مجلد النسخ الاحتياطية مُعدًّا.',
  Retention: 'مدة الحفظ',
  'What is forgotten, and when. Figures, money and the audit log are kept whatever is set here.':
    'ما يُنسى ومتى. تُحفظ الأرقام والأموال وسجل التدقيق أيًّا كانت الإعدادات هنا.',
  'Texts of messages are kept for': 'تُحفظ نصوص الرسائل مدة',
  'Then text and octets of a message go for good, also from quarantine; its row, sender, number and earning stay. 0: kept always.':
    'بعدها يُحذف نص الرسالة وبايتاتها نهائيًا، من الحجر أيضًا؛ ويبقى سطرها ومرسلها ورقمها وربحها. 0: تُحفظ دائمًا.',
  'Files of exports are kept for': 'تُحفظ ملفات التصدير مدة',
  'Of those that are made from now on. Then the file is removed; it can be made again.':
    'لما يُنشأ من الآن. بعدها يُزال الملف؛ ويمكن إنشاؤه من جديد.',
  milliseconds: {
    zero: 'مللي ثانية',
    one: 'مللي ثانية',
    two: 'مللي ثانية',
    few: 'مللي ثانية',
    many: 'مللي ثانية',
    other: 'مللي ثانية',
  },
  USD: 'USD',
  hours: { zero: 'ساعة', one: 'ساعة', two: 'ساعة', few: 'ساعات', many: 'ساعة', other: 'ساعة' },
  blocks: { zero: 'كتلة', one: 'كتلة', two: 'كتلة', few: 'كتل', many: 'كتلة', other: 'كتلة' },
  requests: { zero: 'طلب', one: 'طلب', two: 'طلب', few: 'طلبات', many: 'طلبًا', other: 'طلب' },
  messages: { zero: 'رسالة', one: 'رسالة', two: 'رسالة', few: 'رسائل', many: 'رسالة', other: 'رسالة' },
  times: { zero: 'مرة', one: 'مرة', two: 'مرة', few: 'مرات', many: 'مرة', other: 'مرة' },
  'Will be replaced': 'سيُستبدل',
  nobody: 'لا أحد',
  '{count} unsaved changes': {
    zero: 'لا تغييرات غير محفوظة',
    one: 'تغيير واحد غير محفوظ',
    two: 'تغييران غير محفوظين',
    few: '{count} تغييرات غير محفوظة',
    many: '{count} تغييرًا غير محفوظ',
    other: '{count} تغيير غير محفوظ',
  },
  'What will change': 'ما سيتغير',
  '{before} becomes {after}': '{before} يصبح {after}',
  'unsaved changes': 'تغييرات غير محفوظة',
  Discard: 'تجاهل',
  '{section}: saved.': '{section}: حُفظ.',
  'Somebody else changed this section meanwhile.': 'غيّر شخص آخر هذا القسم في هذه الأثناء.',
  '{field} is now {value}.': '{field} الآن {value}.',
  'Keep Mine': 'الإبقاء على تغييراتي',
  'Take Theirs': 'أخذ تغييراته',
  'The secret may have been changed, too.': 'ربما تغيّر السر أيضًا.',
  'The test uses what is saved. Save your changes first.': 'يستخدم الاختبار ما هو محفوظ. احفظ تغييراتك أولًا.',
  'Sent. The other side said: {detail}': 'أُرسل. وردّ الطرف الآخر: {detail}',
  'Refused: {detail}': 'مرفوض: {detail}',
  'Nobody took it: {detail}': 'لم يستلمه أحد: {detail}',
  'Leave without saving?': 'المغادرة دون حفظ؟',
  'You changed {sections} and have not saved it.': 'غيّرت {sections} ولم تحفظ التغييرات.',
  Leave: 'مغادرة',
  Stay: 'البقاء',
  'security_none|None': 'بدون تشفير',
  'captcha_none|None': 'بدون',
} satisfies Catalog
