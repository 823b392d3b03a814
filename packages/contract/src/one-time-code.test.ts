import { expect, test } from 'vitest'
import { findCode } from './one-time-code.ts'

test.each([
  ['435761 is your WhatsApp verification code.', '435761'],
  ['<#> Apple: your security code is 537770. It was requested from a new device.', '537770'],
  ['Your Instagram code: 123 456.', '123456'],
  ['Your code is 123-456', '123-456'],
  ['G-048213 is your Google verification code.', 'G-048213'],
  ['Ваш код: 9081', '9081'],
  ['【微信】验证码 552901，请勿泄露', '552901'],
  ['您的验证码是198928，请勿泄露给他人。', '198928'],
  ['あなたの認証コードは123456です', '123456'],
  ['인증번호는 [482915]입니다', '482915'],
  ['인증번호 482915를 입력해주세요', '482915'],
  ['รหัส OTP ของคุณคือ884120', '884120'],
  ['Mã xác nhận của bạn là 730112', '730112'],
  ['Az Ön kódja: 5521', '5521'],
  ['Şifreniz 448120, kimseyle paylaşmayın', '448120'],
  ['Ο κωδικός σας είναι 902133', '902133'],
  ['کد تایید شما 66120', '66120'],
  ['In 2026 the login code is 4711', '4711'],
  ['Use 585920 to sign in to Mealbox. Not you? Reply STOP.', '585920'],
  ['Usa 470838 para entrar en Tramline. Caduca en 10 minutos.', '470838'],
  ['728056 ist Ihr Bestätigungscode für Fernway.', '728056'],
])('%s', (text, code) => {
  expect(findCode(text)?.text).toBe(code)
})

test.each([
  ['Your parcel 48213377 arrives today.'],
  ['Your code expires on 2026. Ask again.'],
  ['Confirm your payment of $120000 now'],
  ['To confirm, call +447700900123'],
  ['Security notice: balance 12.5000'],
  ['密码已修改，余额120000元'],
  ['验证失败次数过多，请于2031年再试'],
  ['Bestellcode AB48213'],
  ['Eine Umbuchung ist einmal kostenlos, Buchung 48213.'],
  [''],
])('no code in: %s', (text) => {
  expect(findCode(text)).toBeNull()
})

test('the place of the code is given, so that it can be marked in the text', () => {
  const text = 'Use 316904 to verify your account.'
  const found = findCode(text)
  expect(text.slice(found?.start, found?.end)).toBe('316904')
})
