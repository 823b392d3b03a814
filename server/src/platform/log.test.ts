import { expect, test } from 'vitest'
import { createLog, isSecretName, withoutPassword } from './log.ts'

function capture(): { lines: Record<string, unknown>[]; stream: { write(text: string): void } } {
  const lines: Record<string, unknown>[] = []
  return { lines, stream: { write: (text) => void lines.push(JSON.parse(text) as Record<string, unknown>) } }
}

test('a value under a secret-like name never reaches the log, at any depth', () => {
  const { lines, stream } = capture()
  const log = createLog({ level: 'info', stream })
  log.info({ user: 'ann', password: 'x1', deep: { api_key: 'x2', list: [{ refreshToken: 'x3' }] } }, 'signed in')
  log.child({ clientSecret: 'x4' }).warn('child')
  expect(JSON.stringify(lines)).not.toMatch(/x[1-4]/)
  expect(lines[0]).toMatchObject({ level: 'info', user: 'ann', password: '[redacted]', msg: 'signed in' })
})

test('ordinary fields, amounts and errors are written as they are', () => {
  const { lines, stream } = capture()
  const log = createLog({ level: 'info', stream })
  log.info({ amountMicros: 12n, idempotencyKey: 'k-1', err: new Error('boom') }, 'posted')
  expect(lines[0]).toMatchObject({ amountMicros: '12', idempotencyKey: 'k-1', err: { message: 'boom' } })
})

test('lines under the chosen level are not written', () => {
  const { lines, stream } = capture()
  const log = createLog({ level: 'warn', stream })
  log.info('quiet')
  log.warn('loud')
  expect(lines.map((line) => line['msg'])).toEqual(['loud'])
})

test.each([
  ['passwordHash', true],
  ['SECRET_KEY', true],
  ['Set-Cookie', true],
  ['key', true],
  ['signingKey', true],
  ['idempotencyKey', false],
  ['username', false],
  ['keyspace', false],
])('whether %s is a secret name: %s', (name, secret) => {
  expect(isSecretName(name)).toBe(secret)
})

test('a connection address loses its password and keeps the rest', () => {
  expect(withoutPassword('postgresql://ann:pw@db:5432/inrange')).toBe('postgresql://ann:***@db:5432/inrange')
  expect(withoutPassword('postgresql://ann@db/inrange?password=pw&x=1')).toBe(
    'postgresql://ann@db/inrange?password=***&x=1',
  )
  expect(withoutPassword('postgresql://db/inrange')).toBe('postgresql://db/inrange')
})
