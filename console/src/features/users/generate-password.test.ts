import { expect, test } from 'vitest'
import { generatePassword } from './generate-password.ts'

test('a generated password has 16 characters without look-alikes, and two differ', () => {
  const first = generatePassword()
  expect(first).toMatch(/^[a-km-np-zA-HJ-NP-Z2-9]{16}$/)
  expect(generatePassword()).not.toBe(first)
})

test('bytes that would favour some characters are thrown away', () => {
  const draws = [new Uint8Array(16).fill(255), new Uint8Array(16).fill(0)]
  expect(generatePassword(() => draws.shift() ?? new Uint8Array(16))).toBe('a'.repeat(16))
  expect(draws).toHaveLength(0)
})
