// Requests that this process makes to its own HTTP way in, with the credential of a connection and over a real socket:
// how a connection is tested, and how a test message is sent. Guarantees that the secret goes nowhere but to this very
// process: to the address that it listens on, whatever the public address leads to. A mark that is made at start and
// never leaves the process tells such a request from a carrier's, because no allow-list holds our own address.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { HttpConnection } from './http-ingress.ts'
import { ingressPath, signatureOf } from './http-ingress.rules.ts'

export const SELF_HEADER = 'x-inrange-self'
/** 'true': prove and read this message, and do not take it. */
export const DRY_RUN_HEADER = 'x-inrange-dry-run'

const MARK_OCTETS = 32
/** A little more than the way in waits for a commit. */
const ANSWER_WAIT_MS = 25_000

export type SelfMark = { header: string; isOn(given: string | undefined): boolean }

export function createSelfMark(): SelfMark {
  const mark = randomBytes(MARK_OCTETS).toString('hex')
  const octets = Buffer.from(mark)
  return {
    header: mark,
    isOn: (given) => {
      // By octets: a header may hold letters that take two.
      const found = Buffer.from(given ?? '')
      return found.length === octets.length && timingSafeEqual(found, octets)
    },
  }
}

export type SelfMessage = { id: string; sender: string; recipient: string; text: string }
export type SelfAnswer = {
  /** Null: no answer came. */
  status: number | null
  body: string
  durationMs: number
}
export type SelfRequestDeps = {
  clock: Clock
  self: SelfMark
  /** 'http://127.0.0.1:8080': where this process listens; null before it does. */
  ownOrigin(): string | null
}

/** Posts a message as the carrier of this connection would. Never rejects because of what is answered. */
export async function postAsCarrier(
  deps: SelfRequestDeps,
  target: { connectionId: string; connection: HttpConnection; isDryRun: boolean },
  message: SelfMessage,
): Promise<SelfAnswer> {
  const { connection } = target
  const origin = deps.ownOrigin()
  const startedMs = performance.now()
  const answered = (status: number | null, body: string): SelfAnswer => ({
    status,
    body,
    durationMs: Math.round((performance.now() - startedMs) * 10) / 10,
  })
  if (origin === null) return answered(null, 'This process does not listen for HTTP yet.')
  const { id, sender, recipient, text } = connection.settings.fields
  const body = JSON.stringify({
    [id]: message.id,
    [sender]: message.sender,
    [recipient]: message.recipient,
    [text]: message.text,
  })
  const headers = {
    'content-type': 'application/json',
    [SELF_HEADER]: deps.self.header,
    ...(target.isDryRun ? { [DRY_RUN_HEADER]: 'true' } : {}),
    ...proofOf(connection, body, Math.floor(deps.clock.nowMs() / 1_000)),
  }
  try {
    const signal = AbortSignal.timeout(ANSWER_WAIT_MS)
    const url = origin + ingressPath(target.connectionId)
    const response = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'error' })
    return answered(response.status, await response.text())
  } catch (error) {
    return answered(null, error instanceof Error ? error.message : String(error))
  }
}

function proofOf(connection: HttpConnection, body: string, nowSeconds: number): Record<string, string> {
  const { secret, settings } = connection
  if (settings.authentication === 'token') return { authorization: `Bearer ${secret}` }
  const timestamp = String(nowSeconds)
  return {
    'x-inrange-timestamp': timestamp,
    'x-inrange-signature': signatureOf(secret, timestamp, Buffer.from(body)),
  }
}
