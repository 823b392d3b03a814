// One review, beside the list: what came, why a person has to look, and the decision. Nobody types an amount; what is
// credited is what the chain or PayPal says at that moment.
import { payments as contract } from '@inrange/contract/payments'
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type SubmitEvent } from 'react'
import { serverText } from '../../i18n/server-texts.ts'
import { ApiError, call } from '../../lib/api.ts'
import { contractFaults } from '../../lib/contract-faults.ts'
// No schema may parse before zod was told how: the content security policy forbids what it does by itself.
import '../../lib/contract-form.ts'
import { outdate } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { Field } from '../../ui/field.tsx'
import { IdText, MoneyText } from '../../ui/figures.tsx'
import { Input, TextArea } from '../../ui/input.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { notify } from '../../ui/toast.ts'
import { AddressText, ExplorerLink } from './address.text.tsx'
import { MismatchList } from './mismatch.list.tsx'
import { DetailSection, FactRow, KindMark } from './payments.parts.tsx'
import { PersonFilter } from '../users/person.input.tsx'
import { bodyOf, decisionsFor, formOf, reviewTone, type Review, type ReviewForm } from './reviews.rules.ts'
import { t } from './reviews.texts.ts'

type OneProps = { review: Review }

function Facts({ review }: OneProps) {
  const { method, createdAt, txHash, txUrl, fromAddress, paypalCaptureId, suggested } = review
  return (
    <dl className="divide-y divide-line text-sm">
      <FactRow label={t('method')}>
        <bdi>{method.name}</bdi>
      </FactRow>
      <FactRow label={t('came')}>
        <RelativeTime iso={createdAt} />
      </FactRow>
      {suggested !== null && (
        <FactRow label={t('suggested')}>
          <bdi className="font-medium">{suggested.username}</bdi>
        </FactRow>
      )}
      {fromAddress !== null && (
        <FactRow label={t('cameFrom')}>
          <AddressText text={fromAddress} copyLabel={t('copyFrom')} />
        </FactRow>
      )}
      {txHash !== null && (
        <FactRow label={t('transaction')}>
          <span className="-me-1.5 flex items-center justify-end gap-0.5">
            <IdText value={txHash} className="text-xs" />
            <CopyButton text={txHash} label={t('copyHash')} />
            {txUrl !== null && <ExplorerLink href={txUrl} label={t('explorer')} />}
          </span>
        </FactRow>
      )}
      {paypalCaptureId !== null && (
        <FactRow label={t('capture')}>
          <span className="-me-1.5 flex items-center justify-end gap-0.5">
            <IdText value={paypalCaptureId} />
            <CopyButton text={paypalCaptureId} label={t('copyCapture')} />
          </span>
        </FactRow>
      )}
    </dl>
  )
}

function Decided({ review: { decision, decidedFor, decidedBy, decidedAt, note } }: OneProps) {
  if (decision === null) return null
  return (
    <DetailSection title={t('decision')}>
      <dl className="divide-y divide-line text-sm">
        <FactRow label={t('decision')}>{t(decision)}</FactRow>
        {decidedFor !== null && (
          <FactRow label={t('for')}>
            <bdi>{decidedFor.username}</bdi>
          </FactRow>
        )}
        <FactRow label={t('decidedBy')}>
          <bdi>{decidedBy ?? t('byItself')}</bdi>
          {decidedAt !== null && (
            <>
              {', '}
              <RelativeTime iso={decidedAt} />
            </>
          )}
        </FactRow>
        {note !== null && <FactRow label={t('note')}>{note}</FactRow>}
      </dl>
    </DetailSection>
  )
}

type FormProps = OneProps & {
  form: ReviewForm
  faults: Readonly<Record<string, string>>
  onChange: (change: Partial<ReviewForm>) => void
}

function Choice({ review, form, faults, onChange }: FormProps) {
  const name = useId()
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">{t('decision')}</legend>
      {faults['decision'] !== undefined && <ErrorBox>{faults['decision']}</ErrorBox>}
      {decisionsFor(review).map((decision) => (
        // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the text is a child of a child.
        <label
          key={decision}
          className="flex cursor-pointer items-start gap-3 rounded-lg border border-line px-3.5 py-2.5 transition-colors hover:bg-hover/60 has-checked:border-accent has-checked:bg-accent-soft/40"
        >
          <input
            type="radio"
            name={name}
            value={decision}
            checked={form.decision === decision}
            onChange={() => onChange({ decision })}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0">
            <span className="block text-sm font-medium">{t(decision)}</span>
            <span className="block text-[0.8125rem] text-pretty text-ink-soft">{t(`${decision}Hint`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function Fields({ review, form, faults, onChange }: FormProps) {
  const isOnChain = review.network !== null
  return (
    <>
      {form.decision === 'credit' && (
        <Field label={t('user')} hint={t('userHint')} error={faults['userId']} required>
          {({ id }) => (
            <PersonFilter
              id={id}
              label={t('user')}
              placeholder=""
              chosenId={form.userId === '' ? undefined : form.userId}
              onChoose={(userId) => onChange({ userId: userId ?? '' })}
            />
          )}
        </Field>
      )}
      {form.decision === 'returned' && isOnChain && (
        <Field label={t('hash')} error={faults['txHash']} required>
          {(tie) => (
            <Input
              {...tie}
              value={form.txHash}
              maxLength={80}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              dir="ltr"
              className="font-mono text-[0.8125rem]"
              onChange={({ currentTarget }) => onChange({ txHash: currentTarget.value })}
            />
          )}
        </Field>
      )}
      <Field label={t('note')} hint={t('noteHint')} error={faults['note']} required>
        {(tie) => (
          <TextArea
            {...tie}
            value={form.note}
            maxLength={500}
            onChange={({ currentTarget }) => onChange({ note: currentTarget.value })}
          />
        )}
      </Field>
    </>
  )
}

/** The contract's faults, and plain sentences for what it can only call malformed or leaves out. */
function faultsOf(form: ReviewForm, isOnChain: boolean): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const { path, message } of contractFaults(contract['payments.decide-review'].body, bodyOf(form))) {
    faults[String(path[0])] ??= message
  }
  if (form.decision === 'credit' && form.userId === '') faults['userId'] = t('userNeeded')
  if (form.decision === 'returned' && isOnChain && form.txHash.trim() === '') faults['txHash'] = t('hashNeeded')
  return faults
}

function useDecision({ review, onClose }: OneProps & { onClose: () => void }) {
  const [form, setForm] = useState(() => formOf(review))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const deciding = useMutation({
    mutationFn: () => call('payments.decide-review', { params: { reviewId: review.id }, body: bodyOf(form) }),
    onSuccess: () => {
      notify(t('done'))
      onClose()
    },
    onError: (error) => setFaults(error instanceof ApiError ? error.fields : {}),
    onSettled: () => outdate('payments.reviews', 'payments.summary', 'payments.transactions', 'payments.books'),
  })
  const change = (part: Partial<ReviewForm>) => {
    setForm((former) => ({ ...former, ...part }))
    setFaults({})
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (deciding.isPending) return
    const found = faultsOf(form, review.network !== null)
    setFaults(found)
    if (Object.keys(found).length === 0) deciding.mutate()
  }
  return { form, faults, change, submit, deciding }
}

function Loaded({ review, onClose }: OneProps & { onClose: () => void }) {
  const id = useId()
  const { form, faults, change, submit, deciding } = useDecision({ review, onClose })
  const { kind, state, amount, detail, method } = review
  const isOpen = state === 'open'
  return (
    <Dialog
      layout="sheet"
      title={
        <span className="flex flex-wrap items-center gap-2.5">
          {t(kind)}
          <Badge tone={reviewTone(review)}>{t(isOpen ? 'openOne' : 'decidedOne')}</Badge>
        </span>
      }
      onClose={onClose}
      keepOnOutsideClick
      {...(isOpen
        ? {
            footer: (
              <>
                <Button onClick={onClose}>{t('cancel')}</Button>
                <Button type="submit" form={id} variant="primary" busy={deciding.isPending}>
                  {t(deciding.isPending ? 'submitting' : 'submit')}
                </Button>
              </>
            ),
          }
        : {})}
    >
      <div className="flex flex-col gap-6">
        {/* The sheet is read first; the focus begins at its head, not in the form. */}
        <div
          data-autofocus=""
          tabIndex={-1}
          className="flex items-start gap-3 rounded-xl border border-line bg-canvas p-4 outline-none"
        >
          <KindMark kind={method.kind} />
          <div className="min-w-0">
            <p className="text-xs text-ink-soft">{t('amount')}</p>
            <p className="text-2xl leading-8 font-semibold tracking-tight">
              {amount === null ? t('amountUnknown') : <MoneyText value={amount} />}
            </p>
          </div>
        </div>
        <DetailSection title={t('why')}>
          <NoticeBox tone="info">{t(`${kind}Why`)}</NoticeBox>
          <p className="mt-2 text-sm text-pretty wrap-anywhere">{serverText(detail)}</p>
        </DetailSection>
        <DetailSection title={t('facts')}>
          <Facts review={review} />
        </DetailSection>
        <Decided review={review} />
        {isOpen && (
          <DetailSection title={t('decide')}>
            <form id={id} noValidate className="flex flex-col gap-4" onSubmit={submit}>
              {deciding.error !== null && Object.keys(faults).length === 0 && <MismatchList error={deciding.error} />}
              <Choice review={review} form={form} faults={faults} onChange={change} />
              <Fields review={review} form={form} faults={faults} onChange={change} />
            </form>
          </DetailSection>
        )}
      </div>
    </Dialog>
  )
}

/** One that is not on the page may have been decided meanwhile. */
export function ReviewDialog({ review, onClose }: { review: Review | undefined; onClose: () => void }) {
  const [known, setKnown] = useState(review)
  if (review !== undefined && review !== known) setKnown(review)
  const shown = review ?? known
  if (shown !== undefined) return <Loaded review={shown} onClose={onClose} />
  return (
    <Dialog size="small" title={t('title')} onClose={onClose}>
      <p className="text-sm text-ink-soft">{t('gone')}</p>
    </Dialog>
  )
}
