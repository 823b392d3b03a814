// The door of payments: what is served, what runs in the background, where PayPal speaks to us, and what of it the
// check of the ledger proves. It deliberately offers no other slice a way to move money.
import type { JobDefinition } from '../../platform/jobs.ts'
import { booksJobs } from './books/books.jobs.ts'
import { booksRoutes } from './books/books.routes.ts'
import { depositsJobs } from './deposits/deposits.jobs.ts'
import { depositsRoutes } from './deposits/deposits.routes.ts'
import { methodsRoutes } from './methods/methods.routes.ts'
import { paypalFlowsJobs } from './paypal-flows/paypal-flows.jobs.ts'
import { paypalFlowsRoutes } from './paypal-flows/paypal-flows.routes.ts'
import type { PaymentsDeps } from './payments.deps.ts'
import { withdrawalsJobs } from './withdrawals/withdrawals.jobs.ts'
import { withdrawalsRoutes } from './withdrawals/withdrawals.routes.ts'

export { paymentChecks } from './books/payment-checks.ts'
export type { Outside, PaymentsDeps } from './payments.deps.ts'
export { paypalWebhooks as paymentsWebhooks } from './paypal-flows/receive-webhook.ts'

export function paymentsRoutes(deps: PaymentsDeps) {
  return {
    ...methodsRoutes(deps),
    ...depositsRoutes(deps),
    ...booksRoutes(deps),
    ...paypalFlowsRoutes(deps),
    ...withdrawalsRoutes(deps),
  }
}

export function paymentsJobs(deps: PaymentsDeps): JobDefinition[] {
  return [...depositsJobs(deps), ...booksJobs(deps), ...paypalFlowsJobs(deps), ...withdrawalsJobs(deps)]
}
