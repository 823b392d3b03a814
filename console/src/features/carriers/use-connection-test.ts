// Tries a connection once, at the admin's request, and keeps what came of it beside the button.
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { outdate } from '../../lib/query.ts'

export type ConnectionTest = {
  run: () => void
  isBusy: boolean
  /** Null until the first answer. `durationMs` is null when the test itself could not be asked for. */
  outcome: { ok: boolean; detail: string; durationMs: number | null } | null
}

export function useConnectionTest(connectionId: string): ConnectionTest {
  const asking = useMutation({
    mutationFn: () => call('connections.test', { params: { connectionId } }),
    // A test leaves its line in the log, and may have found the link dead.
    onSettled: () => outdate('connections.events', 'connections.read', 'carriers.read', 'carriers.list'),
  })
  const { data, error, isPending } = asking
  return {
    run: () => asking.mutate(),
    isBusy: isPending,
    outcome: error === null ? (data ?? null) : { ok: false, detail: error.message, durationMs: null },
  }
}
