// The form of an identity provider: what is sent is what differs, and a secret is neither lost nor sent by chance.
import { expect, test } from 'vitest'
import {
  changeOf,
  creationOf,
  faultsOf,
  formOf,
  idFor,
  type Provider,
  type ProviderForm,
} from './identity-providers.model.ts'

const stored: Provider = {
  id: 'acme',
  name: 'Acme',
  issuer: 'https://id.example.com/',
  clientId: 'inrange',
  clientSecretSet: true,
  scopes: 'openid email',
  isEnabled: false,
  identities: 0,
  callbackUrl: 'https://sms.example.com/auth/v1/callback',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const filled: ProviderForm = { ...formOf(stored), secret: 'typed' }

test('a name proposes an id, and one without such letters proposes none', () => {
  expect(idFor('Google')).toBe('google')
  expect(idFor('  Société Générale 2 ')).toBe('societe-generale-2')
  expect(idFor('3M (Entra ID)')).toBe('m-entra-id')
  expect(idFor('Ω')).toBe('')
  expect(idFor('X')).toBe('')
  expect(idFor('the very longest name of any provider')).toHaveLength(31)
  expect(faultsOf({ ...filled, id: idFor('the very longest name of any provider') }, null)).toEqual({})
})

test('an empty secret makes a public client, a typed one goes along', () => {
  expect(creationOf(filled)).not.toHaveProperty('clientSecret')
  expect(creationOf({ ...filled, clientSecret: ' s3cret ' })).toMatchObject({ clientSecret: 's3cret' })
  expect(creationOf(filled)).not.toHaveProperty('secret')
})

test('each fault is at its field, in the words of the contract', () => {
  expect(faultsOf(filled, null)).toEqual({})
  const empty = { ...formOf(null), scopes: 'email' }
  expect(Object.keys(faultsOf(empty, null)).toSorted()).toEqual(['clientId', 'id', 'issuer', 'name', 'scopes'])
  expect(faultsOf({ ...filled, issuer: 'http://id.example.com' }, null)).toEqual({
    issuer: 'Give the issuer as an https address without ? and #; http is for this machine only.',
  })
})

test('only what differs is sent, and nothing when nothing does', () => {
  expect(changeOf(stored, formOf(stored))).toBeNull()
  expect(changeOf(stored, { ...formOf(stored), name: ' Acme ' })).toBeNull()
  expect(changeOf(stored, { ...formOf(stored), name: 'Acme Ltd', isEnabled: true })).toEqual({
    name: 'Acme Ltd',
    isEnabled: true,
  })
})

test('a secret stays, is replaced or removed, as was said', () => {
  expect(changeOf(stored, { ...formOf(stored), clientSecret: 'left over' })).toBeNull()
  expect(changeOf(stored, { ...filled, clientSecret: 'new' })).toEqual({ clientSecret: 'new' })
  expect(changeOf(stored, { ...filled, secret: 'removed', clientSecret: 'left over' })).toEqual({ clientSecret: null })
  expect(faultsOf(filled, stored)).toEqual({ clientSecret: 'Give the new secret, or keep the former one.' })
  expect(faultsOf(filled, { ...stored, clientSecretSet: false })).toEqual({})
})
