// Every operation of /api/v1, by id. Nothing is served that is not here.
import { account } from './account.ts'
import { alerts } from './alerts.ts'
import { analytics } from './analytics.ts'
import { audit } from './audit.ts'
import { carriers } from './carriers.ts'
import { cases } from './cases.ts'
import { dashboard } from './dashboard.ts'
import { deposits } from './deposits.ts'
import { earnings } from './earnings.ts'
import { exports } from './exports.ts'
import { identityProviders } from './identity-providers.ts'
import { messages } from './messages.ts'
import { notifications } from './notifications.ts'
import { overview } from './overview.ts'
import { payments } from './payments.ts'
import { quarantine } from './quarantine.ts'
import { ranges } from './ranges.ts'
import { reports } from './reports.ts'
import { schedules } from './schedules.ts'
import { signingKeys } from './signing-keys.ts'
import { search } from './search.ts'
import { savedViews } from './saved-views.ts'
import { settings } from './settings.ts'
import { system } from './system.ts'
import { testNumbers } from './test-numbers.ts'
import { users } from './users.ts'
import { wallet } from './wallet.ts'
import { withdrawals } from './withdrawals.ts'

export const operations = {
  ...system,
  ...alerts,
  ...overview,
  ...dashboard,
  ...analytics,
  ...earnings,
  ...messages,
  ...savedViews,
  ...ranges,
  ...users,
  ...account,
  ...audit,
  ...signingKeys,
  ...identityProviders,
  ...settings,
  ...wallet,
  ...payments,
  ...deposits,
  ...withdrawals,
  ...cases,
  ...notifications,
  ...search,
  ...carriers,
  ...quarantine,
  ...testNumbers,
  ...reports,
  ...exports,
  ...schedules,
}
export type Operations = typeof operations
export type OperationId = keyof Operations
