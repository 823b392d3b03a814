// The words of every mail, and their two forms: plain text, and HTML that is the same text with a frame. Guarantees
// that a fact is never more than text. It deliberately loads nothing from anywhere and counts nobody's opening. The
// other languages have a file each with the same words.
import type { Language } from '@inrange/contract/languages'
import { arabic } from './notice.arabic.ts'
import { spanish } from './notice.spanish.ts'

export type NoticeFacts = {
  password_reset: { username: string; link: string; minutes: number }
  password_link: { username: string; link: string; minutes: number; madeBy: string }
  invitation: { username: string; link: string; days: number; invitedBy: string }
  new_sign_in: { username: string; device: string; place: string | null; address: string; at: string }
  factor_changed: { username: string; what: string; at: string }
  password_changed: { username: string; address: string; at: string }
  /** Goes to the former address: whoever has the new one knows. */
  email_changed: { username: string; email: string; at: string }
  session_stolen: { username: string; device: string; at: string }
  mail_test: { username: string }
  payment_method_changed: { username: string; method: string; what: string; by: string; at: string }
  deposit_credited: { username: string; amount: string; method: string }
  deposit_reversed: { username: string; amount: string; reason: string }
  case_opened: { username: string; range: string; reason: string }
  case_released: { username: string; range: string; amount: string }
  case_forfeited: { username: string; range: string; amount: string }
  destination_added: { username: string; destination: string; usableFrom: string; address: string }
  withdrawal_requested: WithdrawalFacts
  withdrawal_sent: WithdrawalFacts
  withdrawal_completed: WithdrawalFacts
  withdrawal_failed: WithdrawalFacts & { reason: string }
  report_ready: { username: string; report: string; period: string; rows: string; until: string; link: string }
  report_failed: { username: string; report: string; reason: string; link: string }
  /** What of one kind was notified lately; `more` beyond the sentences. */
  notification: { username: string; subject: string; sentences: string[]; more: number; link: string }
}
type WithdrawalFacts = { username: string; gross: string; net: string; destination: string; method: string }
export type NoticeKind = keyof NoticeFacts

type Paragraph = string | { link: string; label: string }
type Words = { subject: string; paragraphs: Paragraph[] }

/** What each kind says in one language. */
export type NoticeWords = {
  [Kind in NoticeKind]: (facts: NoticeFacts[Kind], product: string) => Words
}

const notYou = 'If this was not you, sign in, end all other sessions in your account, and choose a new password.'

const english: NoticeWords = {
  password_reset: ({ link, minutes }, product) => ({
    subject: `Choose a new password for ${product}`,
    paragraphs: [
      'Somebody, hopefully you, said that your password was forgotten.',
      { link, label: 'Choose a new password' },
      `The link works once, within ${count(minutes, 'minute')}, and only in the browser in which it was asked for.`,
      'If you did not ask for it, leave this mail alone: nothing has changed.',
    ],
  }),
  password_link: ({ link, minutes, madeBy }, product) => ({
    subject: `Choose a new password for ${product}`,
    paragraphs: [
      `${madeBy} made a link for you to choose a new password.`,
      { link, label: 'Choose a new password' },
      `The link works once, within ${count(minutes, 'minute')}. Whoever has it is in, so do not pass it on.`,
    ],
  }),
  invitation: ({ link, days, invitedBy }, product) => ({
    subject: `You are invited to ${product}`,
    paragraphs: [
      `${invitedBy} made an account for you. Choose a password to begin.`,
      { link, label: 'Accept the invitation' },
      `The link works once, within ${count(days, 'day')}. Whoever has it is in, so do not pass it on.`,
    ],
  }),
  new_sign_in: ({ device, place, address, at }, product) => ({
    subject: `New sign-in to ${product}`,
    paragraphs: [
      `Your account was signed in to from a device or a place that it was not used from before.`,
      `${device}, ${place === null ? address : `${address} (${place})`}, ${at}`,
      `If this was you, there is nothing to do. ${notYou}`,
    ],
  }),
  factor_changed: ({ what, at }, product) => ({
    subject: `A second factor of your ${product} account changed`,
    paragraphs: [`${what}, ${at}.`, notYou],
  }),
  password_changed: ({ address, at }, product) => ({
    subject: `Your ${product} password was changed`,
    paragraphs: [
      `Your password was changed from ${address}, ${at}. Other sessions were ended.`,
      'If this was not you, ask for a new password at the sign-in and tell your administrator.',
    ],
  }),
  email_changed: ({ email, at }, product) => ({
    subject: `Your email address at ${product} was changed`,
    paragraphs: [
      `On ${at} the email address of your account was changed to ${email}. Mails go there from now on.`,
      'If this was not you, tell an administrator at once: whoever reads that mailbox can choose a new password.',
    ],
  }),
  session_stolen: ({ device, at }, product) => ({
    subject: `A session of your ${product} account was ended`,
    paragraphs: [
      `A session on ${device} was ended, ${at}: its token came back after it had been replaced, which happens when somebody copied it.`,
      'Sign in again. If you use that device, look for software on it that you do not know, and choose a new password.',
    ],
  }),
  payment_method_changed: ({ method, what, by, at }, product) => ({
    subject: `${method} was changed at ${product}`,
    paragraphs: [
      `${what}. ${by} did it, ${at}.`,
      'If nobody meant to, pause withdrawals in the settings of the platform at once, undo the change, and end all sessions of whoever did it.',
    ],
  }),
  deposit_credited: ({ amount, method }, product) => ({
    subject: `${amount} was added to your wallet at ${product}`,
    paragraphs: [`Your deposit by ${method}, ${amount}, has arrived and is in your wallet.`],
  }),
  deposit_reversed: ({ amount, reason }, product) => ({
    subject: `A deposit of ${amount} was taken back at ${product}`,
    paragraphs: [
      `${amount} of a deposit of yours was taken back. ${reason}`,
      'What of it had been spent already is made up from what you earn next. Withdrawals that were waiting are looked at by a person first.',
    ],
  }),
  case_opened: ({ range, reason }, product) => ({
    subject: `Earnings of ${range} are held at ${product}`,
    paragraphs: [
      `Traffic on ${range} looked unusual, so what it earned is held until two people have looked at it.`,
      reason,
      'Messages keep arriving and being counted. Your wallet shows what is held; ask your administrator about it.',
    ],
  }),
  case_released: ({ range, amount }, product) => ({
    subject: `Earnings of ${range} are yours again at ${product}`,
    paragraphs: [`What was held of ${range}, ${amount}, has been released.`],
  }),
  case_forfeited: ({ range, amount }, product) => ({
    subject: `Earnings of ${range} were taken back at ${product}`,
    paragraphs: [
      `Two people looked at the traffic on ${range} and found that ${amount} should not have been paid. It was taken back.`,
      'Your administrator can tell you more.',
    ],
  }),
  destination_added: ({ destination, usableFrom, address }, product) => ({
    subject: `A new withdrawal destination at ${product}`,
    paragraphs: [`${destination} was added from ${address}. Money may go there from ${usableFrom} on.`, notYou],
  }),
  withdrawal_requested: ({ gross, net, destination, method }, product) => ({
    subject: `A withdrawal of ${gross} was requested at ${product}`,
    paragraphs: [
      `${gross} is on hold to be withdrawn by ${method}: ${net} goes to ${destination}.`,
      `If this was not you, cancel it in your wallet at once. ${notYou}`,
    ],
  }),
  withdrawal_sent: ({ net, destination, method }, product) => ({
    subject: `A withdrawal was sent from ${product}`,
    paragraphs: [`${net} was sent to ${destination} by ${method}. You hear again when it is final.`],
  }),
  withdrawal_completed: ({ net, destination, method }, product) => ({
    subject: `A withdrawal from ${product} is completed`,
    paragraphs: [`${net} was paid to ${destination} by ${method}.`],
  }),
  withdrawal_failed: ({ gross, destination, reason }, product) => ({
    subject: `A withdrawal of ${gross} from ${product} was not paid`,
    paragraphs: [
      `The withdrawal to ${destination} did not go through. ${reason}`,
      'Your wallet shows what is ready for withdrawal.',
    ],
  }),
  notification: ({ subject, sentences, more, link }, product) => ({
    subject: `${subject.replace(/\.$/, '')} (${product})`,
    paragraphs: [
      ...sentences,
      ...(more > 0 ? [`And ${more} more.`] : []),
      { link, label: 'Show your notifications' },
      'In your account you choose which notifications reach you by mail.',
    ],
  }),
  report_ready: ({ report, period, rows, until, link }, product) => ({
    subject: `${report} is ready at ${product}`,
    paragraphs: [
      `Your scheduled report ${report} was made: ${period}, rows: ${rows}.`,
      { link, label: 'Open it' },
      `The file is kept until ${until}.`,
    ],
  }),
  report_failed: ({ report, reason, link }, product) => ({
    subject: `${report} could not be made at ${product}`,
    paragraphs: [`Your scheduled report ${report} could not be made. ${reason}`, { link, label: 'Open your reports' }],
  }),
  mail_test: (_facts, product) => ({
    subject: `A test of ${product}`,
    paragraphs: ['Mail works: this was sent from the settings of the platform.'],
  }),
}

const wordsOf: Record<Language, NoticeWords> = { en: english, es: spanish, ar: arabic }
const greetingOf: Record<Language, (username: string) => string> = {
  en: (username) => `Hello ${username},`,
  es: (username) => `Hola, ${username}:`,
  ar: (username) => `مرحبًا ${username}،`,
}

export type WrittenNotice = { subject: string; text: string; html: string }

/** Writes a notice in the two forms that a mail has, in English where no language was chosen. */
export function writeNotice<Kind extends NoticeKind>(
  kind: Kind,
  facts: NoticeFacts[Kind],
  product: string,
  language: Language | null = null,
): WrittenNotice {
  const { subject, paragraphs } = wordsOf[language ?? 'en'][kind](facts, product)
  const greeting = greetingOf[language ?? 'en'](facts.username)
  const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')
  const plain = paragraphs.map((part) => (typeof part === 'string' ? part : `${part.label}: ${part.link}`))
  return {
    subject: oneLine(subject),
    text: [greeting, ...plain, product].map(oneLine).join('\n\n') + '\n',
    html: frame(language ?? 'en', subject, [greeting, ...paragraphs], product),
  }
}

function frame(language: Language, subject: string, paragraphs: readonly Paragraph[], product: string): string {
  const body = paragraphs.map((part) => `<p style="margin:0 0 16px">${inner(part)}</p>`).join('\n')
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 -apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:560px;margin:0 auto">
${body}
<p style="margin:24px 0 0;font-size:14px;opacity:0.7">${escape(product)}</p>
</div></body></html>
`
}

function inner(part: Paragraph): string {
  if (typeof part === 'string') return escape(part)
  const style =
    'display:inline-block;padding:10px 18px;border-radius:8px;background:#1d4ed8;color:#ffffff;text-decoration:none'
  return `<a href="${escape(part.link)}" style="${style}">${escape(part.label)}</a>`
}

function escape(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (char) => entities[char] ?? char)
}

function count(amount: number, noun: string): string {
  return amount === 1 ? `1 ${noun}` : `${amount} ${noun}s`
}
