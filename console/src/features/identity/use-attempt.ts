// One attempt at a time at something that the auth service may refuse: busy while it runs, the sentence of its failure
// after, and the seconds the server asked to wait.
import { useState } from 'react'
import { sentenceOf, type AuthOutcome } from '../../lib/auth-outcome.ts'
import { useCountdown } from './use-countdown.ts'

export type Attempt = {
  isBusy: boolean
  failure: string | null
  secondsLeft: number
  /** Answers the outcome; null when another attempt is under way, or it is not time yet. */
  attempt: <T>(run: () => Promise<AuthOutcome<T>>) => Promise<AuthOutcome<T> | null>
  forget: () => void
}

export function useAttempt(texts: { failed: string; dismissed?: string }): Attempt {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [secondsLeft, wait] = useCountdown()

  async function attempt<T>(run: () => Promise<AuthOutcome<T>>): Promise<AuthOutcome<T> | null> {
    if (isBusy || secondsLeft > 0) return null
    setBusy(true)
    setFailure(null)
    const outcome = await run()
    setBusy(false)
    if (outcome.ok) return outcome
    setFailure(sentenceOf(outcome, texts))
    wait(outcome.reason === 'refused' ? outcome.retryAfterSeconds : 0)
    return outcome
  }

  return { isBusy, failure, secondsLeft, attempt, forget: () => setFailure(null) }
}
