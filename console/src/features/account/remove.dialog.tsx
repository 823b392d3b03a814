// Asks before a factor is removed or an identity unlinked, and for the second factor where the server wants to see it
// once more.
import { useState, type ReactNode } from 'react'
import { outdateAuthUser, removeFactor, removePasskey, unlinkIdentity, type OwnFactor } from '../../lib/auth-factors.ts'
import type { AuthOutcome } from '../../lib/auth-outcome.ts'
import { renewAccess } from '../../lib/auth.ts'
import { outdate } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NoticeBox } from '../../ui/error-box.tsx'
import { notify } from '../../ui/toast.ts'
import { AttemptFailure } from '../identity/attempt.failure.tsx'
import { useAttempt } from '../identity/use-attempt.ts'
import { t } from './account.texts.ts'
import { WithProof, type OnRefused } from './with-proof.tsx'

type AskProps = {
  title: string
  hint: string
  confirm: string
  failed: string
  act: () => Promise<AuthOutcome>
  onDone: () => void
  onClose: () => void
  children?: ReactNode
}

function AskDialog({ title, hint, confirm, failed, act, onDone, onClose, children }: AskProps) {
  const { isBusy, failure, secondsLeft, attempt, forget } = useAttempt({ failed })
  const [isProving, setProving] = useState(false)

  async function run(onRefused: OnRefused): Promise<void> {
    const outcome = await attempt(act)
    if (outcome === null) return
    if (outcome.ok) {
      onDone()
      return
    }
    const isProofMissing = outcome.reason === 'refused' && outcome.code === 'reauthentication_needed'
    setProving(isProofMissing)
    if (isProofMissing) forget()
    onRefused(outcome)
  }

  return (
    <Dialog size="small" title={title} description={hint} onClose={onClose}>
      <WithProof
        onProven={() => {
          setProving(false)
          void run(() => undefined)
        }}
      >
        {(onRefused) => (
          <div className="flex flex-col gap-4">
            {children}
            {!isProving && <AttemptFailure failure={failure} secondsLeft={secondsLeft} />}
            <div className="flex justify-end gap-2">
              <Button disabled={isBusy} onClick={onClose}>
                {t('cancel')}
              </Button>
              <Button variant="danger" busy={isBusy} disabled={secondsLeft > 0} onClick={() => void run(onRefused)}>
                {confirm}
              </Button>
            </div>
          </div>
        )}
      </WithProof>
    </Dialog>
  )
}

type RemoveFactorProps = { factor: OwnFactor; isLast: boolean; onClose: () => void }

export function RemoveFactorDialog({ factor, isLast, onClose }: RemoveFactorProps) {
  const name = factor.friendly_name ?? ''
  const done = () => {
    notify(t('removed', { name }))
    onClose()
    void outdateAuthUser()
    void outdate('account.sessions', 'users.activities')
    // Whoever must have a factor and has none any more is led to setting one up.
    if (isLast) void renewAccess()
  }
  return (
    <AskDialog
      title={t('removeTitle', { name })}
      hint={t('removeHint')}
      confirm={t('removeAct')}
      failed={t('removeFailed')}
      act={() => (factor.factor_type === 'webauthn' ? removePasskey(factor.id) : removeFactor(factor.id))}
      onDone={done}
      onClose={onClose}
    >
      {isLast && <NoticeBox>{t('removeLastHint')}</NoticeBox>}
    </AskDialog>
  )
}

type UnlinkProps = { identityId: string; name: string; onClose: () => void }

export function UnlinkDialog({ identityId, name, onClose }: UnlinkProps) {
  const done = () => {
    notify(t('unlinked', { name }))
    onClose()
    void outdateAuthUser()
    void outdate('users.activities')
  }
  return (
    <AskDialog
      title={t('unlinkTitle', { name })}
      hint={t('unlinkHint')}
      confirm={t('unlink')}
      failed={t('unlinkFailed')}
      act={() => unlinkIdentity(identityId)}
      onDone={done}
      onClose={onClose}
    />
  )
}
