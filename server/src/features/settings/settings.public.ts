// The door of the settings slice: what the operator may change while the program runs, typed and never missing. A
// change is seen at once by the process that made it and within seconds by the others. It deliberately has no setting
// that a message's rating depends on; those are effective over time and live with ranges.
export type { Settings } from '@inrange/contract/settings'
export { rewrapSecretSettings } from './rewrap-secret-settings.ts'
export { forgetSettings, readSecretSetting, readSettings } from './settings.memory.ts'
export { settingsRoutes } from './settings.routes.ts'
export { mailIsSent, mfaRequiredFor } from './settings.rules.ts'
