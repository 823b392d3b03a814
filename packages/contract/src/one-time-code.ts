// Finds the one-time code in a message: a guess for display and copying, never for any decision. It wants 4 to 8
// digits (or a Google-style letter prefix, or a dash in the middle) near a word for "code", and stays silent about
// phone numbers, amounts and dates. Where a script puts no space between words, a code may touch one.
export type FoundCode = { text: string; start: number; end: number }

const LATIN_WORDS = new RegExp(
  String.raw`\b(\w*code|otp|pin|password|verif\w*|confirm\w*|security|sign[- ]?in|log[- ]?in|2fa|tan|kod\w*|código|codice)\b` +
    String.raw`|\b(einmal(passwort|kennwort)|anmeld\w*|para entrar|se connecter)\b` +
    String.raw`|(?<!\p{L})(kód\p{L}*|kood\p{L}*|codul|clave|senha|şifre\p{L}*|mã)(?!\p{L})`,
  'iu',
)
const OTHER_WORDS = new RegExp(
  'код|пароль|կոդ|κωδικ|验证|校验码|动态码|密码|驗證|動態碼|密碼|認証|コード|パスワード|인증|비밀번호' +
    '|رمز|كود|کد|کوڈ|קוד|סיסמ|कोड|ओटीपी|কোড|ওটিপি|รหัส|კოდი',
  'u',
)
/** Letters of scripts that write words, and numbers, without a space between them. */
const UNSPACED = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]`
const CANDIDATE = new RegExp(
  String.raw`(?<![\p{N}+$€£¥￥₩₽.,:/-])(?<!(?!${UNSPACED})\p{L})` +
    String.raw`(?:[A-Z]{1,3}-)?(\d{3}[- ]\d{3}|\d{4,8})(?![\p{N}%€]|\s?[元円원年]|[.,:/-]\p{N})`,
  'gu',
)
const YEAR = /^(19|20)\d{2}$/

/** The most likely code and where it stands in the text; null when nothing looks like one. */
export function findCode(text: string): FoundCode | null {
  const word = LATIN_WORDS.exec(text) ?? OTHER_WORDS.exec(text.toLowerCase())
  if (word === null) return null
  let best: FoundCode | null = null
  let bestDistance = Number.POSITIVE_INFINITY
  for (const match of text.matchAll(CANDIDATE)) {
    const digits = match[1] ?? match[0]
    if (YEAR.test(digits)) continue
    const distance = Math.abs(match.index - word.index)
    if (distance < bestDistance) {
      best = { text: match[0].replace(' ', ''), start: match.index, end: match.index + match[0].length }
      bestDistance = distance
    }
  }
  return best
}
