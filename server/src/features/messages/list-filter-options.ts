// What an owner's messages can be narrowed down by: the ranges and connections they came through, and the languages
// they are in. Read from what the digest has counted, so it lags seconds behind and costs the same for any archive.
import { AppError } from '@inrange/contract/errors'
import { toApiId } from '@inrange/contract/ids'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { Queryable } from '../../platform/database.ts'
import { selectConnectionsSeen, selectLanguagesSeen, selectRangesSeen } from './archive.queries.ts'
import { selectDigest } from './digests.queries.ts'
import { selectInbox } from './messages.queries.ts'
import { microsToIso } from './messages.rules.ts'

/** Languages of so many days; older ones are found all the same. */
const LANGUAGE_DAYS = 400

/** @throws AppError not_found for an owner who does not exist */
export async function listFilterOptions(
  database: Queryable,
  input: { ownerId: string; now: Date },
): Promise<OperationResult<Operations['messages.filter-options']>> {
  const { ownerId, now } = input
  if (!(await selectInbox(database, ownerId))) throw new AppError('not_found')
  const digest = await selectDigest(database, ownerId)
  const since = new Date(now.getTime() - LANGUAGE_DAYS * 86_400_000)
  const ranges = await selectRangesSeen(database, ownerId)
  const connections = await selectConnectionsSeen(database, ownerId)
  const languages = await selectLanguagesSeen(database, ownerId, since)
  return {
    ranges: ranges.map((range) => ({ id: toApiId('range', range.id), name: range.name })),
    connections: connections.map((connection) => ({
      id: toApiId('connection', connection.id),
      name: connection.name,
      carrier: { id: toApiId('carrier', connection.carrierId), name: connection.carrierName },
    })),
    languages: languages.map(({ language, messages }) => ({ language, messages: Number(messages) })),
    countedUpTo: digest === null || digest.digestedMicros === 0n ? null : microsToIso(digest.digestedMicros),
  }
}
