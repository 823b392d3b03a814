// The audit log's background work, as definitions for the job queue. Cheap when nothing is due, and safe to run
// twice or by two processes at once: the database decides what is left to seal.
import type { Database } from '../../platform/database.ts'
import type { JobDefinition } from '../../platform/jobs.ts'
import { sealAuditBlocks } from './seal-audit-blocks.ts'
import { verifyAuditChain } from './verify-audit-chain.ts'

/**
 * Seals every minute; verifies every night and says so in the program's log, with the hash of the newest block, so that
 * whoever collects the log elsewhere can prove the chain against it.
 */
export function auditJobs(deps: { database: Database }): JobDefinition[] {
  return [
    {
      name: 'seal-audit-blocks',
      schedule: '* * * * *',
      handle: async (_payload, { log }) => {
        const result = await sealAuditBlocks(deps)
        if (result.blocks > 0) log.debug(result, 'audit log sealed')
      },
    },
    {
      name: 'verify-audit-chain',
      schedule: '47 3 * * *',
      handle: async (_payload, { log }) => {
        const { isSound, faults, ...counted } = await verifyAuditChain({ ...deps, keep: true })
        if (isSound) log.info(counted, 'the audit log is as it was sealed')
        else log.error({ ...counted, faults }, 'THE AUDIT LOG WAS CHANGED after it was sealed')
      },
    },
  ]
}
