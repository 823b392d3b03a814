// Asks a provider what it offers, without the memory, and says what was found. It cannot tell whether the provider
// knows our client and its secret: that shows at the first sign-in.
import { AppError } from '@inrange/contract/errors'
import type { ServerMetadata } from 'openid-client'
import type { ProviderDeps } from './create-provider.ts'
import { discoverProvider, ProviderFault } from './provider.discovery.ts'
import { selectProvider } from './providers.queries.ts'

/** @throws AppError not_found */
export async function testProvider(
  deps: ProviderDeps,
  providerId: string,
): Promise<{ ok: boolean; detail: string; durationMs: number }> {
  const provider = await selectProvider(deps.database.kysely, providerId)
  if (!provider) throw new AppError('not_found')
  const startedMs = performance.now()
  const took = () => Math.round(performance.now() - startedMs)
  try {
    const metadata = (await discoverProvider(deps, provider)).serverMetadata()
    return { ok: true, detail: describe(metadata, provider.scopes), durationMs: took() }
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    return { ok: false, detail: error.message, durationMs: took() }
  }
}

function describe(metadata: ServerMetadata, scopes: string): string {
  const offered = metadata.scopes_supported
  const missing = offered ? scopes.split(/\s+/).filter((scope) => !offered.includes(scope)) : []
  const found = `Found ${metadata.issuer}; people sign in at ${new URL(metadata.authorization_endpoint ?? '').origin}.`
  return missing.length === 0 ? found : `${found} It does not list the scopes ${missing.join(', ')}.`
}
