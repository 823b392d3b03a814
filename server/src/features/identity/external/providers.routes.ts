// Which function answers which operation on identity providers. No logic here: the policy table has already said who
// may call.
import { invariant } from '../../../platform/invariant.ts'
import { requireCaller, type RequestContext, type SliceHandlers } from '../../../platform/http.ts'
import { createProvider, type Actor, type ProviderDeps } from './create-provider.ts'
import { deleteProvider } from './delete-provider.ts'
import { callbackUrl, ownOrigin } from './external.rules.ts'
import { selectProvider, selectProviders, type ProviderRow } from './providers.queries.ts'
import { testProvider } from './test-provider.ts'
import { updateProvider } from './update-provider.ts'

export type IdentityProvidersOperationId =
  | 'identity-providers.enabled'
  | 'identity-providers.list'
  | 'identity-providers.create'
  | 'identity-providers.update'
  | 'identity-providers.delete'
  | 'identity-providers.test'

export function identityProvidersRoutes(deps: ProviderDeps): SliceHandlers<IdentityProvidersOperationId> {
  const one = async (id: string) => {
    const provider = await selectProvider(deps.database.kysely, id)
    invariant(provider !== null, 'A provider that was just written is there')
    return presentProvider(deps, provider)
  }
  return {
    'identity-providers.enabled': async () => {
      const providers = await selectProviders(deps.database.kysely)
      return { items: providers.filter(({ isEnabled }) => isEnabled).map(({ id, name }) => ({ id, name })) }
    },
    'identity-providers.list': async () => {
      const providers = await selectProviders(deps.database.kysely)
      return { items: providers.map((provider) => presentProvider(deps, provider)) }
    },
    'identity-providers.create': async ({ body }, context) => {
      await createProvider(deps, { actor: actorOf(context), provider: body })
      return one(body.id)
    },
    'identity-providers.update': async ({ params, body }, context) => {
      await updateProvider(deps, { actor: actorOf(context), ...params, change: body })
      return one(params.providerId)
    },
    'identity-providers.delete': ({ params }, context) =>
      deleteProvider(deps, { actor: actorOf(context), ...params }) as Promise<undefined>,
    'identity-providers.test': ({ params }) => testProvider(deps, params.providerId),
  }
}

function presentProvider({ publicUrl }: ProviderDeps, provider: ProviderRow) {
  const { clientSecretSealed, createdAt, updatedAt, ...facts } = provider
  return {
    ...facts,
    clientSecretSet: clientSecretSealed !== null,
    callbackUrl: callbackUrl(ownOrigin(undefined, publicUrl)),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

function actorOf(context: RequestContext): Actor {
  const { caller, address, requestId } = requireCaller(context)
  return { userId: caller.userId, address, requestId }
}
