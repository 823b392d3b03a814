// Works through owners in chunks, each one transaction. Guarantees that the failure of one owner never keeps the money
// of the others waiting: a chunk that fails is done again owner by owner, all are tried, and what failed is thrown
// together at the end. It deliberately works one chunk after the other: the machine belongs to messages.
import { isDatabaseUnavailable } from '../../platform/database-fault.ts'

/**
 * Does `work` with at most `ownersMax` owners at a time. Work that throws must have done nothing.
 * @throws AggregateError naming how many owners failed, with their errors, after all were tried; at once when the
 * database is away
 */
export async function eachChunk(
  ownerIds: readonly string[],
  ownersMax: number,
  work: (ownerIds: readonly string[]) => Promise<void>,
): Promise<void> {
  const failures: Error[] = []
  for (let start = 0; start < ownerIds.length; start += ownersMax) {
    const chunk = ownerIds.slice(start, start + ownersMax)
    const failed = await attempt(chunk, work)
    if (failed === null) continue
    if (chunk.length === 1) failures.push(failed)
    else for (const ownerId of chunk) failures.push(...asList(await attempt([ownerId], work)))
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${ownerIds.length} owners failed; the others are done`)
  }
}

/** @returns what went wrong, or null */
async function attempt(
  ownerIds: readonly string[],
  work: (ownerIds: readonly string[]) => Promise<void>,
): Promise<Error | null> {
  try {
    await work(ownerIds)
    return null
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    return new Error(`Owner ${ownerIds[0]}`, { cause: error })
  }
}

function asList(failure: Error | null): Error[] {
  return failure === null ? [] : [failure]
}
