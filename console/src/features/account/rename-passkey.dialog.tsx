// Gives a passkey another name.
import { useId, useState, type SubmitEvent } from 'react'
import { outdateAuthUser, renamePasskey, type OwnFactor } from '../../lib/auth-factors.ts'
import { fieldText } from '../../lib/form-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { notify } from '../../ui/toast.ts'
import { AttemptFailure } from '../identity/attempt.failure.tsx'
import { useAttempt } from '../identity/use-attempt.ts'
import { t } from './account.texts.ts'
import { WithProof, type OnRefused } from './with-proof.tsx'

const nameLengthMax = 64

export function RenamePasskeyDialog({ factor, onClose }: { factor: OwnFactor; onClose: () => void }) {
  const id = useId()
  const { isBusy, failure, secondsLeft, attempt } = useAttempt({ failed: t('renameFailed') })
  const [fault, setFault] = useState<string>()

  async function save(event: SubmitEvent<HTMLFormElement>, onRefused: OnRefused): Promise<void> {
    event.preventDefault()
    const name = fieldText(new FormData(event.currentTarget), 'name').trim()
    setFault(name === '' ? t('nameNeeded') : undefined)
    if (name === '') return
    const outcome = await attempt(() => renamePasskey(factor.id, name))
    if (outcome === null) return
    if (!outcome.ok) {
      onRefused(outcome)
      return
    }
    notify(t('renamed'))
    onClose()
    await outdateAuthUser()
  }

  return (
    <Dialog size="small" title={t('renameTitle')} onClose={onClose} keepOnOutsideClick>
      <WithProof>
        {(onRefused) => (
          <form id={id} noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event, onRefused)}>
            <AttemptFailure failure={failure} secondsLeft={secondsLeft} />
            <Field label={t('name')} error={fault} required>
              {(tie) => (
                <Input
                  {...tie}
                  name="name"
                  autoComplete="off"
                  maxLength={nameLengthMax}
                  defaultValue={factor.friendly_name ?? ''}
                />
              )}
            </Field>
            <div className="flex justify-end gap-2">
              <Button disabled={isBusy} onClick={onClose}>
                {t('cancel')}
              </Button>
              <Button type="submit" variant="primary" busy={isBusy}>
                {t('save')}
              </Button>
            </div>
          </form>
        )}
      </WithProof>
    </Dialog>
  )
}
