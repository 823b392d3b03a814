// What a provider offers, asked of itself and remembered for an hour, or until its row changes. Its issuer must be the
// one that was entered, to the letter (OpenID Connect Discovery 1.0, section 4.3; ASVS 10.5.3): what a library may
// forgive for a well-known service is an identity of another issuer to us. A failure is not remembered.
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ClientAuth,
} from 'openid-client'
import type { IdentityDeps } from '../identity.deps.ts'
import type { SealPlace } from '../../../platform/secrets.ts'
import { isSafeEndpoint } from './external.rules.ts'
import type { ProviderRow } from './providers.queries.ts'

const REMEMBERED_MS = 3_600_000
const TIMEOUT_SECONDS = 10

/** The provider cannot be used as it is; the message says why to the super admin and is in the audit log. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault'
}

export type ProviderDirectory = { find(provider: ProviderRow): Promise<Configuration> }

type DirectoryDeps = Pick<IdentityDeps, 'secrets' | 'clock'>

export function createProviderDirectory(deps: DirectoryDeps): ProviderDirectory {
  const known = new Map<string, { updatedAtMs: number; untilMs: number; found: Promise<Configuration> }>()
  return {
    find: (provider) => {
      const updatedAtMs = provider.updatedAt.getTime()
      const entry = known.get(provider.id)
      if (entry?.updatedAtMs === updatedAtMs && entry.untilMs > deps.clock.nowMs()) return entry.found
      const found = discoverProvider(deps, provider)
      known.set(provider.id, { updatedAtMs, untilMs: deps.clock.nowMs() + REMEMBERED_MS, found })
      found.catch(() => {
        if (known.get(provider.id)?.found === found) known.delete(provider.id)
      })
      return found
    },
  }
}

/** Asks the provider now. @throws ProviderFault */
export async function discoverProvider(deps: DirectoryDeps, provider: ProviderRow): Promise<Configuration> {
  const issuer = new URL(provider.issuer)
  const isInsecure = issuer.protocol === 'http:'
  const found = await discovery(issuer, provider.clientId, undefined, None(), {
    timeout: TIMEOUT_SECONDS,
    execute: isInsecure ? [allowInsecureRequests] : [],
  }).catch((error: unknown) => {
    throw new ProviderFault(`${issuer.host} did not answer as an OpenID provider: ${reasonOf(error)}.`, {
      cause: error,
    })
  })
  const metadata = found.serverMetadata()
  if (metadata.issuer !== provider.issuer) {
    throw new ProviderFault(`It calls itself ${metadata.issuer.slice(0, 300)}: enter the issuer exactly so.`)
  }
  const endpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const
  const unsafe = endpoints.find((name) => !isSafeEndpoint(metadata[name]))
  if (unsafe) throw new ProviderFault(`Its ${unsafe} is missing or is no https address.`)
  // Made anew, now that it is known how the provider wants the secret.
  const authentication = clientAuthentication(deps, provider, metadata.token_endpoint_auth_methods_supported)
  const configuration = new Configuration({ ...metadata }, provider.clientId, undefined, authentication)
  configuration.timeout = TIMEOUT_SECONDS
  enableNonRepudiationChecks(configuration)
  if (isInsecure) allowInsecureRequests(configuration)
  return configuration
}

/** In the header unless the provider takes it in the body alone; that is the default (Discovery 1.0, section 3). */
function clientAuthentication(
  deps: DirectoryDeps,
  provider: ProviderRow,
  methods: readonly string[] | undefined,
): ClientAuth {
  if (provider.clientSecretSealed === null) return None()
  const secret = deps.secrets.open(provider.clientSecretSealed, clientSecretPlace(provider.id))
  const isBodyOnly = methods?.includes('client_secret_post') === true && !methods.includes('client_secret_basic')
  return isBodyOnly ? ClientSecretPost(secret) : ClientSecretBasic(secret)
}

/** Where the sealed secret of a provider lives; it opens nowhere else. */
export function clientSecretPlace(providerId: string): SealPlace {
  return { table: 'identity_providers', row: providerId, column: 'client_secret' }
}

/** What went wrong between us and a provider, without anything that was sent. */
export function reasonOf(error: unknown): string {
  const texts: string[] = []
  for (let fault: unknown = error; fault instanceof Error && texts.length < 3; fault = fault.cause) {
    if (fault.message !== '' && !texts.includes(fault.message)) texts.push(fault.message)
  }
  return texts.join(': ').slice(0, 300) || 'no reason given'
}
