// Adds a destination. Guarantees that its owner hears of it, that it rests before it may be used, and that money cannot
// be sent in a circle: no address at which our own money comes in is taken.
import { AppError } from '@inrange/contract/errors'
import type { MethodKind } from '@inrange/contract/payment-kinds'
import { recordActivity, recordAudit } from '../../audit/audit.public.ts'
import { readSettings } from '../../settings/settings.public.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import {
  countDestinations,
  insertDestination,
  lockOwnerRow,
  selectIsOurAddress,
  type DestinationRow,
} from './destinations.queries.ts'
import { DESTINATIONS_MAX, readDestination, usableFrom } from './destinations.rules.ts'
import { utcMinute } from './withdrawals.rules.ts'

export type Requester = { userId: string; address: string; requestId: string }

/** @throws AppError destination_refused with what is wrong with it; conflict when the owner has it already */
export async function createDestination(
  deps: PaymentsDeps,
  input: { owner: Requester; kind: MethodKind; address: string; label: string },
): Promise<DestinationRow> {
  const { owner, kind, label } = input
  const reading = readDestination(input.address, kind, deps.outside?.chains)
  if (!reading.ok) throw refused(reading.text)
  const { address } = reading
  return await deps.database.transaction(async (transaction) => {
    const now = deps.clock.now()
    const { userId: ownerId } = owner
    const names = await lockOwnerRow(transaction, ownerId)
    if (!names) throw new AppError('not_found')
    if (await selectIsOurAddress(transaction, address)) {
      throw refused('This is an address of this platform. Money sent there would come straight back as a deposit.')
    }
    if ((await countDestinations(transaction, ownerId)) >= DESTINATIONS_MAX) {
      throw new AppError('conflict', { message: `You have ${DESTINATIONS_MAX} destinations. Remove one first.` })
    }
    const { withdrawals: settings } = await readSettings(transaction)
    const from = usableFrom(now, settings.destinationHours)
    const row = await insertDestination(transaction, { ownerId, kind, address, label, usableFrom: from, now })
    if (!row) throw new AppError('conflict', { message: 'You have this destination already.' })
    await recordActivity(transaction, {
      userId: ownerId,
      activityType: 'user_destination_added',
      description: `Added the withdrawal destination ${address}`,
      metadata: { kind, address },
    })
    await recordAudit(transaction, {
      actorId: ownerId,
      action: 'destination_added',
      subjectType: 'destination',
      subjectId: row.id,
      address: owner.address,
      requestId: owner.requestId,
      after: { kind, destination: address, usableFrom: from },
    })
    const facts = { destination: address, usableFrom: utcMinute(from), address: owner.address }
    await deps.notices.notify(transaction, {
      userId: ownerId,
      kind: 'destination_added',
      recipient: names.email,
      facts: { username: names.username, ...facts },
    })
    return row
  })
}

function refused(text: string): AppError {
  return new AppError('destination_refused', { message: text, fields: { address: text } })
}
