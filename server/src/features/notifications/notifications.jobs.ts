// The background work of notifications.
import type { JobDefinition } from '../../platform/jobs.ts'
import { mailNotifications, type MailDeps } from './mail-notifications.ts'
import { sweepNotifications } from './sweep-notifications.ts'

export function notificationsJobs(deps: MailDeps): JobDefinition[] {
  return [
    {
      name: 'mail-notifications',
      schedule: '* * * * *',
      handle: async (_payload, { signal }) => void (await mailNotifications(deps, signal)),
    },
    {
      name: 'sweep-notifications',
      schedule: '17 3 * * *',
      handle: (_payload, { signal }) => sweepNotifications(deps, signal),
    },
  ]
}
