// One deposit: where to send it, how far it has come, and what happened to it, refreshed while it is open. Nothing here
// guesses: every figure is what the server has seen. After coming back from PayPal the server is asked to look there
// first.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { serverText } from '../../i18n/server-texts.ts'
import { acting } from '../../lib/acting.ts'
import { call } from '../../lib/api.ts'
import { formatMoney, formatRate } from '../../lib/format.ts'
import { queryClient } from '../../lib/query-client.ts'
import { outdate, read } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { MoneyText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { notify } from '../../ui/toast.ts'
import { AskFirst } from './ask-first.tsx'
import { HashForm, SendingPlace, TransactionFact } from './deposit.place.tsx'
import { DialogSkeleton, Facts, kindText, StepLine, Timeline } from './payment.parts.tsx'
import { isDepositPending, isWebAddress, stepsOfDeposit, type Deposit } from './payment.rules.ts'
import { t } from './payment.texts.ts'

const waitingMs = 10_000
const confirmingMs = 4_000

/** Shows what an operation answered, and lets the figures around it be read again. */
export function showDeposit(deposit: Deposit): void {
  queryClient.setQueryData(read('deposits.read', { params: { depositId: deposit.id } }).queryKey, deposit)
  void outdate('wallet.read', 'wallet.transactions')
}

function useDeposit(id: string) {
  const query = useQuery({
    ...read('deposits.read', { params: { depositId: id } }),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || !isDepositPending(data)) return false
      return data.state === 'confirming' ? confirmingMs : waitingMs
    },
  })
  const state = query.data?.state
  const former = useRef(state)
  useEffect(() => {
    if (former.current !== undefined && former.current !== state) void outdate('wallet.read', 'wallet.transactions')
    former.current = state
  }, [state])
  return query
}

function Progress({ deposit }: { deposit: Deposit }) {
  const { confirmations, confirmationsNeeded } = deposit
  const isCounting = confirmations !== null && confirmationsNeeded !== null && deposit.state === 'confirming'
  const names = {
    announced: t('announced'),
    paid: t('paid'),
    seen: t('seen'),
    confirmed: isCounting ? (
      <bdi className="tabular-nums">
        {t('confirmations', { done: Math.min(confirmations, confirmationsNeeded), needed: confirmationsNeeded })}
      </bdi>
    ) : (
      t('confirmed')
    ),
    credited: t('credited'),
  }
  return (
    <div aria-live="polite">
      <StepLine label={t('progress')} steps={stepsOfDeposit(deposit)} names={names} />
    </div>
  )
}

/** Two decimals where that is all of it; every one where there are more. */
function exactMoney(decimal: string): string {
  return /\.\d\d0+$/.test(decimal) ? formatMoney(decimal) : formatRate(decimal)
}

const tones = { credited: 'good', cancelled: 'neutral', expired: 'neutral', failed: 'bad', reversed: 'bad' } as const

function Head({ deposit }: { deposit: Deposit }) {
  const { state, amount, expected, createdAt } = deposit
  const shown = amount ?? expected
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
      <div>
        {shown !== null && <MoneyText value={shown} signed="+" className="text-3xl font-semibold tracking-tight" />}
        <p className="mt-0.5 text-sm text-ink-soft">
          <RelativeTime iso={createdAt} />
        </p>
      </div>
      <Badge tone={state in tones ? tones[state as keyof typeof tones] : 'warn'} dot>
        {t(`depositStates_${state}`)}
      </Badge>
    </div>
  )
}

function Amounts({ deposit }: { deposit: Deposit }) {
  const { expected, amount, fee, state, expiresAt } = deposit
  const hasFee = /[1-9]/.test(fee)
  return (
    <Facts
      facts={[
        expected === null ? null : { name: t('announcedAmount'), value: <bdi dir="ltr">{exactMoney(expected)}</bdi> },
        amount === null ? null : { name: t('arrivedAmount'), value: <bdi dir="ltr">{exactMoney(amount)}</bdi> },
        hasFee ? { name: t('depositFeeName'), value: <MoneyText value={fee} signed="-" /> } : null,
        state === 'awaiting_payment' && expiresAt !== null
          ? { name: t('waitsUntil'), value: <RelativeTime iso={expiresAt} /> }
          : null,
        deposit.txHash === null
          ? null
          : { name: t('txHash'), value: <TransactionFact hash={deposit.txHash} url={deposit.txUrl} /> },
      ]}
    />
  )
}

/** What PayPal has to say: asked once by itself after coming back, and again when somebody wants to know. */
function PaypalPart({ deposit, isBack }: { deposit: Deposit; isBack: boolean }) {
  const checking = useMutation({
    mutationFn: () => call('deposits.check', { params: { depositId: deposit.id } }),
    onSuccess: showDeposit,
  })
  const isAsked = useRef(false)
  const { mutate } = checking
  useEffect(() => {
    if (!isBack || isAsked.current || acting !== null) return
    isAsked.current = true
    mutate()
  }, [isBack, mutate])
  if (deposit.state !== 'awaiting_payment' && deposit.state !== 'confirming') return null
  return (
    <div className="flex flex-col gap-3">
      {checking.isPending && (
        <p role="status" className="flex items-center gap-2 text-sm text-ink-soft">
          <span className="spinner" aria-hidden="true" /> {t('checking')}
        </p>
      )}
      {checking.isError && <ErrorBox>{checking.error.message}</ErrorBox>}
      {checking.isSuccess && deposit.state === 'awaiting_payment' && (
        <NoticeBox tone="info">{t('notPaidYet')}</NoticeBox>
      )}
      {acting === null && (
        <div className="flex flex-wrap justify-end gap-2">
          <Button busy={checking.isPending} onClick={() => mutate()}>
            {t('checkAgain')}
          </Button>
          {deposit.state === 'awaiting_payment' && isWebAddress(deposit.approveUrl) && (
            <Button
              variant="primary"
              onClick={() => isWebAddress(deposit.approveUrl) && location.assign(deposit.approveUrl)}
            >
              {t('payWithPaypal')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function CancelPart({ deposit }: { deposit: Deposit }) {
  const cancelling = useMutation({
    mutationFn: () => call('deposits.cancel', { params: { depositId: deposit.id } }),
    onSuccess: (cancelled) => {
      notify(t('depositCancelled'))
      showDeposit(cancelled)
    },
    onError: () => void outdate('deposits.read'),
  })
  if (deposit.state !== 'awaiting_payment' || acting !== null) return null
  return (
    <AskFirst
      label={t('cancelDeposit')}
      question={t('cancelDepositAsk')}
      isBusy={cancelling.isPending}
      failure={cancelling.error?.message}
      onYes={() => cancelling.mutate()}
    />
  )
}

function Body({ deposit, isBack }: { deposit: Deposit; isBack: boolean }) {
  const isWaiting = deposit.state === 'awaiting_payment' && deposit.mode !== 'paypal'
  const isBad = deposit.state === 'failed' || deposit.state === 'reversed'
  return (
    <div className="flex flex-col gap-5">
      <Head deposit={deposit} />
      {deposit.reason !== null &&
        (isBad ? (
          <ErrorBox>{serverText(deposit.reason)}</ErrorBox>
        ) : (
          <NoticeBox>{serverText(deposit.reason)}</NoticeBox>
        ))}
      {isWaiting && <SendingPlace deposit={deposit} />}
      <Progress deposit={deposit} />
      {deposit.mode === 'paypal' && <PaypalPart deposit={deposit} isBack={isBack} />}
      {isWaiting && acting === null && <HashForm deposit={deposit} onFound={showDeposit} />}
      <Amounts deposit={deposit} />
      {isWaiting && <p className="text-xs text-ink-soft">{t('smallest', { minimum: formatMoney(deposit.minimum) })}</p>}
      <Timeline
        happenings={deposit.events.map(({ at, state, detail }) => ({
          at,
          text: t(`depositStates_${state}`),
          detail: serverText(detail),
        }))}
      />
      <CancelPart deposit={deposit} />
    </div>
  )
}

export function DepositDetailsDialog({ id, isBack, onClose }: { id: string; isBack: boolean; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useDeposit(id)
  const title = data === undefined ? t('deposit') : t('depositTitle', { method: kindText(data.kind) })
  const isPending = data !== undefined && isDepositPending(data)
  return (
    <Dialog title={title} {...(isPending ? { description: t('refreshed') } : {})} onClose={onClose}>
      {data === undefined && error === null && <DialogSkeleton />}
      {error !== null && (
        <ErrorBox className="mb-4" onRetry={() => void refetch()} retrying={isFetching}>
          {data === undefined ? error.message : t('stale', { reason: error.message })}
        </ErrorBox>
      )}
      {data !== undefined && <Body deposit={data} isBack={isBack} />}
    </Dialog>
  )
}
