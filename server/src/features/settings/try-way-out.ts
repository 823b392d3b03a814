// Tries the mail server and the SMS gateway as they are stored, and says what the other side answered. A test costs
// what a real message costs, so each is an audit entry.
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { CallerContext } from '../../platform/http.ts'
import { sendMail } from '../../platform/mail.ts'
import { sendSms } from '../../platform/sms-gateway.ts'
import { recordAudit } from '../audit/audit.public.ts'
import { readSettings } from './settings.public.ts'
import { selectAddressOfUser } from './settings.queries.ts'
import type { SettingsDeps } from './settings.routes.ts'

type Tried = OperationResult<Operations['settings.test-mail']>

export async function tryMail(deps: SettingsDeps, context: CallerContext): Promise<Tried> {
  const server = await deps.findMailServer()
  if (!server) return { outcome: 'not_configured', detail: 'Give a host and a sender address first, and save them.' }
  const to = await selectAddressOfUser(deps.database.kysely, context.caller.userId)
  const { fromName } = (await readSettings(deps.database.kysely)).mail
  const subject = `A test of ${fromName}`
  const text = 'Mail works: this was sent from the settings of the platform.'
  const { kind, detail } = await sendMail(server, { to, subject, text: `${text}\n`, html: `<p>${text}</p>` })
  await record(deps, context, 'mail_tested', { to, outcome: kind })
  return { outcome: kind, detail }
}

export async function trySms(deps: SettingsDeps, context: CallerContext, number: string): Promise<Tried> {
  const gateway = await deps.findSmsGateway()
  if (!gateway) return { outcome: 'not_configured', detail: 'Give the address of the gateway first, and save it.' }
  const to = number.replace('+', '')
  const { kind, detail } = await sendSms(gateway, { to, text: 'A test of the SMS gateway: it works.' })
  await record(deps, context, 'sms_tested', { to, outcome: kind })
  return { outcome: kind, detail }
}

function record(
  deps: SettingsDeps,
  { caller, address, requestId }: CallerContext,
  action: string,
  after: { to: string; outcome: string },
): Promise<void> {
  const fact = { actorId: caller.userId, action, subjectType: 'settings', subjectId: 'ways_out' }
  return recordAudit(deps.database.kysely, { ...fact, address, requestId, after })
}
