// Tries the mail server and the SMS gateway as they are stored, and says what the other side answered. A test costs
// what a real message costs, so each is counted, and an audit entry.
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { CallerContext } from '../../platform/http.ts'
import { sendMail, type Mail } from '../../platform/mail.ts'
import { SealBroken } from '../../platform/secrets.ts'
import { sendSms } from '../../platform/sms-gateway.ts'
import { recordAudit } from '../audit/audit.public.ts'
import { readSettings } from './settings.memory.ts'
import { selectAddressOfUser } from './settings.queries.ts'
import type { SettingsDeps } from './settings.routes.ts'
import type { TrialLimit } from './trial.limit.ts'

type Tried = OperationResult<Operations['settings.test-mail']>
export type TestMail = (username: string, product: string) => Omit<Mail, 'to'>

export const MAIL_TRIALS_PER_HOUR_MAX = 20
export const SMS_TRIALS_PER_HOUR_MAX = 10

/** @throws AppError too_many_requests */
export async function tryMail(deps: SettingsDeps, limit: TrialLimit, context: CallerContext): Promise<Tried> {
  const server = await orBroken(deps.findMailServer())
  if (server === 'broken') return brokenSecret
  if (!server) return { outcome: 'not_configured', detail: 'Give a host and a sender address first, and save them.' }
  limit.take()
  const { userId, username } = context.caller
  const to = await selectAddressOfUser(deps.database.kysely, userId)
  const { productName } = (await readSettings(deps.database.kysely)).branding
  const { kind, detail } = await sendMail(server, { to, ...deps.writeTestMail(username, productName) })
  await record(deps, context, { action: 'mail_tested', subjectId: 'mail', to, outcome: kind })
  return { outcome: kind, detail }
}

/** @throws AppError too_many_requests */
export async function trySms(
  deps: SettingsDeps,
  limit: TrialLimit,
  context: CallerContext,
  number: string,
): Promise<Tried> {
  const gateway = await orBroken(deps.findSmsGateway())
  if (gateway === 'broken') return brokenSecret
  if (!gateway) return { outcome: 'not_configured', detail: 'Give the address of the gateway first, and save it.' }
  limit.take()
  const to = number.replace('+', '')
  const { kind, detail } = await sendSms(gateway, { to, text: 'A test of the SMS gateway: it works.' })
  await record(deps, context, { action: 'sms_tested', subjectId: 'smsGateway', to, outcome: kind })
  return { outcome: kind, detail }
}

const brokenSecret: Tried = {
  outcome: 'not_configured',
  detail: 'The stored secret cannot be opened with the keys of this installation. Give it again, and save it.',
}

async function orBroken<T>(way: Promise<T>): Promise<T | 'broken'> {
  try {
    return await way
  } catch (error) {
    if (error instanceof SealBroken) return 'broken'
    throw error
  }
}

type Trial = { action: string; subjectId: string; to: string; outcome: 'sent' | 'refused' | 'unreachable' }

function record(
  deps: SettingsDeps,
  { caller, address, requestId }: CallerContext,
  { action, subjectId, to, outcome }: Trial,
): Promise<void> {
  const fact = { actorId: caller.userId, action, subjectType: 'settings', subjectId, address, requestId }
  const isDone = outcome === 'sent' ? 'done' : 'failed'
  return recordAudit(deps.database.kysely, { ...fact, outcome: isDone, after: { to, outcome } })
}
