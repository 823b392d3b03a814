// Switches a range on or off. The screen follows at once, goes back when the server refuses, and offers the way back
// when it does not.
import { useMutation } from '@tanstack/react-query'
import { call, type CallOutput } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { outdate } from '../../lib/query.ts'
import { notify } from '../../ui/toast.ts'
import type { Range, RangesPage } from './ranges.figures.ts'
import { t } from './ranges.texts.ts'

type Switch = { range: Range; isActive: boolean }

function show({ range, isActive }: Switch): void {
  queryClient.setQueriesData<RangesPage>({ queryKey: ['ranges.list'] }, (page) =>
    page === undefined
      ? undefined
      : { ...page, items: page.items.map((item) => (item.id === range.id ? { ...item, isActive } : item)) },
  )
  queryClient.setQueriesData<CallOutput<'ranges.read'>>({ queryKey: ['ranges.read'] }, (known) =>
    known === undefined || known.id !== range.id ? known : { ...known, isActive },
  )
}

export function useRangeSwitch() {
  const switching = useMutation({
    mutationFn: ({ range, isActive }: Switch) =>
      call('ranges.update', { params: { rangeId: range.id }, body: { isActive } }),
    onMutate: show,
    onSuccess: (_, { range, isActive }) =>
      notify(t(isActive ? 'activated' : 'deactivated', { name: range.name }), {
        undo: () => switching.mutate({ range, isActive: !isActive }),
      }),
    onError: (error, { range, isActive }) => {
      show({ range, isActive: !isActive })
      notify(t('switchFailed', { name: range.name, reason: error.message }), { tone: 'bad' })
    },
    onSettled: () => outdate('ranges.list', 'ranges.read', 'dashboard.read'),
  })
  return switching
}
