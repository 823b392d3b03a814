// The questions before an act on somebody's access: activate, deactivate, reset the second factors, end every session;
// each says what follows from it. The password has a dialog of its own, and so has acting for somebody.
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../lib/api.ts'
import { outdate, read } from '../../lib/query.ts'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { NoticeBox } from '../../ui/error-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.ts'
import { ActAsForm } from './act-as.form.tsx'
import { ResetPassword } from './reset-password.dialog.tsx'
import { t } from './user-form.texts.ts'
import { FailureBox } from './user.failure.tsx'
import type { User } from './user.parts.tsx'

type ActProps = { user: User; onClose: () => void }

function problemOf(error: Error | null): { error?: ReactNode } {
  return error === null ? {} : { error: <FailureBox error={error} /> }
}

/** What follows from deactivating, each in a line: it is the act that people fear to undo. */
function Consequences() {
  return (
    <ul className="flex list-disc flex-col gap-1.5 ps-5 text-sm marker:text-ink-faint">
      <li>{t('deactivateSessions')}</li>
      <li>{t('deactivateApi')}</li>
      <li>{t('deactivateMessages')}</li>
      <li>{t('deactivateEarnings')}</li>
    </ul>
  )
}

function Access({ user, onClose, isActive }: ActProps & { isActive: boolean }) {
  const name = user.username
  const act = useMutation({
    mutationFn: () => call('users.update', { params: { userId: user.id }, body: { isActive } }),
    onSuccess: async () => {
      notify(t(isActive ? 'activated' : 'deactivated', { name }))
      onClose()
      await outdate('users.list', 'users.read', 'users.options', 'users.activities', 'users.sessions')
    },
  })
  return (
    <ConfirmDialog
      title={t(isActive ? 'activateTitle' : 'deactivateTitle', { name })}
      description={t(isActive ? 'activateHint' : 'deactivateHint')}
      confirm={t(isActive ? 'activate' : 'deactivate')}
      tone={isActive ? 'primary' : 'danger'}
      busy={act.isPending}
      onConfirm={() => act.mutate()}
      onClose={onClose}
      {...problemOf(act.error)}
    >
      {isActive ? undefined : <Consequences />}
    </ConfirmDialog>
  )
}

function SignOut({ user, onClose }: ActProps) {
  const name = user.username
  const act = useMutation({
    mutationFn: () => call('users.sign-out', { params: { userId: user.id } }),
    onSuccess: async ({ endedSessions }) => {
      notify(t('signedOut', { name, count: endedSessions }))
      onClose()
      await outdate('users.list', 'users.read', 'users.activities', 'users.sessions')
    },
  })
  return (
    <ConfirmDialog
      title={t('signOutTitle', { name })}
      description={t('signOutHint')}
      confirm={t('signOut')}
      busy={act.isPending}
      onConfirm={() => act.mutate()}
      onClose={onClose}
      {...problemOf(act.error)}
    />
  )
}

function ResetFactors({ user, onClose }: ActProps) {
  const name = user.username
  const act = useMutation({
    mutationFn: () => call('users.reset-factors', { params: { userId: user.id } }),
    onSuccess: async ({ removedFactors }) => {
      notify(t('factorsReset', { name, count: removedFactors }))
      onClose()
      await outdate('users.list', 'users.read', 'users.activities', 'users.sessions')
    },
  })
  return (
    <ConfirmDialog
      title={t('factorsTitle', { name })}
      description={t('factorsHint', { count: user.factorCount })}
      confirm={t('resetFactors')}
      busy={act.isPending}
      onConfirm={() => act.mutate()}
      onClose={onClose}
      {...problemOf(act.error)}
    >
      <NoticeBox>{t('factorsWarning')}</NoticeBox>
    </ConfirmDialog>
  )
}

const dialogs = {
  activate: (props: ActProps) => <Access {...props} isActive />,
  deactivate: (props: ActProps) => <Access {...props} isActive={false} />,
  'sign-out': SignOut,
  'reset-factors': ResetFactors,
  'reset-password': ResetPassword,
  'act-as': ActAsForm,
} as const

export type AccessAct = keyof typeof dialogs
type AccessDialogProps = {
  act: AccessAct
  userId: string
  /** The row of the list, if the user is on screen. */
  listed: User | undefined
  onClose: () => void
}

export function UserAccessDialog({ act, userId, listed, onClose }: AccessDialogProps) {
  const stored = useQuery({ ...read('users.read', { params: { userId } }), enabled: listed === undefined })
  const user = listed ?? stored.data
  if (user === undefined) {
    return (
      <Dialog size="small" title={t('editTitle')} onClose={onClose}>
        {stored.error === null ? (
          <SkeletonRows rows={2} label={t('loading')} />
        ) : (
          <FailureBox error={stored.error} onRetry={() => void stored.refetch()} retrying={stored.isFetching}>
            {t('readFailed', { reason: stored.error.message })}
          </FailureBox>
        )}
      </Dialog>
    )
  }
  const Act = dialogs[act]
  return <Act user={user} onClose={onClose} />
}
