// Which language a text is in: a guess for figures and filters, never for any decision. Messages are short and full of
// names and codes, so it goes by two signs that short texts do carry: the script, and small words with what one-time
// codes are called. `und` where these do not say. Pure. Detectors of npm that go by n-grams were less often right
// on such texts, five to thirty times slower, and some take a second and 140 MB to load (decision 21).

import { foldText, wordsOf } from '@inrange/contract/message-text'

/** Words by language, folded as `foldText` does; a word of several languages stands in each. */
const LATIN: Readonly<Record<string, string>> = {
  en:
    'the your you is are was for and to of not do this that with from use by on in at it we will has have been be if or ' +
    'code codes password verification verify security login account please share anyone never hello dear order delivery ' +
    'parcel today tomorrow payment received sent log sign number message expires minutes valid thanks thank welcome ' +
    'reply stop call help click here now new our click confirm request requested ignore who did',
  es:
    'el la los las un una de del tu su es en para por con que no se al y lo le si mi codigo clave contrasena verificacion ' +
    'usa utiliza ingresa entrar cuenta minutos valido caduca vence hola gracias pedido entrega hoy manana pago mensaje ' +
    'nunca nadie comparta compartas este esta tus sus acceso numero has ha sido solicitado pronto llega',
  pt:
    'o a os as um uma de do da dos das em no na para por com que nao se ao e seu sua voce codigo senha verificacao use ' +
    'conta minutos valido expira ola obrigado obrigada pedido entrega hoje amanha pagamento mensagem nunca ninguem ' +
    'compartilhe este esta seus suas acesso numero foi acessar entrar ate partilhe',
  fr:
    'le la les un une des de du votre vos est et en pour par avec que ne pas se au aux ce cette sur vous code mot passe ' +
    'verification utilisez saisissez compte minutes valable expire bonjour merci commande livraison aujourd hui demain ' +
    'paiement message jamais personne partagez confirmation connexion colis connecter voici ete',
  de:
    'der die das ein eine und ist sind fur mit nicht zu im in den dem von auf bei sie ihr ihre ihren dein deine lautet ' +
    'code kennwort passwort bestatigungscode bestatigung verifizierung gultig lauft minuten konto hallo danke bestellung ' +
    'lieferung heute morgen zahlung nachricht niemals niemandem weiter teilen geben einmalpasswort anmeldung paket wird ab',
  it:
    'il lo la i gli le un una di del della e per con che non si al tuo tua suo codice password verifica usa inserisci ' +
    'account minuti valido scade ciao grazie ordine consegna oggi domani pagamento messaggio mai nessuno condividere ' +
    'condividerlo questo questa accesso numero in nel accedere pacco conto entro',
  nl:
    'de het een en is van voor met niet te op in je jouw uw code wachtwoord verificatiecode verificatie gebruik geldig ' +
    'verloopt minuten account hallo bedankt bestelling levering vandaag morgen betaling bericht nooit niemand deel deze ' +
    'dit om aan bij inloggen pakket wordt',
  pl:
    'i w na do z nie jest to twoj twoja dla kod kodu haslo weryfikacyjny weryfikacji uzyj wpisz konto konta minut wazny ' +
    'wygasa czesc dziekujemy zamowienie dostawa dzis jutro platnosc wiadomosc nigdy nikomu podawaj udostepniaj ten ta ' +
    'logowania potwierdzenia paczka aby przez',
  tr:
    've bir bu icin ile kodu kodunuz kod sifre sifreniz dogrulama onay giris hesap hesabiniz dakika gecerli gecerlidir ' +
    'merhaba tesekkurler siparis teslimat bugun yarin odeme mesaj asla kimseyle paylasmayin paylasmayiniz lutfen sizin ' +
    'tek kullanimlik',
  id:
    'dan di ke dari yang untuk ini itu adalah anda kode verifikasi jangan bagikan kepada siapapun siapa pun rahasia akun ' +
    'menit berlaku masukkan gunakan halo terima kasih pesanan pengiriman hari besok pembayaran pesan sandi dengan tidak ' +
    'otp kamu atau',
  vi:
    'la cua ban ma va cho khong voi de xac minh thuc nhap mat khau tai khoan phut hieu luc xin chao cam on don hang giao ' +
    'hom nay ngay mai thanh toan tin nhan chia se bat ky ai duoc trong',
  ro:
    'si in la de cu pe nu este un o pentru codul dvs tau dumneavoastra parola verificare contul cont minute valabil expira ' +
    'buna multumim comanda livrare astazi maine plata mesaj niciodata nimanui confirmare folositi introduceti acest',
  cs:
    'a v na do z je to pro vas kod kodu heslo overovaci overeni ucet uctu minut platny plati dobry den dekujeme objednavka ' +
    'doruceni dnes zitra platba zprava nikdy nikomu nesdelujte prihlaseni potvrzovaci se si tento jej',
  sv:
    'och i att det som en pa ar av for med inte din ditt er kod koden engangskod losenord verifieringskod konto minuter ' +
    'giltig hej tack bestallning leverans idag imorgon betalning meddelande aldrig nagon dela logga anvand till om den',
  da:
    'og i at det som en pa er af for med ikke din dit kode koden engangskode adgangskode bekraeftelseskode konto minutter ' +
    'gyldig hej tak bestilling levering dag morgen betaling besked aldrig nogen del log brug til om den',
  no:
    'og i at det som en pa er av for med ikke din ditt kode koden engangskode passord bekreftelseskode konto minutter ' +
    'gyldig hei takk bestilling levering dag morgen betaling melding aldri noen del logg bruk til om den',
  fi:
    'ja on ei se etta koodi koodisi vahvistuskoodi vahvistuskoodisi salasana tili tilin minuuttia voimassa hei kiitos tilaus ' +
    'toimitus tanaan huomenna maksu viesti koskaan kenellekaan jaa kirjautumiskoodi sinun tunnus kayta',
  hu:
    'a az es egy nem hogy ez az on kod kodja kodod jelszo jelszava ellenorzo megerosito fiok percig ervenyes udvozlet ' +
    'koszonjuk rendeles szallitas ma holnap fizetes uzenet soha senkinek ossza meg bejelentkezes',
  hr:
    'i u na je za s sa ne da vas vasa kod koda kodu lozinka verifikacijski potvrdu racun minuta vrijedi vazi pozdrav hvala ' +
    'narudzba dostava danas sutra placanje poruka nikada nikome dijelite potvrdni prijavu',
  tl: 'ang ng sa mga ay iyong ito na hindi huwag para ibahagi kahit kanino gamitin salamat ikaw kayo inyong po',
  sw: 'na ya wa kwa ni yako msimbo nambari wako usishiriki mtu yeyote asante karibu akaunti leo',
}
const CYRILLIC: Readonly<Record<string, string>> = {
  ru:
    'ваш ваша код коды пароль подтверждения для и в на не с по это никому сообщаите сообщаите его вход входа аккаунт ' +
    'минут деиствителен здравствуите спасибо заказ доставка сегодня завтра оплата сообщение вы мы',
  uk:
    'ваш ваша код коду пароль підтвердження для і в на не з по це нікому повідомляите вхід входу акаунт хвилин діиснии ' +
    'вітаємо дякуємо замовлення доставка сьогодні завтра оплата повідомлення ви ми',
  bg:
    'вашият вашия код парола за потвърждение и в на не с по е това никого споделяите вход акаунт минути валиден здравеите ' +
    'благодарим поръчка доставка днес утре плащане съобщение вие',
  sr: 'ваш ваша код лозинка за потврду и у на не са је ово никоме делите пријаву налог минута важи здраво хвала данас сутра',
}
const ARABIC: Readonly<Record<string, string>> = {
  ar: 'رمز التحقق الخاص بك هو في من على لا الى إلى مع أي هذا كلمة المرور حسابك دقيقة دقائق صالح مرحبا شكرا طلبك اليوم غدا كود التفعيل أحد تشارك',
  fa: 'کد تایید شما است به از در با را برای این رمز عبور ورود حساب دقیقه معتبر سلام سفارش امروز فردا یکبار مصرف پویا',
  ur: 'آپ کا کوڈ ہے کی کے میں سے کو نہ یہ تصدیقی براہ کرم کسی ساتھ شیئر پاس ورڈ اکاؤنٹ منٹ شکریہ آج',
}
/** Letters that one language of the script has and its neighbours have not; each weighs as much as two words. */
const LETTERS: Readonly<Record<string, RegExp>> = {
  es: /[ñ¿¡]/iu,
  pt: /[ãõ]/iu,
  de: /ß/iu,
  pl: /[łśźżńąę]/iu,
  tr: /[ğışİ]/u,
  vi: /[ơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđ]/iu,
  ro: /[țşţă]|ș/iu,
  cs: /[řůě]/iu,
  hu: /[őű]/iu,
  da: /[æ]/iu,
  sv: /å.*[äö]|[äö].*å/iu,
  uk: /[іїєґ]/iu,
  ru: /[ыэё]/iu,
  sr: /[ђјљњћџ]/iu,
  fa: /[پچژگیک]/u,
  ur: /[ٹڈڑںہھے]/u,
}

/** Scripts in which one language is by far the most written. */
const BY_SCRIPT: readonly (readonly [language: string, script: RegExp])[] = [
  ['ja', /[\p{sc=Hira}\p{sc=Kana}]/u],
  ['ko', /\p{sc=Hang}/u],
  ['zh', /\p{sc=Hani}/u],
  ['th', /\p{sc=Thai}/u],
  ['el', /\p{sc=Grek}/u],
  ['he', /\p{sc=Hebr}/u],
  ['hi', /\p{sc=Deva}/u],
  ['bn', /\p{sc=Beng}/u],
  ['ta', /\p{sc=Taml}/u],
  ['te', /\p{sc=Telu}/u],
  ['gu', /\p{sc=Gujr}/u],
  ['pa', /\p{sc=Guru}/u],
  ['kn', /\p{sc=Knda}/u],
  ['ml', /\p{sc=Mlym}/u],
  ['si', /\p{sc=Sinh}/u],
  ['ka', /\p{sc=Geor}/u],
  ['hy', /\p{sc=Armn}/u],
  ['am', /\p{sc=Ethi}/u],
  ['km', /\p{sc=Khmr}/u],
  ['lo', /\p{sc=Laoo}/u],
  ['my', /\p{sc=Mymr}/u],
]

export const UNKNOWN_LANGUAGE = 'und'

type Vocabulary = {
  weights: ReadonlyMap<string, readonly (readonly [language: string, weight: number])[]>
  letters: readonly (readonly [language: string, pattern: RegExp])[]
}

const LETTER_WEIGHT = 1
const SCORE_MIN = 0.9
/** The best has to be so many times as likely as the next. */
const LEAD_MIN = 1.25
/** What says a language is said early; a long text costs no more than a short one. */
const CHARS_READ_MAX = 600

function vocabularyOf(wordsByLanguage: Readonly<Record<string, string>>): Vocabulary {
  const languagesOf = new Map<string, string[]>()
  for (const [language, words] of Object.entries(wordsByLanguage)) {
    for (const { text } of wordsOf(foldText(words))) {
      const languages = languagesOf.get(text) ?? []
      if (!languages.includes(language)) languagesOf.set(text, [...languages, language])
    }
  }
  return {
    weights: new Map(
      [...languagesOf].map(([word, languages]) => {
        const weight = weightOf(word) / languages.length
        return [word, languages.map((language) => [language, weight] as const)]
      }),
    ),
    letters: Object.entries(LETTERS).filter(([language]) => language in wordsByLanguage),
  }
}

/** A word of one or two letters may be anything. */
function weightOf(word: string): number {
  if (word.length === 1) return 0.25
  return word.length === 2 ? 0.5 : 1
}

const latin = vocabularyOf(LATIN)
const cyrillic = vocabularyOf(CYRILLIC)
const arabic = vocabularyOf(ARABIC)
const hasOtherLetters = /[^\p{ASCII}\u0080-\u024f\u1e00-\u1eff\u2000-\u206f\u20a0-\u20cf]/u
const hasLatin = /\p{sc=Latn}/u
const hasCyrillic = /\p{sc=Cyrl}/u
const hasArabic = /\p{sc=Arab}/u

/** ISO 639-1, or `und` for a text that does not say, and for none. */
export function detectLanguage(content: string | null): string {
  if (content === null) return UNKNOWN_LANGUAGE
  const text = content.slice(0, CHARS_READ_MAX)
  if (hasOtherLetters.test(text)) {
    const script = BY_SCRIPT.find(([, pattern]) => pattern.test(text))
    if (script) return script[0]
    if (hasCyrillic.test(text)) return likeliest(cyrillic, text, 'ru')
    if (hasArabic.test(text)) return likeliest(arabic, text, 'ar')
  }
  return hasLatin.test(text) ? likeliest(latin, text, UNKNOWN_LANGUAGE) : UNKNOWN_LANGUAGE
}

function likeliest(vocabulary: Vocabulary, text: string, otherwise: string): string {
  const scores = new Map<string, number>()
  const add = (language: string, weight: number) => scores.set(language, (scores.get(language) ?? 0) + weight)
  const seen = new Set<string>()
  for (const word of wordsOf(foldText(text))) {
    if (seen.has(word.text)) continue
    seen.add(word.text)
    for (const [language, weight] of vocabulary.weights.get(word.text) ?? []) add(language, weight)
  }
  for (const [language, pattern] of vocabulary.letters) if (pattern.test(text)) add(language, LETTER_WEIGHT)
  const [best, next] = [...scores].sort((a, b) => b[1] - a[1])
  if (best === undefined || best[1] < SCORE_MIN || best[1] < LEAD_MIN * (next?.[1] ?? 0)) return otherwise
  return best[0]
}
