// A carrier that binds to the platform's SMPP server and delivers there, as many aggregators do, by deliver_sm,
// data_sm or submit_sm. Keeps its binds up: a lost one is made again after a wait that grows while the platform is
// not to be reached.
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { bindSession } from '@inrange/smpp/client'
import { Session } from '@inrange/smpp/session'
import { Carrier } from './carrier.ts'
import type { CarrierOptions } from './carrier.ts'
import type { MessageCommand } from './compose-deliveries.ts'

export interface EsmeOptions extends CarrierOptions {
  readonly host: string
  readonly port: number
  readonly systemId: string
  readonly password: string
  /** Sessions kept up at once; 1 unless told. */
  readonly binds?: number
  /** bind_transceiver unless told. */
  readonly bindAs?: 'bind_transmitter' | 'bind_transceiver'
  /** deliver_sm unless told. */
  readonly sendAs?: MessageCommand
  /** The first wait before another try, in ms; it doubles up to 5 s. */
  readonly reconnectMs?: number
  /** Told why a bind failed. */
  readonly onFailure?: (detail: string) => void
}

export interface Esme {
  readonly carrier: Carrier
  /** Unbinds every session and makes no more. */
  readonly stop: () => Promise<void>
}

const RECONNECT_MS = 200
const RECONNECT_MS_MAX = 5_000

/** Begins to bind; returns at once, whether or not the platform is there. */
export function startEsme(options: EsmeOptions): Esme {
  const carrier = new Carrier(options, options.sendAs ?? 'deliver_sm')
  const stopping = new AbortController()
  const keepers = Array.from({ length: options.binds ?? 1 }, () => keepBound(options, carrier, stopping.signal))
  return {
    carrier,
    async stop() {
      stopping.abort()
      await carrier.stop()
      await Promise.all(keepers)
    },
  }
}

async function keepBound(options: EsmeOptions, carrier: Carrier, stopping: AbortSignal): Promise<void> {
  const shortestMs = options.reconnectMs ?? RECONNECT_MS
  let waitMs = shortestMs
  while (!stopping.aborted) {
    const bound = await bindOnce(options, carrier, stopping)
    if (bound.ok) {
      waitMs = shortestMs
      await bound.over
    } else {
      options.onFailure?.(bound.detail)
    }
    await waitUnless(stopping, waitMs)
    if (!bound.ok) waitMs = Math.min(RECONNECT_MS_MAX, waitMs * 2)
  }
}

type BindResult = { readonly ok: true; readonly over: Promise<void> } | { readonly ok: false; readonly detail: string }

async function bindOnce(options: EsmeOptions, carrier: Carrier, stopping: AbortSignal): Promise<BindResult> {
  const socket = await openSocket(options)
  if (socket instanceof Error) return { ok: false, detail: socket.message }
  const { windowMax, responseTimeoutMs } = carrier
  const session = new Session(socket, { side: 'esme', deliverFromEsme: true, windowMax, responseTimeoutMs })
  const command = options.bindAs ?? 'bind_transceiver'
  const outcome = await bindSession(session, { command, systemId: options.systemId, password: options.password })
  if (!outcome.ok) return { ok: false, detail: outcome.detail }
  if (stopping.aborted) {
    await session.unbind()
    return { ok: false, detail: 'stopped' }
  }
  return { ok: true, over: carrier.attach(session, socket).over }
}

function openSocket({ host, port }: EsmeOptions): Promise<Socket | Error> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, noDelay: true })
    socket.once('error', resolve)
    socket.once('connect', () => {
      socket.removeListener('error', resolve)
      resolve(socket)
    })
  })
}

function waitUnless(stopping: AbortSignal, delayMs: number): Promise<void> {
  if (stopping.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stopping.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, delayMs)
    stopping.addEventListener('abort', end)
  })
}
