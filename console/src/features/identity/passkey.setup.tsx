// Adds a passkey: a name, then the browser's own dialog; twice for a first one, which is shown at once.
import { addPasskey } from '../../lib/auth-factors.ts'
import { knowsPasskeys } from '../../lib/auth-sign-in.ts'
import { NoticeBox } from '../../ui/error-box.tsx'
import { AttemptFailure } from './attempt.failure.tsx'
import { FactorNameForm, type SetupProps } from './factor-name.form.tsx'
import { t } from './second-factor.texts.ts'
import { useAttempt } from './use-attempt.ts'

export function PasskeySetup({ taken, isFirst, onDone, onBegin, onRefused }: SetupProps & { isFirst: boolean }) {
  const { isBusy, failure, secondsLeft, attempt } = useAttempt({
    failed: t('addFailed'),
    dismissed: t('passkeyFailed'),
  })

  async function create(name: string): Promise<void> {
    onBegin?.()
    const outcome = await attempt(() => addPasskey(name, isFirst))
    if (outcome?.ok === true) onDone()
    else if (outcome !== null) onRefused?.(outcome)
  }

  if (!knowsPasskeys()) return <NoticeBox>{t('noPasskeys')}</NoticeBox>
  return (
    <div className="flex flex-col gap-5">
      <AttemptFailure failure={failure} secondsLeft={secondsLeft} />
      <FactorNameForm
        base={t('webauthn')}
        hint={t('passkeyNameHint')}
        submit={t('createPasskey')}
        taken={taken}
        isBusy={isBusy}
        onName={(name) => void create(name)}
      />
    </div>
  )
}
