import { expect, test, vi } from 'vitest'
import { digestOf } from './digest.ts'
import { defineTexts, fill } from './texts.ts'

const t = defineTexts({
  plain: 'Sign In',
  greeting: 'Welcome back, {name}',
  unread: { zero: 'Nothing unread', one: '{count} unread message', other: '{count} unread messages' },
})

test('a text without names needs no arguments', () => {
  expect(t('plain')).toBe('Sign In')
})

test('names are filled, and a name that was not given stays visible', () => {
  expect(t('greeting', { name: 'ayse' })).toBe('Welcome back, ayse')
  expect(fill('{known} {unknown}', { known: 'a' })).toBe('a {unknown}')
})

test('a plural takes the form of its count and groups the digits', () => {
  expect(t('unread', { count: 0 })).toBe('Nothing unread')
  expect(t('unread', { count: 1 })).toBe('1 unread message')
  expect(t('unread', { count: 12_402 })).toBe('12,402 unread messages')
})

test('the arguments are part of the type', () => {
  // @ts-expect-error greeting needs a name
  expect(t('greeting')).toBe('Welcome back, {name}')
  // @ts-expect-error there is no such text
  expect(() => t('missing')).toThrow('No text is named missing.')
})

test('an Arabic sentence keeps its figures and what is put in from being turned; an English one has no marks', async () => {
  const texts = { fee: 'Of $100.00 the fee is {fee}.' } as const
  expect(defineTexts(texts)('fee', { fee: '-$1.00' })).toBe('Of $100.00 the fee is -$1.00.')
  vi.stubGlobal('document', { documentElement: { lang: 'ar' } })
  vi.resetModules()
  const arabic = await import('./texts.ts')
  arabic.addTranslations({ [digestOf(texts.fee)]: 'من $100.00 تكون الرسوم {fee}.' })
  const sentence = arabic.defineTexts(texts)('fee', { fee: '-$1.00' })
  expect(sentence).toBe('من \u2068$100.00\u2069 تكون الرسوم \u2068-$1.00\u2069.')
  vi.unstubAllGlobals()
})
