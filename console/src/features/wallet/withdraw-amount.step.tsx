// The first step of a withdrawal: by which method, and how much of what is ready for withdrawal.
import { useState, type SubmitEvent } from 'react'
import { formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeBox } from '../../ui/error-box.tsx'
import { MoneyText } from '../../ui/figures.tsx'
import { faultText } from './deposit.dialog.tsx'
import { AmountField, MethodChoice } from './payment.parts.tsx'
import { amountFault, largerOf, microsOf, wholeCents, type Method } from './payment.rules.ts'
import { t } from './payment.texts.ts'
import type { Draft } from './withdraw.dialog.tsx'

type AmountStepProps = {
  methods: readonly Method[]
  draft: Draft
  available: string
  deficit: string
  minimumWithdrawal: string
  refusal: string | undefined
  onChange: (draft: Draft) => void
  onDone: () => void
}

export function AmountStep(props: AmountStepProps) {
  const { methods, draft, available, deficit, minimumWithdrawal, refusal, onChange, onDone } = props
  const { method, amount } = draft
  const [fault, setFault] = useState<string>()
  const minimum = largerOf(method.minimum, minimumWithdrawal)
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const found = amountFault(amount, { minimum, available })
    setFault(found === null ? undefined : faultText(found, 'withdrawal'))
    if (found === null) onDone()
    else event.currentTarget.querySelector<HTMLInputElement>('[name=amount]')?.focus()
  }
  function type(text: string): void {
    onChange({ ...draft, amount: text })
    setFault(undefined)
  }
  const max = (
    <Button size="small" variant="quiet" aria-label={t('maxLabel')} onClick={() => type(wholeCents(available))}>
      {t('max')}
    </Button>
  )
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      <div className="flex flex-wrap items-end justify-between gap-x-4 rounded-lg border border-line bg-canvas px-3.5 py-3">
        <div>
          <p className="text-[0.8125rem] font-medium text-ink-soft">{t('available')}</p>
          <MoneyText value={available} className="text-2xl font-semibold tracking-tight" />
        </div>
        <p className="text-xs text-ink-soft">{t('readyForWithdrawal')}</p>
      </div>
      {microsOf(deficit) > 0n && <NoticeBox>{t('owed', { amount: formatMoney(deficit) })}</NoticeBox>}
      <MethodChoice
        methods={methods}
        chosen={method.id}
        direction="withdrawal"
        onChoose={(next) => onChange({ ...draft, method: next, destination: null })}
      />
      <AmountField
        value={amount}
        error={fault ?? refusal}
        hint={t('minimumWithdrawal', { minimum: formatMoney(minimum) })}
        action={max}
        onChange={type}
      />
      <ul className="list-disc ps-5 text-[0.8125rem] text-pretty text-ink-soft marker:text-ink-faint">
        {method.fees > 0 && <li>{t('feeIs', { percent: String(method.fees) })}</li>}
        <li>{t('businessDays')}</li>
        {method.type === 'usdt' && <li>{t('networkFee')}</li>}
      </ul>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" className="max-sm:w-full">
          {t('next')}
        </Button>
      </div>
    </form>
  )
}
