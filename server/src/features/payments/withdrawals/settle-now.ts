// Takes what an owner has earned in closed hours into the ledger before they ask what they may withdraw, so that nobody
// waits for the next run of a job. It deliberately changes no date at which anything matures.
import { matureEarnings, settleEarnings } from '../../ledger/ledger.public.ts'
import { readSettings } from '../../settings/settings.public.ts'
import type { PaymentsDeps } from '../payments.deps.ts'

export async function settleNow(deps: Pick<PaymentsDeps, 'database' | 'clock'>, ownerId: string): Promise<void> {
  const { earningsMaturityDays: maturityDays } = await readSettings(deps.database.kysely)
  await settleEarnings(deps, { maturityDays, ownerIds: [ownerId] })
  await matureEarnings(deps, { ownerIds: [ownerId] })
}
