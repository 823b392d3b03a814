// Tells the owner of an export that it ended, in the transaction in which it did: in the console, and of a schedule
// also by mail. A mail has no file in it, only where the file is: what a mailbox keeps cannot expire.
import { toApiId } from '@inrange/contract/ids'
import type { DatabaseTransaction } from '../../platform/database.ts'
import { notify } from '../notifications/notifications.public.ts'
import { grouped } from './exports.rules.ts'
import type { ExportRow, Owner } from './exports.queries.ts'
import type { WorkDeps } from './reports.deps.ts'
import type { FixedRequest } from './request.rules.ts'
import { selectScheduleName } from './schedules.queries.ts'

export async function tellExportEnded(
  { notices, publicUrl }: Pick<WorkDeps, 'notices' | 'publicUrl'>,
  transaction: DatabaseTransaction,
  { row, owner }: { row: ExportRow; owner: Owner },
): Promise<void> {
  const id = toApiId('export', row.id)
  const isDone = row.state === 'done'
  await notify(transaction, {
    to: [row.ownerId],
    kind: 'export_ready',
    facts: { name: row.fileName, state: isDone ? 'ready' : 'failed', rows: isDone ? Number(row.rows) : null },
    subject: { noun: 'export', id },
    key: `export:${row.id}`,
  })
  const name = row.scheduleId === null ? null : await selectScheduleName(transaction, row.scheduleId)
  if (name === null) return
  const { username, email: recipient } = owner
  const link = new URL(`/reports?tab=exports&export=${id}`, publicUrl).href
  const common = { username, report: name, link }
  const mail = { userId: row.ownerId, recipient }
  if (!isDone) {
    const facts = { ...common, reason: row.reason ?? '' }
    await notices.notify(transaction, { ...mail, kind: 'report_failed', facts })
    return
  }
  const until = row.expiresAt?.toISOString().slice(0, 10) ?? ''
  const facts = { ...common, period: periodText(row.request), rows: grouped(row.rows), until }
  await notices.notify(transaction, { ...mail, kind: 'report_ready', facts })
}

/** '2026-03-01 to 2026-03-31 (Europe/Berlin)' */
function periodText(request: FixedRequest): string {
  if (request.kind === 'cdr') {
    const { firstDay, lastDay } = request.cdr.period
    return `${firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`} (${request.zone})`
  }
  const { from, until } = request.filter
  const text = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`
  if (from === undefined) return until === undefined ? 'all messages' : `messages before ${text(until)}`
  return until === undefined ? `messages since ${text(from)}` : `${text(from)} to ${text(until)}`
}
