import { settingNames, settingsByName } from '@inrange/contract/settings'
import { expect, test } from 'vitest'
import type { SettingsAnswer } from './settings.model.ts'
import { readingOf, textOf } from './settings.transfer.ts'

const values = Object.fromEntries(
  settingNames.map((name) => [name, settingsByName[name].default]),
) as SettingsAnswer['values']
const answer = {
  version: '1',
  values,
  secretsSet: { mailPassword: true, smsGatewayCredential: false, captchaSecret: false },
  isHttps: false,
} satisfies SettingsAnswer
const at = new Date('2026-05-01T08:00:00Z')

test('a file that was just written changes nothing, and holds no secret', () => {
  const text = textOf(values, at)
  expect(readingOf(text, answer)).toEqual({ kind: 'read', changes: {}, differences: [], left: [] })
  expect(text).not.toMatch(/mailPassword|smsGatewayCredential"|captchaSecret/)
})

test('what differs is told by section and field, and only that is sent', () => {
  const text = textOf({ ...values, invitationDays: 9, mail: { ...values.mail, port: 587 } }, at)
  expect(readingOf(text, answer)).toMatchObject({
    changes: { invitationDays: 9, mail: { port: 587 } },
    differences: [
      { section: 'signIn', lines: [{ path: 'invitationDays', before: '7', after: '9' }] },
      { section: 'mail', lines: [{ path: 'mail.port', before: '465', after: '587' }] },
    ],
    left: [],
  })
})

test('what this platform does not know or take is named, and stops nothing else', () => {
  const file = JSON.parse(textOf({ ...values, invitationDays: 9 }, at)) as { values: Record<string, unknown> }
  Object.assign(file.values, { earningsMaturityDays: 9_000, colour: 'mauve' })
  expect(readingOf(JSON.stringify(file), answer)).toMatchObject({
    changes: { invitationDays: 9 },
    left: [
      { name: 'earningsMaturityDays', why: 'refused', message: 'At most 365 days.' },
      { name: 'colour', why: 'unknown' },
    ],
  })
})

test.each(['', '{', 'null', '[]', '{"values":{}}', '{"format":"other","values":{}}'])('%j is no such file', (text) => {
  expect(readingOf(text, answer)).toEqual({ kind: 'unreadable' })
})
