// A carrier's SMSC: the platform binds to it as receiver or transceiver, and it delivers. One system_id, one
// password, any number of binds. Deliberately no more of an SMSC than that: what is submitted to it is refused.
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { BindRequest } from '@inrange/smpp/pdu/bind'
import { Session } from '@inrange/smpp/session'
import { STATUS } from '@inrange/smpp/status'
import { Carrier } from './carrier.ts'
import type { CarrierOptions } from './carrier.ts'

export interface SmscOptions extends CarrierOptions {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  readonly systemId: string
  readonly password: string
}

export interface Smsc {
  readonly carrier: Carrier
  readonly port: number
  /** Unbinds every session and stops listening. */
  readonly stop: () => Promise<void>
}

const OUR_SYSTEM_ID = 'sim-smsc'

/** Begins to listen; rejects when the address cannot be listened on. */
export async function startSmsc(options: SmscOptions): Promise<Smsc> {
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
  // Generating begins only when the address is ours.
  const carrier = createCarrier(options, () => server.close())
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    serve(socket, options, carrier)
  })
  return {
    carrier,
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await carrier.stop()
      // Those that never bound.
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function createCarrier(options: SmscOptions, giveUp: () => void): Carrier {
  try {
    return new Carrier(options, 'deliver_sm')
  } catch (error) {
    giveUp()
    throw error
  }
}

function serve(socket: Socket, options: SmscOptions, carrier: Carrier): void {
  const { windowMax, responseTimeoutMs } = carrier
  const onBind = (bind: BindRequest, session: Session) => {
    const refusal = refusalOf(bind, options)
    if (refusal !== null) session.refuseBind(bind, refusal)
    else if (session.acceptBind(bind, OUR_SYSTEM_ID)) carrier.attach(session, socket)
  }
  // The constructor takes the socket over; the session lives as long as that.
  void new Session(socket, { side: 'smsc', windowMax, responseTimeoutMs, handlers: { onBind } })
}

function refusalOf(bind: BindRequest, { systemId, password }: SmscOptions): number | null {
  if (bind.systemId !== systemId) return STATUS.ESME_RINVSYSID
  if (bind.password !== password) return STATUS.ESME_RINVPASWD
  // Nothing could be delivered to a transmitter.
  return bind.command === 'bind_transmitter' ? STATUS.ESME_RBINDFAIL : null
}
