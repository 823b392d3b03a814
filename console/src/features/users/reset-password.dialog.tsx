// Gives somebody a way to a new password: a temporary one or a link, each shown once. Both live only in this dialog and
// are gone when it closes. Who was invited and has not come yet can only get another link.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { outdate } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Handover, MadeLink } from './made-link.tsx'
import { OptionCards } from './option-cards.tsx'
import { t } from './user-form.texts.ts'
import { FailureBox } from './user.failure.tsx'
import type { User } from './user.parts.tsx'

type Mode = 'temporary' | 'link'

function useReset(user: User) {
  return useMutation({
    mutationFn: (mode: Mode) => call('users.reset-password', { params: { userId: user.id }, body: { mode } }),
    // Neither may outlive its dialog in the cache.
    gcTime: 0,
    onSuccess: () => outdate('users.list', 'users.read', 'users.activities', 'users.sessions'),
  })
}

/** One dialog for the question and the answer, so that the focus returns to whoever asked. */
export function ResetPassword({ user, onClose }: { user: User; onClose: () => void }) {
  const name = user.username
  const [isInvited] = useState(user.isInvited)
  const [chosen, setMode] = useState<Mode>('temporary')
  const mode = isInvited ? 'link' : chosen
  const act = useReset(user)
  const answer = act.data
  const footer =
    answer === undefined ? (
      <>
        <Button disabled={act.isPending} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button variant={mode === 'link' ? 'primary' : 'danger'} busy={act.isPending} onClick={() => act.mutate(mode)}>
          {t(mode === 'link' ? 'makeLink' : 'reset')}
        </Button>
      </>
    ) : (
      <Button variant="primary" onClick={onClose}>
        {t('done')}
      </Button>
    )
  return (
    <Dialog
      size="small"
      title={t(titleOf(answer, isInvited), { name })}
      {...describe(answer, isInvited)}
      onClose={onClose}
      keepOnOutsideClick
      footer={footer}
    >
      {answer === undefined && !isInvited && <Ways value={mode} onChange={setMode} />}
      <div aria-live="polite">
        {typeof answer?.temporaryPassword === 'string' && (
          <Handover label={t('temporary')} text={answer.temporaryPassword} copyLabel={t('copyPassword')} />
        )}
        {answer?.link && <MadeLink link={answer.link} email={user.email} />}
      </div>
      {act.error !== null && <FailureBox error={act.error} className="mt-3" />}
    </Dialog>
  )
}

type Answer = ReturnType<typeof useReset>['data']

function titleOf(answer: Answer, isInvited: boolean) {
  if (answer !== undefined) return answer.link === null ? 'temporaryTitle' : 'linkTitle'
  return isInvited ? 'inviteTitle' : 'resetTitle'
}

function describe(answer: Answer, isInvited: boolean): { description?: string } {
  if (answer === undefined) return isInvited ? { description: t('inviteOptionHint') } : {}
  return answer.link === null ? { description: t('temporaryHint') } : {}
}

function Ways({ value, onChange }: { value: Mode; onChange: (mode: Mode) => void }) {
  return (
    <OptionCards
      label={t('resetHow')}
      value={value}
      options={[
        { value: 'temporary', label: t('temporaryOption'), hint: t('temporaryOptionHint') },
        { value: 'link', label: t('linkOption'), hint: t('linkOptionHint') },
      ]}
      onChange={onChange}
    />
  )
}
