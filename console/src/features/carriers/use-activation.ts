// Activates a carrier or a connection. Never shown before the server has done it: what is active is what is bound.
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { outdate } from '../../lib/query.ts'
import { notify } from '../../ui/toast.ts'
import { t } from './carriers.texts.ts'

type Subject = { id: string; name: string }

export function outdateCarriers(): Promise<void> {
  return outdate('carriers.list', 'carriers.read', 'connections.read', 'connections.events', 'dashboard.read')
}

function tell(subject: Subject) {
  return {
    onSuccess: () => {
      notify(t('activated', { name: subject.name }))
      return outdateCarriers()
    },
    onError: (error: Error) =>
      notify(t('activateFailed', { name: subject.name, reason: error.message }), { tone: 'bad' }),
  }
}

export function useCarrierActivation(carrier: Subject) {
  return useMutation({
    mutationFn: () => call('carriers.update', { params: { carrierId: carrier.id }, body: { isActive: true } }),
    ...tell(carrier),
  })
}

export function useConnectionActivation(connection: Subject) {
  return useMutation({
    mutationFn: () => call('connections.update', { params: { connectionId: connection.id }, body: { isActive: true } }),
    ...tell(connection),
  })
}
