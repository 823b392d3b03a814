// Services elsewhere that may vouch for a user, over OpenID Connect. The super admin connects them; anybody may know
// which ones can be chosen at the sign-in. The client secret is write-only.
import { z } from 'zod'
import { operation } from './operation.ts'
import { timestampSchema } from './page.ts'

const providerId = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{1,30}$/, 'Use 2 to 31 small letters, digits, hyphens or underscores; begin with a letter.')
  .meta({ description: 'A word that names the provider in addresses, such as `google`' })
const name = z.string().trim().min(1, 'The name is required.').max(60)
const issuer = z
  .string()
  .trim()
  .max(300)
  .refine(isIssuer, 'Give the issuer as an https address without ? and #; http is for this machine only.')
  .meta({ description: 'Exactly as the provider writes it, with or without a slash at its end' })
const clientId = z.string().trim().min(1, 'The client id is required.').max(300)
const clientSecret = z.string().trim().min(1).max(1_000)
const scopes = z
  .string()
  .trim()
  .max(300)
  .refine((text) => text.split(/\s+/).includes('openid'), 'The scopes must include openid.')

/** https, or http on this very machine; nothing that would change what the address means. */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(text)
  if (username !== '' || password !== '' || search !== '' || hash !== '' || /[?#]/.test(text)) return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

/** Whether a host name of an address, as URL gives it, is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

const providerSchema = z
  .object({
    id: providerId,
    name: z.string(),
    issuer: z.string(),
    clientId: z.string(),
    clientSecretSet: z.boolean(),
    scopes: z.string(),
    isEnabled: z.boolean(),
    /** How many users are linked. */
    identities: z.number().int(),
    /** What to enter as redirect address at the provider. */
    callbackUrl: z.string(),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'IdentityProvider' })

const params = z.object({ providerId })

export const identityProviders = {
  'identity-providers.enabled': operation({
    method: 'GET',
    path: '/identity-providers/enabled',
    summary: 'Providers that can be chosen at the sign-in',
    response: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),
  'identity-providers.list': operation({
    method: 'GET',
    path: '/identity-providers',
    summary: 'All providers, by name',
    response: z.object({ items: z.array(providerSchema) }),
  }),
  'identity-providers.create': operation({
    method: 'POST',
    path: '/identity-providers',
    summary: 'Connect a provider; it is not offered until it is enabled',
    body: z.strictObject({
      id: providerId,
      name,
      issuer,
      clientId,
      /** Absent: a public client, which proves itself by PKCE alone. */
      clientSecret: clientSecret.optional(),
      scopes: scopes.default('openid email profile'),
      isEnabled: z.boolean().default(false),
    }),
    response: providerSchema,
    status: 201,
    errors: ['identity_provider_taken'],
  }),
  'identity-providers.update': operation({
    method: 'PATCH',
    path: '/identity-providers/{providerId}',
    summary: 'Edit a provider. Its issuer stays while users are linked to it',
    params,
    body: z
      .strictObject({
        name: name.optional(),
        issuer: issuer.optional(),
        clientId: clientId.optional(),
        /** null: from now on a public client. */
        clientSecret: clientSecret.nullable().optional(),
        scopes: scopes.optional(),
        isEnabled: z.boolean().optional(),
      })
      .refine((body) => Object.keys(body).length > 0, 'Give at least one field to change.'),
    response: providerSchema,
    errors: ['identity_provider_taken', 'identity_provider_in_use'],
  }),
  'identity-providers.delete': operation({
    method: 'DELETE',
    path: '/identity-providers/{providerId}',
    summary: 'Remove a provider that no user is linked to',
    params,
    errors: ['identity_provider_in_use'],
  }),
  'identity-providers.test': operation({
    method: 'POST',
    path: '/identity-providers/{providerId}/test',
    summary: 'Ask the provider what it offers, now, and say what was found',
    params,
    response: z.object({
      ok: z.boolean(),
      /** What was found, or what is wrong, in one sentence. */
      detail: z.string(),
      durationMs: z.number().int(),
    }),
  }),
}
