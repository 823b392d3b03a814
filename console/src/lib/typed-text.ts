// The text of a search field whose value is in the address: letters appear at once, the address follows when the hand
// rests, and Back brings the former text into the field. It never overwrites what is being typed, nor loses it: a field
// that goes away commits what it has. What is taken out of the address meanwhile does not come back, and who takes out
// all filters takes out what is being typed too: `forgetTyped`.
import { useEffect, useRef, useState } from 'react'

const restMs = 250

/** Of every field on the page. */
const forgets = new Set<() => void>()

/** Empties every field, also of what it has not committed yet; called by what takes all filters out of the address. */
export function forgetTyped(): void {
  for (const forget of forgets) forget()
}

/**
 * The text to show and what to call with each change. `commit` gets the trimmed text after 250 ms of rest, or at once
 * for an empty one.
 *
 * @param given what the address says now; '' for nothing
 */
export function useTypedText(given: string, commit: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(given)
  const [seen, setSeen] = useState(given)
  const [committed, setCommitted] = useState(given)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const waiting = useRef<(() => void) | null>(null)
  /** What the address says, or will say, because of this field. */
  const own = useRef(given)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      waiting.current?.()
    },
    [],
  )
  useEffect(() => {
    if (given === own.current) return
    own.current = given
    clearTimeout(timer.current)
    waiting.current = null
  }, [given])
  useEffect(() => {
    const forget = () => {
      clearTimeout(timer.current)
      waiting.current = null
      own.current = ''
      setText('')
      setCommitted('')
    }
    forgets.add(forget)
    return () => void forgets.delete(forget)
  }, [])
  if (given !== seen) {
    setSeen(given)
    if (given !== committed) {
      setText(given)
      setCommitted(given)
    }
  }
  function change(next: string): void {
    setText(next)
    clearTimeout(timer.current)
    const settled = next.trim()
    const settle = () => {
      waiting.current = null
      own.current = settled
      setCommitted(settled)
      commit(settled)
    }
    waiting.current = settle
    timer.current = setTimeout(settle, settled === '' ? 0 : restMs)
  }
  return [text, change]
}
