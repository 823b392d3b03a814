// One withdrawal, beside the queue: what is sent where, what to look at first, who has said yes, and what may be done.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { serverText } from '../../i18n/server-texts.ts'
import { useSignedInUser } from '../../lib/auth.ts'
import { chunk, late } from '../../lib/late.ts'
import { read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { IdText, MoneyText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { AddressText, ExplorerLink } from './address.text.tsx'
import { DetailSection, FactRow, KindMark, kindText, type Place } from './payments.parts.tsx'
import { offersOf, type Act, type Offer, type QueuedWithdrawal } from './withdrawals.rules.ts'
import { Flags, StateBadge } from './withdrawals.table.tsx'
import { t } from './withdrawals.texts.ts'
import { WithdrawalApprovals, WithdrawalTimeline } from './withdrawal.timeline.tsx'

const loadAct = chunk(() => import('./withdrawal-act.dialog.tsx'))
const WithdrawalActDialog = late(loadAct, 'WithdrawalActDialog')
const renewMs = 10_000

type OneProps = { withdrawal: QueuedWithdrawal }

/** What whoever sends has to type elsewhere: the exact amount, where to, and where from. */
function Sending({ withdrawal }: OneProps) {
  const { kind, net, gross, fee, feePercent, destination, destinationLabel, state, treasury } = withdrawal
  const isSent = state === 'sent' || state === 'completed' || state === 'unclaimed'
  return (
    <div className="rounded-xl border border-line bg-canvas p-4">
      <div className="flex items-start gap-3">
        <KindMark kind={kind} />
        <div className="min-w-0 flex-1">
          <p className="text-xs text-ink-soft">{t(isSent ? 'wasSent' : 'youReceive')}</p>
          <p className="flex items-center gap-1">
            <MoneyText value={net} className="text-2xl leading-8 font-semibold tracking-tight" />
            {kind !== 'paypal' && <CopyButton text={plainAmount(net)} label={t('copyAmount')} />}
          </p>
          <p className="text-xs text-ink-soft">
            {t('gross')} <MoneyText value={gross} /> − {t('fee', { percent: feePercent })} <MoneyText value={fee} /> ={' '}
            {t('net')} <MoneyText value={net} />
          </p>
        </div>
      </div>
      <div className="mt-4 border-t border-line pt-3">
        <p className="mb-1 text-xs text-ink-soft">
          {t('destination')} · {kindText(kind)}
          {destinationLabel !== '' && (
            <>
              {' '}
              · <bdi>{destinationLabel}</bdi>
            </>
          )}
        </p>
        <AddressText
          text={destination}
          copyLabel={t('copyDestination')}
          isPlain={kind === 'paypal'}
          {...(kind === 'paypal' ? {} : { qrLabel: t('qrDestination') })}
        />
      </div>
      {treasury !== null && state === 'approved' && (
        <div className="mt-3 border-t border-line pt-3">
          <p className="mb-1 text-xs text-ink-soft">{t('treasury')}</p>
          <AddressText text={treasury} copyLabel={t('copyTreasury')} />
        </div>
      )}
    </div>
  )
}

/** '12.500000' as a wallet wants it: '12.5'. */
function plainAmount(decimal: string): string {
  return decimal.replace(/\.?0+$/, '')
}

const proofs = { totp: 'proof_totp', passkey: 'proof_passkey', password: 'proof_password' } as const

function proofText(kind: string): string {
  return kind in proofs ? t(proofs[kind as keyof typeof proofs]) : kind
}

function Outside({ withdrawal }: OneProps) {
  const { txHash, txUrl, paypalItemId, confirmations, confirmationsNeeded } = withdrawal
  return (
    <>
      {txHash !== null && (
        <FactRow label={t('transaction')}>
          <span className="-me-1.5 flex items-center justify-end gap-0.5">
            <IdText value={txHash} className="text-xs" />
            <CopyButton text={txHash} label={t('copyHash')} />
            {txUrl !== null && <ExplorerLink href={txUrl} label={t('explorer')} />}
          </span>
        </FactRow>
      )}
      {paypalItemId !== null && (
        <FactRow label={t('paypalItem')}>
          <span className="-me-1.5 flex items-center justify-end gap-0.5">
            <IdText value={paypalItemId} />
            <CopyButton text={paypalItemId} label={t('copyItem')} />
          </span>
        </FactRow>
      )}
      {confirmations !== null && confirmationsNeeded !== null && (
        <FactRow label={t('confirmations')}>
          {t('confirmationsOf', { count: confirmations, needed: confirmationsNeeded })}
        </FactRow>
      )}
    </>
  )
}

function Facts({ withdrawal }: OneProps) {
  const { id, owner, methodName, ownerAvailable, proofKind, provedAt, requestedAt } = withdrawal
  return (
    <dl className="divide-y divide-line text-sm">
      <FactRow label={t('owner')}>
        <Link
          to="/manage-users"
          search={{ dialog: 'details', user: owner.id }}
          preload={false}
          className="font-medium underline decoration-ink-faint underline-offset-4 hover:decoration-current"
        >
          <bdi>{owner.username}</bdi>
        </Link>
      </FactRow>
      <FactRow label={t('available')}>
        <MoneyText value={ownerAvailable} />
      </FactRow>
      <FactRow label={t('method')}>
        <bdi>{methodName}</bdi>
      </FactRow>
      <FactRow label={t('when')}>
        <RelativeTime iso={requestedAt} />
      </FactRow>
      <FactRow label={t('proof')}>
        {proofText(proofKind)}, <RelativeTime iso={provedAt} />
      </FactRow>
      <Outside withdrawal={withdrawal} />
      <FactRow label={t('id')}>
        <span className="-me-1.5 flex items-center justify-end gap-0.5">
          <IdText value={id} className="text-xs" />
          <CopyButton text={id} label={t('copyId')} />
        </span>
      </FactRow>
    </dl>
  )
}

function OfferButton({
  offer: { act, refusal },
  isFirst,
  onAsk,
}: {
  offer: Offer
  isFirst: boolean
  onAsk: () => void
}) {
  const isGrave = act === 'reject' || act === 'give-back'
  return (
    <Button
      variant={isFirst ? 'primary' : isGrave ? 'quiet' : 'secondary'}
      disabled={refusal !== null}
      onPointerEnter={() => void loadAct()}
      onFocus={() => void loadAct()}
      onClick={onAsk}
    >
      {t(act)}
    </Button>
  )
}

/** The acts as buttons, and why one of them is not for this person now. */
function Offers({ offers, onAsk }: { offers: readonly Offer[]; onAsk: (act: Act) => void }) {
  const refusals = [...new Set(offers.flatMap(({ refusal }) => (refusal === null ? [] : [refusal])))]
  return (
    <div className="flex w-full flex-col gap-2.5">
      {refusals.map((refusal) => (
        <p key={refusal} className="text-[0.8125rem] text-pretty text-ink-soft">
          {t(refusal === 'held' ? 'heldRefusal' : refusal)}
        </p>
      ))}
      <div className="flex flex-wrap justify-end gap-2">
        {offers.toReversed().map((offer, index) => (
          <OfferButton
            key={offer.act}
            offer={offer}
            isFirst={index === offers.length - 1}
            onAsk={() => onAsk(offer.act)}
          />
        ))}
      </div>
    </div>
  )
}

function Body({ withdrawal }: OneProps) {
  const { flags, held, reason } = withdrawal
  return (
    <div className="flex flex-col gap-6">
      {held !== null && (
        <NoticeBox>
          {t('heldBecause', { reason: serverText(held.reason) })}
          {held.until !== null && (
            <>
              {' '}
              ({t('heldUntil')} <RelativeTime iso={held.until} />)
            </>
          )}
        </NoticeBox>
      )}
      <Sending withdrawal={withdrawal} />
      {flags.length > 0 && (
        <DetailSection title={t('flags')}>
          <Flags flags={flags} />
        </DetailSection>
      )}
      {reason !== null && (
        <DetailSection title={t('reason')}>
          <p className="text-sm text-pretty wrap-anywhere">{serverText(reason)}</p>
        </DetailSection>
      )}
      <DetailSection title={t('whoSaidYes')}>
        <WithdrawalApprovals withdrawal={withdrawal} />
      </DetailSection>
      <DetailSection title={t('facts')}>
        <Facts withdrawal={withdrawal} />
      </DetailSection>
      <DetailSection title={t('timeline')}>
        <WithdrawalTimeline withdrawal={withdrawal} />
      </DetailSection>
    </div>
  )
}

export function QueuedWithdrawalDialog({ id, place: { search, patch } }: { id: string; place: Place }) {
  const { id: userId, role } = useSignedInUser()
  const { data, error, isFetching, refetch } = useQuery({
    ...read('withdrawals.open', { params: { withdrawalId: id } }),
    refetchInterval: renewMs,
  })
  const offers = data === undefined ? [] : offersOf(data, { id: userId, role })
  const asked = offers.find(({ act, refusal }) => act === search.dialog && refusal === null)
  return (
    <>
      <Dialog
        layout="sheet"
        title={
          <span className="flex flex-wrap items-center gap-2.5">
            {t('title')}
            {data !== undefined && <StateBadge withdrawal={data} />}
          </span>
        }
        onClose={() => patch({ item: undefined, dialog: undefined })}
        {...(offers.length === 0 ? {} : { footer: <Offers offers={offers} onAsk={(act) => patch({ dialog: act })} /> })}
      >
        {error !== null && (
          <ErrorBox className="mb-4" onRetry={() => void refetch()} retrying={isFetching}>
            {data === undefined ? t('openFailed', { reason: error.message }) : t('stale', { reason: error.message })}
          </ErrorBox>
        )}
        {data === undefined && error === null && <SkeletonRows rows={8} label={t('loading')} />}
        {data !== undefined && <Body withdrawal={data} />}
      </Dialog>
      {data !== undefined && asked !== undefined && (
        <WithdrawalActDialog
          key={asked.act}
          act={asked.act}
          withdrawal={data}
          onClose={() => patch({ dialog: undefined })}
        />
      )}
    </>
  )
}
