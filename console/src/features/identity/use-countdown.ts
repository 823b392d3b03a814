// Counts the seconds the server asked to wait.
import { useEffect, useState } from 'react'

/** Seconds left and a way to set them; 0 means that there is nothing to wait for. */
export function useCountdown(): [secondsLeft: number, wait: (seconds: number) => void] {
  const [secondsLeft, setSecondsLeft] = useState(0)
  useEffect(() => {
    if (secondsLeft <= 0) return undefined
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1_000)
    return () => clearTimeout(timer)
  }, [secondsLeft])
  return [secondsLeft, setSecondsLeft]
}
