// One look: what is measured, what of it is wrong, and what that changes. The point of no return is the commit, with
// which alerts are opened, resolved and told of at once, or not at all.
import { toApiId } from '@inrange/contract/ids'
import { alertKinds } from '@inrange/contract/alert-kinds'
import type { Clock } from '../../platform/clock.ts'
import type { Database, DatabaseTransaction } from '../../platform/database.ts'
import { notify } from '../notifications/notifications.public.ts'
import { readSettings } from '../settings/settings.public.ts'
import type { SystemFacts } from '../system/system.public.ts'
import {
  insertAlert,
  reopenAlert,
  resolveAlerts,
  selectKnown,
  tryLockWatch,
  updateAlertFacts,
} from './alerts.queries.ts'
import { judge, judgedKinds, type Finding } from './alerts.rules.ts'
import { alertText } from './alerts.texts.ts'
import { changesOf, REOPENED_WITHIN_MS, type Changes } from './changes.rules.ts'

export type WatchDeps = { database: Database; clock: Clock; measure(): Promise<SystemFacts> }

/**
 * @returns what it changed; null when another process was looking
 * @throws when the database does not answer
 */
export async function watchAlerts(deps: WatchDeps): Promise<Changes | null> {
  const facts = await deps.measure()
  const { alerts: thresholds } = await readSettings(deps.database.kysely)
  const findings = judge(facts, thresholds)
  const now = deps.clock.now()
  return deps.database.transaction(async (transaction) => {
    if (!(await tryLockWatch(transaction))) return null
    const known = await selectKnown(transaction, new Date(now.getTime() - REOPENED_WITHIN_MS))
    const changes = changesOf(known, findings, judgedKinds(facts), now)
    for (const opened of changes.opened) {
      const id = await insertAlert(transaction, { ...opened, now })
      if (opened.isNotified) await tell(transaction, id, opened.finding)
    }
    for (const reopened of changes.reopened) {
      await reopenAlert(transaction, { ...reopened, now })
      if (reopened.isNotified) await tell(transaction, reopened.id, reopened.finding)
    }
    for (const updated of changes.updated) await updateAlertFacts(transaction, updated)
    await resolveAlerts(transaction, changes.resolved, now)
    return changes
  })
}

async function tell(transaction: DatabaseTransaction, id: string, finding: Finding): Promise<void> {
  // Carriers tell of this by themselves, sooner, and lead to the connection.
  if (finding.kind === 'connection_down') return
  const { name, sentence } = alertText(finding)
  await notify(transaction, {
    to: alertKinds[finding.kind].audience,
    kind: 'alert',
    facts: { name, state: 'raised', detail: sentence },
    subject: { noun: 'alert', id: toApiId('alert', id) },
  })
}
