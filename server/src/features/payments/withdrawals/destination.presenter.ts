// A destination as its owner sees it.
import { toApiId } from '@inrange/contract/ids'
import type { DestinationRow } from './destinations.queries.ts'

export function presentDestination(row: DestinationRow, now: Date) {
  return {
    id: toApiId('destination', row.id),
    kind: row.kind,
    address: row.address,
    label: row.label,
    createdAt: row.createdAt.toISOString(),
    usableFrom: row.usableFrom.toISOString(),
    isUsable: row.usableFrom <= now,
  }
}
