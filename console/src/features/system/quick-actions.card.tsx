// The four ways on from the Super Admin Dashboard.
import { Link } from '@tanstack/react-router'
import { ChevronRight, CreditCard, RadioTower, Settings, Users } from 'lucide-react'
import { sections } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { t } from './system.texts.ts'

const actions = [
  { section: 'manage-users', icon: Users, hint: 'usersHint' },
  { section: 'carriers', icon: RadioTower, hint: 'carriersHint' },
  { section: 'payment-settings', icon: CreditCard, hint: 'paymentsHint' },
  { section: 'platform-settings', icon: Settings, hint: 'settingsHint' },
] as const

export function QuickActions() {
  return (
    <Card title={t('quickActions')} flush>
      <ul className="p-1.5">
        {actions.map(({ section, icon: Icon, hint }) => (
          <li key={section}>
            <Link
              to={`/${section}`}
              className="flex min-h-11 items-center gap-3 rounded-lg px-2.5 py-2 transition-colors hover:bg-hover"
            >
              <span className="inline-flex size-8 shrink-0 items-center justify-center rounded-lg bg-accent-soft">
                <Icon className="size-4 text-accent-ink" aria-hidden="true" />
              </span>
              <span className="min-w-0 flex-1 text-sm">
                <span className="block font-medium">{sections[section].title}</span>
                <span className="block truncate text-xs text-ink-soft">{t(hint)}</span>
              </span>
              <ChevronRight className="size-4 shrink-0 text-ink-faint rtl:rotate-180" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
