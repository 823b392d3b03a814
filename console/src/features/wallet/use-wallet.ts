// The balances, with the one figure that moves while one looks: what is earned and not yet settled comes with every
// message that arrives. Everything else changes by settlement and maturity only, which happen once a minute, so it is
// read again each minute.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CallOutput } from '../../lib/api.ts'
import { newsOf } from '../../lib/live-event.ts'
import { subscribeLive } from '../../lib/live.ts'
import { outdate, queryClient, read } from '../../lib/query.ts'

export type Wallet = CallOutput<'wallet.read'>

const readEveryMs = 60_000
const walletRead = read('wallet.read', {})

export function useWallet() {
  const wallet = useQuery({ ...walletRead, refetchInterval: readEveryMs })
  useEffect(
    () =>
      subscribeLive({
        onEvent: (event) => {
          const news = newsOf(event)
          if (news === null) return
          queryClient.setQueryData(walletRead.queryKey, (former) =>
            former === undefined ? former : { ...former, earnedNotSettled: news.earnedNotSettled },
          )
        },
        onGap: () => void outdate('wallet.read'),
      }),
    [],
  )
  return wallet
}
