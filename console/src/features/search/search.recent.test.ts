// What a browser remembers of searches.
import { beforeEach, expect, test } from 'vitest'
import type { Hit } from './hit.destination.ts'
import { forgetRecent, readRecent, rememberHit } from './search.recent.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
  })
})
const user = (username: string): Hit => ({
  type: 'user',
  id: `usr_${username}`,
  username,
  email: `${username}@example.test`,
  role: 'user',
  isActive: true,
})

test('the newest come first, each once, and no more than a few', () => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) rememberHit('me', user(name), `find ${name}`)
  expect(readRecent('me').items.map(({ name }) => name)).toEqual(['b', 'f', 'e', 'd', 'c'])
  expect(readRecent('me').texts).toEqual(['find b', 'find f', 'find e', 'find d'])
})

test('messages, payments and numbers are not remembered, and neither are ids that were pasted', () => {
  rememberHit('me', { type: 'settlement', id: 'stl_1', amount: '1.000000', state: null, at: '', owner: null }, 'stl_1')
  const range = { id: 'rng_1', name: 'UK' }
  rememberHit('me', { type: 'number', number: '+447700', range, isUsed: true, owner: null }, '4477')
  expect(readRecent('me')).toEqual({ items: [], texts: [] })
  rememberHit('me', user('ada'), 'usr_01h455vb4pex5vsknk084sn02q')
  expect(readRecent('me').texts).toEqual([])
})

test('one person’s are not another’s, and can be forgotten', () => {
  rememberHit('me', user('ada'), 'ada')
  expect(readRecent('you').items).toEqual([])
  forgetRecent('me')
  expect(readRecent('me').items).toEqual([])
})

test('what is broken is nothing', () => {
  stored.set('inrange.search.me', '{"items":[{"type":"user"}],"texts":[]}')
  expect(readRecent('me')).toEqual({ items: [], texts: [] })
})
