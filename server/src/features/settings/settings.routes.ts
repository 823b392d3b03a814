// The operations settings.* of the contract, each to its function. No logic here.
import { requireCaller, type SliceHandlers } from '../../platform/http.ts'
import type { MailServer } from '../../platform/mail.ts'
import type { SmsGatewayAccess } from '../../platform/sms-gateway.ts'
import { changeSettings } from './change-settings.ts'
import { readAllSettings, readPublicSettings, type SettingsReadDeps } from './read-settings.ts'
import { createTrialLimit } from './trial.limit.ts'
import { MAIL_TRIALS_PER_HOUR_MAX, SMS_TRIALS_PER_HOUR_MAX, tryMail, trySms, type TestMail } from './try-way-out.ts'

export type SettingsDeps = SettingsReadDeps & {
  /** The ways out that the settings name; another slice opens them. */
  findMailServer(): Promise<MailServer | null>
  findSmsGateway(): Promise<SmsGatewayAccess | null>
  /** The mail that a test sends, in the form of all others. */
  writeTestMail: TestMail
}

type SettingsOperation =
  | 'settings.public'
  | 'settings.read'
  | 'settings.update'
  | 'settings.test-mail'
  | 'settings.test-sms'

export function settingsRoutes(deps: SettingsDeps): SliceHandlers<SettingsOperation> {
  const mailTrials = createTrialLimit(deps.clock, MAIL_TRIALS_PER_HOUR_MAX)
  const smsTrials = createTrialLimit(deps.clock, SMS_TRIALS_PER_HOUR_MAX)
  return {
    'settings.public': () => readPublicSettings(deps),
    'settings.read': () => readAllSettings(deps),
    'settings.update': async ({ body }, context) => {
      const { caller, address, requestId } = requireCaller(context)
      await changeSettings(deps, { ...body, actorId: caller.userId, address, requestId })
      return readAllSettings(deps)
    },
    'settings.test-mail': (_input, context) => tryMail(deps, mailTrials, requireCaller(context)),
    'settings.test-sms': ({ body }, context) => trySms(deps, smsTrials, requireCaller(context), body.number),
  }
}
