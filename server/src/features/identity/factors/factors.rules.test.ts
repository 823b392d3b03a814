// The decisions about second factors, case by case.
import { expect, test } from 'vitest'
import { readTable } from '../../../testing/table.ts'
import { mfaRequiredFor } from '../../settings/settings.public.ts'
import { waitMsAfter } from '../back-off.rules.ts'
import { changeRefusal, factorBackOff, phoneDigits } from './factors.rules.ts'
import { phoneCodeKeys, phoneCodeRefusal, phoneCodeText } from './phone-code.rules.ts'
import { acceptedStep, totpSecretFrom, totpUri } from './totp.rules.ts'

// RFC 6238, appendix B, with the last six digits of its eight; the secret is that of its SHA-1 rows.
const vectors = readTable(`
  seconds     | code
  59          | 287082
  1111111109  | 081804
  1111111111  | 050471
  1234567890  | 005924
  2000000000  | 279037
  20000000000 | 353130
`)
const secret = totpSecretFrom(Uint8Array.from(Buffer.from('12345678901234567890')))
test.each(vectors)('at second $seconds the code is $code', ({ seconds = '', code = '' }) => {
  const now = new Date(Number(seconds) * 1000)
  const step = Math.floor(Number(seconds) / 30)
  expect(acceptedStep({ secret, code, now, lastStep: null })).toBe(step)
  expect(acceptedStep({ secret, code, now, lastStep: step - 1 })).toBe(step)
  expect(acceptedStep({ secret, code, now, lastStep: step })).toBeNull()
})

test('what is not six digits is no code', () => {
  const now = new Date(59_000)
  for (const code of ['', '28708', '2870822', '28708a', '２８７０８２']) {
    expect(acceptedStep({ secret, code, now, lastStep: null })).toBeNull()
  }
})

test('a name with a colon or a space stays one part of the address for apps', () => {
  const uri = totpUri({ secret, issuer: 'In range', label: 'a:b?c' })
  expect(uri.startsWith('otpauth://totp/In%20range:a%3Ab%3Fc?')).toBe(true)
})

const minutesAgo = (minutes: number) => new Date(1_000_000_000_000 - minutes * 60_000)
const changes = readTable(`
  aal  | shown | factor                   | refusal
  aal1 | -     | none                     | -
  aal1 | -     | totp unverified          | -
  aal1 | -     | recovery_code verified   | -
  aal1 | -     | totp verified            | insufficient_aal
  aal1 | -     | webauthn verified        | insufficient_aal
  aal2 | 15    | phone verified           | -
  aal2 | 16    | phone verified           | not_fresh
  aal2 | 16    | none                     | -
`)
test.each(changes)(
  'at $aal, shown $shown minutes ago, with $factor: $refusal',
  ({ aal, shown, factor = '', refusal }) => {
    const [factorType, status] = factor.split(' ') as ['totp', 'verified']
    const factors = factor === 'none' ? [] : [{ factorType, status }]
    const session = { aal: aal as 'aal1', aal2At: shown === '-' ? null : minutesAgo(Number(shown)) }
    expect(changeRefusal(session, factors, minutesAgo(0)) ?? '-').toBe(refusal)
  },
)

const numbers = readTable(`
  typed              | digits
  +90 532 000 00 00  | 905320000000
  00905320000000     | 905320000000
  (44) 7700-900.000  | 447700900000
  +905               | -
  0532 000 00 00     | -
  +90532000000000001 | -
  +90 532 00x 00 00  | -
`)
test.each(numbers)('"$typed" is read as $digits', ({ typed = '', digits }) => {
  expect(phoneDigits(typed) ?? '-').toBe(digits)
})

const sendings = readTable(`
  number | user | platform | seconds ago | refusal
  0      | 0    | 0        | -           | -
  9      | 9    | 99       | 30          | -
  1      | 1    | 1        | 29          | pause 1
  1      | 1    | 1        | 0           | pause 30
  10     | 1    | 1        | 60          | day_is_full number
  1      | 10   | 1        | 60          | day_is_full user
  1      | 1    | 100      | 60          | day_is_full platform
`)
test.each(sendings)('after $number, $user, $platform codes, the last $["seconds ago"] s ago: $refusal', (row) => {
  const now = new Date('2026-05-01T12:00:00Z')
  const keys = phoneCodeKeys({ phone: '905320000000', userId: 'u' })
  const ago = row['seconds ago']
  const lastAt = ago === '-' ? null : new Date(now.getTime() - Number(ago) * 1000)
  const sent = (['number', 'user', 'platform'] as const).map((of) => ({
    key: keys[of],
    sentToday: Number(row[of]),
    // Others may have been sent a code this very moment.
    lastAt: of === 'platform' ? now : lastAt,
  }))
  const refusal = phoneCodeRefusal(sent, keys, { perNumber: 10, perUser: 10, platform: 100 }, now)
  const text = refusal?.kind === 'pause' ? `pause ${refusal.retryAfterSeconds}` : `${refusal?.kind} ${refusal?.of}`
  expect(refusal ? text : '-').toBe(row['refusal'])
  if (refusal?.kind === 'day_is_full') expect(refusal.retryAfterSeconds).toBe(12 * 3600)
})

test('a message with a code fits one SMS in the GSM alphabet', () => {
  expect(phoneCodeText('012345', 5)).toMatch(/^012345 [A-Za-z0-9 .,]{1,150}$/)
})

test('waits for wrong codes grow to a quarter of an hour and no further', () => {
  expect(waitMsAfter(4, factorBackOff)).toBe(0)
  expect(waitMsAfter(5, factorBackOff)).toBe(1_000)
  expect(waitMsAfter(14, factorBackOff)).toBe(512_000)
  expect(waitMsAfter(1_000, factorBackOff)).toBe(900_000)
})

const demands = readTable(`
  setting     | role        | https | demanded
  -           | super_admin | yes   | yes
  -           | super_admin | no    | no
  -           | admin       | yes   | no
  admin       | admin       | no    | yes
  admin       | super_admin | yes   | no
  (nobody)    | super_admin | yes   | no
`)
test.each(demands)('with $setting a $role over https $https needs a factor: $demanded', (row) => {
  const mfaRequiredRoles = row['setting'] === '-' ? null : row['setting'] === '(nobody)' ? [] : ['admin' as const]
  const isDemanded = mfaRequiredFor(row['role'] as 'admin', { mfaRequiredRoles }, row['https'] === 'yes')
  expect(isDemanded ? 'yes' : 'no').toBe(row['demanded'])
})
