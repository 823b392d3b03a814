// Mails against a real server on loopback: written in a transaction, sent once it committed, tried again where that
// makes sense, and never more than text.
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { prepareJobs } from '../../platform/jobs.ts'
import { createSilentLog } from '../../platform/log.ts'
import { createSecrets, parseKeyRing } from '../../platform/secrets.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { changeSettings } from '../settings/change-settings.ts'
import type { Settings } from '../settings/settings.public.ts'
import { insertRecipient, selectNotices } from './notices-fixture.queries.ts'
import { noticesJobs, sendNotices } from './notices.jobs.ts'
import { createNotices, type Notice } from './notices.public.ts'
import { claimDueNotices } from './notices.queries.ts'

const db = useTestDatabase()
const clock = createManualClock('2026-05-01T08:00:00Z')
const log = createSilentLog()
const secrets = createSecrets(parseKeyRing(randomBytes(32).toString('base64')))
const notices = createNotices({ clock, secrets })
const byNobody = { actorId: null, address: null, requestId: null }

type Received = { from: string; to: string[]; text: string; user: string | undefined }
let received: Received[]
let answers: (Error | null)[]
let server: SMTPServer
let userId: string

beforeAll(async () => {
  await prepareJobs({ connectionString: db.connectionString, log })
  userId = await insertRecipient(db.database.kysely)
})
beforeEach(async () => {
  received = []
  answers = []
  server = await listen({ authOptional: true, disabledCommands: ['STARTTLS'] })
  await useServer({})
})
afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())))

function listen(options: SMTPServerOptions): Promise<SMTPServer> {
  return new Promise((resolve) => {
    const made = new SMTPServer({
      ...options,
      onAuth: ({ username, password }, _session, done) =>
        password === 'letterbox' ? done(null, { user: username }) : done(new Error('Wrong password')),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const answer = answers.shift() ?? null
          const { mailFrom, rcptTo } = session.envelope
          const text = Buffer.concat(chunks).toString('utf8')
          const from = mailFrom === false ? '' : mailFrom.address
          if (!answer) received.push({ from, to: rcptTo.map(({ address }) => address), text, user: session.user })
          done(answer)
        })
      },
    })
    made.listen(0, '127.0.0.1', () => resolve(made))
  })
}

async function useServer(mail: Partial<Settings['mail']>, mailPassword?: string): Promise<void> {
  const { port } = server.server.address() as AddressInfo
  const ours = { host: '127.0.0.1', port, security: 'none', username: '', fromAddress: 'sms@inrange.example' } as const
  await changeSettings(
    { database: db.database, clock, secrets },
    {
      changes: { mail: { ...ours, fromName: 'Inrange', ...mail } },
      ...(mailPassword === undefined ? {} : { secrets: { mailPassword } }),
      ...byNobody,
    },
  )
}

function refusing(code: number): Error {
  return Object.assign(new Error(`answers ${code}`), { responseCode: code })
}

const reset: Omit<Extract<Notice, { kind: 'password_reset' }>, 'userId'> = {
  kind: 'password_reset',
  recipient: 'ayse@example.com',
  facts: { username: 'ayse', link: 'https://sms.example/reset?token=abc', minutes: 60 },
}
const notify = (notice: Notice) => db.database.transaction((transaction) => notices.notify(transaction, notice))
const send = () => sendNotices({ database: db.database, clock, secrets, log })

function runJob(name: string): Promise<void> {
  const job = noticesJobs({ database: db.database, clock, secrets, log }).find((definition) => definition.name === name)
  return job!.handle({}, { signal: new AbortController().signal, log, attempt: 1 })
}

/** The decoded parts of a mail, text first. */
function partsOf(mail: string): string[] {
  const boundary = /boundary="([^"]+)"/.exec(mail)?.[1] ?? ''
  return mail
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...body] = part.split('\r\n\r\n')
      const text = body.join('\r\n\r\n').trim()
      return /base64/i.test(head) ? Buffer.from(text, 'base64').toString('utf8') : unquote(text)
    })
}

/** RFC 2045, section 6.7. */
function unquote(text: string): string {
  const joined = text.replace(/=\r\n/g, '')
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
}

test('a notice is sent once its transaction committed, in both forms, and keeps no facts then', async () => {
  expect(await notify({ userId, ...reset })).toBe('queued')
  expect((await selectNotices(db.database.kysely))[0]?.factsSealed).not.toContain('token=abc')
  expect(await send()).toBe(1)
  expect(received).toMatchObject([{ from: 'sms@inrange.example', to: ['ayse@example.com'] }])
  const mail = received[0]!.text
  expect(mail).toContain('Subject: Choose a new password for Inrange')
  expect(mail).toContain('From: Inrange <sms@inrange.example>')
  const [text = '', html = ''] = partsOf(mail)
  expect(text).toContain('Hello ayse,')
  expect(text).toContain('https://sms.example/reset?token=abc')
  expect(html).toContain('href="https://sms.example/reset?token=abc"')
  expect(html).not.toMatch(/<img|src=/)
  const [row] = await selectNotices(db.database.kysely)
  expect(row).toMatchObject({ factsSealed: '', attempts: 1, isSent: true })
  expect(await send()).toBe(0)
})

test('a notice of a transaction that failed is never sent', async () => {
  const undone = db.database.transaction(async (transaction) => {
    await notices.notify(transaction, { userId, ...reset })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await send()).toBe(0)
})

test('without a mail server nothing is written, and whoever asks is told', async () => {
  await useServer({ host: '' })
  const before = (await selectNotices(db.database.kysely)).length
  expect(await notify({ userId, ...reset })).toBe('not_configured')
  expect(await selectNotices(db.database.kysely)).toHaveLength(before)
})

test('a fact is text: no markup, no header, no second recipient', async () => {
  const username = '<b>x</b>\r\nBcc: all@example.com'
  await notify({ userId, ...reset, facts: { ...reset.facts, username } })
  await notify({
    userId,
    kind: 'invitation',
    recipient: 'c@example.com',
    facts: { username: 'c', link: 'https://x.example/"><script>', days: 7, invitedBy: 'op\r\nBcc: d@example.com' },
  })
  await send()
  for (const mail of received) {
    const head = mail.text.slice(0, mail.text.indexOf('\r\n\r\n'))
    expect(head).not.toMatch(/^Bcc:/im)
    expect(partsOf(mail.text)[1]).not.toMatch(/<b>|<script>/)
  }
  expect(received.map(({ to }) => to)).toEqual(expect.arrayContaining([['ayse@example.com'], ['c@example.com']]))
})

test('an address is one recipient, whatever it looks like', async () => {
  await notify({ userId, ...reset, recipient: 'a@example.com, b@example.com' })
  await send()
  expect(received.flatMap(({ to }) => to)).not.toContain('b@example.com')
})

test('what the server wants again later is sent later; what it refuses is given up', async () => {
  answers = [refusing(451), refusing(451)]
  await notify({ userId, ...reset })
  expect(await send()).toBe(1)
  expect(await send()).toBe(0)
  clock.advanceMs(31_000)
  expect(await send()).toBe(1)
  clock.advanceMs(31_000)
  expect(await send(), 'pauses grow').toBe(0)
  clock.advanceMs(31_000)
  expect(await send()).toBe(1)
  expect(received).toHaveLength(1)

  answers = [refusing(550)]
  await notify({ userId, ...reset })
  await send()
  clock.advanceMs(86_400_000)
  expect(await send()).toBe(0)
  expect((await selectNotices(db.database.kysely))[0]).toMatchObject({
    isSent: false,
    isFailed: true,
    factsSealed: '',
    lastError: expect.stringContaining('550'),
  })
})

test('a notice that nobody takes is tried for a day, and keeps the last error', async () => {
  await notify({ userId, ...reset })
  let tries = 0
  while (tries < 9 && (await selectNotices(db.database.kysely))[0]?.isFailed === false) {
    answers = [refusing(451)]
    tries += await send()
    clock.advanceMs(6 * 3_600_000)
  }
  expect(tries, 'after 0, 6, 12, 18 and 24 hours').toBe(5)
  expect((await selectNotices(db.database.kysely))[0]).toMatchObject({
    factsSealed: '',
    lastError: expect.stringContaining('451'),
  })
  expect(received).toEqual([])
})

test('a notice that waited for a mail server is not sent once it is no news', async () => {
  await notify({ userId, ...reset })
  await notify({ userId, ...reset })
  clock.advanceMs(86_400_000)
  await send()
  expect(received, 'a day old').toHaveLength(2)
  await notify({ userId, ...reset })
  clock.advanceMs(86_401_000)
  await send()
  expect(received, 'older').toHaveLength(2)
  expect((await selectNotices(db.database.kysely))[0]).toMatchObject({ isFailed: true })
})

test('notices are kept for seven days, sent or not', async () => {
  const sweep = () => runJob('sweep-notices')
  await notify({ userId, ...reset })
  clock.advanceMs(7 * 86_400_000)
  await sweep()
  expect(await selectNotices(db.database.kysely)).toHaveLength(1)
  clock.advanceMs(1_000)
  await sweep()
  expect(await selectNotices(db.database.kysely)).toEqual([])
})

test('a notice whose sender died is sent again after a while', async () => {
  await notify({ userId, ...reset })
  const claim = { now: clock.now(), leaseUntil: new Date(clock.nowMs() + 180_000), limit: 1 }
  expect(await claimDueNotices(db.database.kysely, claim)).toHaveLength(1)
  expect(await send(), 'somebody has it').toBe(0)
  clock.advanceMs(181_000)
  expect(await send()).toBe(1)
  expect(received).toHaveLength(1)
})

test('the password of the mail server is used, and a wrong one is an error that is tried again', async () => {
  await new Promise<void>((resolve) => server.close(() => resolve()))
  server = await listen({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
  await useServer({ username: 'sms' }, 'wrong')
  const deps = { database: db.database, clock, secrets }
  await notify({ userId, ...reset })
  await send()
  expect(received).toEqual([])
  await changeSettings(deps, { changes: {}, secrets: { mailPassword: 'letterbox' }, ...byNobody })
  clock.advanceMs(3_600_000)
  await send()
  expect(received).toMatchObject([{ user: 'sms' }])
})
