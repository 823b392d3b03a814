// An admin opens a case: on the hours of one range that one owner had it in. It deliberately needs no second person:
// holding can be undone, and waiting cannot.
import { AppError } from '@inrange/contract/errors'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { Notices } from '../notices/notices.public.ts'
import { selectOwnerAt } from './cases.queries.ts'
import { openCase, type CaseAuthor } from './open-case.ts'

const HOUR_MS = 3_600_000
const HOURS_MAX = 24 * 366

/**
 * @throws AppError invalid_request when the hours are none, reversed, in the future or too many; not_found when the
 * range had no owner then; other_person_needed when it is the caller's own
 */
export async function openCaseByHand(
  deps: { database: Database; clock: Clock; notices: Notices },
  input: { rangeId: string; from: Date; until: Date; reason: string; by: CaseAuthor },
): Promise<string> {
  const fromHour = new Date(Math.floor(input.from.getTime() / HOUR_MS) * HOUR_MS)
  const untilHour = new Date(Math.ceil(input.until.getTime() / HOUR_MS) * HOUR_MS)
  const hours = (untilHour.getTime() - fromHour.getTime()) / HOUR_MS
  if (hours < 1) throw new AppError('invalid_request', { fields: { until: 'The end lies after the beginning.' } })
  if (hours > HOURS_MAX) throw new AppError('invalid_request', { fields: { from: 'A case takes at most a year.' } })
  if (fromHour.getTime() > deps.clock.nowMs()) {
    throw new AppError('invalid_request', { fields: { from: 'Nothing has come in the future.' } })
  }
  return await deps.database.transaction(async (transaction) => {
    const owned = await selectOwnerAt(transaction, input.rangeId, fromHour)
    const owner = owned ?? (await selectOwnerAt(transaction, input.rangeId, new Date(untilHour.getTime() - 1)))
    if (!owner) throw new AppError('not_found')
    if (owner.ownerId === input.by.userId) throw new AppError('other_person_needed')
    const { rangeId, reason: summary } = input
    const hoursAndOwner = { ownerId: owner.ownerId, rangeId, fromHour, untilHour }
    const facts = { ...hoursAndOwner, signal: 'manual' as const, summary, figures: [] }
    return (await openCase(deps, transaction, facts, input.by)).caseId
  })
}
