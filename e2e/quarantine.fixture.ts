// What the tests of carriers, quarantine and test numbers share: a way in over HTTP, and messages sent through it as the
// documents say.
import { createHmac } from 'node:crypto'
import { expect, type Page } from './console.fixture.ts'
import { violationsOn } from './axe.ts'
import { readFacts } from './platform.facts.ts'
import type { Api } from './platform.client.ts'

export type HttpWay = { carrierId: string; connectionId: string; name: string; url: string; secret: string }

/** A carrier of this name with one HTTP connection. */
export async function addHttpConnection(operator: Api, name: string): Promise<HttpWay> {
  const unique = `${name} ${Date.now().toString(36)}`
  const carrier = await operator('POST', '/carriers', { name: unique })
  const made = await operator('POST', `/carriers/${String(carrier['id'])}/connections`, { kind: 'http', name: 'Post' })
  return {
    carrierId: String(carrier['id']),
    connectionId: String(made['id']),
    name: unique,
    url: readFacts().url + String(made['ingressPath']),
    secret: String(made['secret']),
  }
}

/** One message over HTTP; throws when it is not acknowledged. */
export async function postMessage(
  way: HttpWay,
  message: { id: string; from: string; to: string; text: string },
): Promise<void> {
  const body = JSON.stringify(message)
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signature = createHmac('sha256', way.secret).update(`${timestamp}.${body}`).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-inrange-timestamp': timestamp,
    'x-inrange-signature': signature,
  }
  const response = await fetch(way.url, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`${way.url}: ${response.status} ${await response.text()}`)
}

export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([])
}
