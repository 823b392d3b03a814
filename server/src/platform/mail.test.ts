// A mail over TLS, against a real server on loopback whose certificate only this test trusts.
import type { AddressInfo } from 'node:net'
import { TEST_ONLY_CERTIFICATE, TEST_ONLY_KEY } from '@inrange/smpp/testing/tls.fixture'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { sendMail, type MailServer } from './mail.ts'

const mail = { to: 'ayse@example.com', subject: 'Grüße', text: 'Hello', html: '<p>Hello</p>' }
let server: SMTPServer | undefined
let deliveries: { isSecure: boolean; subject: string }[] = []
afterEach(async () => {
  deliveries = []
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
  server = undefined
})

async function listen(options: SMTPServerOptions): Promise<MailServer> {
  server = new SMTPServer({
    key: TEST_ONLY_KEY,
    cert: TEST_ONLY_CERTIFICATE,
    authOptional: true,
    ...options,
    onData: (stream, session, done) => {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        deliveries.push({ isSecure: session.secure, subject: /^Subject: (.*)$/m.exec(text)?.[1]?.trim() ?? '' })
        done()
      })
    },
  })
  const listening = server
  await new Promise<void>((resolve) => {
    listening.listen(0, '127.0.0.1', () => resolve())
  })
  const { port } = listening.server.address() as AddressInfo
  const from = { name: 'Inrange', address: 'sms@inrange.example' }
  return { host: 'localhost', port, security: 'starttls', credentials: null, from }
}

test('STARTTLS is used, with a certificate that is trusted', async () => {
  const access = await listen({})
  expect((await sendMail({ ...access, ca: TEST_ONLY_CERTIFICATE }, mail)).kind).toBe('sent')
  expect(deliveries).toEqual([{ isSecure: true, subject: '=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=' }])
})

test('TLS from the first byte', async () => {
  const access = await listen({ secure: true })
  const trusting = { ...access, security: 'tls', ca: TEST_ONLY_CERTIFICATE } as const
  expect((await sendMail(trusting, mail)).kind).toBe('sent')
  expect(deliveries).toMatchObject([{ isSecure: true }])
})

test('a certificate that nobody vouches for gets no mail', async () => {
  const access = await listen({})
  expect((await sendMail(access, mail)).kind).toBe('unreachable')
  expect(deliveries).toEqual([])
})

test('a server that cannot speak TLS gets no mail where TLS is insisted on', async () => {
  const access = await listen({ disabledCommands: ['STARTTLS'] })
  expect((await sendMail({ ...access, ca: TEST_ONLY_CERTIFICATE }, mail)).kind).toBe('unreachable')
  expect(deliveries).toEqual([])
})

test('a server that takes no mail for somebody refuses for good; one that is not there does not', async () => {
  const access = await listen({
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no such box'), { responseCode: 550 })),
  })
  const plain = { ...access, security: 'none' } as const
  expect(await sendMail(plain, mail)).toMatchObject({ kind: 'refused', detail: expect.stringContaining('no such box') })
  expect((await sendMail({ ...plain, port: 1 }, mail)).kind).toBe('unreachable')
})
