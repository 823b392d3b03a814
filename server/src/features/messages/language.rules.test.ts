import { expect, test } from 'vitest'
import { detectLanguage } from './language.rules.ts'

test.each([
  ['en', 'Your WhatsApp code: 123-456'],
  ['en', 'G-048213 is your Google verification code.'],
  ['en', 'Use 585920 to sign in to Mealbox. Not you? Reply STOP.'],
  ['en', 'Your parcel arrives today between 10:00 and 12:00'],
  ['es', 'Usa 470838 para entrar en Tramline. Caduca en 10 minutos.'],
  ['es', 'Su codigo de WhatsApp: 123-456'],
  ['pt', 'Seu código de verificação é 123456'],
  ['de', '728056 ist Ihr Bestätigungscode für Fernway.'],
  ['fr', 'Votre code de vérification est 123456'],
  ['it', 'Il tuo codice di verifica è 123456'],
  ['nl', 'Je verificatiecode is 123456'],
  ['pl', 'Twój kod weryfikacyjny to 123456'],
  ['tr', 'Doğrulama kodunuz: 123456'],
  ['id', 'Kode verifikasi Anda adalah 123456'],
  ['vi', 'Mã xác minh của bạn là 123456'],
  ['ru', 'Ваш код: 9081'],
  ['uk', 'Ваш код підтвердження: 1234'],
  ['bg', 'Вашият код за потвърждение е 1234'],
  ['ar', 'رمز التحقق الخاص بك هو 123456'],
  ['fa', 'کد تایید شما: 123456'],
  ['zh', '【微信】验证码 552901，请勿泄露'],
  ['ja', 'あなたの認証コードは123456です'],
  ['ko', '인증번호 [123456]를 입력해주세요'],
  ['hi', 'आपका कोड 123456 है'],
  ['he', 'קוד האימות שלך הוא 123456'],
  ['el', 'Ο κωδικός σας είναι 123456'],
  ['th', 'รหัสยืนยันของคุณคือ 123456'],
])('%s: %s', (language, text) => {
  expect(detectLanguage(text)).toBe(language)
})

test.each([['123456'], ['OK'], ['Ana'], [''], ['asdkj qwlek'], ['Amazon 4411'], ['🙂🙂'], [null]])(
  'nobody can say: %s',
  (text) => {
    expect(detectLanguage(text)).toBe('und')
  },
)
