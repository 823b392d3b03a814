// The ways out that the settings name: a mail server, an SMS gateway; null while they name none.
import type { Database } from '../../platform/database.ts'
import type { MailServer } from '../../platform/mail.ts'
import type { SealPlace, Secrets } from '../../platform/secrets.ts'
import { sendSms, type SmsGatewayAccess, type SmsOutcome } from '../../platform/sms-gateway.ts'
import { mailIsSent, readSecretSetting, readSettings } from '../settings/settings.public.ts'

type WayDeps = { database: Database; secrets: Secrets }

/** Where the facts of a notice are sealed for. */
export function noticePlace(id: string): SealPlace {
  return { table: 'notices', row: id, column: 'facts_sealed' }
}

/** The mail server that the settings name, or null. */
export async function findMailServer({ database, secrets }: WayDeps): Promise<MailServer | null> {
  const settings = await readSettings(database.kysely)
  if (!mailIsSent(settings)) return null
  const { host, port, security, username, fromAddress, fromName } = settings.mail
  const password = await readSecretSetting({ secrets }, database.kysely, 'mailPassword')
  const credentials = username === '' ? null : { username, password: password ?? '' }
  return { host, port, security, credentials, from: { name: fromName, address: fromAddress } }
}

/** The gateway that the settings name, ready to send, or null. */
export async function findSmsGateway(
  deps: WayDeps,
): Promise<{ sendSms(to: string, text: string): Promise<SmsOutcome['kind']> } | null> {
  const access = await findSmsGatewayAccess(deps)
  return access && { sendSms: async (to, text) => (await sendSms(access, { to, text })).kind }
}

export async function findSmsGatewayAccess({ database, secrets }: WayDeps): Promise<SmsGatewayAccess | null> {
  const { smsGateway } = await readSettings(database.kysely)
  if (smsGateway.url === '') return null
  return { ...smsGateway, credential: await readSecretSetting({ secrets }, database.kysely, 'smsGatewayCredential') }
}
