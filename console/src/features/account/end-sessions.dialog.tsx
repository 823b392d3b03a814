// Asks before sessions end.
import { useMutation } from '@tanstack/react-query'
import { call, type CallOutput } from '../../lib/api.ts'
import { outdate } from '../../lib/query.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { notify } from '../../ui/toast.ts'
import { t } from './account.texts.ts'

type Session = CallOutput<'account.sessions'>['items'][number]

function problemOf(error: Error | null) {
  return error === null ? {} : { error: <ErrorBox>{`${t('endFailed')} ${error.message}`}</ErrorBox> }
}

export function EndSessionDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const act = useMutation({
    mutationFn: () => call('account.end-session', { params: { sessionId: session.id } }),
    onSuccess: async () => {
      notify(t('ended'))
      onClose()
      await outdate('account.sessions', 'users.activities')
    },
  })
  return (
    <ConfirmDialog
      title={t('endTitle')}
      description={t('endHint', { device: session.device })}
      confirm={t('endAct')}
      busy={act.isPending}
      onConfirm={() => act.mutate()}
      onClose={onClose}
      {...problemOf(act.error)}
    />
  )
}

export function EndOthersDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const act = useMutation({
    mutationFn: () => call('account.end-other-sessions', {}),
    onSuccess: async ({ endedSessions }) => {
      notify(t('endedOthers', { count: endedSessions }))
      onClose()
      await outdate('account.sessions', 'users.activities')
    },
  })
  return (
    <ConfirmDialog
      title={t('endOthersTitle')}
      description={t('endOthersHint', { count })}
      confirm={t('endOthers')}
      busy={act.isPending}
      onConfirm={() => act.mutate()}
      onClose={onClose}
      {...problemOf(act.error)}
    />
  )
}
