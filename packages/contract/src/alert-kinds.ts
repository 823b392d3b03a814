// What the installation can raise an alert about: the part of it that is concerned, and who is told. An alert is shown
// to whoever may open the page on which something can be done about it. Plain data, which a browser may load.

export const systemParts = [
  'receiving',
  'api',
  'database',
  'ledger',
  'audit',
  'jobs',
  'mail',
  'payments',
  'backups',
  'live',
] as const
export type SystemPart = (typeof systemParts)[number]

type AlertKindSpec = { part: SystemPart; audience: 'admins' | 'super_admins' }

export const alertKinds = {
  connection_down: { part: 'receiving', audience: 'admins' },
  connection_quiet: { part: 'receiving', audience: 'admins' },
  quarantine_growing: { part: 'receiving', audience: 'admins' },
  receiving_slow: { part: 'receiving', audience: 'admins' },
  api_faults: { part: 'api', audience: 'admins' },
  api_slow: { part: 'api', audience: 'admins' },
  database_connections: { part: 'database', audience: 'super_admins' },
  disk_full: { part: 'database', audience: 'super_admins' },
  ledger_faults: { part: 'ledger', audience: 'super_admins' },
  ledger_check_old: { part: 'ledger', audience: 'super_admins' },
  settlement_late: { part: 'ledger', audience: 'super_admins' },
  audit_broken: { part: 'audit', audience: 'admins' },
  audit_check_old: { part: 'audit', audience: 'admins' },
  jobs_stopped: { part: 'jobs', audience: 'admins' },
  job_failing: { part: 'jobs', audience: 'admins' },
  digests_late: { part: 'jobs', audience: 'admins' },
  mail_failing: { part: 'mail', audience: 'super_admins' },
  node_away: { part: 'payments', audience: 'super_admins' },
  webhooks_waiting: { part: 'payments', audience: 'super_admins' },
  withdrawals_waiting: { part: 'payments', audience: 'admins' },
  backup_old: { part: 'backups', audience: 'super_admins' },
  backup_missing: { part: 'backups', audience: 'super_admins' },
  live_lost: { part: 'live', audience: 'admins' },
} as const satisfies Record<string, AlertKindSpec>

export type AlertKind = keyof typeof alertKinds

function keysOf<const K extends string>(record: Readonly<Record<K, unknown>>): readonly K[] {
  return Object.keys(record) as K[] // Object.keys forgets which keys the record has.
}

export const alertKindNames: readonly AlertKind[] = keysOf(alertKinds)
