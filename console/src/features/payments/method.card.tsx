// One payment method: what it is and asks for, where its money lies, and how its connection is.
import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { IdText, MoneyText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { AddressText } from './address.text.tsx'
import { MethodHealth } from './method.health.tsx'
import { MethodKey } from './method.key.tsx'
import { Fact, KindMark, kindText } from './payments.parts.tsx'
import type { Method } from './payments.rules.ts'
import { t } from './payments.texts.ts'

type MethodCardProps = {
  method: Method
  onWarm: () => void
  onEdit: () => void
  onDecide: (decision: 'confirm' | 'withdraw') => void
}

function Head({ method, onWarm, onEdit }: Omit<MethodCardProps, 'onDecide'>) {
  const { name, kind, isActive, paypalEnvironment } = method
  return (
    <header className="flex items-start gap-3.5 px-5 pt-5">
      <KindMark kind={kind} />
      <div className="min-w-0 flex-1">
        <h2 className="text-[0.9375rem] font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </h2>
        <p className="mt-0.5 flex flex-wrap items-center gap-2 text-[0.8125rem] text-ink-soft">
          <span>{kindText(kind)}</span>
          <Badge tone={isActive ? 'good' : 'neutral'} dot>
            {t(isActive ? 'active' : 'inactive')}
          </Badge>
          {paypalEnvironment === 'sandbox' && <Badge tone="warn">{t('sandbox')}</Badge>}
        </p>
      </div>
      <IconButton
        label={t('editOf', { name })}
        className="-me-2 -mt-1.5"
        onPointerEnter={onWarm}
        onFocus={onWarm}
        onClick={onEdit}
      >
        <Pencil aria-hidden="true" />
      </IconButton>
    </header>
  )
}

/** Whether a secret is set and how it ends; never what it is. */
function SecretText({ secret: { isSet, last4 } }: { secret: Method['node'] }) {
  if (!isSet) return <span className="text-ink-soft">{t('secretNotSet')}</span>
  if (last4 === null) return <>{t('secretSet')}</>
  return <>{t('secretEnds', { last4 })}</>
}

function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <span className="-my-1 flex min-w-0 items-center gap-0.5">
      <IdText value={text} className="min-w-0" />
      <CopyButton text={text} label={label} />
    </span>
  )
}

function UsdtFacts({ method }: { method: Method }) {
  const { name, settings, depositMode, tokenContract, tokenCheckedAt, explorerUrl, xpub, node, secondNode } = method
  return (
    <>
      {settings.usdtAddress !== null && (
        <Fact label={t('walletAddress')} className="col-span-full">
          <AddressText
            text={settings.usdtAddress}
            copyLabel={t('copyWallet', { name })}
            qrLabel={t('qrWallet', { name })}
            explorer={explorerUrl === null ? undefined : { href: explorerUrl, label: t('explorerOf', { name }) }}
          />
        </Fact>
      )}
      <Fact label={t('depositMode')} className="col-span-full">
        <span>{t(depositMode === 'own_address' ? 'own_address' : 'exact_amount')}</span>
        {depositMode === 'own_address' && (
          <span className="text-ink-soft"> · {t('addresses', { count: xpub.addresses })}</span>
        )}
      </Fact>
      {tokenContract !== null && (
        <Fact label={t('tokenContract')} className="col-span-full">
          <Copyable text={tokenContract} label={t('copyContract')} />
          <p className="text-xs text-ink-soft">
            {tokenCheckedAt === null ? (
              t('tokenUnchecked')
            ) : (
              <>
                {t('tokenChecked')} <RelativeTime iso={tokenCheckedAt} />
              </>
            )}
          </p>
        </Fact>
      )}
      <Fact label={t('node')}>
        <SecretText secret={node} />
      </Fact>
      <Fact label={t('secondNode')}>
        <SecretText secret={secondNode} />
      </Fact>
    </>
  )
}

function PaypalFacts({ method }: { method: Method }) {
  const { name, settings, paypalEnvironment, paypalWebhookId, paypalWebhookUrl } = method
  return (
    <>
      <Fact label={t('clientId')} className="col-span-full">
        <Copyable text={settings.paypalClientId ?? ''} label={t('copyClientId', { name })} />
      </Fact>
      <Fact label={t('clientSecret')}>
        <SecretText secret={settings.paypalClientSecret} />
      </Fact>
      <Fact label={t('environment')}>
        {t(paypalEnvironment === 'sandbox' ? 'sandbox' : 'environment_live')}
        {paypalEnvironment === 'sandbox' && <span className="text-ink-soft"> · {t('sandboxHint')}</span>}
      </Fact>
      <Fact label={t('webhookId')} className="col-span-full">
        {paypalWebhookId === null || paypalWebhookId === '' ? (
          <span className="text-ink-soft">{t('secretNotSet')}</span>
        ) : (
          <IdText value={paypalWebhookId} />
        )}
      </Fact>
      {paypalWebhookUrl !== null && (
        <Fact label={t('webhookUrl')} className="col-span-full">
          <Copyable text={paypalWebhookUrl} label={t('copyWebhook')} />
          <p className="text-xs text-ink-soft">{t('webhookHint')}</p>
        </Fact>
      )}
    </>
  )
}

function Terms({ method: { settings, feesOnDeposits } }: { method: Method }) {
  const percent: ReactNode = (
    <bdi dir="ltr" className="tabular-nums">
      {settings.fees}%
    </bdi>
  )
  return (
    <>
      <Fact label={t('minimumAmount')}>
        <MoneyText value={settings.minimumAmount} className="font-semibold" />
      </Fact>
      <Fact label={t('fees')}>
        <span className="font-semibold">{percent}</span>
        {settings.fees > 0 && (
          <span className="text-ink-soft"> {t(feesOnDeposits ? 'feesBoth' : 'feesWithdrawals')}</span>
        )}
      </Fact>
    </>
  )
}

export function MethodCard({ method, onDecide, ...edit }: MethodCardProps) {
  return (
    <li className="min-w-0">
      <article
        aria-label={method.name}
        className="flex min-w-0 flex-col overflow-clip rounded-xl border border-line bg-surface shadow-card"
      >
        <Head method={method} {...edit} />
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3.5 px-5 pt-4 pb-5">
          <Terms method={method} />
          {method.type === 'usdt' ? <UsdtFacts method={method} /> : <PaypalFacts method={method} />}
        </dl>
        {method.type === 'usdt' && <MethodKey method={method} onDecide={onDecide} />}
        <MethodHealth method={method} />
      </article>
    </li>
  )
}
