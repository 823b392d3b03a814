// Where a deposit in USDT goes: the address in groups with its QR code, the one network, the exact amount where several
// people share the address, and the optional hash of what was sent.
import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { NoticeBox } from '../../ui/error-box.tsx'
import { Field } from '../../ui/field.tsx'
import { IdText } from '../../ui/figures.tsx'
import { Input } from '../../ui/input.tsx'
import { ExplorerLink, GroupedText } from '../payments/address.text.tsx'
import { QrCode } from '../payments/qr.code.tsx'
import type { Deposit } from './payment.rules.ts'
import { t } from './payment.texts.ts'

/** What the payer's wallet has to be told, without a thousands separator that it would not read. */
function plainAmount(decimal: string): string {
  return decimal.replace(/(\.\d\d\d*?)0+$/, '$1')
}

export function SendingPlace({ deposit }: { deposit: Deposit }) {
  const { address, network, exactAmount } = deposit
  if (address === null || network === null) return null
  return (
    <section className="flex flex-col gap-3 rounded-xl border border-line bg-canvas p-4">
      {exactAmount !== null && (
        <div>
          <h3 className="text-[0.8125rem] font-medium">{t('sendExactly')}</h3>
          <p className="mt-0.5 flex items-center gap-1">
            <bdi dir="ltr" className="text-xl font-semibold tabular-nums">
              {plainAmount(exactAmount)} USDT
            </bdi>
            <CopyButton text={plainAmount(exactAmount)} label={t('copyAmount')} />
          </p>
          <p className="text-xs text-pretty text-ink-soft">{t('exactWhy')}</p>
        </div>
      )}
      <div className="flex gap-4 max-sm:flex-col max-sm:items-center">
        <QrCode text={address} label={t('qr', { address })} />
        <div className="min-w-0 flex-1">
          <h3 className="text-[0.8125rem] font-medium">{t('sendTo')}</h3>
          <p className="mt-1 text-sm leading-6">
            <GroupedText text={address} />
            <CopyButton text={address} label={t('copyAddress')} className="ms-1 align-middle" />
          </p>
          {deposit.mode === 'address' && <p className="mt-2 text-xs text-pretty text-ink-soft">{t('yourAddress')}</p>}
        </div>
      </div>
      <NoticeBox>{t('onlyNetwork', { network: t(network) })}</NoticeBox>
    </section>
  )
}

export function TransactionFact({ hash, url }: { hash: string; url: string | null }) {
  return (
    <span className="flex items-center justify-end gap-1">
      <IdText value={`${hash.slice(0, 10)}…${hash.slice(-8)}`} className="whitespace-nowrap" />
      <CopyButton text={hash} label={t('copyHash')} />
      {url !== null && <ExplorerLink href={url} label={t('explorer')} />}
    </span>
  )
}

/** It speeds up looking and decides nothing. */
export function HashForm({ deposit, onFound }: { deposit: Deposit; onFound: (deposit: Deposit) => void }) {
  const [hash, setHash] = useState('')
  const [fault, setFault] = useState<string>()
  const looking = useMutation({
    mutationFn: (txHash: string) => call('deposits.hint', { params: { depositId: deposit.id }, body: { txHash } }),
    onSuccess: onFound,
  })
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const isHash = /^(0x)?[0-9a-fA-F]{64}$/.test(hash.trim())
    setFault(isHash ? undefined : t('hashBad'))
    if (isHash && !looking.isPending) looking.mutate(hash.trim())
  }
  return (
    <form noValidate onSubmit={submit}>
      <Field label={t('hashLabel')} hint={t('hashHint')} error={fault ?? looking.error?.message}>
        {(tie) => (
          <span className="flex gap-2">
            <Input
              {...tie}
              autoComplete="off"
              spellCheck={false}
              dir="ltr"
              value={hash}
              onChange={(event) => {
                setHash(event.currentTarget.value)
                setFault(undefined)
              }}
              className="font-mono"
            />
            <Button type="submit" busy={looking.isPending}>
              {t('lookUp')}
            </Button>
          </span>
        )}
      </Field>
    </form>
  )
}
