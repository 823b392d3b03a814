// Hands one mail to a mail server over SMTP. Guarantees bounded waits, verified certificates wherever TLS is spoken,
// and one of three outcomes that tells whether trying again makes sense. It deliberately keeps no connection open:
// mails are few. Source: RFC 5321, section 4.2.1 (4yz: try again; 5yz: do not); RFC 8314 (TLS).
import { createTransport } from 'nodemailer'

const CONNECT_TIMEOUT_MS = 10_000
const ANSWER_TIMEOUT_MS = 20_000

export type MailServer = {
  host: string
  port: number
  /** `tls` from the first byte; `starttls` insisted on; `none` only where the way there is safe by itself. */
  security: 'tls' | 'starttls' | 'none'
  /** Null: without signing in. */
  credentials: { username: string; password: string } | null
  from: { name: string; address: string }
  /** Certificates to trust besides the usual ones (PEM). */
  ca?: string
}

export type Mail = { to: string; subject: string; text: string; html: string }

export type MailOutcome =
  | { kind: 'sent'; detail: string }
  /** The server will not take it, now or later. */
  | { kind: 'refused'; detail: string }
  /** Nobody answered, or the server asks to come again. */
  | { kind: 'unreachable'; detail: string }

export async function sendMail(server: MailServer, mail: Mail): Promise<MailOutcome> {
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    ...(server.credentials === null
      ? {}
      : { auth: { user: server.credentials.username, pass: server.credentials.password } }),
    tls: { minVersion: 'TLSv1.2', ...(server.ca === undefined ? {} : { ca: server.ca }) },
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
    // What a mail says comes from us; it never names a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    const { response } = await transport.sendMail({
      ...mail,
      // As one address: a text would be split at its commas.
      to: { name: '', address: mail.to },
      from: server.from,
      // So that no machine answers it (RFC 3834, section 5).
      headers: { 'auto-submitted': 'auto-generated' },
    })
    return { kind: 'sent', detail: response }
  } catch (error) {
    return outcomeOf(error)
  } finally {
    transport.close()
  }
}

function outcomeOf(error: unknown): MailOutcome {
  const facts = error as { code?: string; responseCode?: number; message?: string }
  const { code, responseCode = 550, message = 'failed' } = facts
  const detail = message.replace(/\s+/g, ' ').slice(0, 300)
  // Only what concerns this mail is for good. A wrong password or a server without TLS is put right in the settings,
  // and the mail goes out.
  const isRefused = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
  return { kind: isRefused ? 'refused' : 'unreachable', detail }
}
