// The balances, with the one figure that moves while one looks: what is earned and not yet settled comes with the live
// stream, at a readable pace. Everything else changes by settlement and maturity: it is read again when that figure
// falls, which is a settlement, and once a minute in any case, as often as the platform settles and matures.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { newsOf } from '../../lib/live-event.ts'
import { subscribeLive } from '../../lib/live.ts'
import { queryClient } from '../../lib/query-client.ts'
import { outdate, read } from '../../lib/query.ts'
import { wasSettled } from './wallet.figures.ts'

/** The stream speaks up to ten times a second; nobody reads a figure that often. */
const showAfterMs = 400
/** The open hour of the list below follows the figure. */
const readLinesAfterMs = 5_000
const readEveryMs = 60_000
const walletRead = read('wallet.read', {})

function readAllAgain(): void {
  void outdate('wallet.read', 'wallet.transactions', 'wallet.earnings')
}

/** Puts the live figure beside the others without making them look newly read. */
function showEarned(amount: string): void {
  const former = queryClient.getQueryState(walletRead.queryKey)
  if (former?.data === undefined) return
  const updatedAt = former.dataUpdatedAt
  queryClient.setQueryData(walletRead.queryKey, { ...former.data, earnedNotSettled: amount }, { updatedAt })
  if (wasSettled(former.data.earnedNotSettled, amount)) readAllAgain()
}

/** Follows the stream and the clock. Returns how to stop. */
function followMoney(): () => void {
  let latest: string | null = null
  let showTimer: ReturnType<typeof setTimeout> | undefined
  let linesTimer: ReturnType<typeof setTimeout> | undefined

  function show(): void {
    showTimer = undefined
    if (latest !== null) showEarned(latest)
    latest = null
  }
  function readLines(): void {
    linesTimer = undefined
    void outdate('wallet.earnings')
  }
  const stop = subscribeLive({
    onEvent: (event) => {
      const news = newsOf(event)
      if (news === null) return
      latest = news.earnedNotSettled
      showTimer ??= setTimeout(show, showAfterMs)
      linesTimer ??= setTimeout(readLines, readLinesAfterMs)
    },
    onGap: readAllAgain,
  })
  // An interval of the query would start over with every figure that the stream brings, and so never come round.
  const clock = setInterval(() => document.visibilityState === 'visible' && readAllAgain(), readEveryMs)
  return () => {
    stop()
    clearTimeout(showTimer)
    clearTimeout(linesTimer)
    clearInterval(clock)
  }
}

export function useWallet() {
  useEffect(followMoney, [])
  return useQuery(walletRead)
}
