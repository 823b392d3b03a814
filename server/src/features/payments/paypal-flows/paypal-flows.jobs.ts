// The background work of PayPal, as definitions for the job queue: what a webhook points at, at once; what is under
// way, every minute; what is over and may be taken back, once a day.
import type { JobDefinition } from '../../../platform/jobs.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { handleWebhook } from './handle-webhook.ts'
import { WEBHOOK_JOB } from './receive-webhook.ts'
import { recheckPaypal, sweepPaypal } from './sweep-paypal.ts'

export function paypalFlowsJobs(deps: PaymentsDeps): JobDefinition[] {
  return [
    { name: WEBHOOK_JOB, handle: (payload) => handleWebhook(deps, payload) },
    {
      name: 'sweep-paypal',
      schedule: '* * * * *',
      handle: async (_payload, { log }) => {
        const result = await sweepPaypal(deps)
        if (result.unanswered > 0) log.warn(result, 'PayPal did not answer for all')
      },
    },
    {
      name: 'recheck-paypal',
      schedule: '41 3 * * *',
      handle: async (_payload, { log, signal }) => {
        const result = await recheckPaypal(deps, signal)
        if (result.looked > 0) log.info(result, 'what PayPal had paid and received was looked at again')
      },
    },
  ]
}
