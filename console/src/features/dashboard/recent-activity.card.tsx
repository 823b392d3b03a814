// What the signed-in person (or the platform on their account) did last, as the server recorded it.
import { Activity, Hash, History, KeyRound, LogIn, LogOut, UserPlus, type LucideIcon } from 'lucide-react'
import { serverText } from '../../i18n/server-texts.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import type { Dashboard } from './dashboard.figures.ts'
import { t } from './dashboard.texts.ts'

/** The first word that an activity's type contains decides its icon. */
const icons: readonly (readonly [word: string, icon: LucideIcon])[] = [
  ['login', LogIn],
  ['logout', LogOut],
  ['password', KeyRound],
  ['range', Hash],
  ['created', UserPlus],
]

function iconOf(activityType: string): LucideIcon {
  return icons.find(([word]) => activityType.includes(word))?.[1] ?? Activity
}

export function RecentActivity({ activities }: { activities: Dashboard['recentActivity'] | undefined }) {
  return (
    <Card flush title={t('recentActivity')}>
      {activities === undefined && <SkeletonRows rows={4} label={t('loading')} className="h-12" />}
      {activities?.length === 0 && (
        <EmptyState icon={<History />} title={t('noActivity')} description={t('noActivityHint')} />
      )}
      {activities !== undefined && activities.length > 0 && (
        <ul className="py-1.5">
          {activities.map(({ id, activityType, description, createdAt }) => {
            const Icon = iconOf(activityType)
            return (
              <li key={id} className="flex items-start gap-3 px-4 py-2">
                <Icon className="mt-0.5 size-4 shrink-0 text-ink-faint" aria-hidden="true" />
                <p dir="auto" className="min-w-0 flex-1 text-[0.8125rem] break-words">
                  {serverText(description)}
                </p>
                <RelativeTime iso={createdAt} className="shrink-0 text-xs text-ink-soft" />
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
