// Works owner by owner. Guarantees that the failure of one owner never keeps the money of the others waiting: all are
// tried, and what failed is thrown together at the end. It deliberately works one after the other: the machine belongs
// to messages.

/** @throws AggregateError naming how many owners failed, with their errors, after all were tried */
export async function eachOwner(ownerIds: readonly string[], work: (ownerId: string) => Promise<void>): Promise<void> {
  const failures: Error[] = []
  for (const ownerId of ownerIds) {
    try {
      await work(ownerId)
    } catch (error) {
      failures.push(new Error(`Owner ${ownerId}`, { cause: error }))
    }
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${ownerIds.length} owners failed; the others are done`)
  }
}
