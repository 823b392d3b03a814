// The platform beside the browser: arranging by the API what a test is not about, and delivering messages as a carrier.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from '@inrange/smpp/client'
import type { Session } from '@inrange/smpp/session'
import { demoCarriers } from '@inrange/server/demo/demo.world'
import { passwordOf, readFacts } from './platform.facts.ts'

export type Api = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>

/** The API as somebody; throws on every refusal. */
export async function apiAs(username: string, password = passwordOf(username)): Promise<Api> {
  const { url } = readFacts()
  const session = await request(`${url}/auth/v1/token?grant_type=password`, 'POST', { email: username, password })
  const token = String(session['access_token'])
  return (method, path, body) => request(`${url}/api/v1${path}`, method, body, token)
}

/** The auth service as somebody. */
export async function authAs(username: string, password: string): Promise<Api> {
  const url = `${readFacts().url}/auth/v1`
  const session = await request(`${url}/token?grant_type=password`, 'POST', { email: username, password })
  return (method, path, body) => request(`${url}${path}`, method, body, String(session['access_token']))
}

export const NEW_PASSWORD = 'my own words 7'

/** A user who has chosen their own password already (NEW_PASSWORD). */
export async function addUser(admin: Api, username: string): Promise<{ id: string }> {
  const password = 'temporary 1'
  const user = await admin('POST', '/users', { username, email: `${username}@example.com`, password, role: 'user' })
  const { url } = readFacts()
  const session = await request(`${url}/auth/v1/token?grant_type=password`, 'POST', { email: username, password })
  const change = { password: NEW_PASSWORD, current_password: password }
  await request(`${url}/auth/v1/user`, 'PUT', change, String(session['access_token']))
  return { id: String(user['id']) }
}

async function request(url: string, method: string, body?: unknown, token?: string): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`)
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

export type SmppCredentials = { systemId: string; password: string }

/** Those with which the demo's second carrier binds. */
export function demoCredentials(): SmppCredentials {
  const { inboundPassword } = JSON.parse(readFileSync(join(readFacts().dataDir, 'demo.json'), 'utf8')) as {
    inboundPassword: string
  }
  return { systemId: demoCarriers.inbound.systemId, password: inboundPassword }
}

/** Binds as a carrier, hands over one message, waits for its acknowledgement, unbinds. */
export async function deliverMessage(
  message: { to: string; text: string; from?: string },
  credentials: SmppCredentials = demoCredentials(),
): Promise<void> {
  const session = await bind(credentials)
  const outcome = await session.request({
    command: 'deliver_sm',
    sourceAddr: message.from ?? 'Acme',
    sourceAddrTon: 5,
    destinationAddr: message.to.replace('+', ''),
    shortMessage: Buffer.from(message.text, 'latin1'),
  })
  await session.unbind()
  if (!outcome.ok || outcome.response.commandStatus !== 0)
    throw new Error(`Not acknowledged: ${JSON.stringify(outcome)}`)
}

const BIND_TRIES = 50
const BIND_RETRY_MS = 100

/** A connection that was only just stored is served a moment later, so a refused bind is tried again. */
export async function bind({ systemId, password }: SmppCredentials): Promise<Session> {
  const options = { host: '127.0.0.1', port: readFacts().smppPort, session: { deliverFromEsme: true } }
  for (let tries = 1; ; tries += 1) {
    const outcome = await connect({ ...options, bind: { command: 'bind_transceiver', systemId, password } })
    if (outcome.ok) return outcome.session
    if (tries === BIND_TRIES) throw new Error(`The bind failed: ${outcome.detail}`)
    await delay(BIND_RETRY_MS)
  }
}
