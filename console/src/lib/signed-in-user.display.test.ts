import { expect, test } from 'vitest'
import { claimsOf, displayOf } from './signed-in-user.display.ts'

function token(claims: Record<string, unknown>): string {
  return `e30.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.sig`
}

const app = { role: 'super_admin', username: 'ayse', user_id: 'usr_1' }
const user = { id: '01890000-0000-7000-8000-000000000000', email: 'ayse@example.com', app_metadata: app }
const session = (aal: string, more: Partial<typeof user> & { factors?: { status: string }[] } = {}) => ({
  access_token: token({ aal }),
  user: { ...user, ...more },
})

test('a display is made from what the auth service says', () => {
  expect(displayOf(session('aal1'))).toEqual({
    id: 'usr_1',
    username: 'ayse',
    email: 'ayse@example.com',
    role: 'super_admin',
    duty: null,
  })
})

test('an unknown role is shown as the least one, a missing name as the address', () => {
  const unknown = { ...user, app_metadata: { role: 'root', must_change_password: 'true' } }
  expect(displayOf({ access_token: '', user: unknown })).toMatchObject({
    username: 'ayse@example.com',
    role: 'user',
    duty: null,
  })
})

const verified = [{ status: 'verified' }]
const withDuties = (...duties: string[]) => ({
  app_metadata: { ...app, ...Object.fromEntries(duties.map((duty) => [duty, true])) },
})

test.each([
  ['a verified factor, not shown', session('aal1', { factors: verified }), 'second_factor'],
  ['a verified factor, shown', session('aal2', { factors: verified }), null],
  ['a factor that was never verified', session('aal1', { factors: [{ status: 'unverified' }] }), null],
  ['a password of somebody else', session('aal1', withDuties('must_change_password')), 'new_password'],
  [
    'the same with a factor',
    session('aal1', { ...withDuties('must_change_password'), factors: verified }),
    'second_factor',
  ],
  ['a role that needs a factor', session('aal1', withDuties('must_enrol_factor')), 'second_factor_enrolment'],
  ['the same with one', session('aal2', { ...withDuties('must_enrol_factor'), factors: verified }), null],
  ['both duties', session('aal1', withDuties('must_enrol_factor', 'must_change_password')), 'new_password'],
])('%s', (_name, given, duty) => {
  expect(displayOf(given).duty).toBe(duty)
})

test('claims are read from a token, and from nothing else', () => {
  expect(claimsOf(token({ name: '?>' }))).toEqual({ name: '?>' })
  expect(claimsOf('no token')).toEqual({})
  expect(claimsOf('a.!!.c')).toEqual({})
})
