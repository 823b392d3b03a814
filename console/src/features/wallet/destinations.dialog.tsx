// The book of destinations: where the owner's money may go, when each may be used, and how to add and remove one.
import { useMutation, useQuery } from '@tanstack/react-query'
import { BookUser, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { outdate, read } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { notify } from '../../ui/toast.ts'
import { GroupedText } from '../payments/address.text.tsx'
import { DestinationForm } from './destination.form.tsx'
import { MethodMark } from './method.mark.tsx'
import { DialogSkeleton, kindText } from './payment.parts.tsx'
import type { Destination } from './payment.rules.ts'
import { t } from './payment.texts.ts'

function useRemoving() {
  return useMutation({
    mutationFn: ({ id }: Destination) => call('destinations.delete', { params: { destinationId: id } }),
    onSuccess: async () => {
      await outdate('destinations.list')
      notify(t('removed'))
    },
  })
}

function RemoveQuestion({ destination, name, onKeep }: { destination: Destination; name: string; onKeep: () => void }) {
  const removing = useRemoving()
  return (
    <div role="group" aria-label={t('removeNamed', { name })} className="mt-3 flex flex-col gap-3">
      {removing.isError && <ErrorBox>{removing.error.message}</ErrorBox>}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-56 text-sm text-pretty wrap-anywhere">{t('removeAsk', { name })}</p>
        <span className="flex gap-2">
          <Button size="small" disabled={removing.isPending} onClick={onKeep}>
            {t('keep')}
          </Button>
          <Button
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus goes on from the button that asked.
            autoFocus
            size="small"
            variant="danger"
            busy={removing.isPending}
            onClick={() => removing.mutate(destination)}
          >
            {t('remove')}
          </Button>
        </span>
      </div>
    </div>
  )
}

function Item({ destination }: { destination: Destination }) {
  const [isAsking, ask] = useState(false)
  const { kind, address, label, isUsable, usableFrom } = destination
  const name = label === '' ? address : label
  return (
    <li className="px-4 py-3">
      <div className="flex items-start gap-3">
        <MethodMark type={kind === 'paypal' ? 'paypal' : 'usdt'} className="size-8" />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
            {label !== '' && <span className="wrap-anywhere">{label}</span>}
            <Badge>{kindText(kind)}</Badge>
            {!isUsable && (
              <span className="text-xs font-normal text-warn">
                {t('usableFrom')} <RelativeTime iso={usableFrom} />
              </span>
            )}
          </p>
          <p className="mt-0.5">
            {kind === 'paypal' ? (
              <bdi dir="ltr" className="text-[0.8125rem] break-all text-ink-soft">
                {address}
              </bdi>
            ) : (
              <GroupedText text={address} />
            )}
          </p>
        </div>
        <span className="flex shrink-0 items-center">
          <CopyButton text={address} label={t('copyDestination', { name })} />
          <IconButton label={t('removeNamed', { name })} onClick={() => ask(true)}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      {isAsking && <RemoveQuestion destination={destination} name={name} onKeep={() => ask(false)} />}
    </li>
  )
}

export function DestinationsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(read('destinations.list', {}))
  const available = useQuery(read('payment-methods.available', {}))
  const [isAdding, setAdding] = useState(false)
  const kinds = (available.data?.items ?? []).map(({ kind }) => kind)
  const isFormShown = kinds.length > 0 && (isAdding || data?.items.length === 0)
  return (
    <Dialog title={t('destinations')} description={t('destinationsHint')} keepOnOutsideClick onClose={onClose}>
      <div className="flex flex-col gap-4">
        {error !== null && (
          <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
            {data === undefined ? error.message : t('stale', { reason: error.message })}
          </ErrorBox>
        )}
        {data === undefined && error === null && <DialogSkeleton />}
        {data?.items.length === 0 && !isFormShown && (
          <EmptyState icon={<BookUser />} title={t('noDestinationsYet')} description={t('noMethods')} />
        )}
        {data !== undefined && data.items.length > 0 && (
          <ul aria-label={t('destinations')} className="divide-y divide-line rounded-xl border border-line">
            {data.items.map((destination) => (
              <Item key={destination.id} destination={destination} />
            ))}
          </ul>
        )}
        {isFormShown && (
          <DestinationForm
            kinds={kinds}
            onAdded={() => setAdding(false)}
            {...(data?.items.length === 0 ? {} : { onCancel: () => setAdding(false) })}
          />
        )}
        {!isFormShown && kinds.length > 0 && data !== undefined && (
          <Button className="self-start" icon={<Plus aria-hidden="true" />} onClick={() => setAdding(true)}>
            {t('addDestination')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
