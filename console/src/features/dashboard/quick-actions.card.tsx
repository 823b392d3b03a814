// The three ways on from the dashboard. Users see the two that are theirs.
import { Link } from '@tanstack/react-router'
import { ChevronRight, Hash, MessageSquare, Users, type LucideIcon } from 'lucide-react'
import { roleCovers, type Role } from '@inrange/contract/roles'
import { Card } from '../../ui/card.tsx'
import { t } from './dashboard.texts.ts'

type Action = { to: '/manage-users' | '/number-ranges' | '/inbox'; icon: LucideIcon; label: string; hint: string }

function actionsFor(role: Role): readonly Action[] {
  const everybody: Action[] = [
    { to: '/number-ranges', icon: Hash, label: t('numberRanges'), hint: t('rangesHint') },
    { to: '/inbox', icon: MessageSquare, label: t('viewMessages'), hint: t('viewMessagesHint') },
  ]
  if (!roleCovers(role, 'admin')) return everybody
  return [{ to: '/manage-users', icon: Users, label: t('manageUsers'), hint: t('manageUsersHint') }, ...everybody]
}

export function QuickActions({ role }: { role: Role }) {
  return (
    <Card flush title={t('quickActions')}>
      <ul className="p-1.5">
        {actionsFor(role).map(({ to, icon: Icon, label, hint }) => (
          <li key={to}>
            <Link
              to={to}
              className="group flex min-h-11 items-center gap-3 rounded-lg px-2.5 py-2 transition-colors hover:bg-hover"
            >
              <span className="inline-flex size-8 shrink-0 items-center justify-center rounded-lg bg-accent-soft">
                <Icon className="size-4 text-accent-ink" aria-hidden="true" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{label}</span>
                <span className="block truncate text-xs text-ink-soft">{hint}</span>
              </span>
              <ChevronRight className="size-4 shrink-0 text-ink-faint rtl:rotate-180" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
