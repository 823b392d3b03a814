// 'Deposit Funds': which way the money comes and how much of it. It announces a deposit and nothing more: what is
// credited is what the server sees on the chain or at PayPal.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState, type SubmitEvent } from 'react'
import { ApiError, call } from '../../lib/api.ts'
import { formatMoney } from '../../lib/format.ts'
import { outdate, read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { AmountField, DialogSkeleton, MethodChoice } from './payment.parts.tsx'
import { amountFault, isWebAddress, largerOf, type AmountFault, type Deposit, type Method } from './payment.rules.ts'
import { t } from './payment.texts.ts'

const formId = 'deposit-form'

type DepositDialogProps = { onAnnounced: (depositId: string) => void; onClose: () => void }

export function faultText({ kind, bound }: AmountFault, direction: 'deposit' | 'withdrawal'): string {
  if (kind === 'unreadable') return t('unreadable')
  if (kind === 'too_large') return t('tooLarge', { available: bound })
  return direction === 'deposit' ? t('minimumDeposit', { minimum: bound }) : t('minimumWithdrawal', { minimum: bound })
}

function Instructions({ method }: { method: Method }) {
  const network = method.network?.toUpperCase() ?? ''
  return (
    <div className="rounded-lg border border-line bg-canvas px-3.5 py-3 text-sm">
      <h3 className="font-medium">{t('instructions')}</h3>
      {method.type === 'paypal' ? (
        <p className="mt-1 text-ink-soft">{t('paypalSentence')}</p>
      ) : (
        <ol className="mt-1 list-decimal ps-5 text-pretty text-ink-soft marker:text-ink-faint">
          <li>{t('usdtFirst')}</li>
          <li>{t('usdtSecond', { network })}</li>
          <li>{t('usdtThird')}</li>
        </ol>
      )}
      {method.feesOnDeposits && method.fees > 0 && (
        <p className="mt-2 text-ink-soft">{t('depositFee', { percent: String(method.fees) })}</p>
      )}
    </div>
  )
}

/** One intention has one key, however often it is sent; another method or amount is another intention. */
function useRequestKey(intention: string): () => string {
  const known = useRef({ intention: '', key: '' })
  return () => {
    if (known.current.intention !== intention) known.current = { intention, key: crypto.randomUUID() }
    return known.current.key
  }
}

function follow(deposit: Deposit, onAnnounced: (depositId: string) => void): void {
  if (deposit.mode === 'paypal' && deposit.state === 'awaiting_payment' && isWebAddress(deposit.approveUrl))
    location.assign(deposit.approveUrl)
  else onAnnounced(deposit.id)
}

function useAnnouncing(onAnnounced: (depositId: string) => void) {
  return useMutation({
    mutationFn: (body: { methodId: string; amount: string; requestKey: string }) => call('deposits.create', { body }),
    onSuccess: (deposit) => {
      void outdate('wallet.read', 'wallet.transactions')
      follow(deposit, onAnnounced)
    },
  })
}

function Form({
  methods,
  minimumDeposit,
  onAnnounced,
}: {
  methods: readonly Method[]
  minimumDeposit: string
  onAnnounced: (depositId: string) => void
}) {
  const [method, choose] = useState<Method | undefined>(methods[0])
  const [amount, setAmount] = useState('')
  const [fault, setFault] = useState<string>()
  const announcing = useAnnouncing(onAnnounced)
  const keyOf = useRequestKey(`${method?.id} ${amount.trim()}`)
  const minimum = largerOf(method?.minimum ?? '0', minimumDeposit)
  const error = announcing.error
  const atField = error instanceof ApiError ? (error.fields['amount'] ?? null) : null
  // On the way to PayPal the page is still there for a moment.
  const isBusy = announcing.isPending || (announcing.isSuccess && method?.type === 'paypal')

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (method === undefined || isBusy) return
    const found = amountFault(amount, { minimum })
    setFault(found === null ? undefined : faultText(found, 'deposit'))
    if (found === null) announcing.mutate({ methodId: method.id, amount: amount.trim(), requestKey: keyOf() })
    else event.currentTarget.querySelector<HTMLInputElement>('[name=amount]')?.focus()
  }

  return (
    <form id={formId} noValidate className="flex flex-col gap-5" onSubmit={submit}>
      {error !== null && atField === null && <ErrorBox>{error.message}</ErrorBox>}
      <MethodChoice
        methods={methods}
        chosen={method?.id}
        direction="deposit"
        onChoose={(next) => {
          choose(next)
          announcing.reset()
        }}
      />
      <AmountField
        value={amount}
        error={fault ?? atField ?? undefined}
        hint={t('minimumDeposit', { minimum: formatMoney(minimum) })}
        onChange={(text) => {
          setAmount(text)
          setFault(undefined)
          announcing.reset()
        }}
      />
      {method !== undefined && <Instructions method={method} />}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={isBusy} className="max-sm:w-full">
          {t(method?.type === 'paypal' ? 'payWithPaypal' : 'confirmDeposit')}
        </Button>
      </div>
    </form>
  )
}

export function DepositDialog({ onAnnounced, onClose }: DepositDialogProps) {
  const { data, error, isFetching, refetch } = useQuery(read('payment-methods.available', {}))
  return (
    <Dialog title={t('deposit')} description={t('depositHint')} keepOnOutsideClick onClose={onClose}>
      {error !== null && data === undefined && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorBox>
      )}
      {data === undefined && error === null && <DialogSkeleton />}
      {data?.items.length === 0 && <NoticeBox tone="info">{t('noMethods')}</NoticeBox>}
      {data !== undefined && data.items.length > 0 && (
        <Form methods={data.items} minimumDeposit={data.minimumDeposit} onAnnounced={onAnnounced} />
      )}
    </Dialog>
  )
}
