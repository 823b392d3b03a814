// What a reader chose for each kind, and a change of it. A kind that their role cannot receive is not there.
import { AppError } from '@inrange/contract/errors'
import type { NotificationKind } from '@inrange/contract/notifications'
import type { Role } from '@inrange/contract/roles'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database.ts'
import { mailIsSent, readSettings } from '../settings/settings.public.ts'
import { selectChoices, upsertChoice } from './notifications.queries.ts'
import { defaultsOf, kindsOf, preferencesOf } from './notifications.rules.ts'

type Reader = { userId: string; role: Role }

export async function readPreferences(database: Queryable, { userId, role }: Reader) {
  const settings = await readSettings(database)
  return { mailIsSent: mailIsSent(settings), items: preferencesOf(role, await selectChoices(database, userId)) }
}

/** @throws AppError invalid_request for a kind that the role cannot receive, or a mail that cannot be switched */
export async function chooseNotifications(
  { database: { kysely }, clock }: { database: Database; clock: Clock },
  reader: Reader,
  choice: { kind: NotificationKind; console?: boolean | undefined; mail?: boolean | undefined },
) {
  const { kind } = choice
  const preset = defaultsOf(kind)
  if (!kindsOf(reader.role).includes(kind)) {
    throw new AppError('invalid_request', { fields: { kind: 'Your role does not receive this kind.' } })
  }
  if (preset.mail === 'always' && choice.mail !== undefined) {
    throw new AppError('invalid_request', { fields: { mail: 'Mails about money are always sent.' } })
  }
  await upsertChoice(kysely, {
    userId: reader.userId,
    kind,
    inConsole: choice.console,
    byMail: choice.mail,
    preset: { inConsole: preset.console, byMail: preset.mail === 'on' },
    now: clock.now(),
  })
  return readPreferences(kysely, reader)
}
