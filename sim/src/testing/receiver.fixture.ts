// The platform as a carrier sees it, for tests: bound to an SMSC or bound to by an ESME, it keeps what it receives
// and answers as it is told. What it is asked to wait for it waits for, without a clock.
import { connect } from '@inrange/smpp/client'
import type { ConnectOutcome } from '@inrange/smpp/client'
import type { BindName } from '@inrange/smpp/pdu/bind'
import type { MessagePdu } from '@inrange/smpp/pdu/pdu'
import { listen } from '@inrange/smpp/server'
import type { SmppServer } from '@inrange/smpp/server'
import type { Session } from '@inrange/smpp/session'
import type { ProtocolError, SessionHandlers } from '@inrange/smpp/session.options'
import { STATUS } from '@inrange/smpp/status'
import { Assembler } from '@inrange/smpp/testing/assembler'

export const HOST = '127.0.0.1'
export const CREDENTIALS = { systemId: 'carrier', password: 'secret' } as const

export interface Received {
  readonly pdu: MessagePdu
  readonly session: Session
}

export class Receiver {
  readonly received: Received[] = []
  readonly errors: ProtocolError[] = []
  /** Every session that was bound, in order. */
  readonly sessions: Session[] = []
  /** The status to answer, or null for no answer at all. */
  statusOf: (pdu: MessagePdu) => number | null = () => STATUS.ESME_ROK
  /** How long a session that was bound to us waits for an answer, in ms. */
  responseTimeoutMs = 10_000
  #waiting: (() => void)[] = []

  readonly handlers: SessionHandlers = {
    onRequest: (pdu, session) => {
      // The octets are views of a chunk; tests keep them.
      this.received.push({ pdu: { ...pdu, body: Buffer.from(pdu.body) }, session })
      const status = this.statusOf(pdu)
      if (status !== null) session.respond(pdu, status, pdu.command === 'deliver_sm' ? '' : 'id')
      this.#wake()
    },
    onProtocolError: (error) => {
      this.errors.push(error)
      this.#wake()
    },
  }

  /** Resolves once this holds; looked at again whenever something happens here. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  async bind(port: number, command: BindName = 'bind_receiver'): Promise<Session> {
    const outcome = await this.tryBind(port, command)
    if (!outcome.ok) throw new Error(outcome.detail)
    this.#add(outcome.session)
    return outcome.session
  }

  tryBind(
    port: number,
    command: BindName,
    names: { systemId?: string; password?: string } = {},
  ): Promise<ConnectOutcome> {
    const { handlers } = this
    return connect({ host: HOST, port, bind: { command, ...CREDENTIALS, ...names }, session: { handlers } })
  }

  /** On any free port unless told. */
  listen(port = 0): Promise<SmppServer> {
    return listen({
      host: HOST,
      port,
      session: { deliverFromEsme: true, responseTimeoutMs: this.responseTimeoutMs },
      onBind: (attempt, session) => {
        if (attempt.password !== CREDENTIALS.password) {
          return Promise.resolve({ commandStatus: STATUS.ESME_RINVPASWD })
        }
        this.#add(session)
        return Promise.resolve({ commandStatus: STATUS.ESME_ROK, systemId: 'platform', handlers: this.handlers })
      },
    })
  }

  /** The texts of everything received, parts joined; what came twice is there twice. */
  texts(): (string | undefined)[] {
    const assembler = new Assembler()
    return this.received.map(({ pdu }) => assembler.take(pdu)).filter((text) => text !== null)
  }

  #add(session: Session): void {
    this.sessions.push(session)
    void session.closed.then(() => this.#wake())
    this.#wake()
  }

  #wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }
}

/**
 * Resolves once the peer has read everything that was written to it before, and we have all that it wrote before
 * that.
 */
export async function roundTrip(session: Session): Promise<void> {
  const outcome = await session.request({ command: 'enquire_link' })
  if (!outcome.ok) throw new Error(outcome.reason)
}
