// A provider on loopback that says what a test tells it to, for answers that no honest one gives: an ID token of another
// key, issuer, audience or visit, and metadata of somebody else. Imported by tests only.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import type { AuthFixture } from '../identity.fixture.ts'
import { beginSignIn, comeBack, openBrowser, type Browser } from './external.fixture.ts'

export const ROGUE_ACCESS_TOKEN = 'the-access-token-of-the-provider'

export type Wrong = {
  /** Over the claims of an honest ID token; undefined takes one away. */
  claims?: Record<string, unknown>
  key?: 'foreign' | 'none'
  /** Over the query of an honest answer. */
  answer?: Record<string, string>
}
export type RogueProvider = {
  issuer: string
  clientId: string
  /** How often somebody asked for tokens. */
  tokenRequests(): number
  /** Over what the discovery says. */
  setMetadata(metadata: Record<string, unknown>): void
  prepare(nonce: string, wrong: Wrong): void
  stop(): Promise<void>
}

export async function startRogueProvider(): Promise<RogueProvider> {
  const keys = await generateKeyPair('ES256')
  const foreign = await generateKeyPair('ES256')
  const clientId = 'inrange'
  let metadata: Record<string, unknown> = {}
  let next: { nonce: string; wrong: Wrong } = { nonce: '', wrong: {} }
  let tokenRequests = 0
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(await say(request.url ?? '')))
  }

  async function say(path: string): Promise<unknown> {
    if (path === '/jwks') return { keys: [{ ...(await exportJWK(keys.publicKey)), alg: 'ES256', use: 'sig' }] }
    if (path !== '/token') return { ...honestMetadata(issuer), ...metadata }
    tokenRequests += 1
    return { access_token: ROGUE_ACCESS_TOKEN, token_type: 'bearer', id_token: await idToken() }
  }

  async function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const times = { iat: now, exp: now + 60 }
    const honest = { iss: issuer, aud: clientId, sub: 'subject', nonce: next.nonce, ...times }
    const claims = { ...honest, ...next.wrong.claims }
    if (next.wrong.key === 'none') return new UnsecuredJWT(claims).encode()
    const key = next.wrong.key === 'foreign' ? foreign : keys
    return new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(key.privateKey)
  }

  return {
    issuer,
    clientId,
    tokenRequests: () => tokenRequests,
    setMetadata: (given) => {
      metadata = given
    },
    prepare: (nonce, wrong) => {
      next = { nonce, wrong }
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function honestMetadata(issuer: string): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['ES256'],
    authorization_response_iss_parameter_supported: true,
  }
}

/** A sign-in through the provider, with what a test wants wrong about it; answers the query that the page gets. */
export async function signInWrongly(
  fixture: AuthFixture,
  rogue: RogueProvider,
  provider: string,
  wrong: Wrong = {},
  browser: Browser = openBrowser(fixture),
): Promise<Record<string, string>> {
  const there = new URL(await beginSignIn(fixture, browser, provider))
  const { state = '', nonce = '' } = Object.fromEntries(there.searchParams)
  rogue.prepare(nonce, wrong)
  const query = new URLSearchParams({ code: 'a-code', state, iss: rogue.issuer, ...wrong.answer })
  return comeBack(browser, `${fixture.origin}/auth/v1/callback?${query.toString()}`)
}
