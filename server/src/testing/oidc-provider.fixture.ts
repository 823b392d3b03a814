// A real OpenID provider on loopback, in memory, for tests of the server and of the browser. Whoever comes is the person
// that the test named last, and agrees to everything, so that no page of the provider has to be clicked through.
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider, type Context } from 'oidc-provider'

export type OidcPerson = { subject: string; email: string; name: string }
export type OidcProvider = {
  /** What to enter as issuer. */
  issuer: string
  clientId: string
  clientSecret: string
  /** Who signs in from now on; null declines. */
  signInAs(person: OidcPerson | null): void
  stop(): Promise<void>
}

const HOUR_SECONDS = 3_600

/** @param options.redirectUris the callback addresses of the platform */
export async function startOidcProvider(options: { redirectUris: readonly string[] }): Promise<OidcProvider> {
  const client = { clientId: 'inrange', clientSecret: 'a secret of loopback' }
  const people = new Map<string, OidcPerson>()
  let present: OidcPerson | null = null
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      { client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: [...options.redirectUris] },
    ],
    claims: { openid: ['sub'], email: ['email'], profile: ['name'] },
    cookies: { keys: ['loopback'] },
    jwks: { keys: [generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })] },
    ttl: {
      Interaction: HOUR_SECONDS,
      Grant: HOUR_SECONDS,
      Session: HOUR_SECONDS,
      AccessToken: 60,
      IdToken: HOUR_SECONDS,
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/sign-in' },
    findAccount: (_context: unknown, subject: string) => ({ accountId: subject, claims: () => claimsOf(subject) }),
    loadExistingGrant: (context: Context) => agree(provider, context),
  })

  function claimsOf(subject: string): Record<string, string> {
    const { email = '', name = '' } = people.get(subject) ?? {}
    return { sub: subject, email, name }
  }

  const serve = provider.callback()
  server.on('request', (request, response) => {
    if (request.url !== '/sign-in') return void serve(request, response)
    const result = present ? { login: { accountId: present.subject } } : { error: 'access_denied' }
    void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  })
  return {
    issuer,
    ...client,
    signInAs: (person) => {
      present = person
      if (person) people.set(person.subject, person)
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Everybody agrees to all that is asked. */
async function agree(provider: Provider, { oidc }: Context) {
  const facts = { clientId: oidc.client.clientId, accountId: oidc.session.accountId }
  const grant = new provider.Grant(facts)
  grant.addOIDCScope(oidc.params.scope ?? 'openid')
  await grant.save()
  return grant
}
