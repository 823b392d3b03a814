// The questions before an act on somebody's access: activate, deactivate, reset the password, end every session. A
// temporary password is shown once, lives only in this dialog and is gone when it closes.
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../lib/api.ts'
import { outdate, read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { NoticeBox } from '../../ui/error-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.ts'
import { t } from './user-form.texts.ts'
import { FailureBox } from './user.failure.tsx'

type Subject = { id: string; username: string }
type ActProps = { user: Subject; onClose: () => void }

function problemOf(error: Error | null): { error?: ReactNode } {
  return error === null ? {} : { error: <FailureBox error={error} /> }
}

function Access({ user, onClose, isActive }: ActProps & { isActive: boolean }) {
  const name = user.username
  const act = useMutation({
    mutationFn: () => call('users.update', { params: { userId: user.id }, body: { isActive } }),
    onSuccess: async () => {
      notify(t(isActive ? 'activated' : 'deactivated', { name }))
      onClose()
      await outdate('users.list', 'users.read', 'users.options', 'users.activities')
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
    />
  )
}

function SignOut({ user, onClose }: ActProps) {
  const name = user.username
  const act = useMutation({
    mutationFn: () => call('users.sign-out', { params: { userId: user.id } }),
    onSuccess: async ({ endedSessions }) => {
      notify(t('signedOut', { name, count: endedSessions }))
      onClose()
      await outdate('users.activities')
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

function TemporaryPassword({ password }: { password: string }) {
  return (
    <div className="flex items-center gap-2 rounded-xl border border-line bg-sunken py-2 ps-4 pe-2">
      <p className="min-w-0 flex-1 font-mono text-lg break-all">
        <span className="sr-only">{t('temporary')} </span>
        <bdi dir="ltr" className="select-all">
          {password}
        </bdi>
      </p>
      <CopyButton text={password} label={t('copyPassword')} className="size-9" />
    </div>
  )
}

/** One dialog for the question and the answer, so that the focus returns to whoever asked. */
function ResetPassword({ user, onClose }: ActProps) {
  const name = user.username
  const act = useMutation({
    mutationFn: () => call('users.reset-password', { params: { userId: user.id }, body: {} }),
    // The password must not outlive its dialog in the cache.
    gcTime: 0,
    onSuccess: () => outdate('users.activities'),
  })
  const isDone = act.data !== undefined
  const footer = isDone ? (
    <Button variant="primary" onClick={onClose}>
      {t('done')}
    </Button>
  ) : (
    <>
      <Button disabled={act.isPending} onClick={onClose}>
        {t('cancel')}
      </Button>
      <Button variant="danger" busy={act.isPending} onClick={() => act.mutate()}>
        {t('reset')}
      </Button>
    </>
  )
  return (
    <Dialog
      size="small"
      title={t(isDone ? 'temporaryTitle' : 'resetTitle', { name })}
      description={t(isDone ? 'temporaryHint' : 'resetHint')}
      onClose={onClose}
      keepOnOutsideClick
      footer={footer}
    >
      {!isDone && <NoticeBox>{t('resetWarning')}</NoticeBox>}
      <div aria-live="polite">{isDone && <TemporaryPassword password={act.data.temporaryPassword ?? ''} />}</div>
      {act.error !== null && <FailureBox error={act.error} className="mt-3" />}
    </Dialog>
  )
}

export type AccessAct = 'activate' | 'deactivate' | 'reset-password' | 'sign-out'
type AccessDialogProps = {
  act: AccessAct
  userId: string
  /** The row of the list, if the user is on screen. */
  listed: Subject | undefined
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
  if (act === 'reset-password') return <ResetPassword user={user} onClose={onClose} />
  if (act === 'sign-out') return <SignOut user={user} onClose={onClose} />
  return <Access user={user} onClose={onClose} isActive={act === 'activate'} />
}
