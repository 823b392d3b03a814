// The extended public key of a USDT method: which one is in use, which one is proposed, and the list of addresses that
// hold money, for the operator's own wallet. The key itself is never shown.
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { download } from '../../lib/download.ts'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { notify } from '../../ui/toast.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import type { Method } from './payments.rules.ts'
import { t } from './payments.texts.ts'

type KeyProps = { method: Method; onDecide: (decision: 'confirm' | 'withdraw') => void }

function SweepButton({ method: { id, name } }: { method: Method }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => download('payment-methods.sweep-list', { params: { methodId: id } }),
    onSuccess: () => notify(t('sweepDone')),
    onError: (error) => notify(t('sweepFailed'), { tone: 'bad', description: error.message }),
  })
  return (
    <Tooltip label={t('sweepHint')} describes>
      <Button
        size="small"
        aria-label={t('sweepOf', { name })}
        icon={<Download aria-hidden="true" />}
        busy={isPending}
        onClick={() => mutate()}
      >
        {t('sweep')}
      </Button>
    </Tooltip>
  )
}

function Proposed({ method, onDecide }: KeyProps) {
  const { proposed } = method.xpub
  if (proposed === null) return null
  const { fingerprint, proposedBy, mayConfirm } = proposed
  return (
    <div className="mt-3 rounded-lg border border-warn/25 bg-warn-soft px-3 py-2.5 text-[0.8125rem]">
      <p className="font-medium text-warn">
        {t('xpubProposed')} <RelativeTime iso={proposed.proposedAt} className="font-normal" />
      </p>
      <p className="mt-0.5 text-pretty text-ink">
        {proposedBy === null
          ? t('xpubProposedByNobody', { fingerprint })
          : t('xpubProposedBy', { fingerprint, user: proposedBy })}
      </p>
      <div className="mt-2.5 flex flex-wrap items-center gap-2">
        <Button size="small" variant="primary" disabled={!mayConfirm} onClick={() => onDecide('confirm')}>
          {t('confirm')}
        </Button>
        <Button size="small" onClick={() => onDecide('withdraw')}>
          {t('withdrawProposal')}
        </Button>
        {!mayConfirm && <span className="text-xs text-ink-soft">{t('xpubOther')}</span>}
      </div>
    </div>
  )
}

export function MethodKey({ method, onDecide }: KeyProps) {
  const { isSet, fingerprint, usableFrom } = method.xpub
  return (
    <section aria-label={`${t('xpub')} · ${method.name}`} className="border-t border-line px-5 py-3.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 text-[0.8125rem]">
          <h3 className="text-xs text-ink-soft">{t('xpub')}</h3>
          <p className="mt-0.5 text-pretty">
            {isSet ? t('xpubSet', { fingerprint: fingerprint ?? '-' }) : t('xpubNone')}
          </p>
          {usableFrom !== null && (
            <p className="text-ink-soft">
              {t('xpubFrom')} <RelativeTime iso={usableFrom} />
            </p>
          )}
        </div>
        {isSet && <SweepButton method={method} />}
      </div>
      <Proposed method={method} onDecide={onDecide} />
    </section>
  )
}
