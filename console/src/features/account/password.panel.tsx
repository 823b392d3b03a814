// Changing one's own password.
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { outdate, read } from '../../lib/query.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.ts'
import { NewPasswordForm } from '../identity/new-password.form.tsx'
import { Panel, ReadFailure } from './account.parts.tsx'
import { t } from './account.texts.ts'

export function PasswordPanel() {
  const asked = useQuery(read('account.read', {}))
  const account = asked.data
  const done = () => {
    notify(t('passwordSaved'))
    void outdate('account.read', 'account.sessions', 'users.activities')
  }
  const changedAt = account?.passwordChangedAt ?? null
  return (
    <Panel
      title={t('password')}
      hint={t('passwordHint')}
      {...(changedAt === null
        ? {}
        : {
            action: (
              <p className="text-[0.8125rem] text-ink-soft">
                {t('passwordChanged')} <RelativeTime iso={changedAt} />
              </p>
            ),
          })}
    >
      <ReadFailure asked={asked} />
      {account === undefined && asked.error === null && (
        <div role="status" aria-label={t('loading')}>
          <Skeleton className="h-72 max-w-md" />
        </div>
      )}
      {account?.hasPassword === true && (
        <div className="max-w-md">
          <NewPasswordForm asksCurrent submit={t('passwordSave')} onDone={done} />
        </div>
      )}
      {account?.hasPassword === false && (
        <EmptyState icon={<KeyRound />} title={t('noPassword')} description={t('noPasswordHint')} />
      )}
    </Panel>
  )
}
