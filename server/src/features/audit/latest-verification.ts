// When the audit log was last verified and sealed, and since when there is something to verify: for whoever watches
// over the installation.
import type { Queryable } from '../../platform/database.ts'
import { selectFirstEntryAt, selectLastBlock, selectLastVerification } from './chain.queries.ts'

export type LatestVerification = {
  verifiedAt: Date | null
  /** What the last verification found to be changed after it was sealed. */
  faults: number
  sealedAt: Date | null
  firstEntryAt: Date | null
}

export async function latestVerification(database: Queryable): Promise<LatestVerification> {
  const verification = await selectLastVerification(database)
  const block = await selectLastBlock(database)
  return {
    verifiedAt: verification?.at ?? null,
    faults: verification?.faults.length ?? 0,
    sealedAt: block?.sealedAt ?? null,
    firstEntryAt: await selectFirstEntryAt(database),
  }
}
