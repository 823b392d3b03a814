// Shows the second factor once more, for a change that begins elsewhere and needs a fresh proof.
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/toast.ts'
import { SecondFactorForm } from '../identity/second-factor.form.tsx'
import { t } from './account.texts.ts'

export function ProveDialog({ onClose }: { onClose: () => void }) {
  const proven = () => {
    notify(t('proven'))
    onClose()
  }
  return (
    <Dialog size="small" title={t('proveTitle')} description={t('proveAgain')} onClose={onClose}>
      <SecondFactorForm onProven={proven} />
    </Dialog>
  )
}
