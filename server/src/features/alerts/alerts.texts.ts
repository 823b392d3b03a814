// The name and the sentence of an alert, for notifications and mails, in English; the console has its own, in the
// reader's language. Pure.
import type { AlertKind } from '@inrange/contract/alert-kinds'
import type { Finding } from './alerts.rules.ts'

const texts: Readonly<Record<AlertKind, readonly [name: string, sentence: string]>> = {
  connection_down: ['Connection down', '{subject} has been down for {minutes} minutes.'],
  connection_quiet: ['No messages', '{subject} has had no message for {minutes} minutes; {usual} an hour are usual.'],
  quarantine_growing: ['Quarantine growing', '{count} messages were quarantined within an hour.'],
  receiving_slow: ['Receiving is slow', 'Messages wait {seconds} seconds until they are stored; {queued} are queued.'],
  api_faults: ['Requests fail', '{faults} of {requests} requests failed within five minutes.'],
  api_slow: ['Answers are slow', 'One request in twenty takes {ms} ms or longer.'],
  database_connections: ['Database connections', '{used} of {max} connections of the database are in use.'],
  disk_full: ['Disk nearly full', '{percent}% of the disk are free.'],
  ledger_faults: ['The books do not balance', 'The last check found {faults} differences. {first}'],
  ledger_check_old: ['Ledger not checked', 'The last check of the ledger is {hours} hours old.'],
  settlement_late: ['Settlement late', 'An hour that ended {hours} hours ago is not settled.'],
  audit_broken: ['Audit log changed', '{faults} blocks of the audit log were changed after they were sealed.'],
  audit_check_old: ['Audit log not verified', 'The audit log was last verified {hours} hours ago.'],
  jobs_stopped: ['Background jobs stopped', 'No scheduled job has started for {minutes} minutes.'],
  job_failing: ['A job fails', '{subject} failed {attempts} times. {error}'],
  digests_late: ['Digests late', 'Messages of {owners} owners have waited {minutes} minutes to be counted.'],
  mail_failing: ['Mail fails', '{waiting} mails wait and {failed} were given up. {error}'],
  node_away: ['Payment service away', '{subject} has not answered for {minutes} minutes. {detail}'],
  webhooks_waiting: [
    'PayPal messages wait',
    '{count} messages of PayPal are not handled, the oldest for {minutes} minutes.',
  ],
  withdrawals_waiting: ['Withdrawals wait', '{count} withdrawals wait for an approval, the oldest for {hours} hours.'],
  backup_old: ['Backup old', 'The newest backup, {name}, is {hours} hours old.'],
  backup_missing: ['No backup', 'There is no backup in the folder that BACKUP_DIR names. {error}'],
  live_lost: [
    'Live view waits',
    'The program does not hear the database’s notifications, so screens are seconds late.',
  ],
}

export function alertText({ kind, subjectName, facts }: Pick<Finding, 'kind' | 'subjectName' | 'facts'>): {
  name: string
  sentence: string
} {
  const [name, sentence] = texts[kind]
  const values: Finding['facts'] = { ...facts, subject: subjectName }
  const filled = sentence.replace(/\{(\w+)\}/g, (_whole, fact: string) => String(values[fact] ?? '')).trim()
  return { name: subjectName === '' ? name : `${name}: ${subjectName}`, sentence: filled }
}
