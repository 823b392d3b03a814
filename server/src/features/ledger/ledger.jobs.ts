// The ledger's background work, as definitions for the job queue. Guarantees that each is cheap when nothing is due,
// bounded when much is, and safe to run twice or by two processes at once: the database decides what is left to do.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { JobDefinition } from '../../platform/jobs.ts'
import type { ExtraCheck } from './check-ledger.ts'
import { matureEarnings } from './mature-earnings.ts'
import { recordCheck } from './record-check.ts'
import { recoverDeficits } from './recover-deficits.ts'
import { sealBlocks } from './seal-blocks.ts'
import { settleEarnings } from './settle-earnings.ts'

const EVERY_MINUTE = '* * * * *'
/** Past the hour, when its settlement is done. */
const EVERY_HOUR = '7 * * * *'

/**
 * Settles, matures, recovers and seals every minute; checks the books every hour.
 * @param deps.readMaturityDays the setting as it is now; the ledger knows no settings
 * @param deps.extraChecks what other slices prove, checked with ours
 */
export function ledgerJobs(deps: {
  database: Database
  clock: Clock
  readMaturityDays: () => Promise<number>
  extraChecks?: readonly ExtraCheck[]
}): JobDefinition[] {
  return [
    {
      name: 'settle-earnings',
      schedule: EVERY_MINUTE,
      handle: async (_payload, { log }) => {
        const result = await settleEarnings(deps, { maturityDays: await deps.readMaturityDays() })
        if (result.settlements > 0) log.info(result, 'earnings settled')
      },
    },
    {
      name: 'mature-earnings',
      schedule: EVERY_MINUTE,
      handle: async (_payload, { log }) => {
        const result = await matureEarnings(deps)
        if (result.transfers > 0) log.info(result, 'earnings matured')
      },
    },
    {
      name: 'recover-deficits',
      schedule: EVERY_MINUTE,
      handle: async (_payload, { log }) => {
        const result = await recoverDeficits(deps)
        if (result.transfers > 0) log.info(result, 'deficits recovered')
      },
    },
    {
      name: 'seal-blocks',
      schedule: EVERY_MINUTE,
      handle: async (_payload, { log }) => {
        const result = await sealBlocks(deps)
        if (result.blocks > 0) log.info(result, 'journal sealed')
      },
    },
    {
      name: 'check-ledger',
      schedule: EVERY_HOUR,
      handle: async (_payload, { log }) => {
        const { kept } = await recordCheck(deps)
        const { faults, firstFault } = kept
        if (faults > 0) log.error({ faults, firstFault }, 'the books do not balance: run npm run ledger:check')
      },
    },
  ]
}
