// Reads a transaction from its chain: for a user who says that they have paid. What was found is announced.
import { payments as contract } from '@inrange/contract/payments'
import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { serverText } from '../../i18n/server-texts.ts'
import { call, type CallOutput } from '../../lib/api.ts'
import { contractFault } from '../../lib/contract-faults.ts'
// No schema may parse before zod was told how: the content security policy forbids what it does by itself.
import '../../lib/contract-form.ts'
import { outdate } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { t } from './reviews.texts.ts'

const networks = ['trc20', 'erc20', 'bep20'] as const
type Network = (typeof networks)[number]

type FoundProps = {
  looking: { data: CallOutput<'payments.look-up'> | undefined; error: Error | null }
  onOpen: (reviewId: string) => void
}

function Found({ looking: { data, error }, onOpen }: FoundProps) {
  const reviewId = data?.reviewId ?? null
  return (
    <>
      {error !== null && <ErrorBox className="mt-3">{error.message}</ErrorBox>}
      <div role="status">
        {data !== undefined && (
          <p className="mt-3 flex flex-wrap items-center gap-3 rounded-lg bg-sunken px-3 py-2.5 text-sm wrap-anywhere">
            {serverText(data.detail)}
            {reviewId !== null && (
              <Button size="small" onClick={() => onOpen(reviewId)}>
                {t('openReview')}
              </Button>
            )}
          </p>
        )}
      </div>
    </>
  )
}

export function LookUp({ onOpen }: { onOpen: (reviewId: string) => void }) {
  const [network, setNetwork] = useState<Network>('trc20')
  const [txHash, setTxHash] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const looking = useMutation({
    mutationFn: () => call('payments.look-up', { body: { network, txHash } }),
    onSuccess: ({ reviewId }) => (reviewId === null ? undefined : outdate('payments.reviews', 'payments.summary')),
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (looking.isPending) return
    const found = contractFault(contract['payments.look-up'].body, { network, txHash })
    setFault(found)
    if (found === undefined) looking.mutate()
    else event.currentTarget.querySelector('input')?.focus()
  }
  return (
    <Card title={t('lookUp')}>
      <form noValidate aria-label={t('lookUp')} onSubmit={submit}>
        <p className="mb-3 text-[0.8125rem] text-ink-soft">{t('lookUpHint')}</p>
        <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-[11rem_minmax(0,1fr)_auto]">
          <Field label={t('network')}>
            {(tie) => (
              <Select
                {...tie}
                className="w-full"
                wrapperClassName="w-full"
                value={network}
                options={networks.map((value) => ({ value, label: t(value) }))}
                onChange={({ currentTarget: { value } }) =>
                  setNetwork(networks.find((name) => name === value) ?? 'trc20')
                }
              />
            )}
          </Field>
          <Field label={t('txHash')} error={fault} required>
            {(tie) => (
              <Input
                {...tie}
                value={txHash}
                maxLength={80}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                dir="ltr"
                className="font-mono text-[0.8125rem]"
                onChange={({ currentTarget: { value } }) => {
                  setTxHash(value)
                  setFault(undefined)
                }}
              />
            )}
          </Field>
          <Button type="submit" className="sm:mt-6.5" busy={looking.isPending}>
            {t(looking.isPending ? 'looking' : 'look')}
          </Button>
        </div>
        <Found looking={looking} onOpen={onOpen} />
      </form>
    </Card>
  )
}
