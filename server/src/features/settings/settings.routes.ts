// The operations settings.* of the contract, each to its function. No logic here.
import { requireCaller, type SliceHandlers } from '../../platform/http.ts'
import type { MailServer } from '../../platform/mail.ts'
import type { SmsGatewayAccess } from '../../platform/sms-gateway.ts'
import { changeSettings } from './change-settings.ts'
import { readAllSettings, readPublicSettings, type SettingsReadDeps } from './read-settings.ts'
import { tryMail, trySms } from './try-way-out.ts'

export type SettingsDeps = SettingsReadDeps & {
  /** The ways out that the settings name; another slice opens them. */
  findMailServer(): Promise<MailServer | null>
  findSmsGateway(): Promise<SmsGatewayAccess | null>
}

type SettingsOperation =
  | 'settings.public'
  | 'settings.read'
  | 'settings.update'
  | 'settings.test-mail'
  | 'settings.test-sms'

export function settingsRoutes(deps: SettingsDeps): SliceHandlers<SettingsOperation> {
  return {
    'settings.public': () => readPublicSettings(deps),
    'settings.read': () => readAllSettings(deps),
    'settings.update': async ({ body }, context) => {
      const { caller, address, requestId } = requireCaller(context)
      await changeSettings(deps, { ...body, actorId: caller.userId, address, requestId })
      return readAllSettings(deps)
    },
    'settings.test-mail': (_input, context) => tryMail(deps, requireCaller(context)),
    'settings.test-sms': ({ body }, context) => trySms(deps, requireCaller(context), body.number),
  }
}
