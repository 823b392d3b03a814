// What a role sees in place of a section that is not for it. The server refuses the data on its own.
import { ShieldAlert } from 'lucide-react'
import { EmptyState } from './empty-state.tsx'
import { t } from './ui.texts.ts'

export function AccessDenied({ needed }: { needed: 'admin' | 'super_admin' }) {
  const description = t(needed === 'admin' ? 'adminNeeded' : 'superAdminNeeded')
  return <EmptyState size="page" level={1} icon={<ShieldAlert />} title={t('accessDenied')} description={description} />
}
