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
