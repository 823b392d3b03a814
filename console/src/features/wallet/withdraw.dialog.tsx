// 'Withdraw Funds' in three steps: how and how much, where to, and the confirmation of exactly that. What it costs, and
// whether it may be, is the server's answer, shown before anything is confirmed. A refusal leads back to the step that
// it is about.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ApiError, call } from '../../lib/api.ts'
import { outdate, read } from '../../lib/query.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { DialogSkeleton, StepLine } from './payment.parts.tsx'
import { placeOfRefusal, type Destination, type Method, type Prepared, type Step } from './payment.rules.ts'
import { t } from './payment.texts.ts'
import { AmountStep } from './withdraw-amount.step.tsx'
import { ConfirmStep } from './withdraw-confirm.step.tsx'
import { DestinationStep } from './withdraw-destination.step.tsx'

type StepName = 'amount' | 'destination' | 'confirm'
const stepNames = ['amount', 'destination', 'confirm'] as const

export type Draft = { method: Method; amount: string; destination: Destination | null }
export type Refusal = { place: ReturnType<typeof placeOfRefusal>; text: string }

function refusalOf(error: unknown): Refusal {
  const text = error instanceof Error ? error.message : String(error)
  if (!(error instanceof ApiError)) return { place: 'dialog', text }
  if (error.fields['amount'] !== undefined) return { place: 'amount', text: error.fields['amount'] }
  return { place: placeOfRefusal(error.code), text }
}

function stepsAt(at: StepName): Step<StepName>[] {
  const place = stepNames.indexOf(at)
  return stepNames.map((key, index) => ({ key, state: index < place ? 'done' : index === place ? 'now' : 'ahead' }))
}

/** What was answered for this draft; asked anew whenever it changes, or takes too long. */
function usePreparing(onPrepared: (prepared: Prepared) => void, onRefused: (refusal: Refusal) => void) {
  return useMutation({
    mutationFn: ({ method, amount, destination }: Draft) =>
      call('withdrawals.prepare', {
        body: { methodId: method.id, amount, destinationId: destination?.id ?? '' },
      }),
    onSuccess: onPrepared,
    onError: (error) => onRefused(refusalOf(error)),
  })
}

function useSteps(first: Draft) {
  const [draft, setDraft] = useState(first)
  const [step, setStep] = useState<StepName>('amount')
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [prepared, setPrepared] = useState<Prepared | null>(null)
  function refuse(next: Refusal): void {
    setRefusal(next)
    if (next.place !== 'dialog') setStep(next.place)
  }
  const preparing = usePreparing((answer) => {
    setPrepared(answer)
    setRefusal(null)
    setStep('confirm')
  }, refuse)
  return { draft, setDraft, step, setStep, refusal, setRefusal, refuse, prepared, preparing }
}

/** Whoever goes on by keyboard is at the head of the next step, and hears which it is. */
function StepBody({ label, children }: { label: string; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The dialog has chosen the first field of the first step.
    if (!(body.current?.contains(document.activeElement) ?? true)) body.current?.focus()
  }, [])
  return (
    <div ref={body} tabIndex={-1} role="group" aria-label={label} className="flex flex-col gap-5 outline-none">
      {children}
    </div>
  )
}

type StepsProps = {
  methods: readonly Method[]
  first: Method
  available: string
  deficit: string
  minimumWithdrawal: string
  onRequested: (withdrawalId: string) => void
}

function Steps({ methods, first, available, deficit, minimumWithdrawal, onRequested }: StepsProps) {
  const steps = useSteps({ method: first, amount: '', destination: null })
  const { draft, setDraft, step, setStep, refusal, setRefusal, prepared, preparing } = steps
  const at = stepNames.indexOf(step) + 1
  const names = { amount: t('stepAmount'), destination: t('stepDestination'), confirm: t('stepConfirm') }
  return (
    <div className="flex flex-col gap-5">
      <StepLine label={t('progress')} steps={stepsAt(step)} names={names} />
      <StepBody key={step} label={t('stepOf', { at, all: stepNames.length, name: names[step] })}>
        {refusal?.place === 'dialog' && <ErrorBox>{refusal.text}</ErrorBox>}
        {step === 'amount' && (
          <AmountStep
            {...{ methods, draft, available, deficit, minimumWithdrawal }}
            refusal={refusal?.place === 'amount' ? refusal.text : undefined}
            onChange={(next) => {
              setDraft(next)
              setRefusal(null)
            }}
            onDone={() => setStep('destination')}
          />
        )}
        {step === 'destination' && (
          <DestinationStep
            draft={draft}
            isBusy={preparing.isPending}
            refusal={refusal?.place === 'destination' ? refusal.text : undefined}
            onChoose={(destination) => {
              setDraft({ ...draft, destination })
              setRefusal(null)
            }}
            onBack={() => setStep('amount')}
            onDone={(destination) => preparing.mutate({ ...draft, destination })}
          />
        )}
        {step === 'confirm' && prepared !== null && (
          <ConfirmStep
            key={prepared.intent}
            draft={draft}
            prepared={prepared}
            isPreparing={preparing.isPending}
            onBack={() => setStep('destination')}
            onAgain={() => preparing.mutate(draft)}
            onRefused={(error) => {
              const next = refusalOf(error)
              if (next.place !== 'dialog') steps.refuse(next)
            }}
            onRequested={onRequested}
          />
        )}
      </StepBody>
    </div>
  )
}

type WithdrawDialogProps = { onRequested: (withdrawalId: string) => void; onClose: () => void }

export function WithdrawDialog({ onRequested, onClose }: WithdrawDialogProps) {
  const available = useQuery(read('payment-methods.available', {}))
  const wallet = useQuery(read('wallet.read', {}))
  const error = available.error ?? wallet.error
  const [first] = available.data?.items ?? []
  const isThere = available.data !== undefined && wallet.data !== undefined
  const requested = (id: string) => {
    void outdate('wallet.read', 'wallet.transactions')
    onRequested(id)
  }
  return (
    <Dialog title={t('withdraw')} description={t('businessDays')} keepOnOutsideClick onClose={onClose}>
      {error !== null && !isThere && (
        <ErrorBox
          onRetry={() => void Promise.all([available.refetch(), wallet.refetch()])}
          retrying={available.isFetching || wallet.isFetching}
        >
          {error.message}
        </ErrorBox>
      )}
      {!isThere && error === null && <DialogSkeleton />}
      {isThere && available.data.withdrawalsPaused && <NoticeBox>{t('paused')}</NoticeBox>}
      {isThere && !available.data.withdrawalsPaused && first === undefined && (
        <NoticeBox tone="info">{t('noMethods')}</NoticeBox>
      )}
      {isThere && !available.data.withdrawalsPaused && first !== undefined && (
        <Steps
          methods={available.data.items}
          first={first}
          available={wallet.data.available}
          deficit={wallet.data.deficit}
          minimumWithdrawal={available.data.minimumWithdrawal}
          onRequested={requested}
        />
      )}
    </Dialog>
  )
}
