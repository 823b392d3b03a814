// The questions before an act that stops messages: deactivating a carrier or a connection, replacing the secret of an
// HTTP connection. A new secret is shown once, lives only in this dialog and is gone when it closes.
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.ts'
import { t } from './connection-form.texts.ts'
import { SecretText } from './connection-secret.tsx'
import type { Connection } from './connections.rules.ts'
import { outdateCarriers } from './use-activation.ts'

type DeactivateProps = {
  kind: 'carrier' | 'connection'
  id: string
  /** As far as it is known. */
  name: string | undefined
  onClose: () => void
}

export function DeactivateDialog({ kind, id, name = id, onClose }: DeactivateProps) {
  const isCarrier = kind === 'carrier'
  const body = { isActive: false }
  const act = useMutation({
    mutationFn: async () => {
      if (isCarrier) await call('carriers.update', { params: { carrierId: id }, body })
      else await call('connections.update', { params: { connectionId: id }, body })
    },
    onSuccess: async () => {
      notify(t('deactivated', { name }))
      onClose()
      await outdateCarriers()
    },
  })
  return (
    <ConfirmDialog
      title={t(isCarrier ? 'deactivateCarrierTitle' : 'deactivateTitle', { name })}
      description={t(isCarrier ? 'deactivateCarrierHint' : 'deactivateHint')}
      confirm={t('deactivate')}
      busy={act.isPending}
      onConfirm={() => act.mutate()}
      onClose={onClose}
      {...(act.error === null ? {} : { error: <ErrorBox>{act.error.message}</ErrorBox> })}
    />
  )
}

/** One dialog for the question and the answer, so that the focus returns to whoever asked. */
function RotateSecret({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const { id, name } = connection
  const act = useMutation({
    mutationFn: () => call('connections.rotate-secret', { params: { connectionId: id } }),
    // The secret must not outlive its dialog in the cache.
    gcTime: 0,
    onSuccess: outdateCarriers,
  })
  const secret = act.data?.secret
  const isHttp = connection.kind === 'http'
  const footer =
    secret === undefined && isHttp ? (
      <>
        <Button disabled={act.isPending} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button variant="danger" busy={act.isPending} onClick={() => act.mutate()}>
          {t('rotate')}
        </Button>
      </>
    ) : (
      <Button variant="primary" onClick={onClose}>
        {t('done')}
      </Button>
    )
  const hint = isHttp ? t('rotateHint') : t('notHttp')
  return (
    <Dialog
      size={secret === undefined ? 'small' : 'large'}
      title={t(secret === undefined ? 'rotateTitle' : 'secretTitle', { name })}
      description={secret === undefined ? hint : t('secretHint')}
      onClose={onClose}
      keepOnOutsideClick
      footer={footer}
    >
      <div aria-live="polite">{secret !== undefined && <SecretText connection={connection} secret={secret} />}</div>
      {act.error !== null && <ErrorBox>{act.error.message}</ErrorBox>}
    </Dialog>
  )
}

type RotateProps = {
  connectionId: string
  /** The connection, if it is on screen. */
  listed: Connection | undefined
  onClose: () => void
}

export function RotateSecretDialog({ connectionId, listed, onClose }: RotateProps) {
  const stored = useQuery({ ...read('connections.read', { params: { connectionId } }), enabled: listed === undefined })
  const connection = listed ?? stored.data
  if (connection !== undefined) return <RotateSecret connection={connection} onClose={onClose} />
  return (
    <Dialog size="small" title={t('rotate')} onClose={onClose}>
      {stored.error === null ? (
        <SkeletonRows rows={2} label={t('loading')} />
      ) : (
        <ErrorBox onRetry={() => void stored.refetch()} retrying={stored.isFetching}>
          {stored.error.message}
        </ErrorBox>
      )}
    </Dialog>
  )
}
