// The console speaks every language it offers: nothing is left in English, nothing is translated in vain, and no text
// stands where no catalog finds it. `node tools/texts.ts` prints what is missing.
import { beforeAll, describe, expect, test } from 'vitest'
import { digestOf } from '../console/src/i18n/digest.ts'
import { readCatalogs } from './texts.catalogs.ts'
import {
  collectServerTexts,
  collectTexts,
  findContradictions,
  findFaulty,
  findLiteralTexts,
  findMissing,
  findUnused,
  isTranslatable,
  sentenceOf,
  type Catalogs,
} from './texts.rules.ts'
import { isTestCode, readProject } from './tidy.files.ts'

/** Examples of addresses, names of keys and of other people's products: the same in every language. */
const sameEverywhere = new Set([
  'https://',
  'https://accounts.google.com',
  'https://gateway.example.com/messages',
  'smpp.example.net',
  'smtp.example.com',
  'sms@example.com',
  'xpub…',
  'Ctrl B',
  'Ctrl K',
  'Esc',
  'Google',
  'USDT',
  'UTC',
])

const files = readProject()
const ofConsole = collectTexts(files)
const texts = [...ofConsole, ...collectServerTexts(files)]

test('texts are found where they stand', () => {
  expect(ofConsole.length).toBeGreaterThan(1_000)
  expect(ofConsole).toContainEqual(expect.objectContaining({ catalog: 'shell', key: 'signOut', english: 'Sign out' }))
  expect(texts.map(({ english }) => english)).toContain('There is nothing here, or you may not see it.')
})

test('no component has a text of its own', () => {
  const components = files.filter(({ path }) => !isTestCode(path))
  expect(components.flatMap((file) => findLiteralTexts(file, sameEverywhere))).toEqual([])
})

test('a text in a component is found, an example of an address is not', () => {
  const path = 'console/src/ui/some.tsx'
  const text = 'export const Some = () => <p title="Save it">Saved <b>{x}</b> https://</p>'
  expect(findLiteralTexts({ path, text }, sameEverywhere)).toEqual([`${path}:1 'Save it'`, `${path}:1 'Saved'`])
})

test('what one meaning of a sentence is called says nothing of the other', () => {
  const rest = { path: 'console/src/features/wallet/wallet.texts.ts', catalog: 'wallet', part: 'user' as const }
  const both = ['depositVerb', 'deposit'].map((key) => ({ ...rest, key, english: 'Deposit' }))
  expect(findMissing(new Map([['wallet', { 'depositVerb|Deposit': 'Depositar' }]]), both)).toEqual([both[1]])
  expect(findMissing(new Map([['wallet', { Deposit: 'Depositar' }]]), both)).toEqual([])
})

test('what happened is found in both branches of a choice, and in what is put into a sentence', () => {
  const path = 'server/src/features/users/some.ts'
  const text =
    "record({ description: isOne ? `${name} ended a session` : `${name} ended ${many ? 'some of them' : x}` })"
  expect(collectServerTexts([{ path, text }]).map(({ english }) => english)).toEqual([
    '{name} ended a session',
    '{name} ended {value}',
    'some of them',
  ])
})

test('no two sentences travel under one digest', () => {
  const sentences = new Set(texts.map(({ english }) => sentenceOf(english)))
  expect(new Set([...sentences].map(digestOf)).size).toBe(sentences.size)
})

test('no two files of texts share the name of a catalog', () => {
  const paths = new Set(ofConsole.map(({ path }) => path))
  expect(new Set(ofConsole.map(({ catalog }) => catalog)).size).toBe(paths.size)
})

describe.each([
  ['es', ['one', 'other']],
  ['ar', ['zero', 'one', 'two', 'few', 'many', 'other']],
])('%s', (language, forms) => {
  let catalogs: Catalogs
  beforeAll(async () => {
    catalogs = await readCatalogs(language)
  })

  test('has a catalog for each file of texts, and no other', () => {
    const named = texts.filter(({ english }) => isTranslatable(english)).map(({ catalog }) => catalog)
    expect([...catalogs.keys()].sort()).toEqual([...new Set(named)].sort())
  })

  test('says everything', () => {
    const missing = findMissing(catalogs, texts)
    expect(missing.map(({ catalog, english }) => `${catalog}: ${sentenceOf(english)}`)).toEqual([])
  })

  test('has the placeholders of the English, and every form that it tells apart', () => {
    expect(findFaulty(catalogs, texts, forms)).toEqual([])
  })

  test('translates nothing that is not said', () => {
    expect(findUnused(catalogs, texts)).toEqual([])
  })

  test('says one sentence in one way', () => {
    expect(findContradictions(catalogs)).toEqual([])
  })

  test('is no copy of the English', () => {
    const copied = texts.filter(({ key, english }) => {
      const sentence = sentenceOf(english)
      const words = sentence
        .replace(/\{\w+\}/g, '')
        .split(/\s+/)
        .filter((word) => /^\p{Ll}{3,}/u.test(word))
      const translated = [...catalogs.values()].map((catalog) => catalog[`${key}|${sentence}`] ?? catalog[sentence])
      return isTranslatable(english) && words.length > 1 && translated.includes(sentence)
    })
    expect(copied.map(({ english }) => sentenceOf(english))).toEqual([])
  })
})
