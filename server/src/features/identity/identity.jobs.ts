// The background work of identity, as definitions for the job queue. Each is cheap when nothing is due and safe to run
// twice or by two processes at once.
import type { JobDefinition } from '../../platform/jobs.ts'
import type { IdentityDeps } from './identity.deps.ts'
import { rotateOldSigningKeys } from './rotate-signing-keys.ts'
import { sweepIdentity } from './sweep-identity.ts'

export function identityJobs(deps: Omit<IdentityDeps, 'publicUrl'>): JobDefinition[] {
  return [
    {
      name: 'sweep-identity',
      schedule: '17 3 * * *',
      handle: async () => {
        await sweepIdentity(deps)
      },
    },
    {
      name: 'rotate-signing-keys',
      schedule: '23 3 * * *',
      handle: async (_payload, { log }) => {
        if (await rotateOldSigningKeys(deps)) log.info({}, 'a new signing key is published and signs soon')
      },
    },
  ]
}
