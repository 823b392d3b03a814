// The statements of the wallet among the reports: each month leads to its statement in the wallet.
import { Link } from '@tanstack/react-router'
import { StatementList } from '../wallet/statement.list.tsx'
import { t } from './reports.texts.ts'

export function StatementsPanel() {
  return (
    <>
      <p className="text-sm text-pretty text-ink-soft">{t('statementsHint')}</p>
      <StatementList
        renderOpener={(month, label) => (
          <Link
            to="/wallet"
            search={{ dialog: 'statements', month }}
            aria-label={t('openStatement', { month: label })}
            className="text-sm font-medium after:absolute after:inset-0"
          >
            {label}
          </Link>
        )}
      />
    </>
  )
}
