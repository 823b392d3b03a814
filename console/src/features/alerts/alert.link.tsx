// Where something can be done about an alert. Some are mended outside the console; those lead nowhere.
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { nameOf, type Alert } from './alerts.rules.ts'
import { t } from './alerts.texts.ts'

type LinkProps = { className: string; 'aria-label': string; children: ReactNode }

export function AlertLink({ alert }: { alert: Alert }) {
  const common: LinkProps = {
    className: buttonClass('quiet', 'small'),
    'aria-label': t('lookOf', { name: nameOf(alert) }),
    children: (
      <>
        {t('look')}
        <ArrowRight className="rtl:-scale-x-100" aria-hidden="true" />
      </>
    ),
  }
  switch (alert.kind) {
    case 'connection_down':
    case 'connection_quiet': {
      const { carrier } = alert.facts
      const connection = alert.subject?.id
      return (
        <Link
          to="/carriers"
          search={typeof carrier === 'string' && connection ? { carrier, connection } : {}}
          {...common}
        />
      )
    }
    case 'quarantine_growing':
      return <Link to="/quarantine" {...common} />
    case 'receiving_slow':
      return <Link to="/admin-dashboard" {...common} />
    case 'ledger_faults':
    case 'ledger_check_old':
    case 'settlement_late':
      return <Link to="/payment-settings" search={{ tab: 'books' }} {...common} />
    case 'audit_broken':
    case 'audit_check_old':
      return <Link to="/audit" {...common} />
    case 'mail_failing':
      return <Link to="/platform-settings" {...common} />
    case 'node_away':
    case 'webhooks_waiting':
      return <Link to="/payment-settings" {...common} />
    case 'withdrawals_waiting':
      return <Link to="/holds" search={{ tab: 'withdrawals' }} {...common} />
    case 'api_faults':
    case 'api_slow':
    case 'database_connections':
    case 'disk_full':
    case 'jobs_stopped':
    case 'job_failing':
    case 'digests_late':
    case 'backup_old':
    case 'backup_missing':
    case 'live_lost':
      return null
  }
}
