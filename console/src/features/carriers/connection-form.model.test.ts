import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import {
  changeOf,
  creationOf,
  faultsOf,
  formOf,
  inFormWords,
  settingsOf,
  type ConnectionForm,
} from './connection-form.model.ts'
import type { Connection } from './connections.rules.ts'

type FormPatch = Partial<Omit<ConnectionForm, 'settings'>> & { settings?: Partial<ConnectionForm['settings']> }

function filled(kind: ConnectionForm['kind'], patch: FormPatch = {}): ConnectionForm {
  const empty = formOf(null, kind)
  const { settings, ...rest } = patch
  return {
    ...empty,
    name: 'Main',
    systemId: 'acme',
    password: 'secret',
    ...rest,
    settings: { ...empty.settings, host: 'smpp.example.net', ...settings },
  }
}

const stored: Connection = {
  id: 'con_1',
  carrierId: 'car_1',
  name: 'Main',
  kind: 'smpp_server',
  isActive: true,
  settings: settingsOf(filled('smpp_server', { settings: { allowList: '203.0.113.7' } })) as Connection['settings'],
  systemId: 'acme',
  secretSet: true,
  ingressPath: null,
  state: 'idle',
  boundSessions: 0,
  lastError: null,
  lastErrorAt: null,
  lastMessageAt: null,
  counters: {
    received: 0,
    acknowledged: 0,
    duplicates: 0,
    quarantined: 0,
    receipts: 0,
    refused: 0,
    malformed: 0,
    throttled: 0,
  },
  createdAt: '2026-11-20T00:00:00.000Z',
}

function faultAt(form: ConnectionForm, path: string, isNew = true): string | undefined {
  return faultsOf(form, isNew).find((fault) => fault.path === path)?.message
}

test('a new form starts with the defaults of its own kind', () => {
  expect(formOf(null, 'smpp_client').settings).toMatchObject({
    host: '',
    port: '2775',
    dedupePolicy: 'redelivery-aware',
  })
  expect(formOf(null, 'http').settings).toMatchObject({ dedupePolicy: 'provider-id', authentication: 'signature' })
})

test('each kind sends what it has and nothing of the others', () => {
  expect(Object.keys(creationOf(filled('http')))).toEqual(['kind', 'name', 'settings'])
  expect(creationOf(filled('smpp_client'))).toMatchObject({
    systemId: 'acme',
    password: 'secret',
    settings: { port: 2775 },
  })
  expect(Object.keys(settingsOf(filled('smpp_server')))).not.toContain('host')
  expect(Object.keys(settingsOf(filled('http')))).not.toContain('bindsMax')
})

test('a complete form has no fault; what is missing is named at its field', () => {
  expect(faultsOf(filled('smpp_client'), true)).toEqual([])
  expect(faultAt(filled('smpp_client', { settings: { host: ' ' } }), 'settings.host')).toBe('The host is required.')
  expect(faultAt(filled('smpp_server', { name: '' }), 'name')).toBe('The name is required.')
})

test('a number that is none, too small or too large is said in a sentence', () => {
  const port = (text: string) => faultAt(filled('smpp_client', { settings: { port: text } }), 'settings.port')
  expect(port('65535')).toBeUndefined()
  expect(port('65536')).toBe('At most 65,535.')
  expect(port('0')).toBe('At least 1.')
  expect(port('')).toBe('Give a whole number.')
  expect(port('27.5')).toBe('Give a whole number.')
})

test('an allow-list is one entry a line; a fault says which line', () => {
  const list = (text: string) => filled('smpp_server', { settings: { allowList: text } })
  expect(settingsOf(list(' 203.0.113.7 \n\n203.0.113.0/24\n'))['allowList']).toEqual(['203.0.113.7', '203.0.113.0/24'])
  expect(faultsOf(list('203.0.113.7\n\n2001:db8::/32'), true)).toEqual([])
  expect(faultAt(list('203.0.113.7\n\nhome'), 'settings.allowList')).toMatch(/^Line 3: Give an address/)
})

test('a new connection needs a password; an edited one keeps its own when none is typed', () => {
  expect(faultAt(filled('smpp_server', { password: '' }), 'password')).toBe('The password is required.')
  expect(faultAt(filled('smpp_server', { password: '' }), 'password', false)).toBeUndefined()
  expect(faultAt(filled('smpp_server', { password: 'nine char' }), 'password', false)).toMatch(/at most 8/)
})

test('what the policy hides does not stand in the way', () => {
  const hidden = filled('http', { settings: { dedupeWindowSeconds: 'x' } })
  expect(faultsOf(hidden, true)).toEqual([])
  const seen = filled('http', { settings: { dedupeWindowSeconds: 'x', dedupePolicy: 'window' } })
  expect(faultAt(seen, 'settings.dedupeWindowSeconds')).toBe('Give a whole number.')
})

test('an edit sends only what differs', () => {
  const form = formOf(stored, 'smpp_server')
  expect(changeOf(stored, form)).toBeNull()
  expect(changeOf(stored, { ...form, name: ' Main ' })).toBeNull()
  expect(changeOf(stored, { ...form, name: 'Spare', password: 'new' })).toEqual({ name: 'Spare', password: 'new' })
  expect(changeOf(stored, { ...form, settings: { ...form.settings, bindsMax: '8', allowList: '' } })).toEqual({
    settings: { bindsMax: 8, allowList: [] },
  })
})

test("the server's faults find the fields of the form", () => {
  const form = filled('smpp_server', { settings: { allowList: '203.0.113.7\n\n300.0.0.1' } })
  const fields = { 'settings.allowList.1': 'Not an address.', systemId: 'Taken.' }
  const error = new ApiError({ code: 'invalid_request', status: 422, message: 'No.', fields })
  expect(inFormWords(error, form)).toMatchObject({
    message: 'No.',
    fields: { 'settings.allowList': 'Line 3: Not an address.', systemId: 'Taken.' },
  })
  const other = new Error('x')
  expect(inFormWords(other, form)).toBe(other)
})
