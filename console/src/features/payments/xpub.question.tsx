// The question before a proposed extended public key is confirmed or withdrawn, with what follows. The server may ask
// for the second factor first.
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { outdate } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { notify } from '../../ui/toast.ts'
import type { Method } from './payments.rules.ts'
import { t } from './payments.texts.ts'
import { isProofNeeded, ProofGate } from './proof.gate.tsx'

type XpubQuestionProps = { method: Method; decision: 'confirm' | 'withdraw'; onClose: () => void }

export function XpubQuestion({ method: { id, name, xpub }, decision, onClose }: XpubQuestionProps) {
  const isConfirm = decision === 'confirm'
  const deciding = useMutation({
    mutationFn: () => call('payment-methods.decide-xpub', { params: { methodId: id }, body: { decision } }),
    onSuccess: () => {
      notify(t(isConfirm ? 'confirmDone' : 'withdrawDone', { name }))
      onClose()
    },
    onSettled: () => outdate('payment-methods.list'),
  })
  const fingerprint = xpub.proposed?.fingerprint ?? '-'
  const isProofAsked = isProofNeeded(deciding.error)
  return (
    <Dialog
      size="small"
      title={t(isConfirm ? 'confirmTitle' : 'withdrawTitle', { name })}
      description={isConfirm ? t('confirmHint', { fingerprint }) : t('withdrawHint')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant={isConfirm ? 'primary' : 'danger'}
            busy={deciding.isPending}
            disabled={isProofAsked}
            onClick={() => deciding.mutate()}
          >
            {t(isConfirm ? 'confirm' : 'withdrawProposal')}
          </Button>
        </>
      }
    >
      <ProofGate isAsked={isProofAsked} hint={t('proveAgain')} onProven={() => deciding.mutate()}>
        {deciding.error !== null && !isProofAsked && <ErrorBox>{deciding.error.message}</ErrorBox>}
      </ProofGate>
    </Dialog>
  )
}
