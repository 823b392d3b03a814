// Messages as only somebody who means harm, or knows no better, writes them: delivered over HTTP, which carries any text
// and any sender, and over SMPP, which carries any octets.
import { connect } from '@inrange/smpp/client'
import { apiAs, demoCredentials } from './platform.client.ts'
import { readFacts } from './platform.facts.ts'

export type HttpCarrier = (message: { to: string; from: string; text: string }) => Promise<void>

/** A carrier of its own, connected over HTTP. */
export async function openHttpCarrier(): Promise<HttpCarrier> {
  const admin = await apiAs('operator')
  const stamp = `${Date.now().toString(36)}${process.pid}`
  const carrier = await admin('POST', '/carriers', { name: `Strange ${stamp}` })
  const connection = await admin('POST', `/carriers/${String(carrier['id'])}/connections`, {
    kind: 'http',
    name: 'Web',
    settings: { authentication: 'token' },
  })
  let sent = 0
  return async ({ to, from, text }) => {
    sent += 1
    const body = JSON.stringify({ id: `${stamp}-${sent}`, from, to, text })
    const response = await fetch(`${readFacts().url}${String(connection['ingressPath'])}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${String(connection['secret'])}`, 'content-type': 'application/json' },
      body,
    })
    if (!response.ok) throw new Error(`Not taken: ${response.status} ${await response.text()}`)
  }
}

type Octets = { to: string; from: string; dataCoding: number; esmClass?: number; octets: Buffer }

/** Messages of any octets, one after the other over one session. */
export async function deliverOctets(...messages: readonly Octets[]): Promise<void> {
  const { systemId, password } = demoCredentials()
  const options = { host: '127.0.0.1', port: readFacts().smppPort, session: { deliverFromEsme: true } }
  const outcome = await connect({ ...options, bind: { command: 'bind_transceiver', systemId, password } })
  if (!outcome.ok) throw new Error(`The bind failed: ${outcome.detail}`)
  for (const { to, from, dataCoding, esmClass = 0, octets } of messages) {
    const answer = await outcome.session.request({
      command: 'deliver_sm',
      sourceAddr: from,
      sourceAddrTon: 5,
      destinationAddr: to.replace('+', ''),
      dataCoding,
      esmClass,
      shortMessage: octets,
    })
    if (!answer.ok || answer.response.commandStatus !== 0)
      throw new Error(`Not acknowledged: ${JSON.stringify(answer)}`)
  }
  await outcome.session.unbind()
}
