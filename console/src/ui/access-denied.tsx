// What a role sees in place of a section that is not for it. The server refuses the data on its own.
import { ShieldAlert } from 'lucide-react'
import { EmptyState } from './empty-state.tsx'

export function AccessDenied({ needed }: { needed: 'admin' | 'super_admin' }) {
  const description = needed === 'admin' ? 'Admin access required.' : 'Super Admin access required.'
  return <EmptyState size="page" level={1} icon={<ShieldAlert />} title="Access Denied" description={description} />
}
