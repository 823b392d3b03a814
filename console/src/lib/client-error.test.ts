import { expect, test } from 'vitest'
import { placesOf } from './client-error.ts'

test('of a stack only places in our own files are told, never the message', () => {
  const stack = [
    'TypeError: cannot read code 482913 of +447700900123',
    '    at Wallet (https://panel.example.com/assets/wallet.page-3f2a.js:1:2045)',
    '    at https://elsewhere.example.com/other.js:2:7',
    '    at ba (https://panel.example.com/assets/base-x1.js:9:88)',
  ].join('\n')
  expect(placesOf(stack)).toEqual(['/assets/wallet.page-3f2a.js:1:2045', '/assets/base-x1.js:9:88'])
})

test('no more places are told than the server takes', () => {
  expect(placesOf('at x (/assets/a.js:1:2)\n'.repeat(50))).toHaveLength(12)
})
