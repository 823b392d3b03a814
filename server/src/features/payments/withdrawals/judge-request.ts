// Judges whether an owner may ask for a withdrawal, by the same rules before they prove it and when they do. Guarantees
// one order of refusals: the platform's pause, the destination, the amount, limits, rests, what is available.
import { AppError } from '@inrange/contract/errors'
import type { Queryable } from '../../../platform/database.ts'
import { lastSignInChange } from '../../identity/identity.public.ts'
import { balancesOf, type OwnerBalances } from '../../ledger/ledger.public.ts'
import { readSettings, type Settings } from '../../settings/settings.public.ts'
import { findMethod, type MethodRow } from '../methods/find-method.ts'
import { selectDestination, type DestinationRow } from './destinations.queries.ts'
import { selectOwnerCreatedAt, sumBoundToPaypal } from './judging.queries.ts'
import {
  availableFault,
  destinationFault,
  limitFault,
  minimumFault,
  pauseFault,
  paypalBoundSince,
  restFault,
  type Day,
  type Fault,
} from './withdrawals.rules.ts'

export type RequestFacts = { ownerId: string; methodId: string; destinationId: string; grossMicros: bigint }
export type JudgedRequest = {
  settings: Settings['withdrawals']
  method: MethodRow
  destination: DestinationRow
  balances: OwnerBalances
}

/**
 * @param days what was asked for today, this request not yet in it
 * @throws AppError the first reason against it; not_found for a method that is not active and for a destination that is
 * not the owner's
 */
export async function judgeRequest(
  database: Queryable,
  facts: RequestFacts,
  { days, now }: { days: { ownerDay: Day; platformDay: Day }; now: Date },
): Promise<JudgedRequest> {
  const { ownerId, grossMicros } = facts
  const { withdrawals: settings } = await readSettings(database)
  refuse(pauseFault(settings))
  const method = await findMethod(database, facts.methodId)
  const destination = await selectDestination(database, { ownerId, id: facts.destinationId })
  if (!method?.isActive || !destination) throw new AppError('not_found')
  refuse(destinationFault(destination, { methodKind: method.kind, now }))
  refuse(minimumFault(grossMicros, { methodMinimumMicros: method.minimumMicros, settings }))
  refuse(limitFault(grossMicros, { settings, ...days }))
  await requireRested(database, { ownerId, settings, now })
  const balances = await balancesOf(database, ownerId)
  const boundToPaypalMicros =
    settings.paypalOnlyDays === 0
      ? 0n
      : await sumBoundToPaypal(database, { ownerId, since: paypalBoundSince(settings, now) })
  const { availableMicros, deficitMicros } = balances
  refuse(availableFault(grossMicros, { availableMicros, deficitMicros, boundToPaypalMicros, kind: method.kind }))
  return { settings, method, destination, balances }
}

async function requireRested(
  database: Queryable,
  { ownerId, settings, now }: { ownerId: string; settings: Settings['withdrawals']; now: Date },
): Promise<void> {
  const accountCreatedAt = await selectOwnerCreatedAt(database, ownerId)
  if (!accountCreatedAt) throw new AppError('not_found')
  const since = new Date(now.getTime() - settings.changeHours * 3_600_000)
  const changedAt = settings.changeHours === 0 ? null : await lastSignInChange(database, { userId: ownerId, since })
  refuse(restFault({ settings, accountCreatedAt, changedAt, now }))
}

/** A fault of the rules as the error that a caller meets. */
export function refuse(fault: Fault | null): void {
  if (fault) throw new AppError(fault.code, { message: fault.message })
}
