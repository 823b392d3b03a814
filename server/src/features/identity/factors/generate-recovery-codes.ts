// Makes the codes that stand in for a lost factor: ten, shown once, each good once, stored as hashes. They never stand
// alone: without a factor there are none, and the last factor takes them along.
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { confirmStepUp, type StepUpRefusal } from '../confirm-step-up.ts'
import type { IdentityDeps, RequestOrigin } from '../identity.deps.ts'
import { insertFactor, replaceRecoveryCodes, selectRecoveryCodeSet } from './factors.queries.ts'
import { secondFactorsOf } from './factors.rules.ts'
import { recordFactorChange } from './record-factor-change.ts'
import { hashRecoveryCode, RECOVERY_CODE_BYTES, RECOVERY_CODES_COUNT, recoveryCodeFrom } from './recovery-code.rules.ts'

export type GenerateOutcome =
  | { kind: 'generated'; id: string; friendlyName: string; codes: string[] }
  /** There is no factor that the codes could stand in for. */
  | { kind: 'sole_factor' }
  /** There is a set already, and it was not asked to be replaced. */
  | { kind: 'exists' }
  /** There is no set to replace. */
  | { kind: 'not_found' }
  | StepUpRefusal

type Input = {
  userId: string
  sessionId: string
  /** `make` the first set, with a name; or `replace` the codes of the set that is there. */
  want: { kind: 'make'; friendlyName: string } | { kind: 'replace' }
  origin: RequestOrigin
}

export async function generateRecoveryCodes(
  deps: Pick<IdentityDeps, 'database' | 'clock' | 'notices'>,
  input: Input,
): Promise<GenerateOutcome> {
  return deps.database.transaction(async (transaction): Promise<GenerateOutcome> => {
    const now = deps.clock.now()
    const { userId, want } = input
    const stepUp = await confirmStepUp(transaction, { ...input, now })
    if (stepUp.kind !== 'confirmed') return stepUp
    const isAlone = secondFactorsOf(stepUp.account.factors).length === 0
    if (isAlone) return { kind: want.kind === 'make' ? 'sole_factor' : 'not_found' }
    const known = await selectRecoveryCodeSet(transaction, userId)
    if (known && want.kind === 'make') return { kind: 'exists' }
    if (!known && want.kind === 'replace') return { kind: 'not_found' }
    const set = known ?? { id: randomUUIDv7(), friendlyName: want.kind === 'make' ? want.friendlyName : '' }
    const { id, friendlyName } = set
    if (!known) {
      const row = { id, userId, factorType: 'recovery_code', friendlyName, status: 'verified', now } as const
      await insertFactor(transaction, row)
    }
    const codes = Array.from({ length: RECOVERY_CODES_COUNT }, () => recoveryCodeFrom(randomBytes(RECOVERY_CODE_BYTES)))
    await replaceRecoveryCodes(transaction, { factorId: id, codeHashes: codes.map(hashRecoveryCode), now })
    const replaced = known !== null
    await recordFactorChange(deps, transaction, {
      account: stepUp.account,
      origin: input.origin,
      activityType: 'user_recovery_codes_made',
      what: replaced ? 'New recovery codes replaced the old ones' : 'Recovery codes were made',
      audit: { action: 'recovery_codes_made', after: { replaced } },
    })
    return { kind: 'generated', id, friendlyName, codes }
  })
}
