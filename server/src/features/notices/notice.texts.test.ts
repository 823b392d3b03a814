import { expect, test } from 'vitest'
import { writeNotice } from './notice.texts.ts'

const facts = { username: 'ayse', link: 'https://panel.example.com/link', days: 7, invitedBy: 'root' }

test.each([
  [null, '<html lang="en" dir="ltr">', 'You are invited to Inrange', '7 days'],
  ['es', '<html lang="es" dir="ltr">', 'Tiene una invitación a Inrange', '7 días'],
  ['ar', '<html lang="ar" dir="rtl">', 'دعوة إلى \u2068Inrange\u2069', '7 أيام'],
] as const)('a mail is in the language of its reader: %s', (language, root, subject, days) => {
  const written = writeNotice('invitation', facts, 'Inrange', language)
  expect(written.subject).toBe(subject)
  expect(written.html).toContain(root)
  expect(written.text).toContain(days)
  expect(written.text).toContain(facts.link)
})
