// A real mail server on loopback that keeps what it takes, for tests of the browser. A mail is all of its parts as text.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type MailServer = {
  port: number
  /** The texts of the mails to an address, the oldest first. */
  mailsTo(address: string): string[]
  stop(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const taken: { to: string[]; text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        taken.push({ to, text: decoded(Buffer.concat(chunks).toString('utf8')) })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    mailsTo: (address) => taken.filter(({ to }) => to.includes(address)).map(({ text }) => text),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Quoted-printable taken back, so that a long link is one line again (RFC 2045, section 6.7). */
function decoded(source: string): string {
  if (!/^content-transfer-encoding: quoted-printable/im.test(source)) return source
  const joined = source.replace(/=\r?\n/g, '')
  return joined.replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
