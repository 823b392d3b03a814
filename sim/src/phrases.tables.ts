// What simulated people and companies write, language by language. Brands are invented, links end in .example, and
// numbers of senders lie in blocks that regulators keep for fiction. `{…}` is filled in by traffic.ts.

export type Language = 'en' | 'de' | 'fr' | 'es' | 'tr' | 'ar' | 'hi' | 'zh'

export interface Phrases {
  readonly codes: readonly string[]
  readonly notices: readonly string[]
  readonly chats: readonly string[]
  /** At most 60 characters each, so that a text grows by less than a segment at a time. */
  readonly sentences: readonly string[]
}

/** At most 11 characters, the longest alphanumeric sender (3GPP TS 23.040, 9.1.2.5). */
export const brands: readonly string[] =
  'Northbank Parcelo Tramline Mealbox Ticketolo Orchidpay Fernway Kurvo Lodgeum Medisanto Wattline Cinepalm'.split(' ')

/** Short codes of companies: network specific, not E.164. */
export const shortCodes: readonly string[] = ['60099', '32665', '787878', '81210']

/** Beginnings of numbers kept for fiction, with the count of digits that follow. */
export const personalNumbers: readonly { readonly prefix: string; readonly digits: number }[] = [
  { prefix: '447700900', digits: 3 },
  { prefix: '33639980', digits: 3 },
  { prefix: '120255501', digits: 2 },
  { prefix: '4670174060', digits: 1 },
]

/** The language most written to numbers that begin so; the longest that fits decides. */
export const languageByPrefix: Readonly<Record<string, Language>> = {
  '1': 'en',
  '20': 'ar',
  '32': 'fr',
  '33': 'fr',
  '34': 'es',
  '41': 'de',
  '43': 'de',
  '44': 'en',
  '49': 'de',
  '52': 'es',
  '54': 'es',
  '61': 'en',
  '86': 'zh',
  '90': 'tr',
  '91': 'hi',
  '353': 'en',
  '966': 'ar',
  '971': 'ar',
}

export const emoji: readonly string[] = ['😀', '🎉', '👍🏽', '❤️', '😂', '🚲', '🍕', '👩‍🚀', '🌧️', '🙏']

export const names: readonly string[] = [
  'Mira',
  'Jonas',
  'Élise',
  'Tomás',
  'Deniz',
  'Ana',
  'Kofi',
  'Noor',
  'Lena',
  'Sam',
]

export const phrases: Readonly<Record<Language, Phrases>> = {
  en: {
    codes: [
      '{brand}: your code is {code}. Do not share it with anyone.',
      '{code} is your {brand} verification code. It expires in 10 minutes.',
      'Use {code} to sign in to {brand}. Not you? Reply STOP.',
      '<#> Your {brand} code: {code}',
    ],
    notices: [
      '{brand}: your parcel arrives today between {time} and 18:00. Track it: https://{link}',
      '{brand}: card ending 4471 was charged {amount} EUR. Questions? https://{link}',
      'Your table at {brand} is booked for {time}. Reply 1 to confirm, 2 to cancel.',
      '{brand} reminder: your appointment is tomorrow at {time}.',
      'Line 7 is running again. Thank you for your patience. {brand}',
    ],
    chats: [
      'Running 10 min late, start without me!',
      'Did you get the tickets, {name}?',
      'ok see you at {time}',
      'Thanks for yesterday, it was lovely. Say hi to {name}',
      'Can you pick up milk & bread on the way? [the dark one]',
    ],
    sentences: [
      'Thank you for choosing {brand} this year.',
      'Your booking {code} is confirmed for two people.',
      'Doors open at {time}; late entry is not possible.',
      'Please bring a photo ID and this message.',
      'Luggage up to 20 kg is included in the fare.',
      'You can change the date once, free of charge.',
      'Our team answers at https://{link} every day.',
      'We look forward to seeing you soon.',
    ],
  },
  de: {
    codes: [
      '{brand}: Ihr Code lautet {code}. Bitte geben Sie ihn nicht weiter.',
      '{code} ist Ihr Bestätigungscode für {brand}. Gültig für 10 Minuten.',
      'Anmeldung bei {brand}: {code}',
    ],
    notices: [
      '{brand}: Ihre Sendung kommt heute zwischen {time} und 18 Uhr. https://{link}',
      '{brand}: Abbuchung über {amount} € von Ihrem Konto. Fragen? https://{link}',
      'Erinnerung: Ihr Termin bei {brand} ist morgen um {time} Uhr.',
      'Die Linie 7 fährt wieder planmäßig. Ihre {brand}',
    ],
    chats: [
      'Bin gleich da, fünf Minuten noch!',
      'Hast du {name} erreicht?',
      'Schöne Grüße aus Köln, das Wetter ist großartig',
      'Um {time} am Bahnhof?',
    ],
    sentences: [
      'Vielen Dank für Ihre Bestellung bei {brand}.',
      'Ihre Buchung {code} ist bestätigt.',
      'Einlass ist ab {time} Uhr, bitte pünktlich kommen.',
      'Bringen Sie bitte einen Ausweis mit.',
      'Das Gepäck bis 20 kg ist im Preis enthalten.',
      'Eine Umbuchung ist einmal kostenlos möglich.',
      'Fragen beantworten wir unter https://{link}.',
      'Wir freuen uns auf Ihren Besuch.',
    ],
  },
  fr: {
    codes: [
      '{brand} : votre code est {code}. Ne le communiquez à personne.',
      '{code} est votre code de vérification {brand}, valable 10 minutes.',
    ],
    notices: [
      '{brand} : votre colis arrive aujourd’hui entre {time} et 18 h. https://{link}',
      '{brand} : paiement de {amount} € accepté.',
      'Rappel {brand} : rendez-vous demain à {time}.',
    ],
    chats: [
      'J’arrive dans dix minutes, à tout de suite !',
      'Tu as vu {name} hier soir ?',
      'Merci pour le gâteau, c’était délicieux',
      'On se retrouve à {time} devant la gare ?',
    ],
    sentences: [
      'Merci d’avoir choisi {brand} cette année.',
      'Votre réservation {code} est confirmée.',
      'Les portes ouvrent à {time} précises.',
      'Pensez à apporter une pièce d’identité.',
      'Un bagage de 20 kg est compris dans le prix.',
      'La date peut être changée une fois sans frais.',
      'Notre équipe vous répond : https://{link}',
      'Nous serons très heureux de vous accueillir.',
    ],
  },
  es: {
    codes: [
      '{brand}: tu código es {code}. No lo compartas con nadie.',
      'Usa {code} para entrar en {brand}. Caduca en 10 minutos.',
    ],
    notices: [
      '{brand}: tu paquete llega hoy entre las {time} y las 18:00. https://{link}',
      '{brand}: cargo de {amount} EUR en tu tarjeta. ¿No fuiste tú? https://{link}',
      'Recordatorio de {brand}: tu cita es mañana a las {time}.',
    ],
    chats: [
      '¡Ya casi llego, cinco minutos!',
      '¿Has hablado con {name}?',
      'Feliz cumpleaños, que lo pases muy bien',
      'Quedamos a las {time}, ¿vale?',
    ],
    sentences: [
      'Gracias por elegir {brand} este año.',
      'Tu reserva {code} está confirmada.',
      'Las puertas abren a las {time} en punto.',
      'Trae por favor un documento de identidad.',
      'El equipaje de hasta 20 kg está incluido.',
      'Puedes cambiar la fecha una vez sin coste.',
      'Te respondemos en https://{link} cada día.',
      '¡Te esperamos muy pronto!',
    ],
  },
  tr: {
    codes: [
      '{brand}: doğrulama kodunuz {code}. Kimseyle paylaşmayın.',
      'Giriş şifreniz: {code}. 10 dakika geçerlidir. {brand}',
    ],
    notices: [
      '{brand}: kargonuz bugün {time} - 18:00 arasında teslim edilecek. https://{link}',
      '{brand}: kartınızdan {amount} EUR çekildi.',
      'Hatırlatma: {brand} randevunuz yarın saat {time}.',
    ],
    chats: [
      'Yoldayım, on dakikaya oradayım',
      '{name} ile konuştun mu?',
      'Doğum günün kutlu olsun!',
      'Saat {time} uygun mu?',
    ],
    sentences: [
      'Bu yıl da {brand} tercih ettiğiniz için teşekkürler.',
      'Rezervasyonunuz {code} onaylandı.',
      'Kapılar saat {time} itibarıyla açılır.',
      'Lütfen kimliğinizi yanınızda getirin.',
      'Fiyata 20 kg bagaj dahildir.',
      'Tarihi bir kez ücretsiz değiştirebilirsiniz.',
      'Sorularınız için: https://{link}',
      'Sizi görmek için sabırsızlanıyoruz.',
    ],
  },
  ar: {
    codes: ['{brand}: رمز التحقق الخاص بك هو {code}. لا تشاركه مع أحد.', 'رمز الدخول إلى {brand}: {code}'],
    notices: [
      '{brand}: ستصل شحنتك اليوم بعد الساعة {time}. https://{link}',
      'تذكير من {brand}: موعدك غدا الساعة {time}.',
    ],
    chats: ['أنا في الطريق، عشر دقائق', 'هل تحدثت مع {name}؟', 'عيد ميلاد سعيد!'],
    sentences: [
      'شكرا لاختياركم {brand} هذا العام.',
      'تم تأكيد حجزكم رقم {code}.',
      'تفتح الأبواب الساعة {time}.',
      'يرجى إحضار بطاقة الهوية معكم.',
      'يمكن تغيير التاريخ مرة واحدة مجانا.',
      'نحن في انتظاركم قريبا.',
    ],
  },
  hi: {
    codes: ['{brand}: आपका कोड {code} है। इसे किसी को न बताएं।', '{code} आपका {brand} सत्यापन कोड है।'],
    notices: ['{brand}: आपका पार्सल आज {time} बजे के बाद पहुंचेगा। https://{link}', '{brand}: आपका अपॉइंटमेंट कल {time} बजे है।'],
    chats: ['मैं रास्ते में हूँ, दस मिनट', 'क्या {name} से बात हुई?', 'जन्मदिन मुबारक!'],
    sentences: [
      'इस साल {brand} चुनने के लिए धन्यवाद।',
      'आपकी बुकिंग {code} पक्की हो गई है।',
      'दरवाज़े {time} बजे खुलेंगे।',
      'कृपया पहचान पत्र साथ लाएं।',
      'तारीख एक बार मुफ़्त बदली जा सकती है।',
      'हम आपका इंतज़ार करेंगे।',
    ],
  },
  zh: {
    codes: ['【{brand}】您的验证码是{code}，10分钟内有效，请勿告诉他人。', '【{brand}】登录验证码：{code}'],
    notices: [
      '【{brand}】您的包裹将于今天{time}之后送达。https://{link}',
      '【{brand}】提醒：您的预约时间是明天{time}。',
    ],
    chats: ['我在路上，十分钟后到', '你跟{name}说了吗？', '生日快乐！', '今天几点见？'],
    sentences: [
      '感谢您今年选择{brand}。',
      '您的预订{code}已经确认，共两位。',
      '大门将于{time}准时开放，请提前到达。',
      '请携带身份证件和这条短信。',
      '票价包含二十公斤行李。',
      '日期可以免费更改一次。',
      '如有问题请访问 https://{link}',
      '期待您的光临。',
    ],
  },
}
