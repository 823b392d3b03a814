// Where visits come from and go to, and what is kept of what a provider says.
import { expect, test } from 'vitest'
import { isIssuer } from '@inrange/contract/identity-providers'
import { identityData, isSafeEndpoint, ownOrigin, ownRedirect, withQuery } from './external.rules.ts'

test.each([
  ['https://sms.example', 'sms.example', 'https://sms.example'],
  ['https://sms.example', 'localhost:5173', 'https://sms.example'],
  ['http://localhost:3000', 'localhost:5173', 'http://localhost:5173'],
  ['http://localhost:3000', '127.0.0.1:5173', 'http://127.0.0.1:5173'],
  ['https://localhost:3000', 'localhost:5173', 'https://localhost:5173'],
  ['http://localhost:3000', 'evil.example', 'http://localhost:3000'],
  ['http://localhost:3000', 'localhost.evil.example', 'http://localhost:3000'],
  ['http://localhost:3000', 'not a host', 'http://localhost:3000'],
  ['http://localhost:3000', undefined, 'http://localhost:3000'],
])('at %s a request for %s is at %s', (publicUrl, host, origin) => {
  expect(ownOrigin(host, publicUrl)).toBe(origin)
})

test.each([
  [undefined, 'https://sms.example/'],
  ['', 'https://sms.example/'],
  ['/account?tab=identities', 'https://sms.example/account?tab=identities'],
  ['https://sms.example/account', 'https://sms.example/account'],
  ['https://sms.example:8443/account', null],
  ['http://sms.example/account', null],
  ['https://user@sms.example/account', null],
  ['\\\\evil.example', null],
  ['https://sms.example.evil.example/', null],
])('from https://sms.example one may be sent to %s: %s', (wanted, address) => {
  expect(ownRedirect(wanted, 'https://sms.example')).toBe(address)
})

test('what is added to an address keeps what it had', () => {
  expect(withQuery('https://sms.example/a?b=1#c', { code: 'x y' })).toBe('https://sms.example/a?b=1&code=x+y#c')
})

test.each([
  ['https://accounts.example', true],
  ['https://accounts.example/tenant/v2.0/', true],
  ['http://127.0.0.1:4000', true],
  ['http://localhost:4000', true],
  ['http://accounts.example', false],
  ['http://127.0.0.1.evil.example', false],
  ['https://accounts.example/?tenant=1', false],
  ['https://accounts.example/#', false],
  ['https://user:secret@accounts.example', false],
  ['accounts.example', false],
])('%s as an issuer: %s', (text, isOne) => {
  expect(isIssuer(text)).toBe(isOne)
})

test('an endpoint is https or of this machine', () => {
  const addresses = ['https://a.example/token', 'http://[::1]:1/token', 'http://a.example/token', undefined, 'token']
  expect(addresses.map(isSafeEndpoint)).toEqual([true, true, false, false, false])
})

test('of the claims only texts that help to tell identities apart are kept, and not more of each than an address has', () => {
  const claims = {
    email: 'a@b.example',
    name: 'x'.repeat(300),
    preferred_username: 7,
    picture: 'https://p.example',
    at_hash: 'h',
  }
  expect(identityData(claims)).toEqual({ email: 'a@b.example', data: { name: 'x'.repeat(254) } })
  expect(identityData({ email: '' })).toEqual({ email: null, data: {} })
})
