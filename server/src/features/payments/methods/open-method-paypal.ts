// Opens PayPal for a method. Guarantees one client per method and version, so that its access token is asked for once
// and credentials that were changed are used at once. It deliberately asks nothing: the first call does.
import { invariant } from '../../../platform/invariant.ts'
import type { Database } from '../../../platform/database.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { createPaypal, paypalBaseUrls, type Paypal } from '../paypal/paypal.client.ts'
import { openMethodSecret } from './method.secrets.ts'
import type { MethodRow } from './methods.queries.ts'

const TIMEOUT_MS = 15_000

// Per open database, gone with it; per method the client of its latest version.
const clients = new WeakMap<Database, Map<string, { version: bigint; paypal: Paypal }>>()

/** @throws SealBroken when the key ring cannot open the secret */
export function openMethodPaypal(deps: PaymentsDeps, method: MethodRow): Paypal {
  const { clientId, environment, clientSecretSealed } = method
  invariant(
    method.kind === 'paypal' && clientId !== null && environment !== null,
    'PayPal is opened for its own method',
  )
  const known = clients.get(deps.database) ?? new Map<string, { version: bigint; paypal: Paypal }>()
  clients.set(deps.database, known)
  const opened = known.get(method.id)
  if (opened?.version === method.version) return opened.paypal
  const clientSecret = openMethodSecret(deps.secrets, method.id, 'client_secret_sealed', clientSecretSealed)
  invariant(clientSecret !== null, 'A PayPal method has a client secret')
  const baseUrl = deps.outside?.paypalBaseUrl ?? paypalBaseUrls[environment]
  const paypal = createPaypal({ baseUrl, clientId, clientSecret, timeoutMs: TIMEOUT_MS, clock: deps.clock })
  known.set(method.id, { version: method.version, paypal })
  return paypal
}
