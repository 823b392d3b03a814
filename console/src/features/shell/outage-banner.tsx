// Says on every page when the platform cannot write: the database is away. It asks by itself, because a person who
// only watches the live view would otherwise take silence for a quiet hour. It goes when everything continues.
import { useQuery } from '@tanstack/react-query'
import { DatabaseZap } from 'lucide-react'
import { read } from '../../lib/query.ts'
import { t } from './shell.texts.ts'

const askAgainMs = 10_000
const askAgainInOutageMs = 2_000

export function OutageBanner() {
  const { data } = useQuery({
    ...read('system.health', {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.database === 'down' ? askAgainInOutageMs : askAgainMs),
  })
  if (data?.database !== 'down') return null
  return (
    <div
      role="alert"
      className="fixed inset-x-0 bottom-0 z-40 flex items-center justify-center gap-2 border-t border-line bg-bad-soft
        px-4 py-2.5 text-sm text-bad"
    >
      <DatabaseZap className="size-4 shrink-0" aria-hidden="true" />
      <p>{t('outage')}</p>
    </div>
  )
}
