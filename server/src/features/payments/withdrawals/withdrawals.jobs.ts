// What withdrawals need in the background.
import type { JobDefinition } from '../../../platform/jobs.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { watchPayouts } from './watch-payouts.ts'

export function withdrawalsJobs(deps: PaymentsDeps): JobDefinition[] {
  return [
    {
      name: 'watch-payouts',
      schedule: '* * * * *',
      handle: async (_payload, { log }) => {
        const { completed, gone, unreachable } = await watchPayouts(deps)
        if (completed + gone + unreachable > 0) log.info({ completed, gone, unreachable }, 'looked at what was sent')
      },
    },
  ]
}
