// The last step of a withdrawal: exactly what leaves, what it costs, what arrives and where; and the proof that it is
// its owner who asks for it. The proof is bound to what is shown here and is good for minutes, once.
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNowMs } from '../../lib/clock.ts'
import { ApiError, call } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { MoneyText } from '../../ui/figures.tsx'
import { GroupedText } from '../payments/address.text.tsx'
import { Facts, kindText } from './payment.parts.tsx'
import type { Prepared } from './payment.rules.ts'
import { t } from './payment.texts.ts'
import { ProofForm, type Proof } from './proof.form.tsx'
import type { Draft } from './withdraw.dialog.tsx'

type ConfirmStepProps = {
  draft: Draft
  prepared: Prepared
  isPreparing: boolean
  onBack: () => void
  onAgain: () => void
  onRefused: (error: unknown) => void
  onRequested: (withdrawalId: string) => void
}

function Shown({ draft, prepared }: Pick<ConfirmStepProps, 'draft' | 'prepared'>) {
  const { gross, fee, feePercent, net, destination } = prepared
  const address =
    destination.kind === 'paypal' ? (
      <bdi dir="ltr">{destination.address}</bdi>
    ) : (
      <GroupedText text={destination.address} />
    )
  return (
    <Facts
      facts={[
        { name: t('method'), value: kindText(draft.method.kind) },
        {
          name: t('toDestination'),
          value: (
            <span className="flex flex-col items-end">
              {destination.label !== '' && <span className="font-medium">{destination.label}</span>}
              {address}
            </span>
          ),
        },
        { name: t('youSend'), value: <MoneyText value={gross} /> },
        { name: t('fee', { percent: String(feePercent) }), value: <MoneyText value={fee} signed="-" /> },
        { name: t('youGet'), value: <MoneyText value={net} className="text-base" />, isSum: true },
      ]}
    />
  )
}

function TimeLeft({ secondsLeft }: { secondsLeft: number }) {
  const minutes = Math.floor(secondsLeft / 60)
  const time = `${minutes}:${String(secondsLeft % 60).padStart(2, '0')}`
  return <p className="text-xs tabular-nums text-ink-soft">{t('expiresIn', { time })}</p>
}

export function ConfirmStep(props: ConfirmStepProps) {
  const { draft, prepared, isPreparing, onBack, onAgain, onRefused, onRequested } = props
  const requestKey = useRef(crypto.randomUUID())
  const [isOver, setOver] = useState(false)
  const nowMs = useNowMs()
  const secondsLeft = Math.max(0, Math.ceil((Date.parse(prepared.expiresAt) - nowMs) / 1000))
  const requesting = useMutation({
    mutationFn: (proof: Proof) =>
      call('withdrawals.request', { body: { intent: prepared.intent, proof, requestKey: requestKey.current } }),
    onSuccess: (withdrawal) => onRequested(withdrawal.id),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'intent_over') setOver(true)
      else onRefused(error)
    },
  })
  const mustBeginAgain = isOver || secondsLeft === 0
  return (
    <>
      <Shown draft={draft} prepared={prepared} />
      <NoticeBox tone="info">{t('finalNote')}</NoticeBox>
      {mustBeginAgain ? (
        <ErrorBox onRetry={undefined}>{requesting.error?.message ?? t('begunAgain')}</ErrorBox>
      ) : (
        <section className="flex flex-col gap-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h3 className="text-sm font-semibold">{t('proveIt')}</h3>
            <TimeLeft secondsLeft={secondsLeft} />
          </div>
          <p className="text-[0.8125rem] text-ink-soft">{t('proveWhy')}</p>
          <ProofForm
            prepared={prepared}
            isBusy={requesting.isPending}
            failure={requesting.error?.message}
            onProof={(proof) =>
              requesting.mutateAsync(proof).then(
                () => true,
                () => false,
              )
            }
          />
        </section>
      )}
      <div className="flex flex-wrap justify-between gap-2">
        <Button disabled={requesting.isPending} onClick={onBack}>
          {t('back')}
        </Button>
        {mustBeginAgain && (
          <Button variant="primary" busy={isPreparing} onClick={onAgain}>
            {t('lookAgain')}
          </Button>
        )}
      </div>
    </>
  )
}
