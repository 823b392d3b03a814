// Asks before the window closes over a form in which something was typed. The browser words the question. Nothing of a
// form is stored: a draft in the browser would outlive the person who typed it.
import { useEffect } from 'react'

export function useLeaveWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
}
