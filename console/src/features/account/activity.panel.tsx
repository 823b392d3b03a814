// What happened on one's own account, as the server recorded it.
import { useQuery } from '@tanstack/react-query'
import { Activity, Fingerprint, History, KeyRound, Link2, LogIn, LogOut, UserPlus, type LucideIcon } from 'lucide-react'
import { serverText } from '../../i18n/server-texts.ts'
import { useSignedInUser } from '../../lib/auth.ts'
import { useCursorTrail } from '../../lib/cursor-trail.ts'
import { readKeeping } from '../../lib/query.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import type { Patch } from './account.page.tsx'
import { Panel, ReadFailure } from './account.parts.tsx'
import { t } from './account.texts.ts'

const rowsPerPage = 25

/** The first word that an activity's type contains decides its icon. */
const icons: readonly (readonly [word: string, icon: LucideIcon])[] = [
  ['login', LogIn],
  ['logout', LogOut],
  ['session', LogOut],
  ['password', KeyRound],
  ['factor', Fingerprint],
  ['passkey', Fingerprint],
  ['recovery', KeyRound],
  ['identity', Link2],
  ['created', UserPlus],
]

function iconOf(activityType: string): LucideIcon {
  return icons.find(([word]) => activityType.includes(word))?.[1] ?? Activity
}

function addressIn(metadata: unknown): string | null {
  const address = typeof metadata === 'object' && metadata !== null && 'address' in metadata ? metadata.address : null
  return typeof address === 'string' && address !== '' ? address : null
}

export function ActivityPanel({ cursor, patch }: { cursor: string | undefined; patch: Patch }) {
  const { id: userId } = useSignedInUser()
  const query = { limit: rowsPerPage, ...(cursor === undefined ? {} : { cursor }) }
  const asked = useQuery(readKeeping('users.activities', { params: { userId }, query }))
  const items = asked.data?.items
  const trail = useCursorTrail(cursor, asked.data?.nextCursor, (next) => patch({ cursor: next }))
  return (
    <>
      <Panel flush title={t('activity')} hint={t('activityHint')}>
        {asked.error !== null && <ReadFailure asked={asked} className="m-5" />}
        {items === undefined && asked.error === null && <SkeletonRows rows={8} label={t('loading')} className="h-12" />}
        {items?.length === 0 && <EmptyState icon={<History />} title={t('noActivity')} />}
        {items !== undefined && items.length > 0 && (
          <ol aria-label={t('activity')} className="divide-y divide-line">
            {items.map(({ id, activityType, description, metadata, createdAt }) => {
              const Icon = iconOf(activityType)
              const address = addressIn(metadata)
              return (
                <li key={id} className="flex items-start gap-3 px-5 py-3 text-sm">
                  <Icon className="mt-0.5 size-4 shrink-0 text-ink-faint" aria-hidden="true" />
                  <p className="min-w-0 flex-1 break-words">
                    <span dir="auto">{serverText(description)}</span>
                    {address !== null && (
                      <span className="block text-xs text-ink-soft">{t('fromAddress', { address })}</span>
                    )}
                  </p>
                  <RelativeTime iso={createdAt} className="shrink-0 pt-px text-xs text-ink-soft" />
                </li>
              )
            })}
          </ol>
        )}
      </Panel>
      {(trail.back !== undefined || trail.onward !== undefined) && (
        <Pagination onNewer={trail.back} onOlder={trail.onward} busy={asked.isFetching} />
      )}
    </>
  )
}
