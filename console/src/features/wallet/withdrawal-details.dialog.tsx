// One withdrawal: what leaves, what it costs, where it goes, how far it has come and why it waits; taken back from here
// while it may be. Refreshed while it is open and not over.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { serverText } from '../../i18n/server-texts.ts'
import { acting } from '../../lib/acting.ts'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { outdate, read } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { IdText, MoneyText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { notify } from '../../ui/toast.ts'
import { GroupedText } from '../payments/address.text.tsx'
import { AskFirst } from './ask-first.tsx'
import { TransactionFact } from './deposit.place.tsx'
import { DialogSkeleton, Facts, kindText, StepLine, Timeline } from './payment.parts.tsx'
import { stepsOfWithdrawal, type Withdrawal } from './payment.rules.ts'
import { t } from './payment.texts.ts'

const readEveryMs = 10_000
const tones = { completed: 'good', pending: 'warn', failed: 'bad' } as const

function useWithdrawal(id: string) {
  const query = useQuery({
    ...read('withdrawals.read', { params: { withdrawalId: id } }),
    refetchInterval: ({ state: { data } }) => (data?.status === 'pending' ? readEveryMs : false),
  })
  const state = query.data?.state
  const former = useRef(state)
  useEffect(() => {
    if (former.current !== undefined && former.current !== state) void outdate('wallet.read', 'wallet.transactions')
    former.current = state
  }, [state])
  return query
}

type OneProps = { withdrawal: Withdrawal }

function Head({ withdrawal: { gross, state, status, requestedAt } }: OneProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
      <div>
        <MoneyText value={gross} signed="-" className="text-3xl font-semibold tracking-tight" />
        <p className="mt-0.5 text-sm text-ink-soft">
          {t('requested')} <RelativeTime iso={requestedAt} />
        </p>
      </div>
      <Badge tone={tones[status]} dot>
        {t(`states_${state}`)}
      </Badge>
    </div>
  )
}

function Why({ withdrawal: { held, reason, status } }: OneProps) {
  return (
    <>
      {held !== null && (
        <NoticeBox>
          {t('heldBack')}: {serverText(held.reason)}
          {held.until !== null && (
            <>
              {' '}
              ({t('heldUntil')} <RelativeTime iso={held.until} />)
            </>
          )}
        </NoticeBox>
      )}
      {reason !== null &&
        (status === 'failed' ? <ErrorBox>{serverText(reason)}</ErrorBox> : <NoticeBox>{serverText(reason)}</NoticeBox>)}
    </>
  )
}

function Progress({ withdrawal }: OneProps) {
  const { state, confirmations, confirmationsNeeded } = withdrawal
  const isCounting = state === 'sent' && confirmations !== null && confirmationsNeeded !== null
  const names = {
    requested: t('requested'),
    approved: t('approved'),
    sent: t('sent'),
    completed: isCounting ? (
      <bdi className="tabular-nums">
        {t('confirmations', { done: Math.min(confirmations, confirmationsNeeded), needed: confirmationsNeeded })}
      </bdi>
    ) : (
      t('completedLast')
    ),
  }
  return (
    <div aria-live="polite">
      <StepLine label={t('progress')} steps={stepsOfWithdrawal(withdrawal)} names={names} />
      {withdrawal.status === 'pending' && <p className="mt-2 text-center text-xs text-ink-soft">{t('pendingNote')}</p>}
    </div>
  )
}

function Amounts({ withdrawal }: OneProps) {
  const { kind, destination, destinationLabel, gross, fee, feePercent, net, status } = withdrawal
  const { txHash, txUrl, paypalItemId } = withdrawal
  const address = kind === 'paypal' ? <bdi dir="ltr">{destination}</bdi> : <GroupedText text={destination} />
  return (
    <Facts
      facts={[
        {
          name: t('toDestination'),
          value: (
            <span className="flex flex-col items-end">
              {destinationLabel !== '' && <span className="font-medium">{destinationLabel}</span>}
              {address}
            </span>
          ),
        },
        ...(status === 'failed'
          ? // Nothing leaves any more, and nothing arrives.
            [{ name: t('askedFor'), value: <MoneyText value={gross} /> }]
          : [
              { name: t('youSend'), value: <MoneyText value={gross} /> },
              { name: t('fee', { percent: String(feePercent) }), value: <MoneyText value={fee} signed="-" /> },
              { name: t(status === 'completed' ? 'youGot' : 'youGet'), value: <MoneyText value={net} />, isSum: true },
            ]),
        txHash === null ? null : { name: t('txHash'), value: <TransactionFact hash={txHash} url={txUrl} /> },
        paypalItemId === null
          ? null
          : {
              name: t('paypalItem'),
              value: (
                <span className="flex items-center justify-end gap-1">
                  <IdText value={paypalItemId} />
                  <CopyButton text={paypalItemId} label={t('copyItem')} />
                </span>
              ),
            },
      ]}
    />
  )
}

function CancelPart({ withdrawal }: OneProps) {
  const cancelling = useMutation({
    mutationFn: () => call('withdrawals.cancel', { params: { withdrawalId: withdrawal.id } }),
    onSuccess: (cancelled) => {
      notify(t('withdrawalCancelled'))
      queryClient.setQueryData(
        read('withdrawals.read', { params: { withdrawalId: withdrawal.id } }).queryKey,
        cancelled,
      )
      void outdate('wallet.read', 'wallet.transactions')
    },
    // It has moved on meanwhile: what it is now is read, and said beside the refusal.
    onError: () => void outdate('withdrawals.read'),
  })
  const failure = cancelling.error?.message
  if (acting !== null) return null
  if (!withdrawal.mayCancel) return failure === undefined ? null : <ErrorBox>{failure}</ErrorBox>
  return (
    <AskFirst
      label={t('cancelWithdrawal')}
      question={t('cancelWithdrawalAsk')}
      isBusy={cancelling.isPending}
      failure={failure}
      onYes={() => cancelling.mutate()}
    />
  )
}

function Body({ withdrawal }: OneProps) {
  return (
    <div className="flex flex-col gap-5">
      <Head withdrawal={withdrawal} />
      <Why withdrawal={withdrawal} />
      <Progress withdrawal={withdrawal} />
      <Amounts withdrawal={withdrawal} />
      <Timeline
        happenings={withdrawal.events.map(({ at, state, detail }) => ({
          at,
          text: t(`states_${state}`),
          detail: serverText(detail),
        }))}
      />
      <CancelPart withdrawal={withdrawal} />
    </div>
  )
}

export function WithdrawalDetailsDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useWithdrawal(id)
  const title = data === undefined ? t('withdraw') : t('withdrawalTitle', { method: kindText(data.kind) })
  return (
    <Dialog title={title} {...(data?.status === 'pending' ? { description: t('refreshed') } : {})} onClose={onClose}>
      {data === undefined && error === null && <DialogSkeleton />}
      {error !== null && (
        <ErrorBox className="mb-4" onRetry={() => void refetch()} retrying={isFetching}>
          {data === undefined ? error.message : t('stale', { reason: error.message })}
        </ErrorBox>
      )}
      {data !== undefined && <Body withdrawal={data} />}
    </Dialog>
  )
}
