// The second step of a withdrawal: a destination of the method, out of the owner's book. One that still rests is shown
// with the time when it may be used.
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { GroupedText } from '../payments/address.text.tsx'
import { DestinationForm } from './destination.form.tsx'
import type { Destination } from './payment.rules.ts'
import { t } from './payment.texts.ts'
import type { Draft } from './withdraw.dialog.tsx'

type DestinationStepProps = {
  draft: Draft
  isBusy: boolean
  refusal: string | undefined
  onChoose: (destination: Destination) => void
  onBack: () => void
  onDone: (destination: Destination) => void
}

function Option({
  destination,
  isChosen,
  onChoose,
}: {
  destination: Destination
  isChosen: boolean
  onChoose: () => void
}) {
  const { kind, address, label, usableFrom, isUsable } = destination
  return (
    <label
      className={cx(
        'relative block rounded-lg border border-line bg-surface px-3.5 py-2.5 transition-colors',
        isUsable ? 'cursor-pointer hover:bg-hover/60' : 'opacity-80',
        'has-checked:border-accent has-checked:bg-accent-soft/40 has-checked:ring-1 has-checked:ring-accent',
        'has-focus-visible:outline-2 has-focus-visible:outline-accent',
      )}
    >
      <input
        type="radio"
        name="destination"
        disabled={!isUsable}
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
      />
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-sm font-medium wrap-anywhere">{label === '' ? t('destination') : label}</span>
        {!isUsable && (
          <span className="text-xs text-warn">
            {t('usableFrom')} <RelativeTime iso={usableFrom} className="relative z-1" />
          </span>
        )}
      </span>
      {kind === 'paypal' ? (
        <bdi dir="ltr" className="text-[0.8125rem] break-all text-ink-soft">
          {address}
        </bdi>
      ) : (
        <GroupedText text={address} />
      )}
    </label>
  )
}

export function DestinationStep({ draft, isBusy, refusal, onChoose, onBack, onDone }: DestinationStepProps) {
  const { method } = draft
  const { data, error, isFetching, refetch } = useQuery(read('destinations.list', {}))
  const [isAdding, setAdding] = useState(false)
  const [fault, setFault] = useState<string>()
  const destinations = (data?.items ?? []).filter(({ kind }) => kind === method.kind)
  const chosen = destinations.find(({ id }) => id === draft.destination?.id)
  const isEmpty = data !== undefined && destinations.length === 0
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (isBusy) return
    setFault(chosen === undefined ? t('destinationNeeded') : undefined)
    if (chosen !== undefined) onDone(chosen)
  }
  return (
    <>
      <form id="withdraw-destination" noValidate className="flex flex-col gap-3" onSubmit={submit}>
        {error !== null && (
          <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
            {error.message}
          </ErrorBox>
        )}
        {(refusal ?? fault) !== undefined && <ErrorBox>{refusal ?? fault}</ErrorBox>}
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-[0.8125rem] font-medium">{t('destination')}</legend>
          {data === undefined && error === null && <Skeleton className="h-16 w-full" />}
          {isEmpty && <p className="text-sm text-pretty text-ink-soft">{t('noDestinations')}</p>}
          {destinations.map((destination) => (
            <Option
              key={destination.id}
              destination={destination}
              isChosen={destination.id === chosen?.id}
              onChoose={() => {
                setFault(undefined)
                onChoose(destination)
              }}
            />
          ))}
        </fieldset>
      </form>
      {isAdding || isEmpty ? (
        <DestinationForm
          key={method.kind}
          kinds={[method.kind]}
          onAdded={(added) => {
            setAdding(false)
            if (added.isUsable) onChoose(added)
          }}
          {...(isEmpty ? {} : { onCancel: () => setAdding(false) })}
        />
      ) : (
        <Button
          variant="quiet"
          className="self-start"
          icon={<Plus aria-hidden="true" />}
          onClick={() => setAdding(true)}
        >
          {t('addDestination')}
        </Button>
      )}
      <div className="flex flex-wrap justify-between gap-2">
        <Button onClick={onBack}>{t('back')}</Button>
        {destinations.some(({ isUsable }) => isUsable) && (
          <Button type="submit" form="withdraw-destination" variant="primary" busy={isBusy}>
            {t('next')}
          </Button>
        )}
      </div>
    </>
  )
}
