import { hash, verify } from '@node-rs/bcrypt'
import { expect, test } from 'vitest'
import { createPasswordVerifier } from './password.verifier.ts'

// The lowest cost that bcrypt knows, so that the test takes no time.
const hashOf = (password: string) => hash(password, 4)

test('the right password is right, a wrong one and an unknown name are wrong', async () => {
  const verifier = createPasswordVerifier()
  const stored = await hashOf('secret1')
  expect(await verifier.check('secret1', stored)).toBe('right')
  expect(await verifier.check('secret2', stored)).toBe('wrong')
  expect(await verifier.check('secret1', null)).toBe('wrong')
})

test('a right password is hashed once, a wrong one every time, and a changed one again', async () => {
  let hashed = 0
  const counting = ((password: string, stored: string) => {
    hashed += 1
    return verify(password, stored)
  }) as typeof verify
  const verifier = createPasswordVerifier(counting)
  const stored = await hashOf('secret1')
  for (let bind = 0; bind < 50; bind += 1) expect(await verifier.check('secret1', stored)).toBe('right')
  expect(hashed).toBe(1)
  await verifier.check('wrong', stored)
  await verifier.check('wrong', stored)
  expect(hashed).toBe(3)
  expect(await verifier.check('secret1', await hashOf('secret2'))).toBe('wrong')
  expect(hashed).toBe(4)
})

test('only two hashes are computed at once, and beyond a bound of waiting ones nothing is', async () => {
  let running = 0
  let runningMost = 0
  const gate = Promise.withResolvers<void>()
  const held = (async () => {
    running += 1
    runningMost = Math.max(runningMost, running)
    await gate.promise
    running -= 1
    return false
  }) as typeof verify
  const verifier = createPasswordVerifier(held)
  const checks = Array.from({ length: 402 }, (_, index) => verifier.check(`wrong ${index}`, null))
  expect(await verifier.check('one too many', null)).toBe('busy')
  gate.resolve()
  expect(new Set(await Promise.all(checks))).toEqual(new Set(['wrong']))
  expect(runningMost).toBe(2)
  expect(await verifier.check('again', null)).toBe('wrong')
})
