// The questions before a provider is disabled or deleted, each with what follows for the users who are linked to it.
// One that somebody is linked to is not deleted: it is offered to disable it instead.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { outdate, read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.ts'
import type { Provider } from './identity-providers.model.ts'
import { t } from './identity-providers.texts.ts'

type Act = 'disable' | 'delete'

function useAct({ id, name }: Provider, onClose: () => void) {
  const params = { providerId: id }
  return useMutation({
    mutationFn: async (act: Act) => {
      if (act === 'delete') await call('identity-providers.delete', { params })
      else await call('identity-providers.update', { params, body: { isEnabled: false } })
    },
    // Also after a refusal, since somebody may have linked an identity meanwhile; and before the dialog closes, so that
    // the focus does not return to what is about to go.
    onSettled: async (_nothing, error, act) => {
      await outdate('identity-providers.list', 'identity-providers.enabled')
      if (error !== null) return
      notify(t(act === 'delete' ? 'deleteDone' : 'disableDone', { name }))
      onClose()
    },
  })
}

function descriptionOf({ identities: count, isEnabled }: Provider, isDeletion: boolean): string {
  if (!isDeletion) return count === 0 ? t('disableUnused') : t('disableUsed', { count })
  if (count === 0) return t('deleteHint')
  return t(isEnabled ? 'deleteUsed' : 'deleteUsedOff', { count })
}

type QuestionProps = { provider: Provider; isDeletion: boolean; onClose: () => void }

function Question({ provider, isDeletion, onClose }: QuestionProps) {
  const { name, identities, isEnabled } = provider
  const act = useAct(provider, onClose)
  const isKept = isDeletion && identities > 0
  const title = t(isDeletion ? 'deleteTitle' : 'disableTitle', { name })
  const description = descriptionOf(provider, isDeletion)
  if (isKept && !isEnabled) {
    return (
      <Dialog
        size="small"
        title={title}
        description={description}
        onClose={onClose}
        footer={
          <Button variant="primary" onClick={onClose}>
            {t('close')}
          </Button>
        }
      >
        {null}
      </Dialog>
    )
  }
  const label = isKept ? 'disableInstead' : isDeletion ? 'delete' : 'disable'
  return (
    <ConfirmDialog
      title={title}
      description={description}
      confirm={t(label)}
      tone={isKept ? 'primary' : 'danger'}
      busy={act.isPending}
      onConfirm={() => act.mutate(isDeletion && !isKept ? 'delete' : 'disable')}
      onClose={onClose}
      {...(act.error === null ? {} : { error: <ErrorBox>{act.error.message}</ErrorBox> })}
    />
  )
}

/** Once the provider is known; an address may name one that is gone. */
export function ProviderQuestion({ providerId, ...rest }: Omit<QuestionProps, 'provider'> & { providerId: string }) {
  const { data, error, isFetching, refetch } = useQuery(read('identity-providers.list', {}))
  const listed = data?.items.find(({ id }) => id === providerId)
  const [known, setKnown] = useState(listed)
  if (listed !== undefined && listed !== known) setKnown(listed)
  // Remembered when it goes, which is what was asked for.
  const provider = listed ?? known
  if (provider !== undefined) return <Question provider={provider} {...rest} />
  return (
    <Dialog size="small" title={t(rest.isDeletion ? 'delete' : 'disable')} onClose={rest.onClose}>
      {error !== null && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorBox>
      )}
      {error === null && data === undefined && <SkeletonRows rows={2} label={t('loading')} />}
      {data !== undefined && <ErrorBox>{t('gone')}</ErrorBox>}
    </Dialog>
  )
}
